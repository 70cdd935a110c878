"""All stands of a table in one row: who is near whom, who touches whom. Worked out once until somebody moves.

Distances are between the nearest stands of two units (WM-GEO-5); touching is a gap of at most 0.01 cm (WM-GEO-2).
Everybody may measure anything at any time (WM-GEO-1).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import hypot
from typing import Any, NamedTuple

from sandtable.geometry.pairs import nearest
from sandtable.geometry.shapes import Disc, Rect, Segment, Shape
from sandtable.geometry.stands import Stands, least_of
from sandtable.geometry.units import FAR, NOISE
from sandtable.rulesets.warmaster.state.rules import Position, WarmasterRules, entry
from sandtable.rulesets.warmaster.state.table import EPS, PLACES, TOKEN, Pose, Table, Unit

NEAR = 20_000  # the distance most rules ask for
REACH = 30_000  # how far most units can charge
FEW = 6  # units that moved: what is known of the table before is of use
MIDDLES = 6_000  # what lies between the middles of two units besides the gap, roughly


def size(rules: WarmasterRules, entry_id: str) -> tuple[int, int]:
    """Frontage and depth of a unit's stands (WM-GEO-3)."""
    found = rules.library.units[entry_id]
    kind = rules.library.types[found.type]
    return (4_000, 2_000) if found.face == "long" else (kind.frontage, kind.depth)


def stand(size: tuple[int, int], pose: Pose) -> Rect:
    """A stand as a rectangle: a pose is its centre and where its front edge looks (WM-GEO-4)."""
    return Rect(pose[0], pose[1], size[0], size[1], pose[2])


@lru_cache(maxsize=4096)
def stands(size: tuple[int, int], poses: tuple[Pose, ...]) -> tuple[Rect, ...]:
    return tuple([stand(size, pose) for pose in poses])


@lru_cache(maxsize=4096)
def unit_row(size: tuple[int, int], poses: tuple[Pose, ...]) -> Stands:
    """A unit's stands as a row: most units stand where they stood when the last row of all was made."""
    return Stands(stands(size, poses))


@lru_cache(maxsize=8192)
def gap_line(one: Rect, other: Rect) -> Segment | None:
    """The line across the gap between two stands; None when they touch."""
    far, a, b = nearest(one, other)
    return Segment(*a, *b) if far > EPS else None


def own_rects(p: Position, unit: str) -> tuple[Rect, ...]:
    """One unit's stands where it is, while nothing is asked about the others."""
    return stands(size(p.rules, p.state.units[unit].entry), p.state.stands[unit])


def rects_at(p: Position, unit: str, poses: Iterable[Pose]) -> tuple[Rect, ...]:
    """A unit's stands in some poses."""
    wide = size(p.rules, p.state.units[unit].entry)
    return tuple([stand(wide, pose) for pose in poses])


def poses_of(rects: Iterable[Rect]) -> tuple[Pose, ...]:
    return tuple((round(r.x), round(r.y), r.facing) for r in rects)


