"""Drive backs: units that were hit give ground after all shooting (WM-DRIVE)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from sandtable.core import (
    Ask,
    Call,
    Choice,
    Frame,
    Next,
    Option,
    Pool,
    Query,
    Reading,
    Return,
    Roll,
    Settle,
    Term,
    Wait,
)  # fmt: skip
from sandtable.core import Sequence as Played
from sandtable.core.texts import say
from sandtable.geometry.corners import corners
from sandtable.geometry.pairs import gap
from sandtable.geometry.shapes import Disc, Point, Rect
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.command.confusion import ConfusionTest, confuse
from sandtable.rulesets.warmaster.command.off_table import LeaveTable, edge_poses, over_the_edge
from sandtable.rulesets.warmaster.forced.destroyed import destroy
from sandtable.rulesets.warmaster.forced.making_way import MakeWay, first_friend, tests_for_ways
from sandtable.rulesets.warmaster.forced.obstructions import OBSTRUCTED, contact_with, landing, room
from sandtable.rulesets.warmaster.forced.push import pushing
from sandtable.rulesets.warmaster.measuring.crowd import crowd, flies, poses_of, size, stand
from sandtable.rulesets.warmaster.measuring.lines import away, heading, shifted
from sandtable.rulesets.warmaster.measuring.ridden_over import Ways, ridden_over
from sandtable.rulesets.warmaster.shooting.driven_formation import KEEP, Reformed
from sandtable.rulesets.warmaster.state.events.moving import UnitMarked, UnitMoved
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Draft, Position, full_pace
from sandtable.rulesets.warmaster.state.table import EPS, OTHER, TOKEN, Pose
from sandtable.rulesets.warmaster.terrain.cover import WORDS, unit_cover

STOPPED = {"enemy": "WM-CONF-5", "friend": "WM-CONF-6"}  # what confuses without a die
SAME = 1e-6  # directions that differ less are one
DRIVEN = "drive back"  # what special rules forbid by this name: the unit is not moved
FORMATION: Switch[Callable[[int], bool]] = Switch(  # whether the owner may re-form a driven unit of so many stands
    "drive_back_formation", {"free": lambda stands: stands > 1, "unchanged": lambda stands: False}, "WM-DRIVE-6"
)


class Driven(Reading, frozen=True):
    """The total in cm, and whether any die shows 6 (WM-DRIVE-3, WM-DRIVE-4)."""

    def first(self) -> tuple[int, bool]:
        return 0, False

    def add(self, state: tuple[int, bool], face: int) -> tuple[int, bool]:
        return state[0] + face, state[1] or face == 6


def driving_places(p: Position, unit: str) -> list[tuple[str, Rect | Disc]]:
    """The nearest of all stands that fired at a unit, with whose each is; several are equally near (WM-DRIVE-6,
    WM-MAGIC-8)."""
    rects = crowd(p).of(unit)
    found = []
    for name, place in p.state.fired[unit]:
        shape: Rect | Disc = Disc(place[0], place[1], TOKEN)
        if name in p.state.units:
            shape = stand(size(p.rules, p.state.units[name].entry), (place[0], place[1], place[2]))
        found.append((min(gap(shape, r) for r in rects), name, shape))
    least = min(far for far, _, _ in found)
    return [(name, shape) for far, name, shape in sorted(found, key=lambda f: (f[0], f[1])) if far <= least + EPS]


class Away(NamedTuple):
    """One way to be driven: by whom, from where, which stand first, in which direction."""

    driver: str
    origin: Rect | Disc
    first: int
    way: Point
    also: tuple[int, ...] = ()  # stands that may be first as well: they are as near

    def or_first(self, stand: int) -> Away:
        known = stand in (self.first, *self.also)
        return self if known else self._replace(also=(*self.also, stand))


def driven_ways(p: Position, unit: str) -> list[Away]:
    """Every direction that the nearest shooters' units and the nearest stands give; of two equally near the owner of
    the driven unit chooses (WM-GEO-13)."""
    rects, found = crowd(p).of(unit), list[Away]()
    for name, shape in driving_places(p, unit):
        shapes = (shape, *(s for s in driving_unit(p, name, shape) if s != shape))
        least = min(gap(s, r) for s in shapes for r in rects)
        pairs = [(s, i) for s in shapes for i, r in enumerate(rects) if gap(s, r) <= least + EPS]
        pairs.sort(key=lambda pair: (corner_only(pair[0], rects[pair[1]]), apart(shape, rects[pair[1]])))
        for from_, i in pairs:
            way = away(from_, rects[i])
            known = next((n for n, a in enumerate(found) if same_way(way, a.way)), None)
            if known is None:
                found.append(Away(name, from_, i, way))
            elif found[known].driver == name and not corner_only(from_, rects[i]):
                found[known] = found[known].or_first(i)
    return found


def corner_only(shape: Rect | Disc, rect: Rect) -> bool:
    """Whether a stand is as near as it is at a corner only, not on some breadth."""
    ux, uy = away(shape, rect)
    half = shape.r if isinstance(shape, Disc) else 0
    ends = corners(shape).pts if isinstance(shape, Rect) else ((shape.x, shape.y),)
    own, other = [x * uy - y * ux for x, y in corners(rect).pts], [x * uy - y * ux for x, y in ends]
    return min(max(own), max(other) + half) - max(min(own), min(other) - half) <= EPS


def driving_unit(p: Position, name: str, shape: Rect | Disc) -> Sequence[Rect | Disc]:
    """All stands of the unit that drives another, also those that did not fire (WM-DRIVE-6); once it has moved or is
    gone, the one that fired."""
    stands = crowd(p).of(name) if name in p.state.stands else ()
    return stands if shape in stands else (shape,)


def apart(shape: Rect | Disc, rect: Rect) -> float:
    return (rect.x - shape.x) ** 2 + (rect.y - shape.y) ** 2


def same_way(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) <= SAME


def said_apart(ways: Sequence[Point]) -> list[str]:
    """Directions as people say them; those that differ by less than a degree get numbers."""
    said = [heading(way) for way in ways]
    return [one if said.count(one) == 1 else f"{one}, way {n}" for n, one in enumerate(said, 1)]


class DriveDice(Query, frozen=True):
    """One die for each unsaved hit, one fewer defended, two fewer fortified (WM-DRIVE-1, WM-DRIVE-2, WM-DRIVE-11)."""

    unit: str
    driver: str = ""  # of shooters equally near the one chosen

    def base(self, p: Position) -> Iterable[Term]:
        hits = p.state.units[self.unit].driving
        yield Term(hits, f"{hits} hits", "WM-DRIVE-1", "base")
        places = driving_places(p, self.unit)
        shooter = next((shape for name, shape in places if name == self.driver), places[0][1])
        level = unit_cover(p, self.unit, (shooter,))  # WM-TERRAIN-27
        if level:
            yield Term(-level, WORDS[level], "WM-DRIVE-2")
        yield Term(0, "never below none", "WM-DRIVE-2", "least")


class DriveBacks(Frame, frozen=True, kw_only=True):
    """Each unit that was hit, in its owner's order; friends of the shooters last (WM-DRIVE-7, WM-ART-7)."""

    def start(self, d: Draft, *ignored: object) -> Next:
        hit = [n for n in d.state.stands if d.state.units[n].driving and n in d.state.fired]
        for n in hit:
            if engaged(d, n):
                carry(d, n)
        hit = [n for n in hit if d.state.units[n].driving]
        enemies = [n for n in hit if d.state.units[n].seat != d.state.active]
        left = enemies or hit
        if not left:
            return Return()
        if len(left) == 1:
            return self.chosen(d, left[0])
        seat = OTHER[d.state.active] if enemies else d.state.active
        options = tuple(Option(n, cite="WM-DRIVE-7", verb="drive back next", actor=n) for n in left)
        return Wait(
            Ask(seat, "which unit is driven back next", Choice(options), options[0].key, "WM-DRIVE-7"), then=self.chosen
        )

    def chosen(self, d: Draft, unit: str) -> Next:
        return Call(Driving(unit=unit), then=self.settle)

    def settle(self, d: Draft, *ignored: object) -> Next:
        return Call(Settle(), then=self.start)


