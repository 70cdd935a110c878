"""Building a rack (WC-RACK-1 to WC-RACK-3): its size, no card twice, enough of each type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sandtable.core.rosters import Problem
from sandtable.rulesets.warcaster.lists.army import Army, Place, where
from sandtable.rulesets.warcaster.lists.vocabulary import TYPES, cypher_name
from sandtable.rulesets.warcaster.state.cards import library

RACK = Place("the rack")


def rack_problems(army: Army) -> Iterator[Problem]:
    limit = library().game["rack"]
    cards = Counter(slip.cypher for slip in army.rack if slip.cypher)
    types = Counter(library().cyphers[name].type for name in cards)  # a second copy never counts
    yield from size(army, types)
    for name, count in cards.items():
        if (over := count - limit["copies"]) > 0:
            place = where(slip.place for slip in army.rack if slip.cypher == name)
            free = spare(army, library().cyphers[name].type)
            hint = f"take out {over}" + (f", or take {free[0]} instead" if free else "")
            text = f"{cypher_name(name)} {count} times, never two copies"
            yield Problem("WC-RACK-2", place.text, text, hint, place.line, over)
    for kind, title in TYPES.items():
        if (short := limit["fewest_of_type"] - types[kind]) > 0:
            noun = "card" if types[kind] == 1 else "cards"
            text = f"{types[kind]} {title} {noun}, at least {limit['fewest_of_type']}"
            hint = f"add {short} of {', '.join(spare(army, kind))}"
            yield Problem("WC-RACK-3", RACK.text, text, hint, by=short)


def size(army: Army, types: Counter[str]) -> Iterator[Problem]:
    limit, held = library().game["rack"], len(army.rack)
    if (short := limit["fewest"] - held) > 0:
        text = f"{held} cards, at least {limit['fewest']}"
        yield Problem("WC-RACK-1", RACK.text, text, f"add {short}", by=short)
    if (over := held - limit["most"]) > 0:
        rich = [TYPES[kind] for kind in TYPES if types[kind] > limit["fewest_of_type"]]
        hint = f"take out {over}" + (f" of type {' or '.join(rich)}" if rich else "")
        yield Problem("WC-RACK-1", RACK.text, f"{held} cards, at most {limit['most']}", hint, by=over)


def spare(army: Army, kind: str) -> list[str]:
    """Cards of a type that are not in the rack."""
    held = {slip.cypher for slip in army.rack}
    return [c.name for key, c in library().cyphers.items() if c.type == kind and key not in held]
