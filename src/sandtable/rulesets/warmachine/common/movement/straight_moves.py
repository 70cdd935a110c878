"""Straight moves towards a target, as charges and slams make them: how far they go, what stops them.

What counts as meeting something is contact ahead: going on along the line would overlap it. No line runs on past the
target: once in reach it stays there.
"""

from __future__ import annotations

from math import acos, asin, ceil, cos, degrees, hypot, radians, sin, sqrt
from typing import Any, NamedTuple

from sandtable.core import Line, Outline, Refusal
from sandtable.core.texts import say
from sandtable.geometry.arcs import bearing
from sandtable.geometry.contact import slam
from sandtable.geometry.corners import unit
from sandtable.geometry.ground import Ground
from sandtable.geometry.regions import traced
from sandtable.geometry.shapes import Shape
from sandtable.geometry.units import FULL_TURN, MILLI, NOISE, TOL, text
from sandtable.rulesets.warmachine.common.measuring.distance import disc, radius
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import sees
from sandtable.rulesets.warmachine.common.movement.line_obstacles import (
    barriers_under,
    has_room,
    in_the_line,
    no_ends,
    standing_at,
    stopping,
)
from sandtable.rulesets.warmachine.common.movement.obstacles import PassesThrough, SureFooted
from sandtable.rulesets.warmachine.common.state.events import Spot
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.tabletop.terrain.land import land

SIDES = 18  # directions to either side that are looked at first
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
    me, foe = p.state.models[model], p.state.models[target]
    (cosine, sine), policy = unit(way), p.rules.edition.charging
    wide, far = reach + radius(p, me) + radius(p, foe) + TOL, int(last + NOISE)
    for most in range(far, max(far - ROUNDING, -1), -1):
        x, y = end_of(me.at, way, most)
        ahead = cosine * (foe.x - x) + sine * (foe.y - y) + radius(p, foe) >= -NOISE
        if hypot(foe.x - x, foe.y - y) <= wide and (ahead or not policy.reaches_ahead_only()):
            return most
    return far


def ends_in_reach(found: Course, far: int) -> bool:
    """Whether a distance along a way is where the target is in reach, give or take the rounding of places."""
    return found.first is not None and found.first - TOL <= far <= found.last + TOL


def stopped_by(p: Position, what: str, slam: bool) -> str:
    """The rule by which a charge or slam goes no farther."""
    if slam:
        return p.rules.cite("the move of a slam" if what == DISTANCE else "the line of a slam")
    if what == DISTANCE:
        return p.rules.cite("length of a charge")
    if what == TERRAIN:
        return p.rules.cite("terrain in the way of a charge")
    if what == MODEL:
        return p.rules.cite("models in the way of a charge")
    return p.rules.cite("the line of a charge")


