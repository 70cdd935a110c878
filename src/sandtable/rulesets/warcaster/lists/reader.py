"""Names turned into cards as a list is read; what nobody knows becomes a fault with the nearest name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from sandtable.core.name_lookup import Names, words
from sandtable.core.rosters import Problem
from sandtable.rulesets.warcaster.lists.army import Army, Entry, Owned, Place, Slip
from sandtable.rulesets.warcaster.lists.vocabulary import (
    HARDPOINTS,
    allowed,
    cortex_short,
    cypher_name,
    faction_name,
    unit_name,
    vocabulary,
    weapon_name,
)
from sandtable.rulesets.warcaster.state.cards import Card, library


class Kind(NamedTuple):
    """How one kind of name is looked up and told."""

    what: str
    rule: str  # cited where nobody knows the name
    names: Callable[[], Names]
    told: Callable[[str], str]


UNIT = Kind("unit", "WC-FORCE-1", lambda: vocabulary().units, unit_name)
CORTEX = Kind("cortex", "WC-JACK-1", lambda: vocabulary().cortexes, cortex_short)
WEAPON = Kind("weapon", "WC-JACK-3", lambda: vocabulary().weapons, weapon_name)
CYPHER = Kind("Cypher", "WC-RACK-1", lambda: vocabulary().cyphers, cypher_name)
ATTACHMENT = Kind("attachment", "WC-ATTACH-1", lambda: vocabulary().units, unit_name)
FACTION = Kind("Faction", "WC-FORCE-1", lambda: vocabulary().factions, faction_name)
MISSION = Kind("mission", "WC-MISSION-1", lambda: vocabulary().missions, lambda key: library().missions[key]["name"])


class Reader:
    """An army being read."""

    def __init__(self, faction: str = "") -> None:
        self.head = {"name": "", "faction": faction, "plan": "", "size": "", "mission": ""}
        self.entries: list[Entry] = []
        self.owned: list[Owned] = []
        self.rack: list[Slip] = []
        self.faults: list[Problem] = []

    def done(self) -> Army:
        name, faction, plan, size, mission = self.head.values()
        lists = (tuple(self.entries), tuple(self.owned), tuple(self.rack), tuple(self.faults))
        return Army(name, faction, plan, size, mission, *lists)

    # --- finding ---
    def sure(self, kind: Kind, said: str, among: Iterable[str] = ()) -> str | None:
        """The one thing a name stands for: exactly, or by a telling part of it among what is allowed, or at all."""
        names = kind.names()
        if found := names.exact(said):
            return found
        for group in (set(among), None):
            hits = names.meant(said, group) if group != set() else []
            if hits:
                return hits[0] if len(hits) == 1 else None
        return None

    def guess(self, kind: Kind, place: Place, said: str, among: Iterable[str] = ()) -> str | None:
        """The nearest name, with a fault that says so; reading goes on with it so that one slip is told once."""
        names, group = kind.names(), set(among)
        hits = names.meant(said, group or None) or names.meant(said)
        if len(hits) > 1:
            listed = ", ".join(map(kind.told, hits))
            self.fault(kind.rule, place, f"{said!r} can be {listed}", "write the whole name")
            return None
        near = names.near(said, group or None) or names.near(said)
        hint = f"did you mean {' or '.join(map(kind.told, near[:2]))}?" if near else "take it out"
        self.fault(kind.rule, place, f"no {kind.what} {said!r}", hint)
        return near[0] if near else None

    def fault(self, rule: str, place: Place, text: str, suggestion: str = "") -> None:
        self.faults.append(Problem(rule, place.text, text, suggestion, place.line))

    # --- taking ---
    def take_faction(self, place: Place, said: str) -> None:
        found = self.sure(FACTION, said) or self.guess(FACTION, place, said)
        self.head["faction"] = found or self.head["faction"]

    def take_mission(self, place: Place, said: str) -> None:
        found = self.sure(MISSION, said) or self.guess(MISSION, place, said)
        self.head["mission"] = found or ""

    def take_unit(self, place: Place, said: str, count: int = 1) -> None:
        may = allowed(self.head["faction"])
        self.take_card(place, self.sure(UNIT, said, may) or self.guess(UNIT, place, said, may), count)

    def take_card(self, place: Place, key: str | None, count: int) -> None:
        card = library().units[key] if key else None
        if card is not None and card.type == "attachment":
            self.owned.append(Owned(place, card, count))
        elif count > 0:
            self.entries.append(Entry(place, card, count))

    def take_attachment(self, place: Place, said: str, count: int) -> None:
        may = attachments_of(self.head["faction"])
        found = self.sure(ATTACHMENT, said, may) or self.guess(ATTACHMENT, place, said, may)
        if found and library().units[found].type != "attachment":
            self.fault("WC-ATTACH-1", place, f"{unit_name(found)} is no attachment", "move it to units")
        self.take_card(place, found, count)

    def take_cypher(self, place: Place, said: str, count: int = 1) -> None:
        found = self.sure(CYPHER, said) or self.guess(CYPHER, place, said)
        self.rack += [Slip(place, found or "")] * count

    # --- what the last unit carries ---
    def take_parts(self, place: Place, group: Iterable[str]) -> None:
        """Cortex, weapons and attachments in any order; ``arm`` and ``shoulder`` hold for what follows them."""
        hardpoint = ""
        for said in group:
            if words(said) in HARDPOINTS:
                hardpoint = HARDPOINTS[words(said)]
                continue
            first, _, rest = said.partition(" ")
            if rest and words(first) in HARDPOINTS and not vocabulary().weapons.exact(said):
                hardpoint, said = HARDPOINTS[words(first)], rest
            self.take_part(place, said, hardpoint)

    def take_part(self, place: Place, said: str, hardpoint: str = "") -> None:
        card = self.entries[-1].card if self.entries else None
        if card is not None and not self.known_part(card, said, hardpoint):
            self.guess_part(place, card, said, hardpoint)

    def known_part(self, card: Card, said: str, hardpoint: str = "") -> bool:
        """Take it if the name is plain."""
        own = own_weapons(card)
        cortex = CORTEX.names().exact(said) or only(CORTEX.names().meant(said, card.cortexes))
        weapon = WEAPON.names().exact(said) or only(WEAPON.names().meant(said, own))
        extra = UNIT.names().exact(said) or self.sure(ATTACHMENT, said, attachments_of(self.head["faction"]))
        if cortex and not (weapon and weapon in own):
            self.add_cortex(cortex)
        elif weapon:
            self.add_weapon(card, weapon, hardpoint)
        elif extra and library().units[extra].type == "attachment":
            self.entries[-1] = self.entries[-1]._replace(attachments=(*self.entries[-1].attachments, extra))
        else:
            return False
        return True

    def guess_part(self, place: Place, card: Card, said: str, hardpoint: str) -> None:
        cortex = CORTEX.names().near(said, card.cortexes)
        weapon = WEAPON.names().near(said, own_weapons(card)) or WEAPON.names().near(said)
        if cortex and not weapon:
            self.add_cortex(self.guess(CORTEX, place, said, card.cortexes) or cortex[0])
        elif found := self.guess(WEAPON, place, said, own_weapons(card)):
            self.add_weapon(card, found, hardpoint)

    def take_cortex(self, place: Place, said: str) -> None:
        card = self.entries[-1].card
        if card is None:
            return
        if found := self.sure(CORTEX, said, card.cortexes) or self.guess(CORTEX, place, said, card.cortexes):
            self.add_cortex(found)

    def add_cortex(self, cortex: str) -> None:
        self.entries[-1] = self.entries[-1]._replace(cortexes=(*self.entries[-1].cortexes, cortex))

    def add_weapon(self, card: Card, weapon: str, hardpoint: str) -> None:
        """Built-in weapons and those of a squad's or solo's card are always there: naming them adds nothing."""
        if weapon in card.builtin or (card.type != "warjack" and weapon in card.weapons):
            return
        placed = (hardpoint or library().weapons[weapon].hardpoint, weapon)
        self.entries[-1] = self.entries[-1]._replace(carried=(*self.entries[-1].carried, placed))


def own_weapons(card: Card) -> set[str]:
    return {*card.builtin, *card.weapons, *(w for options in card.options.values() for w in options)}


def attachments_of(faction: str) -> set[str]:
    return {key for key in allowed(faction) if library().units[key].type == "attachment"}


def only(hits: list[str]) -> str | None:
    return hits[0] if len(hits) == 1 else None
