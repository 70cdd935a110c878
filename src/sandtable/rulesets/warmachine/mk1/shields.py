"""Shields in Mk I: the card's bonus from all sides, while the arm that carries it works (M1-SYS-8)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Term, modifies
from sandtable.rulesets.warmachine.common.damage.damage import Armour
from sandtable.rulesets.warmachine.common.power.locks import LOCKED, locks_on
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.mk1.systems import out


@modifies(Armour)
def shield_arm(p: Position, q: Armour) -> Iterator[Term]:
    bonus = card(p, q.model).arm_bonus
    if bonus is None or any(e.name == LOCKED + bonus.loc for e in locks_on(p, q.model)):
        return  # M1-POWER-44
    if not bonus.loc or bonus.loc not in out(p, q.model):
        yield Term(bonus.value, "shield", "M1-SYS-8")
