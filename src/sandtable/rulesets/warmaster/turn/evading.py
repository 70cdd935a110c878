"""Evading: away from the closest enemy, on initiative (WM-EVADE). There is no evade in answer to a charge
(WM-EVADE-9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from math import ceil
from random import Random
from typing import Any

from sandtable.core import Outline, Refusal, Region
from sandtable.core.texts import say
from sandtable.core.words import number
from sandtable.geometry.measure import distance
from sandtable.geometry.pairs import gap, nearest
from sandtable.geometry.shapes import Point, Rect, turned
from sandtable.geometry.units import MILLI, NOISE, text
from sandtable.geometry.wheel import corner_travel, swept
from sandtable.rulesets.warmaster.combat.engagements import all_engaged, engaged
from sandtable.rulesets.warmaster.command.confusion import confuse
from sandtable.rulesets.warmaster.command.movement import ChargePace
from sandtable.rulesets.warmaster.command.off_table import over_the_edge
from sandtable.rulesets.warmaster.measuring.crowd import Crowd, crowd, flies, poses_of, rects_at
from sandtable.rulesets.warmaster.measuring.formation_choice import rows
from sandtable.rulesets.warmaster.measuring.formations import connected
from sandtable.rulesets.warmaster.measuring.lines import away, shifted
from sandtable.rulesets.warmaster.measuring.ridden_over import ridden_over
from sandtable.rulesets.warmaster.measuring.unit_poses import in_their_order, pose_of, stands_of
from sandtable.rulesets.warmaster.measuring.ways import Fault, Way, ground_for, refused, unit_ways
from sandtable.rulesets.warmaster.state.events.moving import UnitMoved
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Draft, Position, entry
from sandtable.rulesets.warmaster.state.table import EPS, PLACES, Pose
from sandtable.tabletop.drawing import lane

LEAST = 1 * MILLI  # WM-EVADE-1
CLEAR = Switch("evade_end_distance", {"5": 5 * MILLI, "1": 1 * MILLI}, "WM-EVADE-5")
EVADE = "evade"  # what special rules forbid by this name
STEP = 500  # between places looked at
STRAIGHT = 2  # poses of a way without a corner
SAME = 1e-6  # directions that differ less are one
NARROW = 12  # half the width of the strip that is drawn
SHARES = (1.0, 0.75, 0.5, 0.3, 0.15)  # of a full pace, when looking for a place
TURN = 90_000
SURELY = EPS + 1  # an overlap of more than this bars every way there, whatever is rounded how
FORMED = 3  # other formations found at most


def cannot_evade(p: Position, unit: str) -> Refusal | None:
    """Why a unit may never evade (WM-INIT-6, WM-FLY-3)."""
    if entry(p, unit).flyer:
        return Refusal("flyers may not evade", "WM-INIT-6")
    return p.forbidden(EVADE, unit)


def courses(p: Position, unit: str, enemy: str) -> list[tuple[int, Point]]:
    """The stands that may go first, each with its direction: on the line from the enemy's closest point (WM-EVADE-2).

    Where several are equally close the evader chooses; of those with one direction the stand in the middle is named.
    """
    return p.memo(("courses", unit, enemy), _courses, PLACES, crowd(p), unit, enemy)


def _courses(table: Crowd, unit: str, enemy: str) -> list[tuple[int, Point]]:
    pairs = [(nearest(foe, own)[0], i, foe, own) for i, own in enumerate(table.of(unit)) for foe in table.of(enemy)]
    far = min(pair[0] for pair in pairs)
    near = sorted(
        (pair for pair in pairs if pair[0] <= far + EPS),
        key=lambda pair: (pair[2].x - pair[3].x) ** 2 + (pair[2].y - pair[3].y) ** 2,
    )
    found: list[tuple[int, Point]] = []
    for _, first, foe, own in near:
        way = away(foe, own)
        if all(abs(way[0] - w[0]) + abs(way[1] - w[1]) > SAME or first != i for i, w in found):
            found.append((first, way))
    return found


def course(p: Position, unit: str, enemy: str) -> tuple[int, Point]:
    return courses(p, unit, enemy)[0]


class EvadeMove(Region, frozen=True, kw_only=True):
    """Where an evading unit ends: its pose, or one for each stand. The closest goes straight away from the enemy."""

    enemy: str
    facing: bool = True

    @property
    def unit(self) -> str:
        return self.piece

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        poses = stands_of(p, self.unit, answer)
        if poses is None:
            count = len(p.state.stands[self.unit])
            return Refusal(say("a place with a facing, or one for each of {count} stands", count=count), "WM-EVADE-1")
        found = self.ways(p, poses)
        return found if isinstance(found, Refusal) else None

    def ways(self, p: Position, poses: tuple[Pose, ...]) -> tuple[Way, ...] | Refusal:
        """Its ways, by any of the directions it may choose from."""
        found: list[tuple[Way, ...] | Refusal] = []
        for first, way in courses(p, self.unit, self.enemy):
            found.append(self.ways_by(p, poses, first, way))
            if not isinstance(found[-1], Refusal):
                return found[-1]
        return found[0]

    def ways_by(self, p: Position, poses: tuple[Pose, ...], first: int, way: Point) -> tuple[Way, ...] | Refusal:
        return self.misplaced(p, poses, first, way) or self.ways_there(p, poses, first)

    def misplaced(self, p: Position, poses: tuple[Pose, ...], first: int, way: Point) -> Refusal | None:
        """What is wrong with where it would end."""
        start, end = crowd(p).of(self.unit)[first], rects_at(p, self.unit, (poses[first],))[0]
        along = (end.x - start.x) * way[0] + (end.y - start.y) * way[1]
        across = abs((end.y - start.y) * way[0] - (end.x - start.x) * way[1])
        if across > EPS:
            return Refusal("the closest stand goes straight away from the enemy", "WM-EVADE-3")
        if along < LEAST - EPS:
            said = say("the closest stand goes {far} cm, at least 1", far=text(max(0.0, along)))
            return Refusal(said, "WM-EVADE-1", ceil(LEAST - along))
        rects = rects_at(p, self.unit, poses)
        if not connected(rects):
            return Refusal(say("{unit}'s stands must all touch one another", unit=self.unit), "WM-FORMN-1")
        if over_the_edge(p, rects):
            return Refusal(say("{unit} would leave the table", unit=self.unit), "WM-EVADE-8")
        return self.too_near(p, rects)

    def ways_there(self, p: Position, poses: tuple[Pose, ...], first: int) -> tuple[Way, ...] | Refusal:
        start, rects = crowd(p).of(self.unit)[first], rects_at(p, self.unit, poses)
        pace, friends = p.value(ChargePace(self.unit)), self.unengaged_friends(p)
        found: tuple[Way, ...] | Fault | None = None
        if not friends or self.straight_on(p, start, rects[first]):  # else only a way past friends counts
            found = unit_ways(p, self.unit, poses, pace, leader=first)
        if found is None or isinstance(found, Fault) or len(found[first]) > STRAIGHT:
            if friends:
                found = unit_ways(p, self.unit, poses, pace, ground_for(p, self.unit, friends), leader=first)
            assert found is not None
            if isinstance(found, Fault):
                return refused(found, self.unit, ("WM-EVADE-1", "WM-EVADE-4", "WM-EVADE-8"))
            if any(self.on_friend(p, r, friends) for r in rects):
                return Refusal(say("{unit} does not get past its friends", unit=self.unit), "WM-EVADE-6")
        if len(found[first]) > STRAIGHT:
            return Refusal(say("{unit}'s straight way is barred", unit=self.unit), "WM-EVADE-4")
        return found

    def straight_on(self, p: Position, start: Rect, end: Rect, past: tuple[str, ...] = ()) -> bool:
        """Whether nothing bars a stand's straight way, some units left out."""
        return flies(p, self.unit) or ground_for(p, self.unit, past).among.leg(start, end, EPS) is None

    def may_end(self, p: Position, answer: Any) -> bool:
        """Whether it may end so: what `refuse` says, without a reason and mostly without a search for ways."""
        poses = stands_of(p, self.unit, answer)
        if poses is None:
            return False
        return any(self.may_end_by(p, poses, first, way) for first, way in courses(p, self.unit, self.enemy))

    def may_end_by(self, p: Position, poses: tuple[Pose, ...], first: int, way: Point) -> bool:
        if self.misplaced(p, poses, first, way) is not None or self.surely_barred(p, poses, first):
            return False
        return not isinstance(self.ways_there(p, poses, first), Refusal)

    def surely_barred(self, p: Position, poses: tuple[Pose, ...], first: int) -> bool:
        """Whether there is no way even past friends: somebody goes too far, the first stand cannot go straight, or a
        stand would end on something. Where all straight ways are clear nothing more is asked."""
        starts, ends = crowd(p).of(self.unit), rects_at(p, self.unit, poses)
        most = p.value(ChargePace(self.unit)) + EPS + NOISE
        if flies(p, self.unit):
            return False
        if any(corner_travel(leg) > most for leg in zip(starts, ends, strict=True)):
            return True
        if all(self.straight_on(p, *leg) for leg in zip(starts, ends, strict=True)):
            return False
        friends = self.unengaged_friends(p)
        if not self.straight_on(p, starts[first], ends[first], friends):
            return True
        among, moved = ground_for(p, self.unit, friends).among, [r for r in ends if r not in starts]
        return any(among.overlaps(r, SURELY) or self.on_friend(p, r, friends, SURELY) for r in moved)

    def on_friend(self, p: Position, rect: Rect, friends: tuple[str, ...], tol: float = EPS) -> bool:
        table = crowd(p)
        return any(table.owners[i] in friends for i in table.row.overlaps(rect, tol))

    def unengaged_friends(self, p: Position) -> tuple[str, ...]:
        seat = p.state.units[self.unit].seat
        return tuple(u for u in p.state.on_table(seat) if u != self.unit and not engaged(p, u))

    def too_near(self, p: Position, rects: tuple[Rect, ...]) -> Refusal | None:
        """It ends at least 5 cm from every enemy and every engaged unit (WM-EVADE-5)."""
        table, clear, seat = crowd(p), CLEAR.of(p), p.state.units[self.unit].seat
        for rect in rects:
            for i in table.row.within(rect, clear - EPS - NOISE - 1, 0):
                owner = table.owners[i]
                if owner != self.unit and (table.seats[owner] != seat or engaged(p, owner)):
                    said = say(
                        "{unit} must end {clear} cm from {owner}", unit=self.unit, clear=text(clear), owner=owner
                    )
                    return Refusal(said, "WM-EVADE-5", ceil(clear - gap(rect, table.rects[i])))
        return None

    def possible(self, p: Position) -> bool:
        return bool(self.places(p, 1, Random(0)))

    def impossible(self, p: Position) -> Refusal | None:
        """Why it has nowhere to go: what is wrong at the end of a full-pace move."""
        if self.possible(p):
            return None
        end = self.refuse(p, self.away(p, p.value(ChargePace(self.unit))))
        cite = "WM-EVADE-5" if end is None else end.cite
        return Refusal(say("{unit} has nowhere to evade to", unit=self.unit), cite)

    def places(self, p: Position, n: int, rng: Random) -> list[Any]:
        """The unit shifted as it stands, farthest first; if it fits nowhere so, in other formations."""
        pace = p.value(ChargePace(self.unit))
        if n > 1:
            return self._places(p, n, pace, tuple(rng.sample(SHARES, len(SHARES))))
        key = ("evades first", self, pace, all_engaged(p), tuple(p.state.readings.items()))
        return list(p.memo(key, self._places, PLACES, p, n, pace, SHARES))

    def _places(self, p: Position, n: int, pace: int, shares: tuple[float, ...]) -> list[Any]:
        own = crowd(p).of(self.unit)
        found: list[Any] = []
        for far in (lambda way: [pace * share for share in shares], lambda way: self.distances(p, way, pace, own)):
            for way in self.directions(p):
                for pose in (self.away(p, each, way) for each in far(way)):
                    if pose not in found and self.may_end(p, pose):
                        found.append(pose)
                        if len(found) >= n:
                            return found
            if found:
                return found
        return list(self.formed(p, pace, min(n, FORMED)))

    def formed(self, p: Position, pace: int, n: int) -> tuple[tuple[Pose, ...], ...]:
        """Lines and columns about the first stand, turned or not, farthest first (WM-EVADE-3)."""
        key = ("evades formed anew", self, pace, n, all_engaged(p))
        return p.memo(key, lambda: tuple(islice(self.forming(p, pace), n)), PLACES)

    def forming(self, p: Position, pace: int) -> Iterator[tuple[Pose, ...]]:
        now, own = p.state.stands[self.unit], crowd(p).of(self.unit)
        among = ground_for(p, self.unit, self.unengaged_friends(p)).among
        for first, way in courses(p, self.unit, self.enemy) if len(own) > 1 else ():
            free = among.shift(own[first : first + 1], (way[0] * pace, way[1] * pace)).far
            for facing in (own[first].facing, turned(own[first].facing, TURN)):
                stand = own[first]._replace(facing=facing)
                for far in sorted({*self.distances(p, way, pace, (stand,), MILLI)}, reverse=True):
                    if far > free:
                        continue
                    ((x, y, _),) = poses_of([shifted(stand, way, far)])
                    led = (*now[:first], (x, y, facing), *now[first + 1 :])
                    for row in rows(led, (stand.frontage, stand.depth), first).values():
                        poses = in_their_order(p, self.unit, row, first)
                        if self.may_end_by(p, poses, first, way):
                            yield poses

    def distances(self, p: Position, way: Point, pace: int, own: tuple[Rect, ...], step: int = STEP) -> list[int]:
        """How far these stands might go where every round distance is barred: from the first that is far enough to the
        edge."""
        on_table = _last(pace, lambda far: not over_the_edge(p, [shifted(r, way, far) for r in own]))

        def clear(far: int) -> bool:
            return self.too_near(p, tuple(shifted(r, way, far) for r in own)) is None

        steps = [*range(LEAST, on_table + 1, step), on_table]
        first = next((far for far in steps if clear(far)), None)
        if first is None or on_table < LEAST:
            return []
        least = first - _last(min(step, first - LEAST), lambda back: clear(first - back))
        return [least, *(far for far in steps if far > least)]

    def directions(self, p: Position) -> list[Point]:
        """The directions to choose from, each once."""
        found: list[Point] = []
        for _, way in courses(p, self.unit, self.enemy):
            if all(abs(way[0] - w[0]) + abs(way[1] - w[1]) > SAME for w in found):
                found.append(way)
        return found

    def away(self, p: Position, far: float, way: Point | None = None) -> Pose:
        """So far straight away as it stands."""
        way = way or course(p, self.unit, self.enemy)[1]
        x, y, facing = pose_of(p.state.stands[self.unit])
        return round(x + way[0] * far), round(y + way[1] * far), facing

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        return list(self.places(p, n, rng))

    def most(self, p: Position) -> int:
        return p.value(ChargePace(self.unit))

    def price(self, p: Position, pose: Any) -> int:
        x, y, _ = pose_of(p.state.stands[self.unit])
        return round(distance((x, y), pose[:2]))

    def outline(self, p: Position) -> Outline:
        """The line straight away, as a strip, where it may end."""
        pace = p.value(ChargePace(self.unit))
        strips = []
        for way in self.directions(p):
            legal = [far for far in range(LEAST, pace + 1, STEP) if self.refuse(p, self.away(p, far, way)) is None]
            strips += [lane(self.away(p, a[0], way)[:2], self.away(p, a[-1], way)[:2], NARROW) for a in runs(legal)]
        return Outline(tuple(strips))

    def toward(self, p: Position, goal: Any, far: int | None = None) -> Any:
        """As far along a line as comes nearest to the goal."""
        found = (self.along(p, goal, far, way) for way in self.directions(p))
        return min((pose for pose in found if pose), key=lambda pose: distance(pose[:2], goal[:2]), default=None)

    def along(self, p: Position, goal: Any, far: int | None, way: Point) -> Pose | None:
        x, y, _ = pose_of(p.state.stands[self.unit])
        wanted = (goal[0] - x) * way[0] + (goal[1] - y) * way[1]
        most = min(self.most(p), far if far is not None else self.most(p))
        tries = sorted({*range(LEAST, most + 1, STEP), most, LEAST}, key=lambda f: abs(f - wanted))
        if LEAST <= wanted <= most:
            tries.insert(0, round(wanted))
        return next((pose for f in tries if self.refuse(p, pose := self.away(p, f, way)) is None), None)

    def spoken(self, p: Position, words: str) -> Any:
        """``12``: the whole unit this far straight away; ``all``: as far as it can."""
        said = words.strip().casefold()
        if said in ("all", "away", "full"):
            found = self.places(p, 1, Random(0))
            return found[0] if found else ()
        word = said.removeprefix("away").removesuffix("cm").strip()
        return self.away(p, number(word))

    def hint(self, p: Position) -> str:
        return "how far straight away in cm, or all"


