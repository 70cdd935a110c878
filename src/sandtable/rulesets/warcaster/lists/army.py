"""An army as a list names it, with where each thing was written; legal or not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sandtable.core.rosters import Problem
from sandtable.rulesets.warcaster.state.cards import Card


class Place(NamedTuple):
    """Where something was written."""

    text: str
    line: int = 0


class Entry(NamedTuple):
    """One or more units alike."""

    place: Place
    card: Card | None  # None: nobody knows such a unit
    times: int = 1
    cortexes: tuple[str, ...] = ()
    carried: tuple[tuple[str, str], ...] = ()  # hardpoint and weapon
    attachments: tuple[str, ...] = ()  # written with the squad they are meant for

    @property
    def hero(self) -> bool:
        return self.card is not None and self.card.hero

    def on(self, hardpoint: str) -> tuple[str, ...]:
        return tuple(weapon for kind, weapon in self.carried if kind == hardpoint)


class Owned(NamedTuple):
    """Attachments of one kind."""

    place: Place
    card: Card
    times: int


class Slip(NamedTuple):
    """A card of the rack; empty where nobody knows it."""

    place: Place
    cypher: str


class Army(NamedTuple):
    name: str = ""
    faction: str = ""
    plan: str = ""
    size: str = ""
    mission: str = ""
    entries: tuple[Entry, ...] = ()
    owned: tuple[Owned, ...] = ()
    rack: tuple[Slip, ...] = ()
    faults: tuple[Problem, ...] = ()  # what could not be read

    @property
    def units(self) -> int:
        return sum(e.times for e in self.entries if not e.hero)

    @property
    def heroes(self) -> int:
        return sum(e.times for e in self.entries if e.hero)

    def attachments(self) -> dict[str, int]:
        """How many of each are owned, those written with a squad among them."""
        total: dict[str, int] = {}
        for owned in self.owned:
            total[owned.card.id] = total.get(owned.card.id, 0) + owned.times
        for entry in self.entries:
            for name in entry.attachments:
                total[name] = total.get(name, 0) + entry.times
        return total


def where(places: Iterable[Place]) -> Place:
    """Several places in one phrase."""
    known = list(dict.fromkeys(places))
    if len(known) == 1:
        return known[0]
    if all(p.line for p in known):
        return Place(f"lines {', '.join(str(p.line) for p in known)}", known[0].line if known else 0)
    return Place(", ".join(p.text for p in known))


def inferred(army: Army) -> str:
    """The Faction most units can join."""
    votes: dict[str, int] = {}
    for entry in army.entries:
        for faction in entry.card.factions if entry.card else ():
            votes[faction] = votes.get(faction, 0) + entry.times
    return max(votes, key=lambda f: votes[f]) if votes else ""


def data(army: Army) -> dict[str, Any]:
    """Plain data as `new_game` takes it: the shape of data/forces.toml."""
    head = {"name": army.name, "faction": army.faction, "size": army.size, "plan": army.plan, "mission": army.mission}
    units = [unit_data(e) for e in army.entries if e.card is not None and not e.hero for _ in range(e.times)]
    heroes = [e.card.id for e in army.entries if e.card is not None and e.hero for _ in range(e.times)]
    return {
        **{key: value for key, value in head.items() if value},
        "units": units,
        "heroes": heroes,
        "attachments": army.attachments(),
        "rack": [slip.cypher for slip in army.rack if slip.cypher],
    }


def unit_data(entry: Entry) -> dict[str, Any]:
    assert entry.card is not None
    found: dict[str, Any] = {"unit": entry.card.id}
    if entry.card.type == "warjack":
        found["cortex"] = entry.cortexes[0] if entry.cortexes else ""
        found |= {hardpoint: list(entry.on(hardpoint)) for hardpoint in entry.card.hardpoints}
    return found