class StraightAt(Line, frozen=True, kw_only=True):
    """A line that leads to a target. It ends where the target is in reach, or as far as it goes."""

    target: str
    reach: int
    straight: bool = False  # at the target's middle: a slam

    def along(self, p: Position, way: int) -> Course:
        """What helps in charges only does not help a slam."""
        return course(p, self.piece, self.target, way, self.most, self.reach, not self.straight)

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        bad = super().refuse(p, answer)
        too_far = bad is not None and not self.straight and bad.short_by and answer[1] > self.most
        return bad.but(cite=p.rules.cite("length of a charge")) if bad is not None and too_far else bad

    def fault(self, p: Position, way: int, far: int) -> Refusal | None:
        me, foe = p.state.models[self.piece], p.state.models[self.target]
        if self.straight and way != bearing(me.at, foe.at):
            return Refusal(say("{piece} goes straight at {target}", piece=self.piece, target=self.target), self.cite)
        if not leads_to(p, self.piece, self.target, way, self.reach):
            cite = self.cite if self.straight else p.rules.cite("the direction of a charge")
            return Refusal(say("that line does not lead to {target}", target=self.target), cite)
        found = self.along(p, way)
        if far > found.most:
            why = {DISTANCE: "slow ground on the way", PAST: say("it runs past {target}", target=self.target),
                   TARGET: say("stopped by {target}", target=self.target)}.get(found.meets)  # fmt: skip
            cite = stopped_by(p, found.meets, self.straight)
            over, why = far - found.most, why or f"stopped by {found.meets}"
            return Refusal(say("{far} in too far: {why}", far=text(over), why=why), cite, short_by=over)
        if not has_room(p, self.piece, end_of(me.at, way, far)):
            return Refusal("there is no room at the end", self.cite)
        if far == found.most or (ends_in_reach(found, far) and self.is_near(p, way, far)):
            return None
        cite = p.rules.cite("the line of a slam") if self.straight else self.cite
        return Refusal(say("it goes on until {target} is in reach", target=self.target), cite)

    def half(self, p: Position) -> int:
        """How far to either side of the target's middle a line may point, in thousandths of a degree."""
        me, foe = p.state.models[self.piece], p.state.models[self.target]
        if self.straight:
            return 0
        wide, far = self.reach + radius(p, me) + radius(p, foe) + TOL, hypot(foe.x - me.x, foe.y - me.y)
        if far > wide:
            return int(MILLI * degrees(asin(wide / far))) - 1  # the middle is rounded
        return FULL_TURN // 2 if far <= radius(p, foe) else int(MILLI * degrees(acos(-radius(p, foe) / far))) - 1

    def middle(self, p: Position) -> int:
        return bearing(p.state.models[self.piece].at, p.state.models[self.target].at)

    def stretch(self, p: Position, way: int) -> tuple[int, int, int]:
        """In a direction: from where to where the target is in reach, and how far it goes."""
        found = self.along(p, way)
        if found.first is None:
            return found.most, found.most, found.most
        first = min(ceil(found.first), found.most)
        while first < min(found.last, found.most) and not self.is_near(p, way, first):
            first += 1
        return first, min(int(found.last), found.most), found.most

    def is_near(self, p: Position, way: int, far: int) -> bool:
        """Whether the target is within the distance at a whole place of the way, as it is measured there."""
        me, foe = p.state.models[self.piece], p.state.models[self.target]
        x, y = end_of(me.at, way, far)
        return hypot(foe.x - x, foe.y - y) <= self.reach + radius(p, me) + radius(p, foe) + TOL

    def ways(self, p: Position, straight: int) -> tuple[int, list[int]]:
        half, middle = self.half(p), self.middle(p)
        if not half:
            return 1, [middle]
        off = (straight - middle + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2
        inner = [middle + half * k // SIDES for k in range(-SIDES, SIDES + 1)]
        return max(3, half // SIDES), [way % FULL_TURN for way in (*inner, middle + max(-half, min(half, off)))]

    def nearest_along(self, p: Position, way: int, wish: int) -> int | None:
        if not leads_to(p, self.piece, self.target, way, self.reach) or (self.straight and way != self.middle(p)):
            return None
        first, last, most = self.stretch(p, way)
        within = max(first, min(last, wish))
        nearest, at = most if abs(most - wish) < abs(within - wish) else within, p.state.models[self.piece].at
        near_by = (nearest + side * off for off in range(0, last - first + NEXT, NEXT) for side in (-1, 1))
        ends = (far for far in near_by if far == most or (first <= far <= last and self.is_near(p, way, far)))
        return next((far for far in ends if has_room(p, self.piece, end_of(at, way, far))), most)

    def outline(self, p: Position) -> Outline:
        """A band from where the target comes into reach to where it leaves it, and the ends of the ways."""

        def build() -> Outline:
            me, half, middle = p.state.models[self.piece], self.half(p), self.middle(p)

            def edge(which: int) -> list[Spot]:
                def tip(off: int) -> Spot:
                    way = (middle - half + off) % FULL_TURN
                    return end_of(me.at, way, self.stretch(p, way)[which])

                return list(traced(tip, 2 * half, max(1, half // SIDES))) if half else [tip(0)]

            near, far, tips = (edge(which) for which in (0, 1, 2))
            bands = (*near, *reversed(far)), (*tips, *reversed(tips))
            return Outline(bands, no_ends(p, self.piece, self.most))

        return p.memo(("outline", self), build)

    def best(self, p: Position) -> tuple[int, int]:
        """Straight at the target until they touch."""
        way = bearing(p.state.models[self.piece].at, p.state.models[self.target].at)
        return way, self.along(p, way).most

    def fallback(self, p: Position) -> tuple[int, int]:
        """Straight at the target; where that does not reach it, the line nearest to straight that does."""
        return p.memo(("fallback", self), lambda: self.nearest_to_straight(p))

    def nearest_to_straight(self, p: Position) -> tuple[int, int]:
        straight = self.best(p)
        found = self.along(p, straight[0])
        if found.meets not in (MODEL, TERRAIN, BARRIER):
            return straight
        half, middle = self.half(p), self.middle(p)
        for k in range(1, SIDES + 1):
            for way in ((middle + half * k // SIDES) % FULL_TURN, (middle - half * k // SIDES) % FULL_TURN):
                first, last, most = self.stretch(p, way)
                for far in dict.fromkeys((most, last, (first + last) // 2, first)):
                    if self.refuse(p, (way, far)) is None and self.reaches(p, way, far):
                        return way, far
        return straight

    def reaches(self, p: Position, way: int, far: int) -> bool:
        """Whether a line ends with the target in reach and sight, and neither another model nor terrain ahead."""
        found = self.along(p, way)
        stopped = far == found.most and found.meets in (MODEL, TERRAIN)
        if stopped or not ends_in_reach(found, far):
            return False
        x, y = end_of(p.state.models[self.piece].at, way, far)
        return sees(p.with_state(p.state.with_model(self.piece, x=x, y=y, facing=way)), self.piece, self.target)
