"""Who on the table has which special rule: asked by every ability, worked out once for a position.

One name counts once: rule_terms.py and state/stats.py (WC-GEN-6).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import charged, printed_rules
from sandtable.rulesets.warcaster.state.table import ARRIVED, WHO, Table
from sandtable.rulesets.warcaster.terrain.features import Map


@lru_cache(maxsize=4096)
def carried(cards: Library, card: str, unit_card: str, cortex: str, weapons: tuple[str, ...]) -> frozenset[str]:
    """Rules by card, squad, cortex and weapons; a rule on model and weapon is one rule (WC-SPEC-8)."""
    own = printed_rules(cards, card, cortex)
    if card != unit_card:
        own |= printed_rules(cards, unit_card, "")
    slots = weapons if weapons and card == unit_card else cards.units[card].weapons
    return own.union(*(cards.weapon(slot).rules for slot in slots))


def all_rules(p: Position, model: str) -> frozenset[str]:
    """Every special rule a model has itself or on a weapon it carries."""
    state = p.state
    m = state.models[model]
    unit = state.units[m.unit]
    return carried(p.rules.cards, m.card, unit.card, unit.cortex, unit.weapons)


class Alike(NamedTuple):
    """Models of a unit that came one after another and have the same rules."""

    rules: frozenset[str]
    models: list[str]


def arrived(p: Position) -> list[Alike]:
    """The rules of the models that have come, in the table's order; some may have left since."""
    return p.memo("special rules", _arrived, ARRIVED, p)


def _arrived(p: Position) -> list[Alike]:
    state: Table = p.state
    cards, units = p.rules.cards, state.units
    found: list[Alike] = []
    last, card = "", ""
    models: list[str] = []
    for name, m in state.models.items():
        if m.unit != last or m.card != card:
            last, card, models = m.unit, m.card, []
            unit = units[last]
            found.append(Alike(carried(cards, card, unit.card, unit.cortex, unit.weapons), models))
        models.append(name)
    return found


def about(p: Position) -> frozenset[str]:
    """Every special rule on a card of either force, or of a fixed gun."""
    state, cards = p.state, p.rules.cards
    found = {carried(cards, u.card, u.card, u.cortex, u.weapons) for u in state.units.values()}
    joining = {card for player in state.players for card, _ in player.attachments}
    joining.update(card for unit in state.units.values() for card in unit.attachments)
    found |= {carried(cards, card, card, "", ()) for card in joining}
    return _together(frozenset({*found, *(some.rules for some in arrived(p)), fixed(cards, state.map)}))


@lru_cache(maxsize=256)
def fixed(cards: Library, table: Map) -> frozenset[str]:
    """The rules of a table's guns: whoever fires one has them for that attack."""
    return frozenset(rule for f in table.features if f.gun for rule in cards.weapon(f.gun).rules)


@lru_cache(maxsize=4096)
def _together(sets: frozenset[frozenset[str]]) -> frozenset[str]:
    """Remembered by the sets: units of a kind, and games between the same forces, have the same."""
    return frozenset().union(*sets)


def unit_rules(p: Position, unit: str) -> frozenset[str]:
    """Every special rule that some model of a unit on the table has."""
    return p.memo(("unit rules", unit), _unit_rules, WHO, p, unit)


def _unit_rules(p: Position, unit: str) -> frozenset[str]:
    return _together(frozenset([all_rules(p, n) for n in p.state.models_of(unit)]))


def holders(p: Position, rule: str, seat: int | None = None) -> tuple[str, ...]:
    """The models on the table with a rule, of one seat if asked."""
    came = p.memo("models by rule", _by_rule, ARRIVED, p).get(rule)
    return p.memo((rule, seat), _holders, WHO, p.state, came, seat) if came else ()


def _by_rule(p: Position) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for rules, models in arrived(p):
        for rule in rules:
            found.setdefault(rule, []).extend(models)
    return found


def _holders(state: Table, came: list[str], seat: int | None) -> tuple[str, ...]:
    here = [name for name in came if name in state.models]
    return tuple(here if seat is None else [name for name in here if state.seat_of(name) == seat])


def charged_holders(p: Position, rule: str, seat: int | None = None) -> tuple[str, ...]:
    """Those of them whose unit has Arc: a Charge rule is in force, a Spike rule can be paid (WC-ARC-7, WC-ARC-8)."""
    found = holders(p, rule, seat)
    return tuple([n for n in found if charged(p.state, n)]) if found else found
