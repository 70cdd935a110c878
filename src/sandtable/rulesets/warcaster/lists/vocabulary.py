"""The names in Warcaster lists: units, cortexes, weapons, Cyphers, Factions, missions, headings and fields."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sandtable.core.name_lookup import Names, words
from sandtable.rulesets.warcaster.state.cards import Card, library

TITLES = {
    "warjack": "Warjacks",
    "squad": "Squads",
    "solo": "Solos",
    "hero": "Heroes",
    "attachment": "Attachments",
}
TYPES = {"overdrive": "Overdrive", "fury": "Fury", "geometric": "Geometric", "harmonic": "Harmonic"}
HEADINGS = {
    words(word): section
    for section, spoken in {
        "units": "warjacks|jacks|squads|solos|units|unit list|force list|army list|list|roster|warriors|wild cards",
        "heroes": "heroes|hero",
        "attachments": "attachments",
        "rack": "rack|cyphers|cypher rack|ciphers|deck|cards|overdrives|furies|fury|geometrics|harmonics",
    }.items()
    for word in spoken.split("|")
}
FIELDS = {
    words(word): field
    for field, spoken in {
        "name": "name|title|force|army",
        "faction": "faction",
        "plan": "plan|notes|note|tactics",
        "size": "size",
        "mission": "mission",
        "ruleset": "ruleset|game|system",
    }.items()
    for word in spoken.split("|")
}
HARDPOINTS = {words(w): kind for kind, w in [("arm", "arm"), ("shoulder", "shoulder"), ("", "cortex"), ("", "head")]}


class Vocabulary(NamedTuple):
    units: Names
    cortexes: Names
    weapons: Names
    cyphers: Names
    factions: Names
    missions: Names


@cache
def vocabulary() -> Vocabulary:
    cards = library()
    return Vocabulary(
        units=Names({k: (c.name, c.name.partition(",")[0]) for k, c in cards.units.items() if c.type != "void_gate"}),
        cortexes=Names({k: (cortex_name(k),) for k in cards.cortexes}),
        weapons=Names({k: (w.name,) for k, w in cards.weapons.items()}),
        cyphers=Names({k: (c.name,) for k, c in cards.cyphers.items()}),
        factions=Names({k: (f["name"],) for k, f in cards.game["faction"].items()}),
        missions=Names({k: (m["name"],) for k, m in cards.missions.items()}),
    )


def cortex_name(key: str) -> str:
    return f"{cortex_short(key)} Cortex"


def cortex_short(key: str) -> str:
    return key.replace("_", " ").title()


def weapon_name(key: str) -> str:
    return library().weapons[key].name


def unit_name(key: str) -> str:
    return library().units[key].name


def cypher_name(key: str) -> str:
    return library().cyphers[key].name


def faction_name(key: str) -> str:
    return str(library().game["faction"].get(key, {"name": key})["name"])


def allowed(faction: str) -> set[str]:
    """Units and attachments a Faction may take, Wild Cards among them."""
    return {key for key, card in library().units.items() if not faction or faction in card.factions}


def kind_name(card: Card) -> str:
    return "Hero" if card.hero else card.type
