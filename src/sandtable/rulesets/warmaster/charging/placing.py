"""Placing a charging unit: the first stand on the edge, the others beside it (WM-CHARGE-6 to WM-CHARGE-11,
WM-CHARGE-21).

Places are worked out exactly, from the pieces alone, and rounded once at the end: how a charge lies to the axes of the
table decides nothing. Stands that were placed before lie up to a thousandth off their line, so `SLACK` is forgiven.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.geometry.corners import unit as direction
from sandtable.geometry.measure import Side
from sandtable.geometry.pairs import contact, gap, overlap, touching
from sandtable.geometry.shapes import Point, Rect, Segment, turned
from sandtable.geometry.stands import Stands, leaves
from sandtable.geometry.units import FAR, NOISE, TOL
from sandtable.geometry.wheel import corner_travel
from sandtable.rulesets.warmaster.charging.assault import MayAssault
from sandtable.rulesets.warmaster.charging.edge import EQUAL, out_of
from sandtable.rulesets.warmaster.charging.reach import back_in_reach
from sandtable.rulesets.warmaster.measuring.crowd import crowd, flies
from sandtable.rulesets.warmaster.measuring.ways import Fault, Ground, Way, charging_way
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import EPS, PLACES
from sandtable.rulesets.warmaster.terrain.cover import FORTIFIED, cover

HALF, QUARTER = 180_000, 90_000
MIN_CONTACT = Switch("charge_min_contact", {"0.1": 100, "1.0": 1_000}, "WM-CHARGE-7")
SLACK = 4  # thousandths by which places may overlap before they are rounded; EPS is what is judged afterwards
TOUCH = EPS + 2  # nearer is touched, up to rounding
CONTACT = 100  # shorter contact counts as a corner (WM-GEO-9)


class Placed(NamedTuple):
    """A stand, its way, which ends in whole thousandths, and where it lies exactly."""

    number: int
    way: Way
    rect: Rect


class Placing(NamedTuple):
    """How far a placement has come: its stands, the first one first, and how many lie flush left and right of it."""

    stands: tuple[Placed, ...]
    left: int = 0
    right: int = 0

    @property
    def rects(self) -> tuple[Rect, ...]:
        return tuple([placed.rect for placed in self.stands])

    @property
    def ends(self) -> frozenset[Rect]:
        """Where its stands end, in whole thousandths."""
        return frozenset([placed.way[-1] for placed in self.stands])

    @property
    def so_far(self) -> tuple[frozenset[Rect], frozenset[int]]:
        """Which places are taken and who is left: what the places of the others follow from."""
        return self.ends, frozenset([placed.number for placed in self.stands])

    def unplaced(self, count: int) -> list[int]:
        taken = [placed.number for placed in self.stands]
        return [n for n in range(count) if n not in taken]

    def plus(self, placed: Placed) -> Placing:
        return self._replace(stands=(*self.stands, placed))


class Place(NamedTuple):
    """What a charge is placed among: who charges, its pace, what is in its way, and the enemies ahead."""

    p: Position
    unit: str
    pace: int
    ground: Ground
    starts: tuple[Rect, ...]
    enemies: Stands
    owners: tuple[str, ...]  # of the enemies
    target: str
    fly: bool
    gaps: tuple[Segment, ...] = ()  # between others than the target: closed to it (WM-CHARGE-18)

    def way(self, number: int, goal: Rect, placed: Sequence[Rect], shortest: bool = False) -> Way | None:
        """A way for a stand to a place where it may be, within the pace."""
        pose, start = (round(goal.x), round(goal.y), goal.facing), self.starts[number]
        if corner_travel((start, goal)) > self.pace + EPS + NOISE or not self.free(goal, placed):
            return None

        def make() -> Way | Fault:
            return charging_way(self.p, self.ground, start, pose, self.pace, placed, self.fly, shortest, self.gaps)

        key = ("charger's way", self.unit, number, pose, self.pace, frozenset(placed), shortest, self.fly, self.gaps)
        found = self.p.memo(key, make, PLACES)  # several targets, orders of placing and questions ask for the same one
        return None if isinstance(found, Fault) else found

    def to(self, number: int, goal: Rect, now: Placing) -> Placed | None:
        """One more stand at a place."""
        way = self.way(number, goal, now.rects)
        return None if way is None else Placed(number, way, goal)

    def stuck(self, number: int, placed: Sequence[Rect]) -> bool:
        """Whether a placed stand lies over where this one starts: none but a flyer moves off."""
        start = self.starts[number]
        return not self.fly and any(overlap(start, other, EPS + TOL) for other in placed)

    def free(self, end: Rect, placed: Sequence[Rect]) -> bool:
        """On the table, on open ground, over nobody, and against no fortified stand it may not touch."""
        table = self.p.state.map
        if leaves(end, table.width, table.height, EPS) or self.ground.among.overlaps(end, SLACK):
            return False
        if any(overlap(end, other, SLACK) for other in placed):
            return False
        return self.may_assault or not any(self.fortified(i) for i in self.enemies.within(end, 0, EPS))

    @property
    def may_assault(self) -> bool:
        return self.p.holds(MayAssault(self.unit))

    def kept_clear(self) -> Stands:
        """What a place on an edge lies over no part of, with fortified stands grown that may not be touched."""
        shapes = () if self.may_assault else enumerate(self.enemies.shapes)
        walled = [r for i, r in shapes if isinstance(r, Rect) and self.fortified(i)]
        grown = [r._replace(frontage=r.frontage + 2 * TOUCH, depth=r.depth + 2 * TOUCH) for r in walled]
        return self.ground.among.plus(Stands(tuple(grown))) if grown else self.ground.among

    def fortified(self, number: int) -> bool:
        """Whether an enemy stand is fortified against the charger from where it starts."""
        rect, owner = self.enemies.shapes[number], self.owners[number]
        assert isinstance(rect, Rect)
        return cover(self.p, owner, (round(rect.x), round(rect.y), rect.facing), self.starts) == FORTIFIED

    def contact(self, end: Rect) -> tuple[float, float, bool]:
        """Front-edge contact with all enemies and with the target; whether a front corner touches (WM-CHARGE-22)."""
        every = own = 0.0
        corner = False
        for i, met in self.enemies.contacts(end, EPS).items():
            if met.side_a == "front" and met.length >= CONTACT:
                every += met.length
                own += met.length if self.owners[i] == self.target else 0.0
            elif _front_corner(end, self.enemies.shapes[i]):
                corner = True
        return every, own, corner


def _front_corner(end: Rect, other: object) -> bool:
    cos, sin = direction(end.facing)
    front = Rect(end.x + end.depth / 2 * cos, end.y + end.depth / 2 * sin, end.frontage, 0, end.facing)
    return touching(front, other, EPS)  # type: ignore[arg-type]


def on_edge(target: Rect, side: Side, size: tuple[float, float], along: float = 0.0) -> Rect:
    """A stand's place with its front edge on an edge of another, its middle this far left of the edge's middle."""
    out = out_of(target, side)
    (cos, sin), (lx, ly) = direction(out), direction(turned(out, QUARTER))
    far = ((target.depth if side in ("front", "rear") else target.frontage) + size[1]) / 2
    return Rect(target.x + far * cos + along * lx, target.y + far * sin + along * ly, *size, turned(out, HALF))


def first_places(place: Place, target: Rect, side: Side) -> Iterator[Rect]:
    """Where the first stand may lie on an edge: centred, or as near to it as what covers it allows (WM-CHARGE-7)."""
    size = place.starts[0].frontage, place.starts[0].depth
    centre = on_edge(target, side, size)
    if place.free(centre, ()):
        yield centre
        return
    wide = target.frontage if side in ("front", "rear") else target.depth
    most = (wide + size[0]) / 2 - MIN_CONTACT.of(place.p)
    offsets = []
    for low, high in place.kept_clear().free_stretches(target, side, *size, tol=0.0):
        low, high = max(low, -most), min(high, most)
        if low <= high + NOISE:
            offsets.append(min(max(0.0, low), high))
    for along in sorted(set(offsets), key=lambda s: (abs(s), s)):
        if abs(along) <= abs(min(offsets, key=abs)) + 1:
            found = on_edge(target, side, size, along)
            if place.free(found, ()):
                yield found


def within_pace(place: Place, centre: Rect, seers: Sequence[int]) -> list[int]:
    """The stands that may reach the middle of an edge, if nothing is in their way (WM-CHARGE-6)."""
    most = place.pace + EPS + NOISE
    return [number for number in seers if corner_travel((place.starts[number], centre)) <= most]


def first_stands(place: Place, goal: Rect, target: Rect, seers: Sequence[int], shortest: bool) -> list[Placed]:
    """The charging stands that may go first: the closest with a way, or those equally close (WM-CHARGE-6,
    WM-CHARGE-24)."""
    found: list[tuple[float, int, Way]] = []
    least = FAR
    for bound, number in sorted(_at_least(place, goal, target, seers)):
        if bound > least + EPS + NOISE:  # nobody after it is as close
            break
        way = place.way(number, goal, (), shortest)
        if way is not None:
            near = gap(place.starts[number], target)
            found.append((near if len(way) == 2 else max(near, corner_travel(way)), number, way))
            least = min(least, found[-1][0])
    closest = [Placed(number, way, goal) for far, number, way in found if far <= least + EPS]
    return sorted(closest, key=lambda placed: seers.index(placed.number))


def _at_least(place: Place, goal: Rect, target: Rect, seers: Sequence[int]) -> Iterator[tuple[float, int]]:
    """How close each charging stand is at best: by its gap if its straight way is clear, else no way is shorter."""
    end = rounded(goal)
    for number in seers:
        start = place.starts[number]
        near, straight = gap(start, target), place.fly or place.ground.among.leg(start, end, EPS) is None
        yield near if straight else max(near, corner_travel((start, end))), number


def placements(place: Place, first: Placed) -> list[Placing]:
    """Every result of placing the other stands one by one (WM-CHARGE-9, WM-CHARGE-21, WM-CHARGE-23)."""
    done: list[Placing] = []
    seen: set[tuple[frozenset[Rect], frozenset[int]]] = set()
    todo = [Placing((first,))]
    while todo:
        now = todo.pop()
        left = now.unplaced(len(place.starts))
        if not left:
            done.append(now)
            continue
        for number in left:
            for following in next_placings(place, now, number):
                if following.so_far not in seen:
                    seen.add(following.so_far)
                    todo.append(following)
    return sorted(done, key=lambda d: (-_front(place, d), sorted(d.ends)))


def _front(place: Place, placing: Placing) -> float:
    """Contact of a placement, to list the best first."""
    return sum(place.contact(rect)[0] for rect in placing.rects)


def next_placings(place: Place, now: Placing, number: int) -> list[Placing]:
    """Where one more stand may go: the first kind of place of WM-CHARGE-21 that exists."""
    if place.stuck(number, now.rects):
        return []
    flush: list[tuple[float, float, bool, Placing]] = []
    ends = [(*place.contact(goal), left, goal) for left, goal in flush_ends(now)]
    for every, own, corner, left, goal in sorted(ends, key=lambda e: -e[0]):
        if flush and flush[0][0] >= CONTACT and every < flush[0][0] - EQUAL:
            break  # the end with more contact is free
        if placed := place.to(number, goal, now):
            flush.append((every, own, corner, _flush(now, placed, left)))
    flush.sort(key=lambda f: f[3].left == now.left)  # the left end first
    if touched := [f for f in flush if f[0] >= CONTACT]:
        best = max(f[0] for f in touched)
        touched = [f for f in touched if f[0] >= best - EQUAL]
        closest = max(f[1] for f in touched)
        return [f[3] for f in touched if f[1] >= closest - EQUAL]
    if cornered := [f for f in flush if f[2]]:
        return [f[3] for f in cornered]
    found = [f[3] for f in flush]
    found += [now.plus(placed) for placed in slid_to_meet(place, now, number)]
    return found or staggered(place, now, number) or behind(place, now, number)


def flush_ends(now: Placing) -> list[tuple[bool, Rect]]:
    """The places at the two free ends of the flush line: left, then right."""
    first = now.stands[0].rect
    left = direction(turned(first.facing, QUARTER))
    return [
        (True, _moved(first, left, first.frontage * (now.left + 1))),
        (False, _moved(first, left, -first.frontage * (now.right + 1))),
    ]


def _flush(now: Placing, placed: Placed, left: bool) -> Placing:
    after = now.plus(placed)
    return after._replace(left=now.left + 1) if left else after._replace(right=now.right + 1)


def slid_to_meet(place: Place, now: Placing, number: int) -> Iterator[Placed]:
    """The ends of the line slid forward or back until the front edge meets an enemy (WM-CHARGE-11)."""
    for goal in slides(place, now):
        if placed := place.to(number, goal, now):
            yield placed


def slides(place: Place, now: Placing) -> Iterator[Rect]:
    """Where the ends of the line lie after that."""
    for _, end in flush_ends(now):
        for goal in _meeting(place, end):
            if place.contact(goal)[0] >= CONTACT and any(touching(goal, r, EPS) for r in now.rects):
                yield goal


def _meeting(place: Place, end: Rect) -> Iterator[Rect]:
    ahead = direction(end.facing)
    back: Point = (-ahead[0], -ahead[1])
    start = _moved(end, back, end.depth)
    far = place.enemies.shift((start,), (ahead[0] * 2 * end.depth, ahead[1] * 2 * end.depth), tol=TOL)
    if far.met and abs(far.far - end.depth) > EPS:
        yield _moved(start, ahead, far.far)


def rounded(rect: Rect) -> Rect:
    """The place in whole thousandths."""
    return rect._replace(x=round(rect.x), y=round(rect.y))


def _moved(rect: Rect, way: Point, far: float) -> Rect:
    return rect._replace(x=rect.x + way[0] * far, y=rect.y + way[1] * far)


def staggered(place: Place, now: Placing, number: int) -> list[Placing]:
    """Beside a placed stand, slid back by the least distance that lets it fit and be reached (WM-CHARGE-10)."""
    found = [least_back(place, now, number, at) for at in beside(now)]
    return [now.plus(placed) for placed in found if placed]


def least_back(place: Place, now: Placing, number: int, at: Rect) -> Placed | None:
    """The stand as little back from a place as it can be: between a try that failed and the first that did not."""
    failed: float | None = None
    cos, sin = direction(at.facing)
    for far, goal in steps_back(place, number, at, now.rects):
        if placed := place.to(number, goal, now):
            break
        failed = far
    else:
        return None
    while failed is not None and far - failed > EPS:
        middle = (failed + far) / 2
        if nearer := place.to(number, _moved(at, (-cos, -sin), middle), now):
            far, placed = middle, nearer
        else:
            failed = middle
    return placed


def beside(now: Placing) -> Iterator[Rect]:
    """The places left and right of each placed stand."""
    for rect in now.rects:
        for sign in (1, -1):
            yield _moved(rect, direction(turned(rect.facing, sign * QUARTER)), rect.frontage)


def steps_back(place: Place, number: int, at: Rect, placed: Sequence[Rect]) -> Iterator[tuple[float, Rect]]:
    """Distances to try and where they lead: within reach, just clear of each thing in the way, up to a corner's
    touch."""
    cos, sin = direction(at.facing)
    most = at.depth
    reached = back_in_reach(place.starts[number], at, place.pace)
    if reached is None:
        return
    tries = {reached, *(500.0 * k for k in range(1, int(most // 500) + 1))}
    among = place.ground.among
    around = (*(among.shapes[i] for i in among.within(at, most, 0)), *placed)
    for shape in around:
        low, high = 0.0, most
        if not overlap(at, shape, SLACK):
            continue
        for _ in range(24):
            middle = (low + high) / 2
            hit = overlap(_moved(at, (-cos, -sin), middle), shape, TOL)
            low, high = (middle, high) if hit else (low, middle)
        tries.add(high)
    for far in sorted(tries):
        if far >= reached:
            yield far, _moved(at, (-cos, -sin), far)


def behind(place: Place, now: Placing, number: int) -> list[Placing]:
    """Directly behind a placed stand, same facing, sides flush (WM-CHARGE-10): it may support (WM-CHARGE-20)."""
    found = [place.to(number, goal, now) for goal in rears(now)]
    return [now.plus(placed) for placed in found if placed]


def rears(now: Placing) -> Iterator[Rect]:
    """The places directly behind each placed stand."""
    for ahead in now.rects:
        yield _moved(ahead, direction(turned(ahead.facing, HALF)), ahead.depth)


def strikes(end: Rect, target: Rect) -> bool:
    """Whether a stand's front edge lies on another by an edge, not by a corner alone (WM-CHARGE-8)."""
    met = contact(end, target, EPS)
    return met is not None and met.side_a == "front" and met.length >= CONTACT


def place_for(
    p: Position,
    unit: str,
    pace: int,
    ground: Ground,
    target: str,
    afoot: bool = False,
    gaps: tuple[Segment, ...] = (),
) -> Place:
    table, seat = crowd(p), p.state.units[unit].seat
    owners = tuple([table.owners[i] for i in table.numbers_against[seat]])
    fly = not afoot and flies(p, unit)
    return Place(p, unit, pace, ground, table.of(unit), table.against[seat], owners, target, fly, gaps)
