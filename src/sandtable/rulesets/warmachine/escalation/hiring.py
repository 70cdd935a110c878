"""Mercenaries in a list: who may control whose warjacks (ES-MERC-1), and how many a faction may hire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core.rosters import Problem
from sandtable.roster import ArmyList, Place, problem
from sandtable.rulesets.warmachine.common.lists.building import Building, entry_cost, warcasters
from sandtable.rulesets.warmachine.common.state.cards import Library

MERCENARY = "mercenary"
HIRED = 60  # percent of the limit that mercenaries in a faction's army may cost


@dataclass(frozen=True)
class WithMercenaries(Building):
    """Mercenary warjacks under mercenary controllers, and no others under them (ES-MERC-1, ES-MERC-3)."""

    def belongs(self, other: str, faction: str, controller: str = "") -> bool:
        """Any faction hires mercenaries. What their controllers may not have is told by the rules on them."""
        return other in (faction, MERCENARY) or controller == MERCENARY

    def hires(self, cards: Library, army: ArmyList, limit: int) -> Iterator[Problem]:
        yield from self.contract(cards, army, limit)
        for entry in army.entries:
            for key in entry.having("warjack") if entry.key else ():
                jack, own = cards.entries[key], cards.entries[entry.key]
                if MERCENARY in (jack.faction, own.faction) and jack.faction != own.faction:
                    rule = "ES-MERC-3" if own.faction == MERCENARY else "ES-MERC-2"
                    text = f"{own.name} of {own.faction.title()} cannot control {jack.name}"
                    yield problem(rule, entry.place, text, f"{jack.name} is of {jack.faction.title()}")

    def contract(self, cards: Library, army: ArmyList, limit: int) -> Iterator[Problem]:
        """A faction that hires has a warcaster of its own, and spends at most a share of its points on mercenaries."""
        faction = army.fields["faction"]
        hired = [e for e in army.entries if e.key and cards.entries[e.key].faction == MERCENARY]
        if faction == MERCENARY or not hired:
            return
        if warcasters(cards, army) and not warcasters(cards, army, faction):
            yield problem(self.warcaster, Place("the list"), f"has no warcaster of {faction.title()}", "add one")
        spent, most = sum(entry_cost(cards, e) for e in hired), limit * HIRED // 100
        if limit and spent > most:
            text = f"{spent} points of mercenaries, {most} allowed"
            yield problem(self.total, Place("the list"), text, f"leave out {spent - most}", spent - most)
