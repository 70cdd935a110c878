"""Attacks that follow an attack: Riposte and Impulse Reciprocator react to one, Cleave goes on with it (WC-REACT-3).

When a model may react, and how often: attacks/windows.py (WC-REACT-1, WC-REACT-2, WC-REACT-5) and
attacks/immediate_attack.py (WC-REACT-3, WC-REACT-4, WC-REACT-8, WC-REACT-10).
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Offer, offers
from sandtable.rulesets.warcaster.abilities.after_attack import (
    AfterAttack,
    after,
    by_enemy,
    enemies_destroyed,
    standing,
)
from sandtable.rulesets.warcaster.abilities.rule_terms import has
from sandtable.rulesets.warcaster.attacks.immediate_attack import ImmediateAttack, reaction_attack
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import weapon_has
from sandtable.rulesets.warcaster.attacks.windows import RESOLVED
from sandtable.rulesets.warcaster.state.rules import Position


@offers(RESOLVED, rule="riposte")
def riposte(p: Position, strike: Strike, seat: int) -> Iterator[Offer]:
    """Missed in melee: it may attack the model that missed it."""
    if strike.kind != "melee" or strike.hit or strike.attacker not in p.state.models:
        return
    model = strike.target
    if standing(p, model, seat) and by_enemy(p, strike, seat) and has(p, model, "riposte"):
        attack = ImmediateAttack(model=model, target=strike.attacker)
        yield from reaction_attack(p, strike, attack, "riposte", "WC-REACT-3")


@offers(RESOLVED)
def impulse_reciprocator(p: Position, strike: Strike, seat: int) -> Iterator[Offer]:
    """The attack that a spike on the hit has paid for."""
    model = strike.target
    if ("impulse_reciprocator", model) in strike.owed and standing(p, model, seat):
        attack = ImmediateAttack(model=model)
        yield from reaction_attack(p, strike, attack, "impulse_reciprocator", "WC-REACT-3")


# --- cleave: one more attack with the same weapon --------------------------------------------------------------


@offers(RESOLVED, rule="cleave")
def cleave(p: Position, strike: Strike, seat: int) -> Iterator[Offer]:
    """The attack it gives is an extra one and gives no other. Offered only if there is a target."""
    if not strike.destroyed or strike.extra or not strike.weapon or not standing(p, strike.attacker, seat):
        return
    if weapon_has(p, strike, "cleave") and enemies_destroyed(p, strike, seat):
        more = ImmediateAttack(
            model=strike.attacker,
            kinds=(strike.kind,),
            weapon=strike.weapon,
            reaction=strike.reaction,
            extra=True,
            in_activation=strike.in_activation,
            cite="WC-SPEC-5",
        )
        if any(more.domain().attacks(p)):
            yield after("cleave", strike.attacker, AfterAttack(strike=strike, what=more), "WC-SPEC-5")
