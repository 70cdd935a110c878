"""Straight moves towards a target, as charges and slams make them: how far they go, what stops them.

What counts as meeting something is contact ahead: going on along the line would overlap it. No line runs on past the
target: once in reach it stays there.
"""

from __future__ import annotations

from math import cos, hypot, radians, sin, sqrt
from typing import NamedTuple

from sandtable.geometry.arcs import bearing, in_front
from sandtable.geometry.contact import slam
from sandtable.geometry.ground import Ground
from sandtable.geometry.shapes import Disc, Shape
from sandtable.geometry.units import MILLI, NOISE, TOL
from sandtable.rulesets.warmachine.common.measuring.distance import disc, radius
from sandtable.rulesets.warmachine.common.movement.line_obstacles import (
    barriers_under,
    has_room,
    hinders,
    in_the_line,
    standing_at,
    stopping,
)
from sandtable.rulesets.warmachine.common.movement.obstacles import PassesThrough, SureFooted
from sandtable.rulesets.warmachine.common.state.events import Spot
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.terrain.features import features_under
from sandtable.tabletop.terrain.land import land

LOOKED_AT = (0, 2, 10, 50, 250)  # thousandths beyond a place: along a base it grazes it comes late to overlap it
COARSE = 50  # thousandths: how finely the last place with room is looked for at first
NEXT = 10  # thousandths: how finely a place with room is looked for
ROUNDING = 30  # thousandths: so far a place may be from leaving a reach and be out of it by its rounding
TERRAIN, MODEL, TARGET, EDGE, DISTANCE = "terrain", "model", "target", "edge", "distance"
BARRIER = "something it does not get past"  # what it may cross, but not end on
PAST = "past"  # nothing but that the target would leave its reach


class Course(NamedTuple):
    """A straight way: how far it can go, what ends it, and where along it the target is in reach."""

    most: int
    meets: str
    first: float | None  # the target comes within reach; None: never
    last: float


def end_of(at: Spot, way: int, far: float) -> Spot:
    angle = radians(way / MILLI)
    return round(at[0] + far * cos(angle)), round(at[1] + far * sin(angle))


def what_stops(p: Position, model: str, way: int, far: int, through: tuple[str, ...] = ()) -> tuple[str, ...]:
    """What a straight move ends on at a place, or runs into just beyond it; not those that it goes through."""
    at, base = p.state.models[model].at, disc(p, p.state.models[model])
    left = features_under(p, base)
    for beyond in LOOKED_AT:
        end = end_of(at, way, far + beyond)
        under = features_under(p, base._replace(x=end[0], y=end[1]))
        shut = [f.id for f in under if f not in left and hinders(p, f)]
        if found := (*(n for n in standing_at(p, model, end) if n not in through), *shut):
            return found
    return ("the table's edge",)


def last_room(p: Position, model: str, way: int, far: int) -> int:
    """How far along a way, at most so far, is the last place where a straight move may end; its start at worst."""
    at = p.state.models[model].at
    low = next((n for n in range(far, 0, -COARSE) if has_room(p, model, end_of(at, way, n))), 0)
    high = min(far, low + COARSE)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if has_room(p, model, end_of(at, way, middle)) else (low, middle)
    return low


def course(p: Position, model: str, target: str, way: int, allowance: int, reach: int, charging: bool = True) -> Course:
    """What a straight move in a direction comes to. What it may go through stops it only where it would end."""

    def build() -> Course:
        ghost = p.holds(PassesThrough(model))
        through = frozenset(p.state.models) - {target} if ghost else p.rules.edition.passing.yields(p)
        shut: tuple[Shape, ...] = ()
        while True:
            found = course_past(p, model, target, way, allowance, reach, through, shut, charging)
            end = end_of(p.state.models[model].at, way, found.most)
            met = through.intersection(standing_at(p, model, end)) - {target} if through else through
            under = [part for part in barriers_under(p, model, end) if part not in shut]
            if not met and not under:
                return short_of_others(p, model, way, found)
            through, shut = through - met, (*shut, *under)

    return p.memo(("course", model, target, way, allowance, reach, charging), build)


def short_of_others(p: Position, model: str, way: int, found: Course) -> Course:
    """Places are whole thousandths: who brushes past a base it touches may end a rounding too far on it."""
    at, most = p.state.models[model].at, found.most
    while most > 0 and standing_at(p, model, end_of(at, way, most)):
        most -= 1
    return found if most == found.most else found._replace(most=most)


