"""Every pair of two sides of round bases as numbers: how far apart, who reaches whom, what a meeting would take.

A pair's numbers: the gap; how likely it is in reach of a charge and of a shot, whether it touches; what is to come this
turn by a charge, with what is paid for, by shots; the same at any time by a charge, with all that can be paid for in a
fight and by shots, and the larger of these at a leader; the fight and the charge without regard to reach; how far each
looks away from the other; by how much it is in reach of a charge, of one a turn later, of a shot; in reach but apart;
blows to come in touch; graver than GRAVE.

A piece has COLUMNS numbers. `harms` has five for each pair: damage on the average of all blows, what a charge adds, of
one blow more, of the first shots, and of all shots that can be paid for.
"""

from __future__ import annotations

import math
from typing import Any

X, Y, RADIUS, FACING, REACH, SHOT, MELEE, SPEED, MIGHT, POINTS, MOST, LEADER, AWAITS, BOXES = range(14)
COLUMNS = 14
BLOWS, CHARGED, BLOW, SHOTS, ALL_SHOTS = range(5)
HARMS = 5
NUMBERS = 21  # of a pair
INCH, SOFT = 1000.0, 800.0
HALF_TURN, FULL_TURN = 180_000.0, 360_000.0
GRAVE = 0.6  # a meeting that takes more than this of what is left
ENTRIES = {"encounters": "(f8[::1], f8[::1], f8[::1], f8[::1])"}


def within(value: float, low: float, high: float) -> float:
    return low if value < low else high if value > high else value


def likely(reach: float, gap: float) -> float:
    """How surely something is in reach, since distances are estimates."""
    return 1.0 / (1.0 + math.exp(-(reach - gap) / SOFT))


def turned(x: float, y: float, facing: float) -> float:
    """How far a facing looks away from a direction: 0 straight at it, 1 the other way."""
    way = math.degrees(math.atan2(y, x)) * 1000.0
    return abs((way - facing + HALF_TURN) % FULL_TURN - HALF_TURN) / HALF_TURN


def encounters(a: Any, b: Any, harms: Any, out: Any) -> None:
    """The numbers of every pair, mine after mine, all of theirs for each."""
    n, m = len(a) // COLUMNS, len(b) // COLUMNS
    for i in range(n):
        o = COLUMNS * i
        might, points, most = a[o + MIGHT], a[o + POINTS], a[o + MOST]
        awaits, reach, shot = a[o + AWAITS], a[o + REACH], a[o + SHOT]
        for j in range(m):
            q, h, at = COLUMNS * j, HARMS * (m * i + j), NUMBERS * (m * i + j)
            dx, dy = a[o + X] - b[q + X], a[o + Y] - b[q + Y]
            gap = math.sqrt(dx * dx + dy * dy) - a[o + RADIUS] - b[q + RADIUS]
            boxes = b[q + BOXES]
            touches = 1.0 if gap <= a[o + MELEE] else 0.0
            near = likely(reach, gap)
            shoots = likely(shot, gap) if shot > 0.0 else 0.0
            blows, blow = harms[h + BLOWS], harms[h + BLOW]
            charge = blows + harms[h + CHARGED]
            paid = points if a[o + LEADER] > 0.0 else max(0.0, points - (1.0 - touches))
            now = might * (charge + paid * blow) / boxes
            full = min(2.0, might * (charge + (most - (1.0 - touches)) * blow) / boxes)
            charge = min(2.0, might * charge / boxes)
            first = harms[h + SHOTS]
            shots = min(harms[h + ALL_SHOTS], first * (1.0 + points)) if points > 0.0 else first
            fight, fire = near * full, shoots * min(2.0, might * harms[h + ALL_SHOTS] / boxes)
            out[at] = within(gap / (10.0 * INCH), 0.0, 3.0)
            out[at + 1] = near
            out[at + 2] = shoots
            out[at + 3] = touches
            out[at + 4] = awaits * near * charge
            out[at + 5] = awaits * near * min(2.0, now)
            out[at + 6] = awaits * shoots * min(2.0, might * shots / boxes)
            out[at + 7] = near * charge
            out[at + 8] = fight
            out[at + 9] = fire
            out[at + 10] = max(fight, fire) * b[q + LEADER]
            out[at + 11] = full
            out[at + 12] = charge
            out[at + 13] = turned(dx, dy, b[q + FACING])
            out[at + 14] = turned(-dx, -dy, a[o + FACING])
            out[at + 15] = within((reach - gap) / (4.0 * INCH), -1.0, 1.0)
            out[at + 16] = within((reach + a[o + SPEED] - gap) / (5.0 * INCH), -1.0, 1.0)
            out[at + 17] = within((shot - gap) / (5.0 * INCH), -1.0, 1.0) if shot > 0.0 else -1.0
            out[at + 18] = near * (1.0 - touches)
            out[at + 19] = awaits * touches * min(2.0, might * (blows + points * blow) / boxes)
            out[at + 20] = within(full - GRAVE, 0.0, 1.0) * near
