"""A 'jack marshal reactivates a warjack only for a free slot of his: it joins him (M2-JACK-3, M2-JACK-4)."""

from __future__ import annotations

from sandtable.core import Refusal, forbids
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.jacks.taking_control import REACTIVATE, room
from sandtable.rulesets.warmachine.common.state.rules import Position


@forbids("take over")
def no_slot(p: Position, controller: str, warjack: str, verb: str) -> Refusal | None:
    if verb != REACTIVATE or room(p, controller) or p.state.status[warjack].master == controller:
        return None
    return Refusal(say("{me} controls as many warjacks as he can", me=controller), "M2-JACK-4")
