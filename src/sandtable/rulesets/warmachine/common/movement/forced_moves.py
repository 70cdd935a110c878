"""Forced movement: pushes, slams, throws. Nobody strikes at what is moved by force, and the table edge stops it."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import NamedTuple

from sandtable.geometry.arcs import bearing
from sandtable.geometry.contact import contact, slam
from sandtable.geometry.distance import overlap
from sandtable.geometry.ground import Ground
from sandtable.geometry.measure import gap as shape_gap
from sandtable.geometry.shapes import Segment, Shape
from sandtable.geometry.spots import spot
from sandtable.geometry.units import MILLI, TOL
from sandtable.rulesets.warmachine.common.measuring.distance import disc, radius, rank
from sandtable.rulesets.warmachine.common.movement.obstacles import room_for
from sandtable.rulesets.warmachine.common.state.events import Moved, Spot, Unaffected
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.terrain.features import elevation, ground_of
from sandtable.tabletop.terrain.features import shapes
from sandtable.tabletop.terrain.land import land

INTO = 6 * TOL  # how deep a base that enters something is in it at least
FAR_ENOUGH = 6000  # how far a model in the way may be shifted
TURN = 360 * MILLI
STOPS_PUSHES = ("obstacle", "linear_obstacle", "obstruction")  # a wreck is rough ground to a pushed model


class Flight(NamedTuple):
    """Where a forced move ends, whether something stopped it, and who was met on the way, in order."""

    to: Spot
    collided: bool
    met: tuple[str, ...]


def away(p: Position, model: str, source: Spot) -> int:
    """The direction straight away from a place."""
    at = p.state.models[model].at
    return bearing(source, at) if at != source else p.state.models[model].facing


def solid_terrain(p: Position, model: str, *kinds: str) -> tuple[Shape, ...]:
    """Terrain that stops a model moved by force; with kinds, only those. It comes off what it stands on."""
    base, found = disc(p, p.state.models[model]), list[Shape]()
    for feature in p.state.map.features:
        ground = ground_of(p, feature)
        if ground.collides and (not kinds or ground.kind in kinds):
            found += [part for part in shapes(feature) if not overlap(base, part)]
    return tuple(found)


def steps_up(p: Position, model: str) -> tuple[Shape, ...]:
    """Higher ground that a model hurled along the ground runs against: not what part of its base stands on."""
    me = p.state.models[model]
    base, here = disc(p, me), elevation(p, me)
    higher = [f for f in p.state.map.features if ground_of(p, f).step and f.height >= here + MILLI]
    return tuple(part for f in higher for part in shapes(f) if not overlap(base, part))


def ground_parts(p: Position, kind: str) -> tuple[Shape, ...]:
    """Where ground of a kind lies."""
    return tuple(part for f in p.state.map.features if ground_of(p, f).kind == kind for part in shapes(f))


def affordable(p: Position, model: str, way: int, far: float) -> float:
    """Rough ground halves what is left of a forced move; so does deep water, unless it ends the move there."""
    rough, water = land(p.rules.kinds, p.state.map).rough, ground_parts(p, "deep_water")
    if not rough and not water:
        return far
    me = p.state.models[model]
    angle = radians(way / MILLI)
    inside, policy = any(overlap(disc(p, me), part) for part in water), p.rules.edition.power
    if not inside and policy.water_ends_move(p, model):
        stop = slam(disc(p, me), (cos(angle), sin(angle)), far, water)
        far = min(far, stop.travelled + INTO) if stop.touched else far
    rough = (*rough, *water)
    end = (me.x + far * cos(angle), me.y + far * sin(angle))
    x, y = Ground(radius(p, me), rough=rough).walk((me.at, end), far)
    return min(far, hypot(x - me.x, y - me.y))


def flight(
    p: Position, model: str, way: int, far: float, terrain: tuple[Shape, ...], size: int, *, rough: bool = True
) -> Flight:
    """A straight forced move: it stops at terrain and at bases of at least this size, and passes over smaller ones."""
    far = affordable(p, model, way, far) if rough else far
    through = p.rules.edition.passing.yields(p)
    found = straight_flight(p, model, way, far, terrain, size, through)
    blocked = [n for n in landed_on(p, model, found.to) if n in through]
    return straight_flight(p, model, way, far, terrain, size, through - set(blocked)) if blocked else found


def straight_flight(
    p: Position, model: str, way: int, far: float, terrain: tuple[Shape, ...], size: int, through: frozenset[str]
) -> Flight:
    """As `flight`, through some models as if they were not there. Ground that cannot be entered only stops it."""
    me = p.state.models[model]
    others = [n for n in p.state.models if n != model and n not in through]
    large = [n for n in others if rank(p, n) >= size]
    bases = tuple(disc(p, p.state.models[n]) for n in large)
    angle = radians(way / MILLI)
    table = (p.state.map.width, p.state.map.height)
    shut = ground_parts(p, "impassable")
    stop = slam(disc(p, me), (cos(angle), sin(angle)), far, (*terrain, *bases, *shut), table)
    touched = [i for i in stop.touched if i < len(terrain) + len(bases)]
    hit = tuple(sorted(large[i - len(terrain)] for i in touched if i >= len(terrain)))
    passed = passed_over(p, model, stop.point, [n for n in others if n not in large])
    return Flight(stop.point, bool(touched), (*passed, *hit))


def passed_over(p: Position, model: str, to: Spot, names: list[str]) -> list[str]:
    """Who is swept over on a straight line, in order of contact."""
    me = p.state.models[model]
    line, r = Segment(me.x, me.y, to[0], to[1]), radius(p, me)
    met = [n for n in names if shape_gap(line, disc(p, p.state.models[n])) < r - TOL]
    angle = radians(bearing(me.at, to) / MILLI)
    return sorted(met, key=lambda n: contact(me.at, (cos(angle), sin(angle)), r, disc(p, p.state.models[n])))


def landed_on(p: Position, model: str, to: Spot) -> list[str]:
    """Who is under a base that comes down somewhere."""
    me = p.state.models[model]
    base = disc(p, me)._replace(x=to[0], y=to[1])
    return [n for n, m in p.state.models.items() if n != model and overlap(base, disc(p, m))]


def shove(d: Draft, model: str, to: Spot, cite: str, thrown: bool = False) -> None:
    """A model is put where a forced move ends, and models it would overlap are shifted the least distance."""
    me = d.state.models[model]
    if to != me.at:
        d.emit(Moved(who=model, path=(me.at, to), facing=me.facing, forced=True, thrown=thrown, cite=cite))
    make_room(d, model, thrown)


def make_room(d: Draft, model: str, thrown: bool) -> None:
    """Shift those whose bases a model stands on."""
    slammed, hurled = d.rules.cite("models shifted by a slam"), d.rules.cite("models shifted by a throw")
    cite = hurled if thrown else slammed
    for name in sorted(landed_on(d, model, d.state.models[model].at), key=lambda n: (rank(d, n), n)):
        shift(d, name, cite)


def shift(d: Draft, name: str, cite: str) -> None:
    """The least distance to where it stands on nobody and in nothing."""
    m = d.state.models[name]
    place = spot(room_for(d, name, radius(d, m)), m.at, m.at, FAR_ENOUGH)
    if place is not None and place != m.at:
        d.emit(Moved(who=name, path=(m.at, place), facing=m.facing, forced=True, cite=cite))


def shift_apart(d: Draft, model: str) -> None:
    """A mover that is stopped inside another: of the two the one that may be passed through is shifted."""
    if model not in d.state.models:
        return
    yielding = d.rules.edition.passing.at_times(d)
    met = (model,) if model in yielding else landed_on(d, model, d.state.models[model].at)
    for name in sorted(yielding.intersection(met)):
        shift(d, name, d.rules.cite("bases in the way"))


def push(d: Draft, model: str, source: Spot, far: float, cite: str) -> int:
    """Pushed straight away from a place: stopped by models, obstacles and obstructions. Returns how far it went."""
    me = d.state.models[model]
    if why := d.forbidden("pushed", model):
        d.emit(Unaffected(who=model, cite=why.cite))
        return 0
    way = away(d, model, source)
    found = flight(d, model, way, far, solid_terrain(d, model, *STOPS_PUSHES), 0)
    shove(d, model, found.to, cite)
    return round(hypot(found.to[0] - me.x, found.to[1] - me.y))
