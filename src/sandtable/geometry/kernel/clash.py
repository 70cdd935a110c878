"""Two armies of round bases against each other: who reaches whom next, and what that is worth.

Plain loops over flat rows: a model has COLUMNS numbers; `harms` are the shares of a fresh target that a model takes,
for each kind of attack one table of mine by theirs. An empty row of `ready`: all of mine. A buyer may pay for more
attacks; a leader is whom a side must not lose.
"""

from __future__ import annotations

import math
from typing import Any

X, Y, RADIUS, REACH, SHOT, MELEE, STRENGTH, STILL, LEFT, WORTH, BUYER, LEADER, THREAT = range(13)
COLUMNS = 13
HIT, CHARGED, FIRED, MORE, HELPLESS = range(5)  # the tables: melee, charge, ranged, one attack more, at the helpless
SURE, DOUBT = range(2)  # of the figures for strikes
GRADE, FARTHEST, TOWARD, SHY, COMFORT, BEHIND, CENTRES = range(7)  # of the figures for places
INCH = 1000.0
LANES = 8
ENTRIES = {
    "strikes": "(f8[::1], f8[::1], f8[::1], f8[::1], f8[::1], b1, b1, f8[::1])",
    "mortal": "(f8[::1], f8[::1], f8[::1], f8[::1], f8[::1], i8, b1, b1, f8[::1])",
    "bought": "(f8[::1], f8[::1], f8[::1], i8, f8, f8)",
    "closing": "(f8[::1], f8[::1], f8[::1], b1, f8[::1])",
}


def apart(a: Any, o: int, b: Any, q: int) -> float:
    """Between two middles."""
    dx, dy = a[o + X] - b[q + X], a[o + Y] - b[q + Y]
    return math.sqrt(dx * dx + dy * dy)


def total(values: Any, n: int, lanes: bool) -> float:
    """The sum of the first numbers, one by one or in eight lanes: as arrays are summed, to the last bit."""
    if not lanes or n < LANES:
        found = 0.0
        for i in range(n):
            found += values[i]
        return found
    even = n - n % LANES
    for i in range(LANES, even):
        values[i % LANES] += values[i]
    found = ((values[0] + values[1]) + (values[2] + values[3])) + ((values[4] + values[5]) + (values[6] + values[7]))
    for i in range(even, n):
        found += values[i]
    return float(found)


def taken(a: Any, b: Any, harms: Any, figures: Any, i: int, j: int, away: float, later: bool) -> float:
    """The share of a fresh target that a model takes in its next activation, without more attacks."""
    o, q, n, m = COLUMNS * i, COLUMNS * j, len(a) // COLUMNS, len(b) // COLUMNS
    at, size = m * i + j, n * m
    if away <= a[o + MELEE]:
        kind = HELPLESS if b[q + STILL] > 0.0 and not later else HIT
        return float(a[o + STRENGTH] * harms[size * kind + at])
    share = 0.0
    if away <= a[o + REACH]:
        share = harms[size * CHARGED + at] * (figures[SURE] - figures[DOUBT] * away / max(a[o + REACH], 1.0))
    if away <= a[o + SHOT]:
        share = max(share, harms[size * FIRED + at])
    return float(a[o + STRENGTH] * share)


def strikes(a: Any, b: Any, harms: Any, figures: Any, ready: Any, later: bool, lanes: bool, room: Any) -> float:
    """What all of mine can do next, each against its best target; nobody is taken twice."""
    n, m = len(a) // COLUMNS, len(b) // COLUMNS
    for j in range(m):
        room[j] = 0.0
    for i in range(n):
        o = COLUMNS * i
        if a[o + STRENGTH] == 0.0 or (len(ready) > 0 and ready[i] == 0.0):
            continue
        reach = max(a[o + REACH], a[o + SHOT]) + a[o + RADIUS]  # a charge goes farther than a blow
        best, share_of_best, target = 0.0, 0.0, -1
        for j in range(m):
            q = COLUMNS * j
            far = reach + b[q + RADIUS]
            if abs(a[o + X] - b[q + X]) > far or abs(a[o + Y] - b[q + Y]) > far:
                continue
            away = apart(a, o, b, q) - (a[o + RADIUS] + b[q + RADIUS])
            share = taken(a, b, harms, figures, i, j, away, later) / b[q + LEFT]
            value = min(1.0, share) * b[q + WORTH]
            if value > best:
                best, share_of_best, target = value, share, j
        if target >= 0:
            room[target] += share_of_best
    for j in range(m):
        room[j] = min(1.0, room[j]) * b[COLUMNS * j + WORTH]
    return total(room, m, lanes)


def mortal(
    a: Any, b: Any, harms: Any, figures: Any, ready: Any, column: int, later: bool, lanes: bool, room: Any
) -> float:
    """The share of one fresh target, by its column, that all of mine who reach it would take together."""
    n, m, q, many = len(a) // COLUMNS, len(b) // COLUMNS, COLUMNS * column, 0
    for i in range(n):
        o = COLUMNS * i
        if len(ready) > 0 and ready[i] == 0.0:
            continue
        away = apart(a, o, b, q) - (a[o + RADIUS] + b[q + RADIUS])
        part = taken(a, b, harms, figures, i, column, away, later)
        if a[o + BUYER] > 0.0 and away <= a[o + REACH]:
            part += 2.0 * harms[n * m * MORE + m * i + column] * a[o + STRENGTH]
        room[many] = part
        many += 1
    return total(room, many, lanes)


def bought(a: Any, b: Any, harms: Any, number: int, might: float, kill: float) -> float:
    """The most that one attack more of a model is worth; a leader counts so much more."""
    n, m, o, best = len(a) // COLUMNS, len(b) // COLUMNS, COLUMNS * number, 0.0
    for j in range(m):
        q = COLUMNS * j
        if apart(a, o, b, q) - (a[o + RADIUS] + b[q + RADIUS]) <= a[o + REACH]:
            prize = b[q + WORTH] + (kill if b[q + LEADER] > 0.0 else 0.0)
            share = might * harms[n * m * MORE + m * number + j] / b[q + LEFT]
            best = max(best, min(1.0, share) * prize)
    return best


def closing(a: Any, b: Any, figures: Any, lanes: bool, room: Any) -> float:
    """What the places of mine are worth: by the nearest enemy, and by the nearest leader of theirs."""
    n, m = len(a) // COLUMNS, len(b) // COLUMNS
    for i in range(n):
        o, near, king = COLUMNS * i, math.inf, math.inf
        for j in range(m):
            q = COLUMNS * j
            between = apart(a, o, b, q)
            near = min(near, between)
            if b[q + LEADER] > 0.0:
                king = min(king, between)
        far = (near - figures[CENTRES]) / INCH
        if a[o + LEADER] > 0.0:
            shy = -figures[SHY] * max(0.0, figures[COMFORT] - far)
            room[i] = shy - figures[GRADE] / 2.0 * max(0.0, far - figures[BEHIND])
        else:
            room[i] = -figures[GRADE] * min(figures[FARTHEST], max(0.0, far - a[o + THREAT] / INCH))
            if king < math.inf:
                room[i] -= figures[TOWARD] * (king / INCH)
    return total(room, n, lanes)