@dataclass(frozen=True, eq=False)
class Crowd:
    """Every stand on the table, unit by unit."""

    owners: tuple[str, ...]  # the unit of each stand
    rects: tuple[Rect, ...]
    seats: Mapping[str, int]
    spans: Mapping[str, tuple[int, int]]  # where a unit's stands are in the row
    row: Stands
    earlier: Crowd | None = None  # the same units, a few of them elsewhere: most of what it has worked out still holds
    moved: tuple[int, ...] = ()  # the stands that are not where they were

    def of(self, unit: str) -> tuple[Rect, ...]:
        low, high = self.spans[unit]
        return self.rects[low:high]

    def numbers(self, unit: str) -> range:
        return range(*self.spans[unit])

    def but_for(self, *units: str) -> tuple[int, ...]:
        """The numbers of the stands without those of some units: what is in their way."""
        return tuple([i for i, owner in enumerate(self.owners) if owner not in units])

    @cached_property
    def numbers_against(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The stands of each seat's enemy, by number."""
        one, two = ([i for i, o in enumerate(self.owners) if self.seats[o] != seat] for seat in (0, 1))
        return tuple(one), tuple(two)

    @cached_property
    def against(self) -> tuple[Stands, Stands]:
        """The stands of each seat's enemy, as rows."""
        one, two = (self._against(seat) for seat in (0, 1))
        return one, two

    def _against(self, seat: int) -> Stands:
        if self.earlier is not None and all(self.seats[self.owners[i]] == seat for i in self.moved):
            return self.earlier.against[seat]
        return self.row.some(self.numbers_against[seat])

    @cached_property
    def _close(self) -> dict[float, list[list[int]]]:
        return {}

    def close(self, reach: float) -> list[list[int]]:
        """For each stand the others within a small reach, of any unit, that do not touch it."""
        if reach not in self._close:
            self._close[reach] = self._all_close(reach) if self.earlier is None else self._close_again(reach)
        return self._close[reach]

    def _all_close(self, reach: float) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in self.rects]
        for i, j, far in self.row.pairs(reach, EPS):
            if far > EPS:
                found[i].append(j)
                found[j].append(i)
        return found

    def _close_again(self, reach: float) -> list[list[int]]:
        assert self.earlier is not None
        before, limit = self.earlier.close(reach), reach + EPS + NOISE
        found, moved = list(before), set(self.moved)
        for i in self.moved:
            found[i] = [j for j, far in self.row.near(self.rects[i], limit) if far > EPS and j != i]
        for j in {j for i in self.moved for j in (*before[i], *found[i])} - moved:
            found[j] = sorted([*(i for i in before[j] if i not in moved), *(i for i in self.moved if j in found[i])])
        return found

    @cached_property
    def near(self) -> dict[str, dict[str, float]]:
        """For each unit those within 30 cm, friend and foe, and how far they are."""
        found: dict[str, dict[str, float]] = {name: {} for name in self.spans}
        names, count = tuple(self.spans), len(self.spans)
        for k, far in least_of(self._gap_table, REACH + EPS + NOISE):
            a, b = names[k // count], names[k % count]
            found[a][b] = found[b][a] = far
        return found

    @cached_property
    def _gap_table(self) -> Any:
        """The gaps between units, up to 30 cm."""
        groups = [n for n, (low, high) in enumerate(self.spans.values()) for _ in range(low, high)]
        known = None if self.earlier is None else self.earlier._gap_table
        return self.row.group_table(groups, REACH + EPS + NOISE, known, {groups[i] for i in self.moved})

    @cached_property
    def touching(self) -> dict[str, tuple[str, ...]]:
        """The units each unit touches, in table order: what `near` says of them, sooner found."""
        return self._all_touching() if self.earlier is None else self._touching_again(self.earlier)

    def _all_touching(self) -> dict[str, tuple[str, ...]]:
        owners, spans = self.owners, self.spans
        links = {(spans[owners[i]], spans[owners[j]]) for i, j, _ in self.row.pairs(0, EPS) if owners[i] != owners[j]}
        found: dict[str, list[str]] = {name: [] for name in spans}
        for (a, _), (b, _) in sorted(links):
            found[owners[a]].append(owners[b])
            found[owners[b]].append(owners[a])
        return {name: tuple(others) for name, others in found.items()}

    def _touching_again(self, earlier: Crowd) -> dict[str, tuple[str, ...]]:
        owners, found = self.owners, dict(earlier.touching)
        now: dict[str, set[str]] = {owners[i]: set() for i in self.moved}
        for i in self.moved:
            now[owners[i]].update([owners[j] for j in self.row.within(self.rects[i], 0, EPS) if owners[j] != owners[i]])
        for name in {o for unit in now for o in (unit, *found[unit], *now[unit])}:
            others = now.get(name) or ()
            if name not in now:
                others = {*(o for o in found[name] if o not in now), *(unit for unit in now if name in now[unit])}
            found[name] = tuple(sorted(others, key=self.spans.__getitem__))
        return found

    def enemies(self, unit: str, reach: float = NEAR) -> dict[str, float]:
        """Enemy units within reach (up to 20 cm) and how far they are."""
        seat, limit = self.seats[unit], reach + EPS + NOISE
        return {o: far for o, far in self.near[unit].items() if far <= limit and self.seats[o] != seat}

    def close_by(self, unit: str) -> dict[str, float]:
        """Enemy units within 30 cm and how far they are."""
        seat, seats = self.seats[unit], self.seats
        return {o: far for o, far in self.near[unit].items() if seats[o] != seat}

    @cached_property
    def middles(self) -> dict[str, tuple[float, float]]:
        """The middle of every unit."""
        return {u: _middle(self.rects[low:high]) for u, (low, high) in self.spans.items()}

    def nearest_foe(self, unit: str) -> tuple[float, str]:
        """The nearest enemy: exactly when he is within 30 cm, else by the middles of both. There must be one."""
        found = self._nearest.get(unit)
        if found is None:
            found = self._nearest[unit] = self._nearest_to(unit)
        return found

    @cached_property
    def _nearest(self) -> dict[str, tuple[float, str]]:
        return {}

    def _nearest_to(self, unit: str) -> tuple[float, str]:
        if near := self.close_by(unit):
            return min([(far, o) for o, far in near.items()])
        (x, y), middles = self.middles[unit], self.middles
        far, enemy = min([(hypot(middles[o][0] - x, middles[o][1] - y), o) for o in self.foes[self.seats[unit]]])
        return max(float(REACH), far - MIDDLES), enemy

    def fought(self, unit: str) -> tuple[str, ...]:
        """The enemy units a unit touches, by an edge or a corner (WM-ENG-1)."""
        return self._fought[unit]

    @cached_property
    def _fought(self) -> dict[str, tuple[str, ...]]:
        seats = self.seats
        return {u: tuple([o for o in near if seats[o] != seats[u]]) for u, near in self.touching.items()}

    @cached_property
    def fighting(self) -> frozenset[str]:
        """The units that touch an enemy."""
        return frozenset([u for u, enemies in self._fought.items() if enemies])

    def gaps(self, shape: Shape, most: float = FAR) -> dict[str, float]:
        """How far each unit is from a shape."""
        far = self.row.gaps(shape, most)
        return {name: min(far[low:high]) for name, (low, high) in self.spans.items()}

    def apart(self, a: str, b: str) -> float:
        """The distance between two units."""
        known: dict[str, dict[str, float]] | None = self.__dict__.get("near")
        if known is not None and (far := known[a].get(b)) is not None:
            return far
        key = (a, b) if a < b else (b, a)
        far = self._apart.get(key)
        if far is None:
            far = self._apart[key] = self.row.between(self.spans[key[0]], self.spans[key[1]])
        return far

    @cached_property
    def _apart(self) -> dict[tuple[str, str], float]:
        return {}

    @cached_property
    def foes(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The units of each seat's enemy, in table order."""
        one, two = ([u for u, owner in self.seats.items() if owner != seat] for seat in (0, 1))
        return tuple(one), tuple(two)


@lru_cache(maxsize=4096)
def _middle(rects: tuple[Rect, ...]) -> tuple[float, float]:
    return sum(r.x for r in rects) / len(rects), sum(r.y for r in rects) / len(rects)


def crowd(p: Position) -> Crowd:
    return p.memo("crowd", make_crowd, PLACES, p.rules, p.state)


class Stood(NamedTuple):
    """A table as it was, and its crowd."""

    crowd: Crowd
    stands: Mapping[str, tuple[Pose, ...]]
    units: Mapping[str, Unit]


def make_crowd(rules: WarmasterRules, state: Table) -> Crowd:
    earlier: Stood | None = rules.stood
    if earlier is not None and (moved := moved_since(earlier, state)) is not None:
        return crowd_after(earlier, rules, state, moved)
    found = whole_crowd(rules, state)
    rules.stood = Stood(found, state.stands, state.units)
    return found


def moved_since(earlier: Stood, state: Table) -> list[str] | None:
    """The units that are not where they were on an earlier table; None: too many, or they are not the same units."""
    if len(earlier.stands) != len(state.stands):
        return None
    moved = []
    for (name, poses), (other, were) in zip(state.stands.items(), earlier.stands.items(), strict=True):
        if name != other:
            return None
        unit, was = state.units[name], earlier.units[name]
        if unit is not was and (unit.seat, unit.entry) != (was.seat, was.entry):
            return None
        if poses is not were and poses != were:
            moved.append(name)
            if len(moved) > FEW or len(poses) != len(were):
                return None
    return moved


def crowd_after(earlier: Stood, rules: WarmasterRules, state: Table, moved: Sequence[str]) -> Crowd:
    """What `whole_crowd` makes, with what an earlier crowd knows."""
    table = earlier.crowd
    rects, rows = list(table.rects), dict[int, Stands]()
    for name in moved:
        (low, high), wide = table.spans[name], size(rules, state.units[name].entry)
        rects[low:high] = stands(wide, state.stands[name])
        rows[low] = unit_row(wide, state.stands[name])
    numbers = tuple([i for name in moved for i in table.numbers(name)])
    row = table.row.replaced(rows)
    found = Crowd(table.owners, tuple(rects), table.seats, table.spans, row, table, numbers)
    found.__dict__.update(numbers_against=table.numbers_against, foes=table.foes)
    return found


def whole_crowd(rules: WarmasterRules, state: Table) -> Crowd:
    owners: list[str] = []
    rects: list[Rect] = []
    rows: list[Stands] = []
    spans: dict[str, tuple[int, int]] = {}
    seats: dict[str, int] = {}
    for name, poses in state.stands.items():
        unit = state.units[name]
        spans[name] = len(rects), len(rects) + len(poses)
        seats[name] = unit.seat
        wide = size(rules, unit.entry)
        rects += stands(wide, poses)
        rows.append(unit_row(wide, poses))
        owners += [name] * len(poses)
    return Crowd(tuple(owners), tuple(rects), seats, spans, Stands.of_rows(rows))


def suppose(p: Position, placed: Mapping[str, Sequence[Pose]]) -> Position:
    """A hypothetical table on which some units stand elsewhere."""
    changed = {name: tuple(poses) for name, poses in placed.items() if p.state.stands.get(name) != tuple(poses)}
    return p.with_state(p.state.but(stands={**p.state.stands, **changed})) if changed else p


def token(p: Position, character: str) -> Disc:
    """A character as a disc (WM-GEO-6)."""
    return Disc(*p.state.spots[character], TOKEN)


def token_gaps(p: Position, character: str) -> dict[str, float]:
    """How far every unit is from a character's token."""
    here = token(p, character)
    return p.memo(("distances", here), lambda: crowd(p).gaps(here), PLACES)


def foes(p: Position, unit: str) -> list[str]:
    """Enemy units on the table."""
    return list(crowd(p).foes[p.state.units[unit].seat])


def in_contact(p: Position, unit: str) -> bool:
    """Whether a unit touches an enemy (WM-ENG-1)."""
    return unit in p.state.stands and bool(crowd(p).fought(unit))


def flies(p: Position, unit: str) -> bool:
    """Flyers keep their troop type, and on the ground they are ground troops to all others (WM-FLY-5, WM-FLY-9)."""
    return entry(p, unit).flyer
