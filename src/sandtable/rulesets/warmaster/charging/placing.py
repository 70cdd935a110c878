"""Placing a charging unit: the first stand on the edge, the others beside it (WM-CHARGE-6 to WM-CHARGE-11,
WM-CHARGE-21)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sandtable.core import Flag, Term
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.distance import contact
from sandtable.geometry.measure import Side
from sandtable.geometry.pairs import gap, touching
from sandtable.geometry.shapes import Point, Rect, turned
from sandtable.geometry.stands import Stands, leaves
from sandtable.geometry.units import NOISE, TOL
from sandtable.geometry.wheel import corner_travel
from sandtable.rulesets.warmaster.charging.edge import EQUAL, out_of
from sandtable.rulesets.warmaster.measuring.crowd import crowd, flies
from sandtable.rulesets.warmaster.measuring.ways import Fault, Ground, Way, stand_way
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Position, entry, land
from sandtable.rulesets.warmaster.state.table import EPS
from sandtable.rulesets.warmaster.terrain.cover import FORTIFIED, cover

HALF, QUARTER = 180_000, 90_000
MIN_CONTACT = Switch("charge_min_contact", {"0.1": 100, "1.0": 1_000}, "WM-CHARGE-7")
CONTACT = 100  # shorter contact counts as a corner (WM-GEO-9)
ASSAULTS = ("infantry",)  # and flyers and giants: only these go against fortified stands (WM-TERRAIN-25)


class MayAssault(Flag, frozen=True):
    """Whether a unit may be placed in contact with fortified stands (WM-TERRAIN-25, WM-CHARGE-13, WM-FLY-8)."""

    unit: str

    def base(self, p: Position) -> Iterable[Term]:
        found = entry(p, self.unit)
        if found.flyer or found.type in ASSAULTS:
            yield Term(1, "infantry or flyers", "WM-TERRAIN-25")


class Placing(NamedTuple):
    """How far a placement has come: poses and ways by stand, and the flush line from left to right."""

    ways: tuple[tuple[int, Way], ...]
    line: tuple[Rect, ...]

    @property
    def rects(self) -> tuple[Rect, ...]:
        return tuple(way[-1] for _, way in self.ways)


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

    def way(self, number: int, goal: Rect, placed: Sequence[Rect]) -> Way | None:
        """A way for a stand to a place where it may be, within the pace."""
        pose = (round(goal.x), round(goal.y), goal.facing)
        start, end = self.starts[number], goal._replace(x=pose[0], y=pose[1])
        if corner_travel((start, end)) > self.pace + EPS + NOISE or not self.free(end, placed):
            return None
        found = stand_way(self.p, self.ground, start, pose, self.pace, placed, flies(self.p, self.unit))
        return None if isinstance(found, Fault) else found

    def free(self, end: Rect, placed: Sequence[Rect]) -> bool:
        """On the table, on open ground, over nobody, and against no fortified stand it may not touch."""
        table = self.p.state.map
        if leaves(end, table.width, table.height, EPS) or self.ground.among.overlaps(end, TOL):
            return False
        if any(_overlaps(end, other) for other in placed):
            return False
        return self.may_assault or not any(self.fortified(i) for i in self.enemies.within(end, 0, EPS))

    @property
    def may_assault(self) -> bool:
        return self.p.holds(MayAssault(self.unit))

    def fortified(self, number: int) -> bool:
        """Whether an enemy stand is fortified against the charger from where it starts."""
        rect, owner = self.enemies.shapes[number], self.owners[number]
        assert isinstance(rect, Rect)
        return cover(self.p, owner, (round(rect.x), round(rect.y), rect.facing), self.starts) == FORTIFIED

    def contact(self, end: Rect) -> tuple[float, float, bool]:
        """Front-edge contact with all enemies and with the target, and whether a front corner touches (WM-CHARGE-22).
        Front-edge contact with all enemies and with the target, and whether a front corner touches (WM-CHARGE-22)."""
        every = own = 0.0
        corner = False
        for i, met in self.enemies.contacts(end, EPS).items():
            if met.side_a == "front" and met.length >= CONTACT:
                every += met.length
                own += met.length if self.owners[i] == self.target else 0.0
            elif _front_corner(end, self.enemies.shapes[i]):
                corner = True
        return every, own, corner


def _overlaps(a: Rect, b: Rect) -> bool:
    return bool(Stands((b,)).overlaps(a, TOL))


def _front_corner(end: Rect, other: object) -> bool:
    cos, sin = direction(end.facing)
    front = Rect(end.x + end.depth / 2 * cos, end.y + end.depth / 2 * sin, end.frontage, 0, end.facing)
    return touching(front, other, EPS)  # type: ignore[arg-type]


def on_edge(target: Rect, side: Side, size: tuple[float, float], along: float = 0.0) -> Rect:
    """A stand's place with its front edge on an edge of another, its middle this far left of the edge's middle."""
    out = out_of(target, side)
    (cos, sin), (lx, ly) = direction(out), direction(turned(out, QUARTER))
    deep = target.depth if side in ("front", "rear") else target.frontage
    far = (deep + size[1]) / 2
    return Rect(target.x + far * cos + along * lx, target.y + far * sin + along * ly, *size, turned(out, HALF))


def first_places(place: Place, target: Rect, side: Side) -> Iterator[Rect]:
    """Where the first stand may lie on an edge: centred, or as near to centre as what covers it allows (WM-CHARGE-7).
    Where the first stand may lie on an edge: centred, or as near to centre as what covers it allows (WM-CHARGE-7)."""
    size = place.starts[0].frontage, place.starts[0].depth
    centre = on_edge(target, side, size)
    if place.free(_whole(centre), ()):
        yield _whole(centre)
        return
    wide = target.frontage if side in ("front", "rear") else target.depth
    most = (wide + size[0]) / 2 - MIN_CONTACT.of(place.p)
    offsets = []
    for low, high in place.ground.among.free_stretches(target, side, *size, tol=0.0):
        low, high = max(low, -most), min(high, most)
        if low <= high + NOISE:
            offsets.append(min(max(0.0, low), high))
    for along in sorted(set(offsets), key=lambda s: (abs(s), s)):
        if abs(along) <= abs(min(offsets, key=abs)) + 1:
            found = _whole(on_edge(target, side, size, along))
            if place.free(found, ()):
                yield found


def _whole(rect: Rect) -> Rect:
    return rect._replace(x=round(rect.x), y=round(rect.y))


def first_stands(place: Place, goal: Rect, centre: Rect, target: Rect, seers: Sequence[int]) -> list[tuple[int, Way]]:
    """The charging stands that may go first: the closest with a way, or those equally close (WM-CHARGE-6,
    WM-CHARGE-24)."""
    found: list[tuple[float, int, Way]] = []
    for number in seers:
        start = place.starts[number]
        if corner_travel((start, centre)) > place.pace + EPS + NOISE:
            continue
        way = place.way(number, goal, ())
        if way is not None:
            far = gap(start, target) if len(way) == 2 else max(gap(start, target), corner_travel(way))
            found.append((far, number, way))
    if not found:
        return []
    least = min(far for far, _, _ in found)
    return [(number, way) for far, number, way in found if far <= least + EPS]


def placements(place: Place, first: tuple[int, Way]) -> list[Placing]:
    """Every result of placing the other stands one by one (WM-CHARGE-9, WM-CHARGE-21, WM-CHARGE-23)."""
    done: list[Placing] = []
    seen: set[frozenset[Rect]] = set()
    todo = [Placing((first,), (first[1][-1],))]
    while todo:
        now = todo.pop()
        placed = {number for number, _ in now.ways}
        left = [n for n in range(len(place.starts)) if n not in placed]
        if not left:
            done.append(now)
            continue
        for number in left:
            for following in next_placings(place, now, number):
                key = frozenset(following.rects)
                if key not in seen:
                    seen.add(key)
                    todo.append(following)
    return sorted(done, key=lambda d: (-_front(place, d), sorted(d.rects)))


def placeable(place: Place, first: tuple[int, Way]) -> list[Placing]:
    """One result of placing the other stands, if there is any."""
    seen: set[frozenset[Rect]] = set()

    def go_on(now: Placing) -> Placing | None:
        placed = {number for number, _ in now.ways}
        left = [n for n in range(len(place.starts)) if n not in placed]
        if not left:
            return now
        for number in left:
            for following in next_placings(place, now, number):
                key = frozenset(following.rects)
                if key not in seen:
                    seen.add(key)
                    if (found := go_on(following)) is not None:
                        return found
        return None

    found = go_on(Placing((first,), (first[1][-1],)))
    return [] if found is None else [found]


def _front(place: Place, placing: Placing) -> float:
    """Contact of a placement, to list the best first."""
    return sum(place.contact(rect)[0] for rect in placing.rects)


def next_placings(place: Place, now: Placing, number: int) -> list[Placing]:
    """Where one more stand may go: the first kind of place of WM-CHARGE-21 that exists."""
    placed = now.rects
    ends = flush_ends(now.line)
    flush = []
    for left, goal in ends:
        way = place.way(number, _whole(goal), placed)
        if way is not None:
            every, own, corner = place.contact(way[-1])
            flush.append((every, own, corner, left, way))
    if touched := [f for f in flush if f[0] >= CONTACT]:
        best = max(f[0] for f in touched)
        touched = [f for f in touched if f[0] >= best - EQUAL]
        closest = max(f[1] for f in touched)
        return [_extended(now, number, f[4], f[3]) for f in touched if f[1] >= closest - EQUAL]
    if cornered := [f for f in flush if f[2]]:
        return [_extended(now, number, f[4], f[3]) for f in cornered]
    found = [_extended(now, number, f[4], f[3]) for f in flush]
    found += [_with(now, number, way) for way in slid_to_meet(place, now, number)]
    return found or staggered(place, now, number) or behind(place, now, number)


def flush_ends(line: tuple[Rect, ...]) -> list[tuple[bool, Rect]]:
    """The places at the two free ends of the flush line: left, then right."""
    first, last = line[0], line[-1]
    lx, ly = direction(turned(first.facing, QUARTER))
    left = first._replace(x=first.x + lx * first.frontage, y=first.y + ly * first.frontage)
    return [(True, left), (False, last._replace(x=last.x - lx * last.frontage, y=last.y - ly * last.frontage))]


def _extended(now: Placing, number: int, way: Way, left: bool) -> Placing:
    line = (way[-1], *now.line) if left else (*now.line, way[-1])
    return Placing((*now.ways, (number, way)), line)


def _with(now: Placing, number: int, way: Way) -> Placing:
    return now._replace(ways=(*now.ways, (number, way)))


def slid_to_meet(place: Place, now: Placing, number: int) -> Iterator[Way]:
    """The ends of the line slid forward or back until the front edge meets an enemy (WM-CHARGE-11)."""
    for _, end in flush_ends(now.line):
        for goal in _meeting(place, end):
            way = place.way(number, _whole(goal), now.rects)
            if way and place.contact(way[-1])[0] >= CONTACT and any(touching(way[-1], r, EPS) for r in now.rects):
                yield way


def _meeting(place: Place, end: Rect) -> Iterator[Rect]:
    ahead = direction(end.facing)
    back: Point = (-ahead[0], -ahead[1])
    start = _moved(end, back, end.depth)
    far = place.enemies.shift((start,), (ahead[0] * 2 * end.depth, ahead[1] * 2 * end.depth), tol=TOL)
    if far.met and abs(far.far - end.depth) > EPS:
        yield _moved(start, ahead, far.far)


def _moved(rect: Rect, way: Point, far: float) -> Rect:
    return rect._replace(x=rect.x + way[0] * far, y=rect.y + way[1] * far)


def staggered(place: Place, now: Placing, number: int) -> list[Placing]:
    """Beside a placed stand, slid back by the least distance that lets it fit and be reached (WM-CHARGE-10)."""
    found: list[tuple[float, Way]] = []
    for beside in now.rects:
        cos, sin = direction(beside.facing)
        for sign in (1, -1):
            lx, ly = direction(turned(beside.facing, sign * QUARTER))
            at = beside._replace(x=beside.x + lx * beside.frontage, y=beside.y + ly * beside.frontage)
            for far in steps_back(place, at, now.rects):
                way = place.way(number, _whole(_moved(at, (-cos, -sin), far)), now.rects)
                if way is not None:
                    found.append((far, way))
                    break
    if not found:
        return []
    least = min(far for far, _ in found)
    return [_with(now, number, way) for far, way in found if far <= least + EPS]


def steps_back(place: Place, at: Rect, placed: Sequence[Rect]) -> Iterator[float]:
    """Distances to try: just clear of each thing in the way, up to a corner's touch."""
    cos, sin = direction(at.facing)
    most = at.depth
    tries = {500.0 * k for k in range(1, int(most // 500) + 1)}
    among = place.ground.among
    around = (*(among.shapes[i] for i in among.within(at, most, 0)), *placed)
    for shape in around:
        low, high = 0.0, most
        if not Stands((shape,)).overlaps(at, TOL):
            continue
        for _ in range(24):
            middle = (low + high) / 2
            free = not Stands((shape,)).overlaps(_moved(at, (-cos, -sin), middle), TOL)
            low, high = (low, middle) if free else (middle, high)
        tries.add(high)
    yield from sorted(tries)


def behind(place: Place, now: Placing, number: int) -> list[Placing]:
    """Directly behind a placed stand, same facing, sides flush (WM-CHARGE-10): it may support (WM-CHARGE-20)."""
    found = []
    for ahead in now.rects:
        cos, sin = direction(ahead.facing)
        way = place.way(number, _whole(_moved(ahead, (-cos, -sin), ahead.depth)), now.rects)
        if way is not None:
            found.append(_with(now, number, way))
    return found


def strikes(end: Rect, target: Rect) -> bool:
    """Whether a stand's front edge lies on another by an edge, not by a corner alone (WM-CHARGE-8)."""
    met = contact(end, target, EPS)
    return met is not None and met.side_a == "front" and met.length >= CONTACT


def place_for(p: Position, unit: str, pace: int, ground: Ground, target: str) -> Place:
    table, seat = crowd(p), p.state.units[unit].seat
    owners = tuple([table.owners[i] for i in table.numbers_against[seat]])
    return Place(p, unit, pace, ground, table.of(unit), table.against[seat], owners, target)


def grounded(p: Position, rect: Rect) -> bool:
    """Whether a flyer may end here (WM-FLY-4)."""
    return not land(p).no_landing.overlaps(rect, EPS)
