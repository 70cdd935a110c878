"""No special or power attack with a weapon whose system is crippled (M2-DMG-16)."""

from __future__ import annotations

from sandtable.core import Refusal, forbids
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.measuring.engagement import weapons_of
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.mk2.systems import crippled


@forbids("special weapon")
def crippled_weapon(p: Position, model: str, slot: str) -> Refusal | None:
    if weapons_of(p, model)[slot].loc in crippled(p, model):
        return Refusal(say("{slot} is crippled", slot=slot), "M2-DMG-16")
    return None
