"""Continuous effects: fire and corrosion, rolled for in each Maintenance Phase of the model's controller."""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Effect, Frame, Next, Pool, Return, Roll, Settle, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.damage.damage import Blow, Damage, Harm
from sandtable.rulesets.warmachine.common.state.conditions import CORROSION, FIRE, begin, end, has
from sandtable.rulesets.warmachine.common.state.events import Unaffected
from sandtable.rulesets.warmachine.common.state.rules import Draft

EXPIRES = 2  # and less: it ends without effect
FIRE_POWER = 12


def afflict(d: Draft, model: str, effect: str, cite: str) -> None:
    """A continuous effect is put on a model; a second one of its kind changes nothing."""
    if model not in d.state.models or has(d, model, effect):
        return
    if why := d.forbidden("continuous effect", model, effect):
        d.emit(Unaffected(who=model, cite=why.cite))
        return
    begin(d, Effect(effect, model, cite=cite))


class Burn(Frame, frozen=True, kw_only=True):
    """One continuous effect: a die says whether it goes on."""

    model: str
    effect: str

    def start(self, d: Draft) -> Next:
        pool = Pool(self.effect, (("d6", 1),), d.state.status[self.model].seat)
        roll = Roll(
            say("{effect} on {model}", effect=self.effect, model=self.model),
            (pool,),
            cite=d.rules.cite("rolling for continuous effects"),
        )
        return Wait(roll, then=self.rolled)

    def rolled(self, d: Draft, face: int) -> Next:
        seat = d.state.status[self.model].seat
        if face <= EXPIRES:
            end(d, self.model, self.effect, d.rules.cite("rolling for continuous effects"))
            return Return()
        if self.effect == CORROSION:
            return Call(Harm(target=self.model, points=1, seat=seat, topic="corrosion"), then=self.over)
        if self.effect == FIRE:
            blow = Blow(target=self.model, power=FIRE_POWER, seat=seat, types=(FIRE,), boostable=False, topic="fire")
            return Call(Damage(blow=blow), then=self.over)
        return Return()

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.finish)