def carry(d: Draft, unit: str) -> None:
    """Hits on a unit that has been engaged since count in its fight instead (WM-SHOOT-24)."""
    own = d.state.units[unit]
    changes = {"carried": own.carried + own.driving, "driving": 0}
    d.emit(UnitMarked(unit=unit, changes=changes, says=f"{unit} is engaged", cite="WM-SHOOT-24"))


class Driving(Frame, frozen=True, kw_only=True):
    """The dice of one unit (WM-DICE-4)."""

    unit: str
    far: int = 0  # cm, once they are thrown
    led: int = 0  # the way that was chosen before them

    def start(self, d: Draft) -> Next:
        """Where cover against those equally near differs, the way is chosen before the dice (WM-TERRAIN-27)."""
        near = driving_places(d, self.unit)
        mixed = len(near) > 1 and len({unit_cover(d, self.unit, (shape,)) for _, shape in near}) > 1
        if mixed and len(ways := driven_ways(d, self.unit)) > 1:
            return self.choose(d, ways)
        return self.throw(d, near[0][0])

    def throw(self, d: Draft, driver: str) -> Next:
        query = DriveDice(self.unit, driver)
        dice, terms = d.value(query), d.terms(query)
        d.emit(UnitMarked(unit=self.unit, changes={"driving": 0}, says=f"{self.unit} was hit", cite="WM-DRIVE-1"))
        if dice <= 0:
            return Return()  # WM-DRIVE-12
        pool = Pool("cm", (("d6", dice),), d.state.units[self.unit].seat, terms)
        return Wait(Roll("drive_back", (pool,), Driven(), "WM-DRIVE-1"), then=self.rolled)

    def rolled(self, d: Draft, driven: tuple[int, bool]) -> Next:
        far, six = driven
        still = d.forbidden(DRIVEN, self.unit) is not None
        if far * MILLI > full_pace(d, self.unit) and not still:
            destroy(d, self.unit, "WM-DRIVE-5")  # WM-DRIVE-13
            return Return()
        if six:
            confuse(d, self.unit, "WM-CONF-3")
        if still:
            return Return()
        ways, me = driven_ways(d, self.unit), self.but(far=far)
        if len(ways) == 1 or self.led:
            return me.go(d, ways[max(0, self.led - 1)])
        return me.choose(d, ways)

    def choose(self, d: Draft, ways: Sequence[Away]) -> Next:
        """Of those equally near the owner of the driven unit chooses (WM-GEO-13)."""
        options = tuple(
            Option(
                f"way {n}",
                cite="WM-GEO-13",
                verb="driven",
                actor=self.unit,
                target=found.driver,
                how=said,
            )
            for n, (found, said) in enumerate(zip(ways, said_apart([found.way for found in ways]), strict=True), 1)
        )
        seat, prompt = d.state.units[self.unit].seat, say("which way {unit} is driven", unit=self.unit)
        ask = Ask(seat, prompt, Choice(options), options[0].key, "WM-GEO-13", about=(self.unit,))
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        number = int(key.split()[1])
        way = driven_ways(d, self.unit)[number - 1]
        return self.go(d, way) if self.far else self.but(led=number).throw(d, way.driver)

    def go(self, d: Draft, found: Away) -> Next:
        drive = DriveBack(
            unit=self.unit, way=found.way, far=self.far * MILLI, first=found.first, also=found.also,
            driver=found.driver, origin=tuple(map(int, found.origin)),
        )  # fmt: skip
        return Call(drive, then=self.finish)


