"""The printed card of a unit or model on the table."""

from __future__ import annotations

from sandtable.rulesets.warcaster.state.cards import Card
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import WHO


def card_of(p: Position, model: str) -> Card:
    return p.rules.cards.units[p.state.models[model].card]


def unit_card(p: Position, unit: str) -> Card:
    return p.rules.cards.units[p.state.units[unit].card]


def type_of(p: Position, model: str) -> str:
    """warjack, squad, solo or void_gate: of the unit the model belongs to."""
    state = p.state
    return p.rules.cards.units[state.units[state.models[model].unit].card].type


def in_play(p: Position, seat: int) -> list[str]:
    """Units of a seat with a model on the table (WC-UNIT-9): the same until models come or go."""
    return p.memo(("in play", seat), p.state.in_play, WHO, seat)


def is_warrior(p: Position, model: str) -> bool:
    """Squad troopers, attachments and solos (WC-GEN-5)."""
    return type_of(p, model) in ("squad", "solo")


def troopers(p: Position, unit: str) -> tuple[str, ...]:
    """The names of a unit's models at full strength, attachments last (WC-SQUAD-11)."""
    card = unit_card(p, unit)
    if card.type != "squad":
        return (unit,)
    own = tuple(f"{unit}.{n}" for n in range(1, card.size + 1))
    return own + tuple(f"{unit}.{a}" for a in p.state.units[unit].attachments)
