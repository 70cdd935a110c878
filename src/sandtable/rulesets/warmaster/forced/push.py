"""A friend in the path of another: what that path is, and where the friend may go (WM-MKWY-4, WM-MKWY-7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.core import Refusal
from sandtable.core.texts import say
from sandtable.geometry.pairs import overlap
from sandtable.geometry.shapes import Point, Poly, Rect
from sandtable.geometry.stands import Stands, leaves
from sandtable.geometry.wheel import corner_travel, swept
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.command.movement import Pace
from sandtable.rulesets.warmaster.forced.obstructions import path_of
from sandtable.rulesets.warmaster.measuring.closed_ground import closed_afoot
from sandtable.rulesets.warmaster.measuring.crowd import crowd, poses_of
from sandtable.rulesets.warmaster.measuring.formations import connected
from sandtable.rulesets.warmaster.measuring.ways import Fault, Way, ground_for, refused, unit_ways
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import EPS

Plain = tuple[tuple[int, int, int, int, int], ...]  # stands as numbers


class Push(NamedTuple):
    """Who is pushed by whom."""

    unit: str
    pusher: str
    rects: Plain  # the pushing stands where they start
    way: tuple[float, float]
    far: float

    def path(self) -> tuple[Poly, ...]:
        return path_between(self.rects, self.way, self.far)

    def firm(self, p: Position) -> Stands:
        """Enemies and engaged units, which it may not touch (WM-MKWY-4); those it makes way for it may."""
        table, seat = crowd(p), p.state.units[self.unit].seat
        others = table.but_for(self.unit, self.pusher)
        return table.row.some([i for i in others if table.seats[o := table.owners[i]] != seat or engaged(p, o)])

    def may_end(self, p: Position, places: tuple[Rect, ...]) -> bool:
        """On the table, on no barred ground, without contact (WM-MKWY-4)."""
        shut, firm = closed_afoot(p, self.unit), self.firm(p)
        return not any(
            leaves(r, p.state.map.width, p.state.map.height, EPS) or shut.overlaps(r, EPS) or firm.within(r, 0, EPS)
            for r in places
        )

    def back_is_clear(self, p: Position, places: tuple[Rect, ...]) -> bool:
        """Whether its stands sweep no barred ground and meet nobody they may not touch (WM-GEO-14, WM-MKWY-4); they
        may leave those they touch."""
        shut, firm = closed_afoot(p, self.unit), self.firm(p)
        for a, b in zip(crowd(p).of(self.unit), places, strict=True):
            path = swept(a, b)
            if shut.overlaps(path, EPS) or firm.overlaps(path, EPS):
                return False
            if set(firm.within(path, 0, EPS)) - set(firm.within(a, 0, EPS)):
                return False
        return True

    def misplaced(self, p: Position, places: tuple[Rect, ...]) -> Refusal | None:
        """Why stands that are rearranged may not go there, each by a clear way within the pace (WM-MKWY-4,
        WM-MKWY-7)."""
        if not connected(places) or clash(places) or in_path(places, self.path()):
            return Refusal("the stands go beside the path, in touch with one another", "WM-MKWY-7")
        if not self.may_end(p, places):
            return Refusal("no way is made onto barred ground or into enemies and engaged units", "WM-MKWY-4")
        others = crowd(p).row.some(crowd(p).but_for(self.unit, self.pusher))
        if any(others.overlaps(r, EPS) for r in places):
            return Refusal(say("{unit}: others stand there", unit=self.unit), "WM-MOVE-13")
        ways = self.ways(p, places)
        return refused(ways, self.unit, ("WM-MKWY-2", "", "WM-MKWY-4")) if isinstance(ways, Fault) else None

    def ways(self, p: Position, places: tuple[Rect, ...]) -> tuple[Way, ...] | Fault:
        """The ways of stands that are rearranged."""
        ground = ground_for(p, self.unit, afoot=True)
        return unit_ways(p, self.unit, poses_of(places), p.value(Pace(self.unit)), ground, fly=False)


@lru_cache(maxsize=64)
def path_between(rects: Plain, way: Point, far: float) -> tuple[Poly, ...]:
    """The ground that pushing stands run over."""
    return path_of([Rect(*r) for r in rects], way, far)


def in_path(rects: Sequence[Rect], path: Sequence[Poly], tol: float = EPS) -> list[int]:
    """The stands that lie in a path, by number."""
    return [i for i, r in enumerate(rects) if any(overlap(r, part, tol) for part in path)]


def clash(rects: Sequence[Rect]) -> bool:
    return any(overlap(a, b, EPS) for i, a in enumerate(rects) for b in rects[i + 1 :])


def gap_moved(a: Rect, b: Rect) -> float:
    return corner_travel((a, b)) if a != b else 0.0


def pushing(rects: Sequence[Rect]) -> Plain:
    return tuple((round(r.x), round(r.y), round(r.frontage), round(r.depth), r.facing) for r in rects)