class DriveBack(Frame, frozen=True, kw_only=True):
    """The move: straight away, stopped by what obstructs it, friends making way (WM-DRIVE-6, WM-DRIVE-8,
    WM-DRIVE-14)."""

    unit: str
    way: tuple[float, float]
    far: int
    first: int
    also: tuple[int, ...] = ()  # who may be first instead
    driver: str = ""
    origin: tuple[int, ...] = ()  # the shape it is driven away from
    asked: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    pushers: tuple[str, ...] = ()  # for whom each of those made way
    cite: str = "WM-DRIVE-6"
    gone: int = 0
    halted: tuple[Pose, ...] = ()  # its old formation where it comes to stand

    def still(self, d: Draft) -> bool:
        return self.unit in d.state.stands

    def sweeping(self, p: Position) -> Sequence[Rect]:
        return OBSTRUCTED.of(p)(crowd(p).of(self.unit), self.first)

    def start(self, d: Draft) -> Next:
        if flies(d, self.unit):
            return self.flown(d)
        rects = self.sweeping(d)
        found = room(d, self.unit, rects, self.way, self.far)
        firm = [name for name in found.friends if name in self.asked]
        far = contact_with(d, self.unit, rects, self.way, found.far, firm)  # nobody beyond these is in its path
        friend = first_friend(d, self.unit, rects, self.way, far, self.asked)
        if friend:
            push = MakeWay(
                unit=friend, pusher=self.unit, rects=pushing(rects), way=self.way, far=far,
                asked=(*self.asked, friend),
            )  # fmt: skip
            return Call(push, then=self.made_way)
        return self.go(d)

    def made_way(
        self, d: Draft, made: tuple[str, ...], asked: tuple[str, ...], pushers: tuple[str, ...] = ()
    ) -> Next:  # fmt: skip
        return self.but(made=(*self.made, *made), pushers=(*self.pushers, *pushers), asked=asked).start(d)

    def go(self, d: Draft) -> Next:
        """As far as there is room; then what stopped it confuses it."""
        rects, whole = self.sweeping(d), crowd(d).of(self.unit)
        found = room(d, self.unit, rects, self.way, self.far)
        far, kind = found.far, found.kind
        if found.friends:
            far, kind = contact_with(d, self.unit, rects, self.way, found.far, found.friends), "friend"
        moved = [shifted(r, self.way, far) for r in whole]
        if over_the_edge(d, moved):
            return self.over(d, edge_poses(d, whole, self.way, far))
        return self.halt(d, max(0, int(far)), kind)

    def halt(self, d: Draft, far: int, kind: str) -> Next:
        """Where it comes to stand, and what stopped it."""
        if kind in STOPPED:
            confuse(d, self.unit, STOPPED[kind])
        me = self.but(gone=1 if kind == "ground" else 0)
        return me.place(d, poses_of([shifted(r, self.way, far) for r in crowd(d).of(self.unit)]))

    def place(self, d: Draft, poses: tuple[Pose, ...]) -> Next:
        """The other stands follow into any connected formation, unturned (WM-DRIVE-15)."""
        if poses == d.state.stands[self.unit]:
            return self.tests(d)
        domain = self.domain(poses)
        if not self.origin or not FORMATION.of(d)(len(poses)):
            return self.placed(d, poses)
        seat = d.state.units[self.unit].seat
        ask = Ask(
            seat, say("where {unit} re-forms", unit=self.unit), domain, KEEP, "WM-DRIVE-15", about=(self.unit,)
        )  # fmt: skip
        return Wait(ask, then=self.but(halted=poses).formed)

    def domain(self, shifted: tuple[Pose, ...]) -> Reformed:
        return Reformed(
            unit=self.unit, shifted=shifted, first=self.first, also=self.also, origin=self.origin, driver=self.driver
        )

    def formed(self, d: Draft, answer: Any) -> Next:
        domain = self.domain(self.halted)
        poses = domain.poses(d, answer)
        return self.but(halted=()).placed(d, poses, lambda: domain.ways(d, poses))

    def placed(self, d: Draft, poses: tuple[Pose, ...], ways: Callable[[], Ways] | None = None) -> Next:
        over = ridden_over(d, self.unit, poses, ways)
        d.emit(UnitMoved(unit=self.unit, poses=poses, how="is driven back", over=over, cite=self.cite))
        return self.tests(d)

    def flown(self, d: Draft) -> Next:
        """Flyers pass over everything; only the end is tested (WM-DRIVE-10)."""
        whole = crowd(d).of(self.unit)
        if over_the_edge(d, [shifted(r, self.way, self.far) for r in whole]):
            return self.over(d, edge_poses(d, whole, self.way, self.far))
        return self.halt(d, *landing(d, self.unit, whole, self.way, self.far))

    def tests(self, d: Draft, *ignored: object) -> Next:
        """Confusion: the moving unit first, then each that made way (WM-DICE-4, WM-CONF-7, WM-MKWY-5)."""
        frames = self.owed()
        return Call(Played(frames=frames), then=self.finish) if frames else Return()

    def over(self, d: Draft, edge: tuple[Pose, ...]) -> Next:
        """Over the table's edge: the tests, then its own die (WM-DICE-4)."""
        leaving = LeaveTable(unit=self.unit, edge=edge, way=self.way)
        return Call(Played(frames=(*self.owed(), leaving)), then=self.finish)

    def owed(self) -> tuple[Frame, ...]:
        halted = (ConfusionTest(unit=self.unit, cite="WM-CONF-4"),) if self.gone else ()
        return (*halted, *tests_for_ways(self.unit, self.made, self.pushers))
