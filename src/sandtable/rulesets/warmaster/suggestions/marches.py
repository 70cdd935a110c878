"""Moves worth trying: the body straight on, at the nearest enemy, or into line."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core import suggests
from sandtable.geometry.arcs import bearing
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.shapes import Point, Rect, turned
from sandtable.geometry.stands import Stands, leaves
from sandtable.rulesets.warmaster.command.march import March, front_of
from sandtable.rulesets.warmaster.command.movement import APART
from sandtable.rulesets.warmaster.measuring.crowd import REACH, crowd, flies
from sandtable.rulesets.warmaster.measuring.formations import line_at, middle
from sandtable.rulesets.warmaster.measuring.lines import shifted
from sandtable.rulesets.warmaster.measuring.unit_poses import as_pose, pose_of
from sandtable.rulesets.warmaster.measuring.ways import troops
from sandtable.rulesets.warmaster.state.rules import Position, land
from sandtable.rulesets.warmaster.state.table import EPS, PLACES, Pose

SHARES = (1.0, 0.75, 0.5, 0.25)
OUT_OF_REACH = 20_600  # where an enemy cannot charge on initiative
ROUND = (45_000, -45_000, 75_000, -75_000)  # turns to try where the way is barred
TRIES = 3
LEAST = 500  # a step worth making


@suggests(March)
def marches(p: Position, domain: March, n: int, rng: Random) -> list[Any]:
    found: list[Any] = []
    for attempt in range(TRIES * n):
        if len(found) >= n:
            break
        answer = sketch(p, domain, rng, attempt)
        if answer is not None and answer not in found:
            found.append(answer)
    return found or [domain.staying(p)]


def sketch(p: Position, domain: March, rng: Random, attempt: int) -> Any:
    """The whole body shifted towards an enemy, less far until it fits; a single unit may turn into line."""
    units = domain.units
    rects = [r for name in units for r in crowd(p).of(name)]
    pace = min(domain.pace(p, name) for name in units)
    goal = goal_of(p, units[0], middle(rects), rng)
    if goal is None:
        return None
    ahead = bearing(middle(rects), goal)
    if rng.random() < 0.35:
        ahead = rects[0].facing
    way = turned(ahead, rng.choice((0, 0, 0, 20_000, -20_000, 60_000, -60_000)))
    wheel = len(units) == 1 and way != rects[0].facing and rng.random() < 0.6
    far = pace * SHARES[rng.choice((0, 0, 0, 1))]
    if (wary := gap_ahead(p, units) - OUT_OF_REACH) > LEAST and rng.random() < 0.5:
        far = min(far, wary)  # up to where it cannot be charged at once
    if wheel and domain.refuse(p, answer := wheeled(p, units[0], way, far)) is None:
        return answer
    free = room(p, units, rects, way, far)
    if free < far / 3:
        way, free = max(
            ((turned(way, turn), room(p, units, rects, turned(way, turn), far)) for turn in ROUND),
            key=lambda option: option[1],
            default=(way, free),
        )
    if free < LEAST:
        return None
    answer = shift(p, units, way, free)
    return answer if domain.refuse(p, answer) is None else None


def room(p: Position, units: tuple[str, ...], rects: list[Rect], way: int, far: float) -> float:
    """How far the body can be shifted: short of everybody else, of closed ground and of the table's edge."""
    table, (cos, sin), seat = crowd(p), direction(way), p.state.units[units[0]].seat
    if not flies(p, units[0]):
        friends = table.row.some([i for i in table.numbers_against[1 - seat] if table.owners[i] not in units])
        foes = p.memo(("foes apart", seat), lambda: Stands(table.against[seat].shapes, APART + EPS), PLACES)
        shut = land(p).closed(troops(p, units[0]))
        for row in (friends, foes, shut):
            if row.shapes:
                far = min(far, row.shift(rects, (cos * far, sin * far)).far)
    while far > LEAST and any(
        leaves(shifted(r, (cos, sin), far), p.state.map.width, p.state.map.height) for r in rects
    ):
        far *= 0.7
    return max(0.0, far - 2)


def gap_ahead(p: Position, units: tuple[str, ...]) -> float:
    """How far the nearest enemy is from a body; beyond 30 cm it is no matter."""
    table = crowd(p)
    return min((far for unit in units for far in table.close_by(unit).values()), default=2.0 * REACH)


def goal_of(p: Position, unit: str, at: Point, rng: Random) -> Point | None:
    """An enemy to go for: mostly one of the nearest."""
    table = crowd(p)
    enemies = table.foes[table.seats[unit]]
    if not enemies:
        return None
    spots = p.memo(("middles", enemies), lambda: [middle(table.of(u)) for u in enemies], PLACES)
    ranked = sorted(spots, key=lambda q: (q[0] - at[0]) ** 2 + (q[1] - at[1]) ** 2)
    return ranked[min(int(rng.expovariate(1.0)), len(ranked) - 1)]


def shift(p: Position, units: tuple[str, ...], way: int, far: float) -> Any:
    """Every unit shifted alike, the foremost first."""
    vector = direction(way)
    dx, dy = round(vector[0] * far), round(vector[1] * far)
    order = sorted(units, key=lambda u: -front_of(p, u, vector))
    here = {name: pose_of(p.state.stands[name]) for name in units}
    return tuple((name, (here[name][0] + dx, here[name][1] + dy, here[name][2])) for name in order)


def wheeled(p: Position, unit: str, way: int, far: float) -> Any:
    """A line facing where it goes, its stands keeping their order."""
    rects = crowd(p).of(unit)
    spare = rects[0].frontage  # what turning costs the outer corners, roughly
    vector = direction(way)
    x, y = middle(rects)
    step = max(0.0, far - spare)
    line = line_at((x + vector[0] * step, y + vector[1] * step), way, (rects[0].frontage, rects[0].depth), len(rects))
    placed = in_order(rects, line)
    return ((unit, as_pose(p.state.stands[unit], placed) or placed),)


def in_order(rects: tuple[Rect, ...], line: tuple[Pose, ...]) -> tuple[Pose, ...]:
    """The places of a line given to the stands nearest to them."""
    left = list(line)
    placed = []
    for r in rects:
        best = min(left, key=lambda pose: (pose[0] - r.x) ** 2 + (pose[1] - r.y) ** 2)
        left.remove(best)
        placed.append(best)
    return tuple(placed)
