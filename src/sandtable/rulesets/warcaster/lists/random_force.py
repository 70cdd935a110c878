"""Forces made up by a seed, legal by construction: for tests, and for games nobody has listed."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.rulesets.warcaster.lists.vocabulary import TYPES, allowed, faction_name
from sandtable.rulesets.warcaster.state.cards import Card, library


def random_force(rng: Random, *, faction: str = "", skirmish: bool = False) -> dict[str, Any]:
    """Any size from one unit up to the limits; any loadout within its points, empty hardpoints among them."""
    limit = library().game["force"]
    faction = faction or rng.choice(sorted(library().game["faction"]))
    cards = [library().units[key] for key in sorted(allowed(faction))]
    plain = [c for c in cards if c.type in ("warjack", "squad", "solo") and not c.hero]
    most = limit["skirmish_units"] if skirmish else limit["units"]
    pool = [c for c in plain for _ in range(limit["same_unit"])]
    taken = rng.sample(pool, rng.randint(1, most))
    room = min(limit["heroes"], most - len(taken)) if skirmish else limit["heroes"]
    heroes = rng.sample([c.id for c in cards if c.hero], rng.randint(0, room))
    return {
        "name": f"{faction_name(faction)} {rng.randint(1, 999)}",
        "faction": faction,
        "units": [unit(rng, card) for card in taken],
        "heroes": heroes,
        "attachments": attachments(rng, cards, taken),
        "rack": rack(rng),
    }


def unit(rng: Random, card: Card) -> dict[str, Any]:
    if card.type != "warjack":
        return {"unit": card.id}
    left, carried = card.wp, dict[str, list[str]]()
    for hardpoint, number in card.hardpoints.items():
        carried[hardpoint] = []
        for _ in range(number):
            fitting = [w for w in card.options[hardpoint] if library().weapons[w].wp <= left]
            if fitting and rng.random() < 0.9:
                carried[hardpoint].append(rng.choice(fitting))
                left -= library().weapons[carried[hardpoint][-1]].wp
    return {"unit": card.id, "cortex": rng.choice(card.cortexes), **carried}


def attachments(rng: Random, cards: list[Card], taken: list[Card]) -> dict[str, int]:
    """Only those some squad of the force can take."""
    tags = {tag for card in taken for tag in card.tags}
    most = library().game["force"]["same_attachment"]
    fitting = [c.id for c in cards if c.type == "attachment" and tags & set(c.attach_to)]
    counts = {name: rng.randint(0, most) for name in fitting}
    return {name: count for name, count in counts.items() if count}


def rack(rng: Random) -> list[str]:
    limit = library().game["rack"]
    by_type = {kind: [k for k, c in library().cyphers.items() if c.type == kind] for kind in TYPES}
    held = [card for cards in by_type.values() for card in rng.sample(cards, limit["fewest_of_type"])]
    others = [card for cards in by_type.values() for card in cards if card not in held]
    return held + rng.sample(others, rng.randint(max(0, limit["fewest"] - len(held)), limit["most"] - len(held)))
