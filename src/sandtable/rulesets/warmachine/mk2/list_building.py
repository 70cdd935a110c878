"""Army lists in Mk II: one faction, one warcaster up to 50 points, costs after the warjack points (M2-FORCE-3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core.rosters import Problem
from sandtable.roster import ArmyList, Place, problem
from sandtable.rulesets.warmachine.common.lists.building import Building, warcasters
from sandtable.rulesets.warmachine.common.state.cards import Library

ONE_UP_TO = 50  # points
SIZES = (15, 25, 35, 50)


@dataclass(frozen=True)
class ByPoints(Building):
    """Exactly one warcaster in games up to 50 points (M2-FORCE-1)."""

    def game_size(self, limit: int) -> Iterator[Problem]:
        """The sizes of games (M2-FORCE-2); a battle box has no limit, its costs are ignored."""
        if limit and limit <= max(SIZES) and limit not in SIZES:  # larger games have several warcasters
            sizes = ", ".join(map(str, SIZES))
            text = f"{limit} points is no usual size of a game"
            yield problem("M2-FORCE-2", Place("limit"), text, f"sizes: {sizes}, or none for a battle box", grave=False)

    def casters(self, cards: Library, army: ArmyList, points: int) -> Iterator[Problem]:
        many = warcasters(cards, army)
        if not many:
            yield problem(self.warcaster, Place("the list"), "has no warcaster", "add one")
        elif many > 1 and points <= ONE_UP_TO:
            yield problem(self.warcaster, Place("the list"), f"has {many} warcasters", "one up to 50 points", many - 1)
