"""The line of a charge or slam: which ones lead to the target, and which a charger takes by itself.

By itself it goes where it gets a charge attack, with as little harm on its way as can be, and else nearest to straight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import acos, asin, ceil, degrees, hypot, sqrt
from typing import Any, NamedTuple

from sandtable.core import Line, Outline, Refusal
from sandtable.core.texts import say
from sandtable.geometry.arcs import bearing
from sandtable.geometry.distance import outline, overlap
from sandtable.geometry.distance import radius as rim
from sandtable.geometry.regions import traced
from sandtable.geometry.shapes import Disc
from sandtable.geometry.units import FULL_TURN, MILLI, TOL, text
from sandtable.rulesets.warmachine.common.measuring.distance import radius
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import sees
from sandtable.rulesets.warmachine.common.movement.line_obstacles import has_room, in_the_line, no_ends, stopping
from sandtable.rulesets.warmachine.common.movement.straight_moves import (
    DISTANCE,
    MODEL,
    NEXT,
    PAST,
    TERRAIN,
    Course,
    course,
    end_of,
    ends_in_reach,
    in_reach_along,
    is_in_reach,
    leads_to,
    what_stops,
)
from sandtable.rulesets.warmachine.common.movement.travel import watchers_left
from sandtable.rulesets.warmachine.common.state.events import Spot
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.terrain.harmful_clouds import entries
from sandtable.rulesets.warmachine.common.turn.activity import CHARGE_MINIMUM
from sandtable.rulesets.warmachine.common.units.dread_on_the_way import first_dread
from sandtable.rulesets.warmachine.common.units.terror import terrifying

SIDES = 18  # directions to either side that are looked at first
FAN = 6  # directions to either side that are tried, besides those past something
CLEAR = 2  # thousandths: so far a line stays clear of what it slides past


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

    def at_most(self, p: Position, way: int) -> Refusal | None:
        return self.fault(p, way, self.most)

    def fault(self, p: Position, way: int, far: int) -> Refusal | None:
        me, foe = p.state.models[self.piece], p.state.models[self.target]
        if self.straight and way != bearing(me.at, foe.at):
            why = say("{piece} goes straight at {target}", piece=self.piece, target=self.target)
            return Refusal(why, self.cite)
        if not leads_to(p, self.piece, self.target, way, self.reach):
            cite = self.cite if self.straight else p.rules.cite("the direction of a charge")
            return Refusal(say("that line does not lead to {target}", target=self.target), cite)
        found = self.along(p, way)
        if far > found.most:
            over, cite = far - found.most, stopped_by(p, found.meets, self.straight)
            if found.meets == DISTANCE:
                why = say("{far} in too far: slow ground on the way", far=text(over))
            elif found.meets == PAST:
                why = say("{far} in too far: it runs past {target}", far=text(over), target=self.target)
            else:
                what = what_stops(p, self.piece, way, found.most)
                why = say("{far} in too far: stopped by {what}", far=text(over), what=what)
            return Refusal(why, cite, short_by=over)
        if self.may_end(p, way, far):
            return None
        legal = self.nearest_end(p, way, far)
        instead = f"{text(legal)} or more" if legal > far else f"up to {text(legal)}"
        if self.has_reached(p, way, far):
            what = what_stops(p, self.piece, way, far)
            why = say("it would end on {what}", what=what)
            return Refusal(why, self.cite, short_by=abs(far - legal), instead=instead)
        cite = p.rules.cite("the line of a slam") if self.straight else self.cite
        why = say("it goes on until {target} is in reach", target=self.target)
        return Refusal(why, cite, short_by=legal - far, instead=instead)

    def has_reached(self, p: Position, way: int, far: int) -> bool:
        """Whether it has come so far that it may stop: the target is in reach, or it goes no farther."""
        found = self.along(p, way)
        return far == found.most or (ends_in_reach(found, far) and self.is_near(p, way, far))

    def may_end(self, p: Position, way: int, far: int) -> bool:
        return self.has_reached(p, way, far) and has_room(p, self.piece, end_of(self.start(p), way, far))

    def nearest_end(self, p: Position, way: int, far: int) -> int:
        """The nearest place on a way that leads to the target where it may stop."""
        found = self.nearest_along(p, way, far)
        legal = self.along(p, way).most if found is None else found
        side = 1 if legal < far else -1
        nearer = (legal + side * n for n in range(NEXT, 0, -1))
        return next((n for n in nearer if (n < far) is (side > 0) and self.may_end(p, way, n)), legal)

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
        """Whether the target is in reach at a whole place of the way, as it is judged there."""
        return is_in_reach(p, self.piece, self.target, way, far, self.reach)

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
        """Straight at the target, or along the best line that there is."""
        return p.memo(("fallback", self), lambda: best_line(p, self)[1])

    def tried(self, p: Position) -> Iterator[tuple[int, int]]:
        """Lines to stops where the target is in reach, those nearest to straight first: a fan, and all gaps."""
        half, middle, past = self.half(p), self.middle(p), self.past(p)
        fan = {half * k // FAN for k in range(-FAN, FAN + 1)}
        for off in sorted(fan | {0, past, -past} | self.gaps(p), key=abs):
            if abs(off) <= half:
                way = (middle + off) % FULL_TURN
                in_reach = in_reach_along(p, self.piece, self.target, way, self.reach)
                if in_reach and in_reach[0] <= self.most and self.along(p, way).first is not None:
                    first, last, most = self.stretch(p, way)
                    enough = max(first, min(last, CHARGE_MINIMUM))
                    for far in dict.fromkeys((most, last, (first + last) // 2, enough, first)):
                        yield way, far

    def gaps(self, p: Position) -> set[int]:
        """How far to a side of the target's middle the lines point that just slide past something else."""
        me, middle, r = p.state.models[self.piece], self.middle(p), radius(p, p.state.models[self.piece]) + CLEAR
        near = Disc(me.x, me.y, self.most + r)
        others = in_the_line(p, self.piece, self.most, frozenset((self.piece, self.target)))
        offs = set[int]()
        for shape in (*others, *(part for part in stopping(p, self.piece) if overlap(part, near))):
            wide = r + rim(shape)
            for x, y in outline(shape):
                far = hypot(x - me.x, y - me.y)
                if far > wide:
                    off = (bearing(me.at, (x, y)) - middle + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2
                    turn = ceil(MILLI * degrees(asin(wide / far)))
                    offs |= {off - turn, off + turn}
        return offs

    def past(self, p: Position) -> int:
        """How far to a side of the target's middle the line points that just slides past its base."""
        me, foe = p.state.models[self.piece], p.state.models[self.target]
        far, both = hypot(foe.x - me.x, foe.y - me.y), radius(p, me) + radius(p, foe)
        return ceil(MILLI * degrees(asin(both / far))) if both < far else FULL_TURN // 4

    def hope(self, p: Position) -> Prospect:
        """The best that could come of any line, were nothing else on the table."""
        me, foe = p.state.models[self.piece], p.state.models[self.target]
        far, both = hypot(foe.x - me.x, foe.y - me.y), radius(p, me) + radius(p, foe)
        wide = self.reach + both + TOL
        beside = sqrt(max(0.0, far * far - both * both))  # along the line that just slides past it
        ahead_only = p.rules.edition.charging.reaches_ahead_only()
        most = beside + (radius(p, foe) if ahead_only else sqrt(wide * wide - both * both))
        in_vain = far > self.most + wide
        return Prospect(in_vain, short=in_vain or min(self.most, most) < CHARGE_MINIMUM)

    def reaches(self, p: Position, way: int, far: int) -> bool:
        """Whether a line ends with the target in reach and sight, and nothing on it ends the charge."""
        found, policy = self.along(p, way), p.rules.edition.charging
        stopped = found.meets == TERRAIN or (found.meets == MODEL and policy.fails_at_model())
        if (stopped and far == found.most) or not ends_in_reach(found, far):
            return False
        (x, y), foe = end_of(p.state.models[self.piece].at, way, far), p.state.models[self.target]
        facing = bearing((x, y), foe.at) if (x, y) != foe.at else way  # a charger that got there turns to it
        return sees(p.with_state(p.state.with_model(self.piece, x=x, y=y, facing=facing)), self.piece, self.target)


class Prospect(NamedTuple):
    """What a charge along a line comes to; of two the lesser is the better one."""

    in_vain: bool = False  # no attack at the target
    astray: bool = False  # it ends where it should not, out of formation
    harm: int = 0  # enemies that it leaves, seen or not, harmful clouds that it enters, what frightens it
    short: bool = False  # an attack, but no charge attack


def prospect(
    p: Position, line: StraightAt, way: int, far: int, astray: Callable[[Spot], bool] | None = None
) -> Prospect:
    here = p.state.models[line.piece].at
    end = end_of(here, way, far)
    strays = astray is not None and astray(end)
    in_vain = not line.reaches(p, way, far)
    return Prospect(in_vain, strays, harm(p, line.piece, (here, end)), in_vain or far < CHARGE_MINIMUM)


def harm(p: Position, model: str, path: tuple[Spot, Spot]) -> int:
    """How much befalls a model on a straight way."""
    left = watchers_left(p, model, path) if path[0] != path[1] else 0
    frightened = terrifying(p) and first_dread(p, model, path) is not None
    return left + sum(1 for _ in entries(p, model, path)) + frightened


def best_line(
    p: Position,
    line: StraightAt,
    astray: Callable[[Spot], bool] | None = None,
    cost: Callable[[Spot], Any] | None = None,
) -> tuple[Prospect, tuple[int, int]]:
    """The line that a charger takes by itself, and what comes of it; of equal ones that with the least cost of its end,
    and of these the one nearest to straight."""
    straight, hope = line.best(p), line.hope(p)
    best = prospect(p, line, *straight, astray), straight
    if line.straight or hope.in_vain:
        return best
    here = p.state.models[line.piece].at
    tried = line.tried(p)
    for way, far in tried if cost is None else sorted(tried, key=lambda found: cost(end_of(here, *found))):
        if Prospect(short=far < CHARGE_MINIMUM) < best[0] and line.refuse(p, (way, far)) is None:
            best = min(best, (prospect(p, line, way, far, astray), (way, far)), key=lambda found: found[0])
        if best[0] <= hope:
            break
    return best
