"""A list with its cards, as the building rules read it; legal or not."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from sandtable.core.rosters import Problem
from sandtable.roster import ArmyList, Entry, Place
from sandtable.rulesets.warcaster.lists.vocabulary import ATTACHMENTS, HEROES, RACK, UNITS
from sandtable.rulesets.warcaster.state.cards import Card, Library


class Taken(NamedTuple):
    """One or more units alike, Heroes too."""

    place: Place
    card: Card | None  # None: the name is unknown
    times: int = 1
    cortexes: tuple[str, ...] = ()
    carried: tuple[tuple[str, str], ...] = ()  # hardpoint and weapon
    attachments: tuple[str, ...] = ()  # written with the squad they are meant for

    @property
    def hero(self) -> bool:
        return self.card is not None and self.card.hero

    def on(self, hardpoint: str) -> tuple[str, ...]:
        return tuple(weapon for kind, weapon in self.carried if kind == hardpoint)


class Force(NamedTuple):
    cards: Library
    faction: str
    entries: tuple[Taken, ...]
    owned: tuple[tuple[Place, Card, int], ...]  # attachments by themselves
    rack: tuple[tuple[Place, str], ...]  # a Cypher each, empty: the name is unknown
    faults: tuple[Problem, ...] = ()

    @property
    def units(self) -> int:
        """Those that are not Heroes."""
        return sum(e.times for e in self.entries if not e.hero)

    @property
    def heroes(self) -> int:
        return sum(e.times for e in self.entries if e.hero)

    def attachments(self) -> dict[str, int]:
        """How many of each are owned, those written with a squad among them."""
        total: dict[str, int] = {}
        for _, card, times in self.owned:
            total[card.id] = total.get(card.id, 0) + times
        for entry in self.entries:
            for name in entry.attachments:
                total[name] = total.get(name, 0) + entry.times
        return total


def force_of(cards: Library, army: ArmyList) -> Force:
    taken = [
        Taken(
            entry.place,
            cards.units.get(entry.key),
            entry.times,
            entry.having("cortex"),
            tuple((part.slot, part.key) for part in entry.parts if part.kind == "weapon"),
            entry.having("attachment"),
        )
        for entry in army.section(UNITS, HEROES)
    ]
    owned = [(e.place, cards.units[e.key], e.times) for e in army.section(ATTACHMENTS) if e.key]
    rack = [(e.place, e.key) for e in army.section(RACK) for _ in range(e.times)]
    return Force(cards, army.fields["faction"], tuple(taken), tuple(owned), tuple(rack), army.faults)


def with_attachments_owned(army: ArmyList) -> ArmyList:
    """Attachments written with a squad, listed by themselves: they join a squad when it is deployed (WC-ATTACH-3)."""
    entries: list[Entry] = []
    owned = Counter[str]()
    for entry in army.entries:
        own = [part for part in entry.parts if part.kind == "attachment"]
        owned.update({part.key: entry.times * own.count(part) for part in dict.fromkeys(own)})
        entries.append(entry._replace(parts=tuple(part for part in entry.parts if part not in own)))
    place = Place(ATTACHMENTS)
    return army._replace(entries=(*entries, *(Entry(place, ATTACHMENTS, key, n) for key, n in owned.items())))
