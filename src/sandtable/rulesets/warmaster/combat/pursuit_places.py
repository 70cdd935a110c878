"""Where the stands of a pursuing unit end: those that must go in have their places, the player places the others
(WM-PURSUE-9, WM-PURSUE-24)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations

from sandtable.core import Refusal
from sandtable.core.texts import say
from sandtable.geometry.shapes import Rect
from sandtable.rulesets.warmaster.combat.pursuing_stands import (
    Chase,
    Ends,
    arrangements,
    idle,
    misplaced,
    straight_ahead,
    way_round,
)
from sandtable.rulesets.warmaster.combat.pursuit import beginnings, chased
from sandtable.rulesets.warmaster.measuring.crowd import poses_of, rects_at
from sandtable.rulesets.warmaster.measuring.formation_choice import Formation
from sandtable.rulesets.warmaster.measuring.formations import connected
from sandtable.rulesets.warmaster.measuring.ways import Fault, Way
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import EPS, Pose

MOST = 6  # arrangements with a name


class PursuitPlaces(Formation, frozen=True, kw_only=True):
    """A pose for each stand, or one of the arrangements found. Stands are alike: any of them may take a place."""

    enemy: str
    ahead: tuple[str, ...] = ()  # enemies that a stand straight ahead of them strikes
    way: int = 0  # which of the ways to begin
    cite: str = "WM-PURSUE-24"

    def chase(self, p: Position) -> Chase:
        return chased(p, self.unit, self.enemy, self.ahead)

    def first(self, p: Position) -> list[Ends]:
        """Who must go in and where; several: the player's choice."""
        return beginnings(self.chase(p))[self.way : self.way + 1]

    def settled(self, p: Position) -> bool:
        """Whether every stand has its place, so that nothing is left to ask."""
        return all(len(ends) == len(p.state.stands[self.unit]) for ends in self.first(p))

    def each(self, p: Position) -> Iterator[tuple[str, tuple[Pose, ...]]]:
        c, seen = self.chase(p), set[frozenset[Pose]]()

        def found() -> Iterator[tuple[Pose, ...]]:
            for ends in self.first(p):
                for placed in arrangements(c, ends):
                    poses = poses_of([placed[i] for i in range(len(placed))])
                    if frozenset(poses) not in seen:
                        seen.add(frozenset(poses))
                        yield poses

        for n, poses in enumerate(islice(found(), MOST), 1):
            yield f"arrangement {n}", poses

    def misplaced(self, p: Position, poses: tuple[Pose, ...]) -> Refusal | None:
        if not connected(rects_at(p, self.unit, poses)):
            return Refusal(say("{unit}'s stands must all touch one another", unit=self.unit), "WM-FORMN-1")
        found = self.gone(p, poses)
        return found if isinstance(found, Refusal) else None

    def ways(self, p: Position, poses: tuple[Pose, ...]) -> tuple[Way, ...] | Fault:
        """The ways of the stands that take some places."""
        found = self.gone(p, poses)
        return Fault("blocked") if isinstance(found, Refusal) else found

    def gone(self, p: Position, poses: tuple[Pose, ...]) -> tuple[Way, ...] | Refusal:
        """How the stands come to their places, or why they do not."""
        rects, c, why = rects_at(p, self.unit, poses), self.chase(p), list[Refusal]()
        free = len(rects) - p.state.units[self.unit].skirmisher  # a skirmisher keeps its own place
        for order in permutations(range(free)):
            ends = tuple(rects[i] for i in (*order, *range(free, len(rects))))
            for begun in self.first(p):
                found = ways_in(c, begun, ends)
                if not isinstance(found, Refusal):
                    return found
                why.append(found)
        return why[0] if why else Refusal(say("{unit} cannot pursue", unit=self.unit), "WM-PURSUE-21")


def ways_in(c: Chase, begun: Ends, ends: tuple[Rect, ...]) -> tuple[Way, ...] | Refusal:
    """How the stands come to their places, each to its own, in any order of placing; or why they may not end there
    (WM-PURSUE-22)."""
    for i, rect in begun.items():
        if max(abs(rect.x - ends[i].x), abs(rect.y - ends[i].y)) > EPS or rect.facing != ends[i].facing:
            return Refusal(say("a stand that can go straight at {enemy} must", enemy=c.enemy), "WM-PURSUE-9")
    left, why = [i for i in range(len(ends)) if i not in begun], list[Refusal]()
    for order in permutations(left):
        ways, placed = {i: first_way(c, i, rect) for i, rect in begun.items()}, tuple(begun.values())
        for i in order:
            fault = misplaced(c, i, ends[i], placed) or idle(c, i, ends[i], placed)
            if fault is not None:
                why.append(fault)
                break
            way = way_round(c, i, ends[i], placed)
            assert not isinstance(way, Fault)
            ways[i], placed = way, (*placed, ends[i])
        else:
            return tuple(ways[i] for i in range(len(ends)))
    return why[0]


def first_way(c: Chase, number: int, end: Rect) -> Way:
    """How a stand that must go in goes: straight ahead, else round as the first of a charge (WM-PURSUE-10)."""
    straight = straight_ahead(c, c.starts[number])
    if straight and straight[-1] == end:
        return straight
    found = way_round(c, number, end, ())
    return (c.starts[number], end) if isinstance(found, Fault) else found
