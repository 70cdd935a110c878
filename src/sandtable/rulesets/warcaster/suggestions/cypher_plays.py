"""Cypher cards that random play thinks of, and on what."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sandtable.core import suggests
from sandtable.rulesets.warcaster.attacks.attack_phrases import modes_of
from sandtable.rulesets.warcaster.attacks.targets import each_target, exposed
from sandtable.rulesets.warcaster.cyphers.aggression_theorem import AggressionTheorem
from sandtable.rulesets.warcaster.cyphers.annihilation_vector import AnnihilationVector
from sandtable.rulesets.warcaster.cyphers.arcane_synthesis import ArcaneSynthesis
from sandtable.rulesets.warcaster.cyphers.channelling import Fury, relays
from sandtable.rulesets.warcaster.cyphers.cypher_card import CypherCard
from sandtable.rulesets.warcaster.cyphers.geometrics import MortalityDestabilizer
from sandtable.rulesets.warcaster.cyphers.playing import NONE, CypherMenu
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.suggestions.cypher_weights import appeal, appeal_on, most_appeal, weighted, worth
from sandtable.rulesets.warcaster.suggestions.lazy_shuffle import in_random_order
from sandtable.rulesets.warcaster.suggestions.move_goals import weapons_in_reach

EAGER = 0.9  # how often random play thinks of a card at all
NO_CARD = 0.3  # the weight of playing none among several candidates


@suggests(CypherMenu)
def cypher_plays(p: Position, menu: CypherMenu, n: int, rng: Random) -> list[str]:
    """Cards with a use come up more often than others, a card more often than none."""
    if n == 1:
        return [one_play(p, menu, rng)]
    keys = [o.key for o in menu.options(p)]
    return weighted([(k, NO_CARD if k == NONE else appeal(p, menu.seat, k)) for k in keys], n, rng)


def one_play(p: Position, menu: CypherMenu, rng: Random) -> str:
    """One card after another is thought of; only those are looked into."""
    for name in in_random_order(p.state.players[menu.seat].hand, rng) if rng.random() < EAGER else ():
        if key := one_way(p, menu.seat, name, rng):
            return key
    return NONE


def one_way(p: Position, seat: int, name: str, rng: Random) -> str:
    """A way to play one card, or nothing when it does not tempt."""
    reluctance = rng.random()
    card = p.rules.cypher_cards.get(name)
    if card is None or reluctance >= most_appeal(p.state, name):
        return ""
    think = THOUGHTS.get(type(card), one_unit)
    key: str = think(p, card, seat, rng)
    return key if key and reluctance < appeal(p, seat, key) else ""


def one_unit(p: Position, card: CypherCard, seat: int, rng: Random) -> str:
    """All that most cards need is a unit."""
    units = [(unit, appeal_on(p, seat, card.id, unit)) for unit in card.targets(p, seat)]
    return card.phrase(weighted(units, 1, rng)[0]) if units else ""


def one_target(p: Position, card: Fury, seat: int, rng: Random) -> str:
    """Target after target in range, the worthy ones first, until one may be attacked."""
    close: list[tuple[tuple[str, str], float]] = []
    for channeller in relays(p, seat):
        near = [n for n in card.in_range(p, channeller) if not card.spares(p, n)]
        close += [((channeller, n), worth(p, n)) for n in near]
    while close:
        pair = weighted(close, 1, rng)[0]
        if exposed(p, card.strike(p, *pair)):
            return card.phrase(pair[1], "through", pair[0])
        close = [other for other in close if other[0] != pair]
    return ""


def one_charge(p: Position, card: ArcaneSynthesis, seat: int, rng: Random) -> str:
    """Much rather than little."""
    units = card.targets(p, seat)
    rooms = [card.most(p, unit) for unit in units]
    if not any(rooms):
        return card.phrase(units[0], "for", "0") if units else ""
    unit, room = rng.choices(list(zip(units, rooms, strict=True)), rooms)[0]
    return card.phrase(unit, "for", str(max(rng.randint(1, room), rng.randint(1, room))))


def one_attacker(p: Position, card: AggressionTheorem, seat: int, rng: Random) -> str:
    """Model after model until one has somebody to attack."""
    units = set(card.targets(p, seat))
    for model in in_random_order([n for n, m in p.state.models.items() if m.unit in units], rng):
        for slot in weapons_in_reach(p, model):
            if any(next(each_target(p, model, slot, mode, shuffled=rng), "") for mode in modes_of(p, slot)):
                return card.phrase(model)
    return ""


def any_way(p: Position, card: CypherCard, seat: int, rng: Random) -> str:
    """One of all its ways: they are few."""
    ways = [(card.phrase(*way), appeal_on(p, seat, card.id, *way)) for way in card.ways(p, seat)]
    return weighted(ways, 1, rng)[0] if ways else ""


THOUGHTS: dict[type[CypherCard], Callable[..., str]] = {
    Fury: one_target,
    ArcaneSynthesis: one_charge,
    AggressionTheorem: one_attacker,
    AnnihilationVector: any_way,
    MortalityDestabilizer: any_way,
}
