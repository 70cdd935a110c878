"""Mercenaries in a list: who may control whose warjacks (ES-MERC-1, ES-MERC-2, ES-MERC-3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core.rosters import Problem
from sandtable.roster import ArmyList, problem
from sandtable.rulesets.warmachine.common.lists.building import Building
from sandtable.rulesets.warmachine.common.state.cards import Library

MERCENARY = "mercenary"


@dataclass(frozen=True)
class WithMercenaries(Building):
    """Mercenary warjacks under mercenary controllers, and no others under them (ES-MERC-1, ES-MERC-3)."""

    def hires(self, cards: Library, army: ArmyList) -> Iterator[Problem]:
        for entry in army.entries:
            for key in entry.having("warjack") if entry.key else ():
                jack, own = cards.entries[key], cards.entries[entry.key]
                if MERCENARY in (jack.faction, own.faction) and jack.faction != own.faction:
                    rule = "ES-MERC-3" if own.faction == MERCENARY else "ES-MERC-2"
                    text = f"{own.name} of {own.faction.title()} cannot control {jack.name}"
                    yield problem(rule, entry.place, text, f"{jack.name} is of {jack.faction.title()}")
