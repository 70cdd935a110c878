"""Places worth going to, and ways there: what a candidate move aims at.

Objectives the unit can hold, markers it can carry, an enemy to get in range of, a wall to get behind. A bot can play no
better than what it is offered, so these are rules code and tested as such.
"""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random
from typing import Any

from sandtable.core import Position, Refusal
from sandtable.geometry.ground import Ground, Spot, rounded
from sandtable.geometry.spots import strides
from sandtable.geometry.units import TOL
from sandtable.rulesets.warcaster.cards import library, weapon_named
from sandtable.rulesets.warcaster.footing import flies, ground_for, sky_for
from sandtable.rulesets.warcaster.ground import Map, land
from sandtable.rulesets.warcaster.objectives import SECURE, loose, may_carry
from sandtable.rulesets.warcaster.routes import plan
from sandtable.rulesets.warcaster.state import Table
from sandtable.rulesets.warcaster.stats import weapons_of
from sandtable.rulesets.warcaster.table import radius
from sandtable.rulesets.warcaster.terrain import CLIMB, Top, ladders, surface_of, top_of, tops

Way = tuple[Any, ...]
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
FAN = tuple((far * math.cos(math.radians(turn)), far * math.sin(math.radians(turn))) for turn, far in TURNS)
TRIES = 3  # goals looked at before a model is left where it stands
NEARER = 0.99  # a move that brings it no nearer than this is none
HERE = 200  # closer than this there is no need to move
CLIMBS, LEAVES = 0.15, 0.6  # how often a climb is thought of on the ground, and up on something
OVERSHOOT = 1500  # past the edge of a roof


def ways(p: Position, model: str, allowance: int, n: int, rng: Random) -> list[Way]:
    """Up to n legal paths, each towards something."""
    state: Table = p.state
    me = state.models[model]
    found: list[Way] = []
    fly = flies(p, model)
    ground = sky_for(p, model) if fly else ground_for(p, model)
    climbs = not fly and bool(me.on or _climbable(state.map))
    for _ in range(n):
        for _ in range(TRIES):
            goal = _goal(p, model, rng)
            way: Way = ()
            if climbs and rng.random() < (LEAVES if me.on else CLIMBS):
                way = _climb(p, model, goal, allowance, rng)
            if not way:
                way = _fly(p, model, ground, goal, allowance, rng) if fly else _walk(me.at, ground, goal, allowance)
            if way and me.on and isinstance(plan(p, model, way, allowance), Refusal):
                way = ()  # on a height, the ground says less than the rules
            if way:
                break
        if way and way not in found:
            found.append(way)
    return found


def pull(p: Position, model: str, rng: Random) -> Spot:
    """Where the rest of a squad would rather be."""
    return _goal(p, model, rng)


def _goal(p: Position, model: str, rng: Random) -> Spot:
    state: Table = p.state
    kind = rng.random()
    goal: Spot | None = None
    if kind < 0.55:
        goal = _objective(state, model, rng)
    if goal is None and kind < 0.8:
        goal = _in_range(p, model, rng)
    if goal is None and kind < 0.92:
        goal = _behind(p, model, rng)
    if goal is not None:
        return goal
    size = state.map.size
    return rng.randrange(size), rng.randrange(size)


def _pick(at: Spot, places: list[Spot], rng: Random) -> Spot:
    """One of several, the near ones rather."""
    if len(places) == 1:
        return places[0]
    weights = [1.0 / (4000 + abs(x - at[0]) + abs(y - at[1])) ** 2 for x, y in places]
    return rng.choices(places, weights)[0]


def _objective(state: Table, model: str, rng: Random) -> Spot | None:
    """Beside an objective the unit can secure, or on a marker it can pick up."""
    me = state.models[model]
    mission = library().missions[state.mission]
    if state.type_of(model) not in mission["holders"]:
        if not may_carry(state, model) or not (marks := loose(state)):
            return None
        return _pick(me.at, [(state.objectives[n].x, state.objectives[n].y) for n in marks], rng)
    places = [(o.x, o.y) for o in state.objectives.values() if o.kind == "permanent"]
    if "carriers" in mission and may_carry(state, model):
        places += [(state.objectives[n].x, state.objectives[n].y) for n in loose(state)]
    if not places:
        return None
    x, y = _pick(me.at, places, rng)
    o = next(o for o in state.objectives.values() if o.x == x and o.y == y)
    if o.kind == "portable":
        return x, y
    near = library().markers["permanent"]["radius"] + radius(me) + rng.randrange(SECURE)
    turn = math.atan2(me.y - y, me.x - x) + rng.uniform(-1.0, 1.0)
    return rounded((x + near * math.cos(turn), y + near * math.sin(turn)))


