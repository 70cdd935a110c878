"""The words in which scenario files speak of WARMACHINE: facts of models, units and seats, and between two models."""

from __future__ import annotations

from functools import lru_cache

from sandtable.core.scenario_words import Words
from sandtable.rulesets.warmachine.common.interface.position_form import card_names, effect_names
from sandtable.rulesets.warmachine.common.state.cards import Library

MODEL = {
    "name": "its printed name",
    "at": "where it stands, [x, y]",
    "x": "inches from the west edge",
    "y": "inches from the south edge",
    "facing": "degrees, 0 is east, 90 north",
    "health": "boxes left",
    "damage": "boxes marked",
    "disabled": "systems with all boxes marked, a list: cortex, movement, left arm",
    "focus": "focus points on it",
    "master": "a warjack's warcaster or marshal",
    "unit": "its unit",
    "role": "in its unit: leader, officer, grunt",
    "down": "whether it is knocked down",
    "effects": "effects on it and its unit, a list",
    "in_melee": "whether it engages or is engaged",
    "in_formation": "of a trooper",
    "activated": "whether it has activated this turn",
    "feat_used": "of a warcaster",
    **{stat: f"its {stat} now" for stat in ("SPD", "STR", "MAT", "RAT", "CMD", "FOC")},
    "DEF": "its DEF now against melee attacks",
    "ARM": "its ARM now against damage without an origin",
    "seat": "whose it is",
    "enemy": "the other seat",
}
UNIT = {"members": "its troopers, a list", "models": "how many are left", "seat": "whose it is"}
SEAT = {"models": "how many are on the table", "points": "victory points", "army": "its army"}
BETWEEN = {
    "distance": "inches from base to base",
    "sight": "whether the first has line of sight to the second",
    "ahead": "whether any part of the second is in the first's front arc",
    "behind": "whether the first is entirely in the second's back arc",
    "contact": "base to base",
    "engages": "whether the first engages the second",
    "hiding": "what concealment (2) or cover (4) adds to the second's DEF against the first's ranged attacks",
    "DEF": "the second's DEF against a ranged attack of the first",
    "reach": "the first's weapons that reach the second, range alone, a list",
}


@lru_cache(maxsize=8)
def scenario_words(cards: Library) -> Words:
    return Words(
        facts={"model": MODEL, "unit": UNIT, "seat": SEAT},
        between=BETWEEN,
        names={
            "card": card_names(cards),
            "weapon": {slot: w.name for slots in cards.weapons.values() for slot, w in slots.items()},
            "spell": {key: spell.name for key, spell in cards.spells.items()},
            "effect": effect_names(cards),
            "seat": {"a": "a", "b": "b"},
        },
    )
