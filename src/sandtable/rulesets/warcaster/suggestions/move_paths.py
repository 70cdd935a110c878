"""Paths for a move: legal, towards a goal, walking, flying or climbing."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random
from typing import Any

from sandtable.core import Refusal, suggests
from sandtable.geometry.ground import Ground, Spot, rounded
from sandtable.geometry.rows import flat
from sandtable.geometry.spots import approach, strides
from sandtable.geometry.units import TOL
from sandtable.rulesets.warcaster.measuring.distance import radius
from sandtable.rulesets.warcaster.movement.move import Advance
from sandtable.rulesets.warcaster.movement.obstacles import flies, ground_for, sky_for
from sandtable.rulesets.warcaster.movement.paths import plan
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.suggestions.move_goals import random_goal
from sandtable.rulesets.warcaster.terrain.features import Map
from sandtable.rulesets.warcaster.terrain.surfaces import Top, ladders, surface_of, top_of, tops
from sandtable.tabletop.terrain.kinds import Kinds

Route = tuple[Any, ...]
TURNS: tuple[tuple[int, float], ...] = (
    (0, 1.0),
    (25, 1.0),
    (-25, 1.0),
    (55, 1.0),
    (-55, 1.0),
    (85, 1.0),
    (-85, 1.0),
)  # degrees, how far
TURNS += ((0, 0.7), (30, 0.6), (-30, 0.6), (0, 0.45), (60, 0.5), (-60, 0.5))
TRIES = 3  # goals looked at before a model is left where it stands
NEARER = 0.99  # a move that brings it no nearer than this is none
HERE = 200  # closer than this there is no need to move
CLIMBS, LEAVES = 0.15, 0.6  # how often a climb is tried from the ground, and from a height
OVERSHOOT = 1500  # past the edge of a roof


@suggests(Advance)
def advances(p: Position, domain: Advance, n: int, rng: Random) -> list[Any]:
    """Towards objectives, into range, into cover; staying is always possible."""
    if domain.allowance <= 0:
        return [()]
    return routes(p, domain.piece, domain.allowance, n, rng) or [()]


def routes(p: Position, model: str, allowance: int, n: int, rng: Random) -> list[Route]:
    """Up to n legal paths, each towards something."""
    state = p.state
    me = state.models[model]
    found: list[Route] = []
    fly = flies(p, model)
    ground = sky_for(p, model) if fly else ground_for(p, model, reach=allowance)
    climbs = not fly and bool(me.on or _climbable(p.rules.kinds, state.map))
    for _ in range(n):
        for _ in range(TRIES):
            goal = random_goal(p, model, rng)
            route: Route = ()
            if climbs and rng.random() < (LEAVES if me.on else CLIMBS):
                route = _climb(p, model, goal, allowance, rng)
            if not route:
                route = _fly(p, model, ground, goal, allowance, rng) if fly else _walk(me.at, ground, goal, allowance)
            if route and me.on and isinstance(plan(p, model, route, allowance), Refusal):
                route = ()  # on a height, the ground says less than the rules
            if route:
                break
        if route and route not in found:
            found.append(route)
    return found


def _walk(at: Spot, ground: Ground, goal: Spot, allowance: int) -> Route:
    """The place nearest to the goal that a straight move reaches."""
    if -HERE < goal[0] - at[0] < HERE and -HERE < goal[1] - at[1] < HERE:
        return ()
    place = approach(ground, at, goal, allowance, NEARER, _fan())
    return () if place is None else (place,)


@lru_cache(maxsize=1)
def _fan() -> Any:
    return flat([(far * math.cos(math.radians(turn)), far * math.sin(math.radians(turn))) for turn, far in TURNS])


def _fly(p: Position, model: str, sky: Ground, goal: Spot, allowance: int, rng: Random) -> Route:
    """A flyer goes straight; where it may not come down, it comes down elsewhere."""
    at = p.state.models[model].at
    dx, dy = goal[0] - at[0], goal[1] - at[1]
    size = math.hypot(dx, dy)
    if size < HERE:
        return ()
    most = min(size, float(allowance - TOL))
    for part in (1.0, 0.85, 0.6):
        end = rounded((at[0] + dx * most * part / size, at[1] + dy * most * part / size))
        if not isinstance(plan(p, model, (end,), allowance), Refusal):
            return (end,)
    for end in strides(sky, at, allowance - TOL, 6, rng.randrange(1 << 30)):
        if not isinstance(plan(p, model, (end,), allowance), Refusal):
            return (end,)
    return ()


@lru_cache(maxsize=256)
def _climbable(kinds: Kinds, table: Map) -> tuple[Top, ...]:
    """Tops one can get up on without flying."""
    return tuple(top for top in tops(table) if top.feature.ladders or kinds[top.feature.kind].climb is not None)


def _climb(p: Position, model: str, goal: Spot, allowance: int, rng: Random) -> Route:
    """Up a ladder near by, or down from a height: by its ladder, else over the edge where the fall is short."""
    state = p.state
    me = state.models[model]
    r = radius(p, me)
    tries: list[Route] = []
    if me.on:
        top = top_of(state.map, me.on)
        tries += [((*ladder.foot, 0),) for ladder in ladders(top.feature, r)]
        size = math.hypot(goal[0] - me.x, goal[1] - me.y)
        if surface_of(me).z < 2000 and size > 1:
            far = min(size, float(allowance)) + OVERSHOOT
            tries.append((rounded((me.x + (goal[0] - me.x) * far / size, me.y + (goal[1] - me.y) * far / size)),))
    else:
        for top in _climbable(p.rules.kinds, state.map):
            middle = rounded(((top.x0 + top.x1) / 2, (top.y0 + top.y1) / 2))
            cost = p.rules.kinds[top.feature.kind].climb
            if cost is not None and math.dist(middle, me.at) + cost < allowance:
                tries.append((middle,))
            for ladder in ladders(top.feature, r):
                if math.dist(ladder.foot, me.at) + top.feature.height < allowance:
                    tries.append(((*ladder.head, top.feature.height),))
    rng.shuffle(tries)
    return next((route for route in tries if not isinstance(plan(p, model, route, allowance), Refusal)), ())
