"""How a special rule becomes a term: its figure, its printed name, and its id as the group that counts once."""

from __future__ import annotations

from sandtable.core import Term
from sandtable.rulesets.warcaster.abilities.special_rules import charged_holders
from sandtable.rulesets.warcaster.measuring.distance import within
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import charged, rules_of
from sandtable.rulesets.warcaster.state.table import Table

CHARGE = "WC-ARC-7"  # in force while the unit is charged
CARD = "WC-GEN-8"  # what the card says
INCH = 1000


def term(p: Position, value: int, rule: str, cite: str = CARD) -> Term:
    """One rule's share of a number; several sources of the same name count once (WC-GEN-6)."""
    return Term(value, p.rules.cards.special[rule]["name"], cite, group=rule)


def figure(p: Position, rule: str, name: str) -> int:
    return p.rules.cards.figure(rule, name)


def inches(p: Position, rule: str, name: str) -> int:
    """A length in the rule's text, in thousandths."""
    return INCH * p.rules.cards.figure(rule, name)


def has(p: Position, model: str, rule: str) -> bool:
    """By card, cortex or squad; rules of single weapons are asked of the attack."""
    return rule in rules_of(p, model)


def arc_for(p: Position, model: str, rule: str) -> int:
    """The Arc that feeds a model's Charge rule; 0 when it has no such rule or no Arc (WC-ARC-7)."""
    arc = charged(p.state, model)
    return arc if arc and has(p, model, rule) else 0


def in_aura(p: Position, model: str, rule: str, seat: int) -> bool:
    """Some other model of a seat with this rule in force is near enough, any of a squad's (WC-SPEC-3)."""
    found = charged_holders(p, rule, seat)
    if not found:
        return False
    state: Table = p.state
    me, reach = state.models[model], inches(p, rule, "range")
    return any(n != model and within(p, me, state.models[n], reach) for n in found)
