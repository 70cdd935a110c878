"""What no 'jack marshal does: reactivate without a free slot (M2-JACK-3, M2-JACK-4), pay power attacks (M2-JACK-10)."""

from __future__ import annotations

from sandtable.core import Refusal, forbids
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.jacks.marshals import marshal_of
from sandtable.rulesets.warmachine.common.jacks.taking_control import REACTIVATE, room
from sandtable.rulesets.warmachine.common.power.power_attacks import UNPAID
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity, without_cortex


@forbids("take over")
def no_slot(p: Position, controller: str, warjack: str, verb: str) -> Refusal | None:
    if verb != REACTIVATE or room(p, controller) or p.state.status[warjack].master == controller:
        return None
    return Refusal(say("{me} controls as many warjacks as he can", me=controller), "M2-JACK-4")


@forbids(UNPAID)
def not_by_the_benefit(p: Position, a: Activity) -> Refusal | None:
    if not marshal_of(p, a.model) or without_cortex(p, a.model):
        return None
    return Refusal(say("no marshal pays for a power attack of {model}", model=a.model), "M2-JACK-10")
