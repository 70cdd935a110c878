"""Moves worth trying: the body straight on, at the nearest enemy, or into line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from sandtable.core import suggests
from sandtable.geometry.arcs import bearing
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.shapes import Point, Rect, turned
from sandtable.rulesets.warmaster.appraisal.body_ways import (
    BARRED,
    LEAST,
    gap_ahead,
    progress,
    room,
    safe_room,
    sidesteps,
    ways_ahead,
)
from sandtable.rulesets.warmaster.appraisal.support_plans import best_support
from sandtable.rulesets.warmaster.command.march import March, front_of
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.measuring.formations import line_at, middle
from sandtable.rulesets.warmaster.measuring.unit_poses import as_pose, pose_of
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import PLACES, Pose

SHARES = (1.0, 0.75, 0.5, 0.25)
OUT_OF_REACH = 20_600  # where an enemy cannot charge on initiative
ROUND = (45_000, -45_000, 75_000, -75_000)  # turns to try where the way is barred
TRIES = 3


@suggests(March)
def marches(p: Position, domain: March, n: int, rng: Random) -> list[Any]:
    if n > 1:
        return planned(p, domain, n) or [domain.staying(p)]
    for _ in range(TRIES):
        if (answer := sketch(p, domain, rng)) is not None:
            return [answer]
    return [domain.staying(p)]


def planned(p: Position, domain: March, n: int) -> list[Any]:
    """The body shifted along its way to the enemy, and to either side of it; a single unit turns where it goes."""
    units, found = domain.units, list[Any]()
    rects = [r for name in units for r in crowd(p).of(name)]
    if not crowd(p).foes[p.state.units[units[0]].seat]:
        return []
    pace = min(domain.pace(p, name) for name in units)
    found += [answer for answer in supports(p, domain) if domain.refuse(p, answer) is None]
    if progress(p, units, pace) > 0 and straight_on(p, units, rects, pace) < BARRED * pace:
        steps = (shift_by(p, units, by) for by in sidesteps(p, units, rects, pace, safe=True))
        found += islice((answer for answer in steps if domain.refuse(p, answer) is None), n // 2)
    for way, most in ways_ahead(p, units, rects, pace):
        wary = safe_room(p, units, rects, way, most)
        for far in [most, wary] if wary > LEAST else [most]:
            for answer in moves(p, units, rects, way, far):
                if answer not in found and domain.refuse(p, answer) is None:
                    found.append(answer)
                    break
            if len(found) >= n:
                return found[:n]
    return found


def supports(p: Position, domain: March) -> Iterator[Any]:
    """Units placed behind friends who fight, each behind another, the rest staying: all of them, then one."""
    here = {name: pose_of(p.state.stands[name]) for name in domain.units}
    found = {name: best_support(p, name, domain.pace(p, name)) for name in domain.units}
    ranked = sorted([(-some.gain, name, some) for name, some in found.items() if some is not None and some.gain > 0])
    chosen: dict[str, Any] = {}
    for _, name, some in ranked:
        if some.friend not in chosen:
            chosen[some.friend] = name, as_pose(p.state.stands[name], some.places) or some.places
    for many in dict.fromkeys((len(chosen), 1)):
        if moved := dict(list(chosen.values())[:many]):
            yield (*moved.items(), *((name, pose) for name, pose in here.items() if name not in moved))


def straight_on(p: Position, units: tuple[str, ...], rects: list[Rect], pace: float) -> float:
    """How far the body gets on its first way."""
    way, far = ways_ahead(p, units, rects, pace)[0]
    return room(p, units, rects, way, far)


def moves(p: Position, units: tuple[str, ...], rects: list[Rect], way: int, far: float) -> Iterator[Any]:
    """One unit turns into line and goes; a body is shifted, as far as there is room."""
    if len(units) == 1 and way != rects[0].facing:
        yield wheeled(p, units[0], way, far)
    free = room(p, units, rects, way, far)
    if free >= LEAST:
        yield shift(p, units, way, free)


def sketch(p: Position, domain: March, rng: Random) -> Any:
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
    cos, sin = direction(way)
    return shift_by(p, units, (cos * far, sin * far))


def shift_by(p: Position, units: tuple[str, ...], vector: Point) -> Any:
    dx, dy = round(vector[0]), round(vector[1])
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