def course_past(
    p: Position,
    model: str,
    target: str,
    way: int,
    allowance: int,
    reach: int,
    through: frozenset[str],
    shut: tuple[Shape, ...],
    charging: bool = True,
) -> Course:
    """As `course`, through some models as if they were not there, with some barriers that it does not get past."""
    base, foe = disc(p, p.state.models[model]), disc(p, p.state.models[target])
    angle, policy = radians(way / MILLI), p.rules.edition.charging
    u = (cos(angle), sin(angle))
    far = affordable(p, model, way, allowance, charging)
    first, last = in_reach_along(p, model, target, way, reach) or (None, float(far))
    most = min(far, whole_end(p, model, target, way, reach, last)) if first is not None else far
    terrain = stopping(p, model, charging)
    others = in_the_line(p, model, most, through | {model, target})
    size = (p.state.map.width, p.state.map.height)
    stop = slam(base, u, most, (*terrain, *others, foe, *shut), size)
    meets = DISTANCE if most == far else PAST
    if stop.edge:
        meets = EDGE
    elif stop.touched and (stop.travelled < far or policy.meets_at_the_end()):
        kinds = [*[TERRAIN] * len(terrain), *[MODEL] * len(others), TARGET, *[BARRIER] * len(shut)]
        met = {kinds[i] for i in stop.touched}
        meets = next(kind for kind in (TERRAIN, MODEL, TARGET, BARRIER) if kind in met)
    reached = first is not None and first <= stop.travelled + NOISE
    return Course(stop.travelled, meets, first if reached else None, min(last, stop.travelled) if reached else 0.0)


def affordable(p: Position, model: str, way: int, allowance: int, charging: bool = True) -> int:
    """How far its movement takes it along a line: rough ground costs double."""
    me = p.state.models[model]
    rough = land(p.rules.kinds, p.state.map).rough
    if not rough or p.holds(SureFooted(model, charging=charging)) or p.holds(PassesThrough(model)):
        return allowance
    ground = Ground(radius(p, me), rough=rough)
    x, y = ground.walk((me.at, end_of(me.at, way, allowance)), allowance)
    return min(allowance, round(hypot(x - me.x, y - me.y)))


def in_reach_along(p: Position, model: str, target: str, way: int, reach: int) -> tuple[float, float] | None:
    """From where to where a line, unhindered and without limit, has the target in reach. None: it does not lead to it.

    Nor does it if it starts with the target wholly behind.
    """
    me, foe = p.state.models[model], p.state.models[target]
    angle = radians(way / MILLI)
    dx, dy = foe.x - me.x, foe.y - me.y
    along, across = dx * cos(angle) + dy * sin(angle), dx * sin(angle) - dy * cos(angle)
    wide = reach + radius(p, me) + radius(p, foe) + TOL
    if abs(across) > wide:
        return None
    half, ahead, policy = sqrt(wide * wide - across * across), along + radius(p, foe), p.rules.edition.charging
    last = min(along + half, ahead) if policy.reaches_ahead_only() else along + half
    return (max(0.0, along - half), max(0.0, last)) if min(last, ahead) >= -NOISE else None


def leads_to(p: Position, model: str, target: str, way: int, reach: int) -> bool:
    """Whether a line, unhindered and without limit, would bring the target within reach."""
    return in_reach_along(p, model, target, way, reach) is not None


def whole_end(p: Position, model: str, target: str, way: int, reach: int, last: float) -> int:
    """The last place in reach: places are whole thousandths, and a rounding may take the target out of it."""
    far = int(last + NOISE)
    ends = (most for most in range(far, max(far - ROUNDING, -1), -1) if is_in_reach(p, model, target, way, most, reach))
    return next(ends, far)


def is_in_reach(p: Position, model: str, target: str, way: int, far: int, reach: int) -> bool:
    """Whether a target is in reach at a whole place of a way, as it is judged there: places round distance and way."""
    me, foe, policy = p.state.models[model], p.state.models[target], p.rules.edition.charging
    end = end_of(me.at, way, far)
    if hypot(foe.x - end[0], foe.y - end[1]) > reach + radius(p, me) + radius(p, foe) + TOL:
        return False
    if not policy.reaches_ahead_only():
        return True
    heading = bearing(me.at, end) if end != me.at else way
    return in_front(Disc(*end, radius(p, me)), heading, disc(p, foe))


def ends_in_reach(found: Course, far: int) -> bool:
    """Whether a distance along a way is where the target is in reach, give or take the rounding of places."""
    return found.first is not None and found.first - TOL <= far <= found.last + TOL
