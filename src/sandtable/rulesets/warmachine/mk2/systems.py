"""Crippled systems of a warjack in Mk II: weapons there lose a die (M2-DMG-16), no run or charge without movement."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Refusal, Term, forbids, modifies
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackDice
from sandtable.rulesets.warmachine.common.attacks.strike import weapon_of
from sandtable.rulesets.warmachine.common.damage.damage import DamageDice
from sandtable.rulesets.warmachine.common.damage.grid import disabled
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity


def crippled(p: Position, model: str) -> frozenset[str]:
    """A model's crippled systems, lost or not; the hull is none (M2-DMG-18)."""
    status = p.state.status[model]
    return disabled(p.rules.cards.models[status.card], status.marks) - {"."}


@modifies(AttackDice)
def weak_aim(p: Position, q: AttackDice) -> Iterator[Term]:
    weapon = weapon_of(p, q.strike)
    if weapon is not None and weapon.loc and weapon.loc in crippled(p, q.strike.attacker):
        yield Term(-1, f"system {weapon.loc} crippled", "M2-DMG-16")


@modifies(DamageDice)
def weak_blow(p: Position, q: DamageDice) -> Iterator[Term]:
    strike = q.blow.strike
    if strike is None:
        return
    weapon = weapon_of(p, strike)
    if weapon is not None and weapon.loc and weapon.loc in crippled(p, strike.attacker):
        yield Term(-1, f"system {weapon.loc} crippled", "M2-DMG-16")


@forbids("run", "charge", "slam", "trample")
def stuck(p: Position, a: Activity) -> Refusal | None:
    """SPD is unchanged, but there is no run, charge, slam or trample (M2-DMG-15)."""
    return (
        Refusal(say("{model}'s movement is crippled", model=a.model), "M2-DMG-15")
        if "M" in crippled(p, a.model)
        else None
    )
