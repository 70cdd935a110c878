"""Random forces, legal by construction (WC-FORCE, WC-JACK, WC-RACK): for tests and for games without lists."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.rulesets.warcaster.lists.vocabulary import TYPES, allowed, faction_name
from sandtable.rulesets.warcaster.state.cards import Card, Library


def random_force(cards: Library, rng: Random, *, faction: str = "", skirmish: bool = False) -> dict[str, Any]:
    """Any size from one unit up to the limits; any loadout within its points, empty hardpoints among them."""
    limit = cards.game["force"]
    faction = faction or rng.choice(sorted(cards.game["faction"]))
    own = [cards.units[key] for key in sorted(allowed(cards, faction))]
    plain = [c for c in own if c.type in ("warjack", "squad", "solo") and not c.hero]
    most = limit["skirmish_units"] if skirmish else limit["units"]
    pool = [c for c in plain for _ in range(limit["same_unit"])]
    taken = rng.sample(pool, rng.randint(1, most))
    room = min(limit["heroes"], most - len(taken)) if skirmish else limit["heroes"]
    heroes = rng.sample([c.id for c in own if c.hero], rng.randint(0, room))
    return {
        "name": f"{faction_name(cards, faction)} {rng.randint(1, 999)}",
        "faction": faction,
        "units": [unit(cards, rng, card) for card in taken],
        "heroes": heroes,
        "attachments": attachments(cards, rng, own, taken),
        "rack": rack(cards, rng),
    }


def unit(cards: Library, rng: Random, card: Card) -> dict[str, Any]:
    if card.type != "warjack":
        return {"unit": card.id}
    left, carried = card.wp, dict[str, list[str]]()
    for hardpoint, number in card.hardpoints.items():
        carried[hardpoint] = []
        for _ in range(number):
            fitting = [w for w in card.options[hardpoint] if cards.weapons[w].wp <= left]
            if fitting and rng.random() < 0.9:
                carried[hardpoint].append(rng.choice(fitting))
                left -= cards.weapons[carried[hardpoint][-1]].wp
    return {"unit": card.id, "cortex": rng.choice(card.cortexes), **carried}


def attachments(cards: Library, rng: Random, own: list[Card], taken: list[Card]) -> dict[str, int]:
    """Only those some squad of the force can take."""
    tags = {tag for card in taken for tag in card.tags}
    most = cards.game["force"]["same_attachment"]
    fitting = [c.id for c in own if c.type == "attachment" and tags & set(c.attach_to)]
    counts = {name: rng.randint(0, most) for name in fitting}
    return {name: count for name, count in counts.items() if count}


def rack(cards: Library, rng: Random) -> list[str]:
    limit = cards.game["rack"]
    by_type = {kind: [k for k, c in cards.cyphers.items() if c.type == kind] for kind in TYPES}
    held = [card for group in by_type.values() for card in rng.sample(group, limit["fewest_of_type"])]
    others = [card for group in by_type.values() for card in group if card not in held]
    return held + rng.sample(others, rng.randint(max(0, limit["fewest"] - len(held)), limit["most"] - len(held)))
