"""Inert warjacks of Mk I are refused by the rule on them: no activation, no focus (M1-INERT-2)."""

from __future__ import annotations

from sandtable.core import Refusal, forbids
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.state.conditions import DISRUPTED, INERT, has
from sandtable.rulesets.warmachine.common.state.rules import Position


@forbids("activation", "allocation")
def out_of_action(p: Position, model: str) -> Refusal | None:
    return Refusal(say("{model} is inert", model=model), "M1-INERT-2") if has(p, model, INERT) else None


@forbids("allocation")
def disrupted_for_a_round(p: Position, model: str) -> Refusal | None:
    """M1-ATK-7: what an automatic effect did to it."""
    return Refusal(say("{model} is disrupted", model=model), "M1-ATK-7") if has(p, model, DISRUPTED) else None
