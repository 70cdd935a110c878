"""Ranks for orders that want troopers base to base."""

from __future__ import annotations

from sandtable.core.arrangements import Placed
from sandtable.geometry.arcs import bearing
from sandtable.geometry.units import FULL_TURN
from sandtable.rulesets.warmachine.common.state.conditions import has
from sandtable.rulesets.warmachine.common.state.events import Spot
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.units.marching import March
from sandtable.rulesets.warmachine.common.units.orders import FORMING, SHIELD_WALL

MARKS = (SHIELD_WALL, FORMING)  # on troopers that have the order
WIDE = 5  # troopers in a rank
QUARTER = FULL_TURN // 4
AHEAD = ((1, 0), (0, 1), (-1, 0), (0, -1))  # of the four facings along the table's sides
SHARES = (4, 3, 2, 1, 0)  # quarters of the way that are tried


def closes_up(p: Position, domain: March) -> bool:
    return any(has(p, piece, mark) for piece in domain.pieces for mark in MARKS)


def ranks_toward(p: Position, domain: March, goal: Spot) -> Placed | None:
    """Base to base along a side of the table, facing the goal, as far on as all get; None: there is no room."""
    models = p.state.models
    size = 2 * max(p.rules.bases[models[name].card].radius for name in domain.pieces)
    at = tuple(round(sum(models[n].at[i] for n in domain.pieces) / len(domain.pieces)) for i in (0, 1))
    turn = round((bearing((at[0], at[1]), goal) if at != goal else 0) / QUARTER) % 4
    (fx, fy), (rx, ry) = AHEAD[turn], AHEAD[(turn - 1) % 4]

    def across(name: str) -> int:
        return models[name].x * rx + models[name].y * ry

    order = sorted(domain.pieces, key=lambda name: -(models[name].x * fx + models[name].y * fy))
    rows = [sorted(order[i : i + WIDE], key=across) for i in range(0, len(order), WIDE)]
    far = min(domain.allowances)
    for share in SHARES:
        x, y = at[0] + fx * far * share // 4, at[1] + fy * far * share // 4
        placed: Placed = tuple(
            (name, (x + rx * side - fx * size * back, y + ry * side - fy * size * back, turn * QUARTER))
            for back, row in enumerate(rows)
            for name, side in zip(row, range(-size * (len(row) - 1) // 2, size * WIDE, size), strict=False)
        )
        if domain.refuse(p, placed) is None:
            return placed
    return None
