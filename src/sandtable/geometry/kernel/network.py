"""How far one side is ahead of another, by a small network that was taught by games.

A side is any number of pieces, a row of numbers each; a pair of pieces of two sides has a row for each of the two as
the one that acts. Every pair is summed up in a row of its own, a piece with the sums of its pairs in another, a side
with the sum of its pieces in a last one. What one side has less what the other has is the lead: seen from the other
side it is the same with another sign.

`sizes` are how many numbers a piece, a pair and the surroundings of a side have, then those of the rows made here.
"""

from __future__ import annotations

from typing import Any

PIECE, PAIR, AROUND, INNER, LAST = range(5)  # of the sizes
ENTRIES = {"lead": "(f8[::1], f8[::1], f8[::1], f8[::1], f8[::1], f8[::1], f8[::1], f8[::1], f8[::1])"}


def spread(values: Any, at: int, size: int, weights: Any, o: int, width: int, room: Any, out: int) -> None:
    """So many numbers, each times its row of weights, added to a row. Most numbers of a table are 0."""
    for i in range(size):
        value = values[at + i]
        if value != 0.0:
            row = o + i * width
            for k in range(width):
                room[out + k] += value * weights[row + k]


def begun(weights: Any, bias: int, width: int, room: Any, out: int) -> None:
    """A row that holds only its constants yet."""
    for k in range(width):
        room[out + k] = weights[bias + k]


def meet(
    pieces: Any, others: Any, pairs: Any, sizes: Any, weights: Any, room: Any, does: int, suffers: int, spare: int
) -> None:
    """All pairs of one side on the other, added to what each piece does and suffers."""
    piece, pair, inner = int(sizes[PIECE]), int(sizes[PAIR]), int(sizes[INNER])
    n, m = len(pieces) // piece, len(others) // piece
    bias = inner * (2 * piece + pair)
    acts, works = spare + inner, spare + 2 * inner
    for i in range(n):
        begun(weights, bias, inner, room, acts)
        spread(pieces, i * piece, piece, weights, 0, inner, room, acts)
        for j in range(m):
            for k in range(inner):
                room[works + k] = room[acts + k]
            spread(others, j * piece, piece, weights, piece * inner, inner, room, works)
            spread(pairs, (i * m + j) * pair, pair, weights, 2 * piece * inner, inner, room, works)
            for k in range(inner):
                value = max(0.0, room[works + k])
                room[does + i * inner + k] += value
                room[suffers + j * inner + k] += value


def side(pieces: Any, sizes: Any, weights: Any, room: Any, does: int, suffers: int, out: int, spare: int) -> None:
    """The pieces of a side, each with what it does and suffers, added up."""
    piece, inner = int(sizes[PIECE]), int(sizes[INNER])
    o = inner * (2 * piece + int(sizes[PAIR]) + 1)
    bias = o + inner * (piece + 2 * inner)
    for k in range(inner):
        room[out + k] = 0.0
    for i in range(len(pieces) // piece):
        begun(weights, bias, inner, room, spare)
        spread(pieces, i * piece, piece, weights, o, inner, room, spare)
        spread(room, does + i * inner, inner, weights, o + piece * inner, inner, room, spare)
        spread(room, suffers + i * inner, inner, weights, o + (piece + inner) * inner, inner, room, spare)
        for k in range(inner):
            room[out + k] += max(0.0, room[spare + k])


def stands(own: int, others: int, around: Any, sizes: Any, weights: Any, room: Any, spare: int) -> float:
    """What one side has, by its own row, that of the others and its surroundings."""
    piece, about, inner, last = int(sizes[PIECE]), int(sizes[AROUND]), int(sizes[INNER]), int(sizes[LAST])
    o = inner * (2 * piece + int(sizes[PAIR]) + 1) + inner * (piece + 2 * inner + 1)
    bias = o + last * (2 * inner + about)
    ends = bias + last
    begun(weights, bias, last, room, spare)
    spread(room, own, inner, weights, o, last, room, spare)
    spread(room, others, inner, weights, o + inner * last, last, room, spare)
    spread(around, 0, about, weights, o + 2 * inner * last, last, room, spare)
    total = 0.0
    for k in range(last):
        total += weights[ends + k] * max(0.0, room[spare + k])
    for k in range(about):
        total += weights[ends + last + k] * around[k]
    return float(total)


def lead(
    us: Any, them: Any, ours: Any, theirs: Any, around_us: Any, around_them: Any, weights: Any, sizes: Any, room: Any
) -> float:
    """The lead of a side; `ours`: pairs in which it acts, one of its pieces after another.

    The weights of one number stand together, those of the first number first.
    """
    piece, inner = int(sizes[PIECE]), int(sizes[INNER])
    n, m = len(us) // piece, len(them) // piece
    we_do, done_to_us, they_do, done_to_them = 0, n * inner, 2 * n * inner, (2 * n + m) * inner
    own = 2 * (n + m) * inner
    others, spare = own + inner, own + 2 * inner
    for i in range(own):
        room[i] = 0.0
    meet(us, them, ours, sizes, weights, room, we_do, done_to_them, spare)
    meet(them, us, theirs, sizes, weights, room, they_do, done_to_us, spare)
    side(us, sizes, weights, room, we_do, done_to_us, own, spare)
    side(them, sizes, weights, room, they_do, done_to_them, others, spare)
    return stands(own, others, around_us, sizes, weights, room, spare) - stands(
        others, own, around_them, sizes, weights, room, spare
    )
