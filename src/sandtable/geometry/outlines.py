"""Whether an outline is simple: no side crosses or touches another but its neighbours at their corner."""

from __future__ import annotations

from collections.abc import Sequence

Point = tuple[int, int]


def crossing(outline: Sequence[Point]) -> tuple[int, int] | None:
    """The numbers of two sides that meet where they must not, from 0; None: the outline is simple.

    Side n runs from corner n to the next. Exact in integers.
    """
    n = len(outline)
    sides = [(outline[i], outline[(i + 1) % n]) for i in range(n)]
    for i in range(n):
        if sides[i][0] == sides[i][1]:
            return i, i
        for j in range(i + 1, n):
            if j == i + 1 or (i == 0 and j == n - 1):
                near, far = (i, j) if j == i + 1 else (j, i)
                if _doubles_back(sides[near][0], sides[near][1], sides[far][1]):
                    return i, j
            elif _meet(*sides[i], *sides[j]):
                return i, j
    return None


def _turn(a: Point, b: Point, c: Point) -> int:
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (area > 0) - (area < 0)


def _doubles_back(a: Point, b: Point, c: Point) -> bool:
    """Whether the way from a over b to c returns along the same line."""
    return _turn(a, b, c) == 0 and (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    turns = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if turns[0] != turns[1] and turns[2] != turns[3]:
        return True
    ends = ((turns[0], a, b, c), (turns[1], a, b, d), (turns[2], c, d, a), (turns[3], c, d, b))
    return any(turn == 0 and _within(p, q, at) for turn, p, q, at in ends)


def _within(p: Point, q: Point, at: Point) -> bool:
    return min(p[0], q[0]) <= at[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= at[1] <= max(p[1], q[1])
