"""Climbing obstacles: 2 inches of movement on contact put the model on top and 1 inch forward; coming down is free."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import hypot

from sandtable.core import Refusal
from sandtable.core.texts import say
from sandtable.geometry.distance import overlap
from sandtable.geometry.ground import Ground
from sandtable.geometry.shapes import Shape
from sandtable.geometry.units import MILLI, TOL, text
from sandtable.geometry.watchers import within_reach
from sandtable.rulesets.warmachine.common.measuring.distance import disc, radius
from sandtable.rulesets.warmachine.common.movement.obstacles import PassesThrough, ground_for
from sandtable.rulesets.warmachine.common.state.events import Spot
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.terrain.features import obstacles

CLIMB, FORWARD = 2 * MILLI, MILLI
NO_CLIMB = "no obstacle is climbed"


def climbing_fault(p: Position, model: str, path: list[Spot], allowance: int) -> Refusal | str | None:
    """What is wrong with a path that climbs obstacles; `NO_CLIMB`: it climbs none, or has another fault besides."""
    parts = obstacles(p)
    if not parts or p.holds(PassesThrough(model)):
        return NO_CLIMB
    ground = ground_for(p, model)
    open_tops = replace(ground, solid=tuple(s for s in ground.solid if s not in parts))
    climbs = contacts(p, model, path, parts)
    if not climbs or open_tops.first_fault(path) is not None:
        return NO_CLIMB
    cite, length = p.rules.cite("climbing"), open_tops.path_cost(path)
    spent = 0
    for at in climbs:
        left = allowance - spent - cost_up_to(open_tops, path, at)
        if left < CLIMB - TOL:
            return Refusal(
                say(
                    "climbing takes 2 in, {left} in left",
                    left=text(max(0, round(left))),
                ),
                cite,
                short_by=round(CLIMB - left),
            )
        spent += CLIMB - FORWARD
    over = length + spent - allowance
    if over > TOL:
        return Refusal(
            say("{far} in too far with the climb", far=text(round(over))),
            cite,
            short_by=round(over),
        )
    size = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
    if size < climbs[-1] + FORWARD - TOL and on_top(p, model, path[-1], parts):
        return Refusal("a climb ends on top and 1 in forward", cite, short_by=round(climbs[-1] + FORWARD - size))
    return None


def contacts(p: Position, model: str, path: list[Spot], parts: tuple[Shape, ...]) -> list[float]:
    """How far along the path each obstacle is met from outside, in order."""
    r, base = radius(p, p.state.models[model]), disc(p, p.state.models[model])
    found: list[float] = []
    for part in parts:
        starts = within_reach(tuple(path), r, part, 0)[::2]
        on_it = overlap(base, part)
        found += [start for start in starts if start > TOL or not on_it]
    return sorted(found)


def cost_up_to(ground: Ground, path: list[Spot], far: float) -> float:
    """What a path costs up to a distance along it."""
    spent, gone = 0.0, 0.0
    for a, b in pairwise(path):
        size = hypot(b[0] - a[0], b[1] - a[1])
        if gone + size >= far:
            part = 0.0 if not size else (far - gone) / size
            return spent + ground.cost(a, (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))
        spent, gone = spent + ground.cost(a, b), gone + size
    return spent


def on_top(p: Position, model: str, at: Spot, parts: tuple[Shape, ...]) -> bool:
    base = disc(p, p.state.models[model])._replace(x=at[0], y=at[1])
    return any(overlap(base, part) for part in parts)
