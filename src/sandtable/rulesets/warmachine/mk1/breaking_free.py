"""Breaking free in Mk I: a locked warjack tries once when its activation starts (M1-POWER-41, M1-POWER-42)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Offer, Refusal, forbids, offers
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.power.locks import BreakFree, in_a_lock, locks_on
from sandtable.rulesets.warmachine.common.state.conditions import is_helpless
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from sandtable.rulesets.warmachine.common.turn.windows import ACTIVATION_BEGINS


@offers(ACTIVATION_BEGINS)
def try_to_break_free(d: Draft, a: Activity, seat: int) -> Iterator[Offer]:
    """Automatic; a stationary victim does not try."""
    if d.state.status[a.model].seat != seat or is_helpless(d, a.model):
        return
    for effect in locks_on(d, a.model):
        frame = BreakFree(victim=a.model, holder=effect.source, holds_first=True)  # M1-DICE-9
        yield Offer(f"break free of {effect.source}", frame, cite="M1-POWER-42", must=True)


@forbids("aim")
def no_aiming_in_a_lock(p: Position, model: str) -> Refusal | None:
    """It cannot move, so it gives no movement up."""
    return Refusal(say("{model} is in a lock", model=model), "M1-MOD-2") if in_a_lock(p, model) else None
