"""Where a walker or a flyer can get to over all surfaces, ladders and low features too; the way nearest to a place."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from sandtable.core import Outline, Pose, Refusal
from sandtable.geometry.ground import Spot
from sandtable.geometry.outline import outline, standing_room
from sandtable.geometry.paths import drag, shortest
from sandtable.geometry.regions import clipped, shrunk
from sandtable.tabletop.measuring.distance import radius
from sandtable.tabletop.moving.flight import Flying, fly
from sandtable.tabletop.moving.path_faults import Walking
from sandtable.tabletop.moving.paths import plan
from sandtable.tabletop.moving.reach import ENTRIES, TRIES, reach, way_toward
from sandtable.tabletop.placing.room import surface_room
from sandtable.tabletop.position import Tabletop
from sandtable.tabletop.terrain.ladders import ladders
from sandtable.tabletop.terrain.surfaces import GROUND, Surface, surface_of, top_of, tops

Way = tuple[Pose, ...]


def walker_reach(p: Tabletop, how: Walking, model: str, allowance: int) -> Outline:
    """Where a walker can get to: on its own surface, by ladders, and on low features it may climb."""
    me = p.state.models[model]
    own = reach(how.ground(p, model), me.at, allowance)
    others = [Outline(part.fans, part.holes) for _, part, _ in _climbs(p, how, model, allowance)]
    return own.but(also=(*own.also, *others))


def _climbs(p: Tabletop, how: Walking, model: str, allowance: int) -> Iterator[tuple[Surface, Outline, Way]]:
    """Other surfaces within reach: where one can stand there, and the way to where it is entered."""
    me, table = p.state.models[model], p.state.map
    here, r, ground = surface_of(me), radius(p, me), how.ground(p, model)
    for top in [top_of(table, here.on)] if here.on else tops(table):
        there = GROUND if here.on else top.surface
        climb = p.rules.kinds[top.feature.kind].climb
        if climb is not None and not here.on:
            if (left := allowance - climb) > 0:
                on = how.ground(p, model, climbing=top.feature.id)
                area = [clipped(fan, shrunk(top.shape, r)) for fan in outline(on, me.at, left, step=ENTRIES)]
                drawn = reach(on, me.at, left)
                yield there, Outline(tuple(fan for fan in area if fan), drawn.holes), ()
            continue
        for ladder in ladders(top.feature, r):
            first, then = (ladder.head, ladder.foot) if here.on else (ladder.foot, ladder.head)
            if not top.holds(ladder.head, r):
                continue
            route = shortest(ground, me.at, first, allowance)
            beyond = how.ground(p, model, on=there)
            if route is None or not beyond.free(then):
                continue
            left = round(allowance - route.cost - dist(first, then) - top.feature.height)
            if left > 0:
                yield there, reach(beyond, then, left), (*route.path[1:], (*then, there.z))


def walker_toward(p: Tabletop, how: Walking, model: str, goal: Pose, allowance: int, drawn: Outline) -> Way:
    """The legal path that ends nearest to a goal. Ladders are taken where they serve."""
    me, place = p.state.models[model], (goal[0], goal[1])
    tries: list[Way] = [((*goal,),), way_toward(how.ground(p, model), me.at, place, allowance, drawn)]
    if any(part.fans for part in drawn.also[1:]):
        spots = [place, *drawn.toward(place, TRIES)]
        for there, part, way in _climbs(p, how, model, allowance):
            on = how.ground(p, model, on=there) if way else how.ground(p, model, climbing=there.on)
            for spot in spots:
                if not part.has(spot):
                    continue
                if way:
                    entered = (way[-1][0], way[-1][1])
                    path = drag(on, entered, spot, allowance).path[1:]
                    tries.append((*way[:-1], *((*q, there.z) for q in path)) if path else way)
                else:
                    tries.append(drag(on, me.at, spot, allowance).path[1:])
    return _best(me.at, place, [way for way in tries if _legal(plan(p, how, model, way, allowance) if way else None)])


def flyer_reach(p: Tabletop, how: Flying, model: str, allowance: int) -> Outline:
    """Where a flyer can come down: on the ground and on every top that holds it."""
    me, table = p.state.models[model], p.state.map
    r, fans = radius(p, me), outline(how.sky(p, model), me.at, allowance)
    parts = [Outline(*standing_room(how.standing(p, model, GROUND), fans, me.at, allowance))]
    for top in tops(table):
        if any(clipped(fan, room) for fan in fans if (room := shrunk(top.shape, r))):
            ground = how.standing(p, model, top.surface)
            parts.append(surface_room(table, top.surface, ground, fans, me.at, allowance))
    return parts[0].but(also=(*reach(how.sky(p, model), me.at, 1).also, *parts[1:]))


def flyer_toward(p: Tabletop, how: Flying, model: str, goal: Pose, allowance: int, drawn: Outline) -> Way:
    """The legal flight that ends nearest to a goal."""
    me, place = p.state.models[model], (goal[0], goal[1])
    air = how.sky(p, model)
    tries: list[Way] = [((*goal,),)]
    tries += [drag(air, me.at, spot, allowance).path[1:] for spot in (place, *drawn.toward(place, 2 * TRIES))]
    return _best(me.at, place, [way for way in tries if _legal(fly(p, how, model, way, allowance) if way else None)])


def _legal(judged: object) -> bool:
    return judged is not None and not isinstance(judged, Refusal)


def _best(at: Spot, goal: Spot, ways: list[Way]) -> Way:
    found = min(ways, key=lambda way: dist(way[-1][:2], goal), default=())
    return found if (found and dist(found[-1][:2], goal) < dist(at, goal)) or found[:1] == ((*goal,),) else ()
