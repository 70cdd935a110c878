"""Where the stands of a driven unit stand: the first is fixed, the others follow it (WM-DRIVE-15)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Refusal
from sandtable.geometry.pairs import gap
from sandtable.geometry.shapes import Disc, Rect
from sandtable.geometry.stands import Stands, leaves
from sandtable.geometry.units import FAR
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.measuring.closed_ground import closed_afoot
from sandtable.rulesets.warmaster.measuring.crowd import crowd, flies, rects_at
from sandtable.rulesets.warmaster.measuring.formation_choice import Formation, rows
from sandtable.rulesets.warmaster.measuring.formations import connected
from sandtable.rulesets.warmaster.measuring.ways import Fault, Way, ground_for, stand_way
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import EPS, Pose

CLEAR = 1_000  # from enemies and engaged units
ENDLESS = int(min(FAR, 10_000_000))


KEEP = "as it was"


class Reformed(Formation, frozen=True, kw_only=True):
    """The formation of a driven unit. The one it had, shifted, is always legal."""

    shifted: tuple[Pose, ...]  # the old formation where it comes to stand
    first: int
    origin: tuple[int, ...]
    also: tuple[int, ...] = ()  # stands that may be first instead (WM-GEO-13)
    driver: str = ""
    cite: str = "WM-DRIVE-15"

    def each(self, p: Position) -> Iterator[tuple[str, tuple[Pose, ...]]]:
        """As it was, and lines and columns about the first stand if all face alike."""
        yield KEEP, self.shifted
        if len({pose[2] for pose in self.shifted}) == 1:
            stand, seen = crowd(p).of(self.unit)[0], {self.shifted}
            for first in (self.first, *self.also):
                for name, poses in rows(self.shifted, (stand.frontage, stand.depth), first).items():
                    if poses not in seen and self.misplaced(p, poses) is None:
                        seen.add(poses)
                        yield name, poses

    def misplaced(self, p: Position, poses: tuple[Pose, ...]) -> Refusal | None:
        if poses == self.shifted:
            return None
        firsts = [i for i in (self.first, *self.also) if poses[i] == self.shifted[i]]
        if not firsts:
            return Refusal("the stand nearest to the driving unit has its place", "WM-DRIVE-6")
        if any(a[2] != b[2] for a, b in zip(poses, self.shifted, strict=True)):
            return Refusal("no stand turns", "WM-DRIVE-6")
        faults = [self.but(first=i, also=()).fault(p, rects_at(p, self.unit, poses), poses) for i in firsts]
        return None if None in faults else faults[0]

    def fault(self, p: Position, rects: tuple[Rect, ...], poses: tuple[Pose, ...]) -> Refusal | None:
        if not connected(rects):
            return Refusal("the stands must all touch one another", "WM-FORMN-1")
        far = self.from_the_driver(p, rects)
        if min(far) < far[self.first] - EPS:
            return Refusal("no stand may be nearer to the driving unit than the first", "WM-DRIVE-6")
        table, seat = crowd(p), p.state.units[self.unit].seat
        others = Stands(tuple(r for r, o in zip(table.rects, table.owners, strict=True) if o != self.unit))
        firm = [
            r
            for r, o in zip(table.rects, table.owners, strict=True)
            if o != self.unit and (table.seats[o] != seat or engaged(p, o))
        ]
        shut = closed_afoot(p, self.unit)
        for i, r in enumerate(rects):
            if i != self.first and Stands(tuple(firm)).within(r, CLEAR - EPS - 1, 0):
                return Refusal("at least 1 cm from enemies and engaged units", "WM-DRIVE-15")
            if (
                others.overlaps(r, EPS)
                or shut.overlaps(r, EPS)
                or leaves(r, p.state.map.width, p.state.map.height, EPS)
            ):
                return Refusal("no room there", "WM-DRIVE-15")
            if any(Stands((b,)).overlaps(r, EPS) for b in rects[i + 1 :]):
                return Refusal("stands overlap", "WM-DRIVE-15")
        if isinstance(self.ways(p, poses), Fault):
            return Refusal("a stand has no clear way there", "WM-DRIVE-15")
        return None

    def from_the_driver(self, p: Position, rects: tuple[Rect, ...]) -> list[float]:
        """How far stands are from the driving unit: from all its stands, while they are where they were."""
        origin = Disc(*self.origin) if len(self.origin) == 3 else Rect(*self.origin)
        stands = crowd(p).of(self.driver) if self.driver in p.state.stands else ()
        return [min(gap(o, r) for o in (stands if origin in stands else (origin,))) for r in rects]

    def ways(self, p: Position, poses: tuple[Pose, ...]) -> tuple[Way, ...] | Fault:
        """The first stand and the old formation go straight, others as they can (WM-DRIVE-6, WM-DRIVE-10)."""
        starts, ends = crowd(p).of(self.unit), rects_at(p, self.unit, poses)
        ground, fly, found = ground_for(p, self.unit), flies(p, self.unit), list[Way]()
        for i, (start, end) in enumerate(zip(starts, ends, strict=True)):
            straight = i == self.first or poses == self.shifted
            way = (start, end) if straight else stand_way(p, ground, start, poses[i], ENDLESS, (), fly)
            if isinstance(way, Fault):
                return way
            found.append(way)
        return tuple(found)
