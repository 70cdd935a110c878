"""In deep water nobody gives orders or catches fire (M1-TERRAIN-11)."""

from __future__ import annotations

from sandtable.core import Refusal, forbids
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.state.conditions import FIRE
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.terrain.features import WATER, stands_in


@forbids("give order")
def no_orders_from_the_water(p: Position, model: str) -> Refusal | None:
    if stands_in(p, p.state.models[model], WATER):
        return Refusal(say("{model} is in deep water", model=model), "M1-TERRAIN-11")
    return None


@forbids("continuous effect")
def nobody_catches_fire(p: Position, model: str, effect: str) -> Refusal | None:
    if effect == FIRE and stands_in(p, p.state.models[model], WATER):
        return Refusal(say("{model} is in deep water", model=model), "M1-TERRAIN-11")
    return None
