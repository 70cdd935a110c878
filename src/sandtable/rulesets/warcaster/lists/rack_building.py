"""Building a rack (WC-RACK-1 to WC-RACK-3): its size, no card twice, enough of each type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sandtable.core.rosters import Problem
from sandtable.roster import Place, joint_place, problem
from sandtable.rulesets.warcaster.lists.force import Force
from sandtable.rulesets.warcaster.lists.vocabulary import TYPES

RACK = Place("the rack")


def rack_problems(force: Force) -> Iterator[Problem]:
    """No two copies of a card (WC-RACK-2), at least three of each type (WC-RACK-3)."""
    limit = force.cards.game["rack"]
    cards = Counter(key for _, key in force.rack if key)
    types = Counter(force.cards.cyphers[name].type for name in cards)  # a second copy never counts
    yield from size(force, types)
    for name, count in cards.items():
        if (over := count - limit["copies"]) > 0:
            place = joint_place(place for place, key in force.rack if key == name)
            free = spare(force, force.cards.cyphers[name].type)
            hint = f"take out {over}" + (f", or take {free[0]} instead" if free else "")
            text = f"{force.cards.cyphers[name].name} {count} times, never two copies"
            yield problem("WC-RACK-2", place, text, hint, over)
    for kind, title in TYPES.items():
        if (short := limit["fewest_of_type"] - types[kind]) > 0:
            noun = "card" if types[kind] == 1 else "cards"
            text = f"{types[kind]} {title} {noun}, at least {limit['fewest_of_type']}"
            hint = f"add {short} of {', '.join(spare(force, kind))}"
            yield problem("WC-RACK-3", RACK, text, hint, by=short)


def size(force: Force, types: Counter[str]) -> Iterator[Problem]:
    """12 to 15 cards (WC-RACK-1)."""
    limit, held = force.cards.game["rack"], len(force.rack)
    if (short := limit["fewest"] - held) > 0:
        text = f"{held} cards, at least {limit['fewest']}"
        yield problem("WC-RACK-1", RACK, text, f"add {short}", by=short)
    if (over := held - limit["most"]) > 0:
        rich = [TYPES[kind] for kind in TYPES if types[kind] > limit["fewest_of_type"]]
        hint = f"take out {over}" + (f" of type {' or '.join(rich)}" if rich else "")
        yield problem("WC-RACK-1", RACK, f"{held} cards, at most {limit['most']}", hint, by=over)


def spare(force: Force, kind: str) -> list[str]:
    """Cards of a type that are not in the rack."""
    held = {key for _, key in force.rack}
    return [c.name for key, c in force.cards.cyphers.items() if c.type == kind and key not in held]
