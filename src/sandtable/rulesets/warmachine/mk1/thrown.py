"""The thrower chooses where a thrown model faces when it has come down (M1-POWER-37)."""

from __future__ import annotations

from sandtable.core import Ask, Facing, Frame, Next, Return, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.state.events import Turned
from sandtable.rulesets.warmachine.common.state.rules import Draft


class TurnThrown(Frame, frozen=True, kw_only=True):
    thrower: str
    model: str

    def start(self, d: Draft) -> Next:
        if self.model not in d.state.models:
            return Return()
        domain = Facing(piece=self.model, cite="M1-POWER-37")
        seat, now = d.state.status[self.thrower].seat, d.state.models[self.model].facing
        return Wait(
            Ask(seat, say("turn {model}", model=self.model), domain, now, "M1-POWER-37", about=(self.model,)),
            then=self.turned,
        )

    def turned(self, d: Draft, facing: int) -> Next:
        if facing != d.state.models[self.model].facing:
            d.emit(Turned(who=self.model, facing=facing, cite="M1-POWER-37"))
        return Return()
