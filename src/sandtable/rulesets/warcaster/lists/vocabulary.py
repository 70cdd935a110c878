"""The names in Warcaster's lists: units, cortexes, weapons, Cyphers, Factions, missions, and what each may have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from sandtable.roster import COUNTS, TABLES, Entry, Field, Kind, PartKey, Section, Vocabulary
from sandtable.rulesets.warcaster.state.cards import Card, Library

UNITS, HEROES, ATTACHMENTS, RACK = "units", "heroes", "attachments", "rack"
TYPES = {"overdrive": "Overdrive", "fury": "Fury", "geometric": "Geometric", "harmonic": "Harmonic"}
HEADINGS = {
    "warjack": "Warjacks",
    "squad": "Squads",
    "solo": "Solos",
    "hero": "Heroes",
    "attachment": "Attachments",
    **TYPES,
}


class WarcasterVocabulary(Vocabulary):
    """A force is units, Heroes, attachments and a rack of Cyphers (WC-FORCE-1 to -5, WC-RACK-1)."""

    costs = ("dc", "wp")
    slots: Mapping[str, str] = {"arm": "arm", "shoulder": "shoulder", "cortex": "", "head": ""}

    def __init__(self, cards: Library) -> None:
        self.cards = cards
        listed = {key: card for key, card in cards.units.items() if card.type != "void_gate"}
        names = {key: card.name for key, card in listed.items()}
        first = {key: (name.partition(",")[0],) for key, name in names.items()}
        self.unit = Kind("unit", "WC-FORCE-1", names, first)
        self.cypher = Kind("Cypher", "WC-RACK-1", {key: card.name for key, card in cards.cyphers.items()})
        self.weapon = Kind("weapon", "WC-JACK-3", {key: weapon.name for key, weapon in cards.weapons.items()})
        cortexes = {key: cortex_name(key) for key in cards.cortexes}
        self.cortex = Kind("cortex", "WC-JACK-1", cortexes, {key: (f"{n} Cortex",) for key, n in cortexes.items()})
        attached = {key: card.name for key, card in listed.items() if card.type == "attachment"}
        self.attachment = Kind("attachment", "WC-ATTACH-1", attached)
        faction = Kind("Faction", "WC-FORCE-1", {key: raw["name"] for key, raw in cards.game["faction"].items()})
        mission = Kind("mission", "WC-MISSION-1", {key: raw["name"] for key, raw in cards.missions.items()})
        self.fields = (
            Field("name", "title|force|army"),
            Field("faction", kind=faction, alone=True),
            Field("mission", kind=mission),
            Field("size"),
            Field("plan", "notes|note|tactics"),
        )
        units = "warjacks|jacks|squads|solos|unit list|force list|army list|list|roster|warriors|wild cards"
        cyphers = "cyphers|cypher rack|ciphers|deck|cards|overdrives|furies|fury|geometrics|harmonics"
        self.sections = (
            Section(UNITS, self.unit, units, TABLES, parts=True),
            Section(HEROES, self.unit, "hero", parts=True),
            Section(ATTACHMENTS, self.attachment, form=COUNTS),
            Section(RACK, self.cypher, cyphers, title="Rack"),
        )
        self.usual_part = self.weapon
        self.parts = (
            PartKey("cortex", self.cortex, one=True),
            PartKey("arm", self.weapon, "arm"),
            PartKey("shoulder", self.weapon, "shoulder"),
            PartKey("weapons", self.weapon),  # each goes on its own type of hardpoint, if it has one
            PartKey("attachments", self.attachment),
        )

    def allowed(self, kind: Kind, fields: Mapping[str, str]) -> Collection[str]:
        """Units and attachments of the Faction, Wild Cards among them (WC-FORCE-1, WC-WILD-1)."""
        if kind not in (self.unit, self.attachment):
            return ()
        may = allowed(self.cards, fields["faction"])
        return may if kind is self.unit else {key for key in may if self.cards.units[key].type == "attachment"}

    def own(self, kind: Kind, key: str, fields: Mapping[str, str]) -> Collection[str]:
        card = self.cards.units[key]
        if kind is self.cortex:
            return card.cortexes
        if kind is self.weapon:
            return {*card.builtin, *card.weapons, *(w for options in card.options.values() for w in options)}
        return self.allowed(self.attachment, fields)

    def included(self, kind: Kind, key: str, part: str) -> bool:
        """Built-in weapons, and those on the card of a squad or solo."""
        card = self.cards.units[key]
        return kind is self.weapon and (part in card.builtin or (card.type != "warjack" and part in card.weapons))

    def slot_of(self, kind: Kind, part: str) -> str:
        """A weapon goes on a hardpoint of its own type (WC-JACK-3)."""
        return self.cards.weapons[part].hardpoint if kind is self.weapon else ""

    def section_of(self, kind: Kind, key: str) -> str:
        if kind is self.cypher:
            return RACK
        card = self.cards.units[key]
        return ATTACHMENTS if card.type == "attachment" else HEROES if card.hero else UNITS

    def misplaced(self, section: str, key: str) -> tuple[str, str] | None:
        """Attachments are no units (WC-FORCE-5), other units no Heroes (WC-UNIT-6) and no attachments (WC-ATTACH-1)."""
        card = self.cards.units.get(key)
        if card is None:
            cypher = self.cards.cyphers[key].name
            return None if section == RACK else ("WC-FORCE-1", f"{cypher} is a Cypher, no unit")
        if section == RACK:
            return "WC-RACK-1", f"{card.name} is no Cypher"
        if section == HEROES and not card.hero:
            return "WC-UNIT-6", f"{card.name} is no Hero"
        if section == ATTACHMENTS and card.type != "attachment":
            return "WC-ATTACH-1", f"{card.name} is no attachment"
        if section == UNITS and card.type == "attachment":
            return "WC-FORCE-5", f"{card.name} is an attachment, no unit"
        return None

    def inferred(self, entries: Sequence[Entry]) -> Mapping[str, str]:
        """The Faction most units can join."""
        votes = Counter[str]()
        for entry in entries:
            if entry.key and entry.section in (UNITS, HEROES):
                for faction in self.cards.units[entry.key].factions:
                    votes[faction] += entry.times
        return {"faction": votes.most_common(1)[0][0]} if votes else {}

    def headings(self) -> Sequence[str]:
        return tuple(HEADINGS.values())

    def heading(self, entry: Entry) -> str:
        if entry.section == RACK:
            return TYPES[self.cards.cyphers[entry.key].type]
        card = self.cards.units[entry.key]
        return HEADINGS["hero" if card.hero else card.type]

    def part_keys(self, key: str) -> Collection[str]:
        card = self.cards.units[key]
        return ("cortex", *card.hardpoints) if card.type == "warjack" else ()

    def note(self, entry: Entry) -> str:
        """Deployment cost, and the weapon points of a warjack."""
        card = self.cards.units[entry.key]
        if card.type == "attachment":
            return f"DC +{card.dc}"
        if card.type != "warjack":
            return f"DC {card.dc}"
        spent = sum(self.cards.weapons[w].wp for w in entry.having("weapon"))
        return f"DC {card.dc}, WP {spent} of {card.wp}"


@lru_cache(maxsize=8)
def vocabulary(cards: Library) -> WarcasterVocabulary:
    return WarcasterVocabulary(cards)


def allowed(cards: Library, faction: str) -> set[str]:
    """Units and attachments a Faction may take, Wild Cards among them (WC-FORCE-1, WC-WILD-1)."""
    return {key for key, card in cards.units.items() if not faction or faction in card.factions}


def cortex_name(key: str) -> str:
    return key.replace("_", " ").title()


def faction_name(cards: Library, key: str) -> str:
    return str(cards.game["faction"].get(key, {"name": key})["name"])


def kind_name(card: Card) -> str:
    return "Hero" if card.hero else card.type