def _foes(p: Position, model: str) -> list[Spot]:
    state: Table = p.state
    seat = state.seat_of(model)
    return p.memo(("foes", seat), lambda: [m.at for m in state.models.values() if state.units[m.unit].seat != seat])


def _in_range(p: Position, model: str, rng: Random) -> Spot | None:
    """As near to an enemy as one of its weapons needs to be."""
    foes, slots = _foes(p, model), weapons_of(p.state, model)
    if not foes or not slots:
        return None
    me = p.state.models[model]
    x, y = _pick(me.at, foes, rng)
    far = math.hypot(me.x - x, me.y - y)
    near = weapon_named(rng.choice(slots)).rng - 300 + 2 * radius(me)
    if near < 0 or far <= near:
        return None
    return rounded((x + (me.x - x) * near / far, y + (me.y - y) * near / far))


def _behind(p: Position, model: str, rng: Random) -> Spot | None:
    """The side of a wall or building that the nearest enemy does not see."""
    foes, me = _foes(p, model), p.state.models[model]
    walls = _walls(p.state.map)
    if not foes or not walls:
        return None
    x, y, size = rng.choices(walls, [1.0 / (2000 + abs(w[0] - me.x) + abs(w[1] - me.y)) ** 2 for w in walls])[0]
    foe = min(foes, key=lambda f: (f[0] - x) ** 2 + (f[1] - y) ** 2)
    far = math.hypot(x - foe[0], y - foe[1]) or 1.0
    away = size + radius(me) + rng.randrange(SECURE)
    return rounded((x + (x - foe[0]) * away / far, y + (y - foe[1]) * away / far))


@lru_cache(maxsize=256)
def _walls(table: Map) -> list[tuple[float, float, float]]:
    """Middle and half width of everything that gives cover."""
    found = []
    for feature, _ in land(table).cover:
        points = feature.outline or (feature.disc[:2],)  # type: ignore[index]
        x, y = sum(q[0] for q in points) / len(points), sum(q[1] for q in points) / len(points)
        half = feature.disc[2] if feature.disc else min(math.dist((x, y), q) for q in points) * 0.7
        found.append((x, y, half))
    return found


def _walk(at: Spot, ground: Ground, goal: Spot, allowance: int) -> Way:
    """The place nearest to the goal that a straight move reaches: one question about a fan of places."""
    dx, dy = goal[0] - at[0], goal[1] - at[1]
    size = math.hypot(dx, dy)
    if size < HERE:
        return ()
    most = min(size, float(allowance))
    ux, uy = dx / size, dy / size
    free = ground.clear_way(at, (ux, uy), most, 0.0)
    places = [rounded((at[0] + free * ux, at[1] + free * uy))]
    if free < most or ground.rough:
        vx, vy = most * ux, most * uy
        places += [(int(at[0] + c * vx - s * vy), int(at[1] + s * vx + c * vy)) for c, s in FAN]
    best = size * size * NEARER
    way: Way = ()
    for place, cost in zip(places, ground.straight_many(at, places), strict=True):
        off = (place[0] - goal[0]) ** 2 + (place[1] - goal[1]) ** 2
        if off < best and cost <= allowance + TOL and place != at:
            best, way = off, (place,)
    return way


def _fly(p: Position, model: str, sky: Ground, goal: Spot, allowance: int, rng: Random) -> Way:
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
def _climbable(table: Map) -> tuple[Top, ...]:
    """Tops one can get up on without flying."""
    return tuple(top for top in tops(table) if top.feature.ladders or top.feature.kind == "obstacle")


def _climb(p: Position, model: str, goal: Spot, allowance: int, rng: Random) -> Way:
    """Up a ladder near by, or down from a height: by its ladder, else over the edge where the fall is short."""
    state: Table = p.state
    me = state.models[model]
    r = radius(me)
    tries: list[Way] = []
    if me.on:
        top = top_of(state.map, me.on)
        tries += [((*ladder.foot, 0),) for ladder in ladders(top.feature, r)]
        size = math.hypot(goal[0] - me.x, goal[1] - me.y)
        if surface_of(me).z < 2000 and size > 1:
            far = min(size, float(allowance)) + OVERSHOOT
            tries.append((rounded((me.x + (goal[0] - me.x) * far / size, me.y + (goal[1] - me.y) * far / size)),))
    else:
        for top in _climbable(state.map):
            middle = rounded(((top.x0 + top.x1) / 2, (top.y0 + top.y1) / 2))
            if top.feature.kind == "obstacle" and math.dist(middle, me.at) + CLIMB < allowance:
                tries.append((middle,))
            for ladder in ladders(top.feature, r):
                if math.dist(ladder.foot, me.at) + top.feature.height < allowance:
                    tries.append(((*ladder.head, top.feature.height),))
    rng.shuffle(tries)
    return next((way for way in tries if not isinstance(plan(p, model, way, allowance), Refusal)), ())
