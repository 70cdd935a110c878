"""Where an army deploys: brigades side by side in front of the shortest way to the enemy, all in reach of orders."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.rulesets.warmaster.appraisal.approaches import (
    BROAD,
    NOWHERE,
    cell_of,
    distances,
    on_field,
    open_cells,
    track,
)
from sandtable.rulesets.warmaster.command.brigades import MOST
from sandtable.rulesets.warmaster.measuring.crowd import size
from sandtable.rulesets.warmaster.measuring.ways import troops
from sandtable.rulesets.warmaster.setup.deployment import DeployUnit
from sandtable.rulesets.warmaster.setup.layout import facing_of, spot_of
from sandtable.rulesets.warmaster.state.rules import Position, entry, land
from sandtable.rulesets.warmaster.state.table import OTHER, Pose, Side
from sandtable.rulesets.warmaster.terrain.land import FLYER, INFANTRY, Land

STEP = 3_000  # between places tried along the front
BLOCK = 12_500  # half of what two units side by side need
DETOUR = 1.2  # of the shortest way: where two units side by side find none better, brigades stand in depth
EXPECTED = 0.5  # of the enemy's front, about its middle: where most of his army stands
BACK = 1_000  # behind the front of the zone: not close behind works, from which one moves at half pace
DEEP = 10_000  # behind the front of the zone: where ways begin, not beyond works close before it
LATE = 0.5  # of the way until it is broad: beyond narrows one forms up far from the enemy
OFF_CENTRE = 0.3  # what a place beside the middle costs
SIDES = frozenset({"sides"})


class Layout(NamedTuple):
    """An army about its middle: how wide, each unit's place along the front and behind it, and each brigade's way."""

    wide: float
    places: dict[str, tuple[float, float]]
    ways: list[tuple[str, float, int, int]]  # troop type, along the front, half of what it needs, units


def unit_place(p: Position, unit: str) -> Pose | None:
    """A unit's place in the plan; None: something is in its way."""
    seat = p.state.units[unit].seat
    plan = p.memo(("layout", seat), lambda: layout(p, seat), SIDES)
    middle, wing = p.memo(("middle of army", seat), lambda: best_middle(p, seat, plan), SIDES)
    along, behind = plan.places[unit]
    side = p.state.sides[seat]
    pose = (*spot_of(side, round(BACK + behind), round(middle + wing * along)), facing_of(side))
    return pose if DeployUnit(piece=unit).refuse(p, pose) is None else None


def layout(p: Position, seat: int) -> Layout:
    """Brigades from one wing to the other; in depth where the way is narrow."""
    broad = broad_way(land(p), p.state.sides[seat], p.state.sides[OTHER[seat]])
    found = blocks(p, seat, 2 if broad else 1)
    widths = [max(sum(length(p, unit) for unit in row) for row in rows) for rows in found]
    places, ways, left = dict[str, tuple[float, float]](), list[tuple[str, float, int, int]](), -sum(widths) / 2
    for rows, width in zip(found, widths, strict=True):
        deep = 0.0
        for row in rows:
            at = left
            for unit in row:
                places[unit] = at + length(p, unit) / 2, deep + size(p.rules, p.state.units[unit].entry)[1] / 2
                at += length(p, unit)
            deep += max(size(p.rules, p.state.units[unit].entry)[1] for unit in row)
        clear = min(round(width / 2), BLOCK if broad else BROAD)
        ways.append((troops(p, rows[0][0]), left + width / 2, clear, sum(map(len, rows))))
        left += width
    return Layout(sum(widths), places, ways)


def blocks(p: Position, seat: int, across: int) -> list[list[list[str]]]:
    """Each brigade as its rows: mounted troops and flyers, foot with missile troops in front, artillery."""
    units = [name for name, unit in p.state.units.items() if unit.seat == seat]
    kinds = {name: entry(p, name) for name in units}
    mounted = [u for u in units if kinds[u].type in ("cavalry", "chariot") or kinds[u].flyer]
    guns = [u for u in units if kinds[u].type == "artillery"]
    foot = [u for u in units if u not in mounted and u not in guns]
    mounted.sort(key=lambda u: (kinds[u].flyer, kinds[u].type == "chariot", -kinds[u].attack, u))
    foot.sort(key=lambda u: (kinds[u].shots > 0, kinds[u].type != INFANTRY, -kinds[u].attack, u))
    found = []
    for group, many in ((mounted, across + 1), (foot, across), (guns, 2)):
        for at in range(0, len(group), MOST):
            body = group[at : at + MOST]
            if group is foot:
                body.sort(key=lambda u: not kinds[u].shots)
            found.append([body[i : i + many] for i in range(0, len(body), many)])
    return found


def length(p: Position, unit: str) -> float:
    """How wide a unit in line is."""
    return size(p.rules, p.state.units[unit].entry)[0] * p.state.units[unit].start


def best_middle(p: Position, seat: int, plan: Layout) -> tuple[float, int]:
    """Where the middle of the army stands along the front, and on which wing the mounted troops: where ways are short.

    The nearer to the middle of the table the better.
    """
    side, other = p.state.sides[seat], p.state.sides[OTHER[seat]]
    steps = int(max(0.0, front(side) - plan.wide) / 2 // STEP)

    def cost(step: int, wing: int) -> float:
        far = [
            units * way_over(land(p), side, other, kind, clear, step * STEP + wing * along)
            for kind, along, clear, units in plan.ways
            if kind != FLYER
        ]
        return sum(far) / max(1, len(plan.places)) + OFF_CENTRE * abs(step * STEP)

    tried = [(cost(step, wing), abs(step), step, wing) for step in range(-steps, steps + 1) for wing in (1, -1)]
    return STEP * min(tried)[2], min(tried)[3]


def front(side: Side) -> int:
    """How long the front of a zone is."""
    x0, y0, x1, y1 = side.zone
    return x1 - x0 if side.edge in ("south", "north") else y1 - y0


@lru_cache(maxsize=64)
def broad_way(ground: Land, side: Side, other: Side) -> bool:
    """Whether two units side by side find a way to the enemy about as short as the shortest."""
    half = front(side) // 2 // STEP
    along = [step * STEP for step in range(-half, half + 1)]
    narrow, broad = (
        min(way_over(ground, side, other, INFANTRY, clear, at) for at in along) for clear in (BROAD, BLOCK)
    )
    return broad <= DETOUR * narrow


def way_over(ground: Land, side: Side, other: Side, kind: str, clear: int, along: float) -> float:
    """How far it is from a place along the front to where the enemy may be expected; longer if narrow near him."""
    half = int(EXPECTED * front(other) / 2 / STEP)
    goals = tuple(sorted({cell_of(spot_of(other, 0, step * STEP)) for step in range(-half, half + 1)}))
    field = distances(ground, kind, goals, clear)
    around = on_field(field, spot_of(side, DEEP, round(along)))
    if around is None:
        return NOWHERE
    room, passed = open_cells(ground, kind, BLOCK), track(field, around[1])
    through = max((field[around[1]] - field[cell] for cell in passed if cell not in room), default=0.0)
    return around[0] + LATE * through
