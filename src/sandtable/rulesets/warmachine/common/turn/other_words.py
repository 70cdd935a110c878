"""Other words for what a menu offers: ``shoot juggernaut``, ``move north 4``, ``use the feat``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sandtable.core import Option, Refusal
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.turn.activity import ADVANCE

OTHERS = {
    **dict.fromkeys(("shoot", "fire", "strike", "hit", "fight"), "attack"),
    **dict.fromkeys(("move", "walk"), ADVANCE),
    "headbutt": "head-butt",
}
PHRASES = (
    (re.compile(r"\b(double|two|2)[- ]?(hand(ed)?)? throw\b"), "double-hand-throw"),
    (re.compile(r"\bhead butt\b"), "head-butt"),
    (re.compile(r"\bvia\b"), "through"),
)  # fmt: skip
LEFT_OUT = {"use", "uses", "the", "his", "her", "its", "with", "at", "on", "to", "of", "my"}


def usual(words: str, actors: Iterable[str] = ()) -> str:
    """The words as a menu has them; whoever does it may stand before them."""
    words = words.casefold()
    for phrase, meant in PHRASES:
        words = phrase.sub(meant, words)
    said = words.split()
    while said[:1] and said[0] in LEFT_OUT and len(said) > 1:
        said = said[1:]
    at = 1 if said[:1] and said[0] in (*actors, "all") and len(said) > 1 else 0
    if said[at:]:
        said[at] = OTHERS.get(said[at], said[at])
    return " ".join(said)


def only(words: str, options: Iterable[Option]) -> str | None:
    """The key of the one option that begins with the first word and has all the others."""
    said = [word for word in words.split() if word not in LEFT_OUT]
    found = {
        option.key
        for option in options
        if said and option.key.split()[0] == said[0] and set(said) <= set(option.key.replace("_", " ").split())
    }
    return found.pop() if len(found) == 1 else None


def one_of_a_unit(p: Position, words: str, options: Iterable[Option]) -> Refusal | None:
    """Why a unit is no target where its troopers are."""
    said = [word for word in words.split() if word not in LEFT_OUT]
    unit = next((word for word in said[1:] if word in p.state.units), "")
    deeds = [(o, o.key.split()) for o in options if unit and o.key.split()[0] == said[0]]
    found = {o.target: o.cite for o, key in deeds if o.target in p.state.units[unit].members and unit not in key}
    if not found:
        return None
    why = say("{unit} is a unit: one of its models is named", unit=unit)
    return Refusal(why, next(iter(found.values())), instead=", ".join(found))


def of_the_lost(p: Position, words: str, cite: str) -> Refusal | None:
    """Why somebody who is named is no target: destroyed, or never put down."""
    lost = next((word for word in words.split() if word in p.state.status and word not in p.state.models), "")
    return Refusal(say("{lost} is not on the table", lost=lost), cite) if lost else None