def _last(most: int, holds: Callable[[int], bool]) -> int:
    """The largest number up to `most` for which something holds that holds up to a point."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low


def runs(legal: list[int]) -> list[list[int]]:
    """Distances in runs without a gap."""
    found: list[list[int]] = []
    for far in legal:
        if found and far - found[-1][-1] <= STEP:
            found[-1].append(far)
        else:
            found.append([far])
    return found


def carry_out(d: Draft, unit: str, enemy: str, poses: tuple[Pose, ...]) -> None:
    """The unit evades; friends it bursts through are confused (WM-EVADE-6, WM-CONF-9)."""
    domain = EvadeMove(piece=unit, enemy=enemy)
    ways = domain.ways(d, poses)
    assert not isinstance(ways, Refusal)
    table, friends = crowd(d), domain.unengaged_friends(d)
    burst = []
    for way in ways:
        for here, there in pairwise(way):
            hit = table.row.overlaps(swept(here, there), EPS) if here != there else ()
            burst += [table.owners[i] for i in hit if table.owners[i] in friends]
    over = ridden_over(d, unit, poses, lambda: ways)
    d.emit(UnitMoved(unit=unit, poses=poses, how=f"evades {enemy}", over=over, cite="WM-EVADE-1"))
    for friend in dict.fromkeys(burst):
        confuse(d, friend, "WM-CONF-9")
