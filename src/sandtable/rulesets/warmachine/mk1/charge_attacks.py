"""A charger of Mk I opens with a melee attack on its charge target: no special attack instead (M1-CHARGE-10)."""

from __future__ import annotations

from sandtable.core import Refusal, forbids
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.attacking import reaches_charge_target
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.turn.activity import CHARGE, SPECIAL, Activity


@forbids(SPECIAL)
def opens_on_its_target(p: Position, a: Activity) -> Refusal | None:
    """After a short charge too the first attack is an ordinary one (M1-CHARGE-12)."""
    if a.moved == CHARGE and reaches_charge_target(p, a):
        return Refusal(say("the first attack is on {charged}", charged=a.charged), "M1-CHARGE-10")
    return None
