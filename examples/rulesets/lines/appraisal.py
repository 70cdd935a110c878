"""What a general of Lines looks at: stands, how near to breaking, where a charge can land, units out of order."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from lines.state import Field, confused, engaged
from sandtable.core import Position, Term
from sandtable.geometry.units import MILLI

STAND = 1000
BREAKING = 700  # more for each stand lost, the nearer the army is to running
CLOSE, NEAR = 400, 20 * MILLI  # a unit that can reach the enemy next turn
CONFUSED, SPREAD = 350, 120


def appraise(p: Position, seat: int) -> Iterator[Term]:
    state: Field = p.state
    for side, sign, whose in ((seat, 1, "our"), (1 - seat, -1, "the enemy's")):
        lost = state.lost[side]
        half = max(1, state.army[side] // 2)
        toll = STAND * lost + round(BREAKING * lost * min(1.0, lost / half))
        if toll:
            yield Term(-sign * toll, f"{lost} of {whose} stands are lost", group=f"stands {side}")
        for name, unit in state.units.items():
            if unit.seat != side:
                continue
            if confused(p, name):
                yield Term(-sign * CONFUSED, f"{name} is confused")
            foes = [u for u in state.units.values() if u.seat != side]
            if not foes:
                continue
            x, y, _ = unit.pose
            far = min(hypot(x - u.pose[0], y - u.pose[1]) for u in foes)
            weight = len(unit.stands) / 3
            value = CLOSE * weight * 0.5 ** max(0.0, (far - NEAR) / NEAR)
            yield Term(sign * round(value), f"{name} is near the enemy", group=f"near {name}")
            if engaged(p, name):
                yield Term(sign * round(SPREAD * weight), f"{name} is fighting")
