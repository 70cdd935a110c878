"""Rules that add dice to a model's attack rolls."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Term, modifies
from sandtable.rulesets.warcaster.abilities.rule_terms import CHARGE, figure, has, term
from sandtable.rulesets.warcaster.attacks.dice_pools import ACTION, POWER, AttackDice
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import charged


@modifies(AttackDice, rule="high_intensity")
def high_intensity(p: Position, q: AttackDice) -> Iterator[Term]:
    """Two dice for each Arc instead of one, with this weapon only (WC-SPEC-1)."""
    if q.die != POWER or "high_intensity" not in q.strike.rules:
        return
    if arc := charged(p.state, q.strike.attacker):
        yield term(p, arc * (figure(p, "high_intensity", "power_dice_per_arc") - 1), "high_intensity", CHARGE)


@modifies(AttackDice, rule="bomber")
def bomber(p: Position, q: AttackDice) -> Iterator[Term]:
    """With explosive weapons; a Fury is no weapon."""
    s = q.strike
    if q.die == ACTION and s.weapon and "explosive" in s.energy and has(p, s.attacker, "bomber"):
        yield term(p, figure(p, "bomber", "action_dice"), "bomber")
