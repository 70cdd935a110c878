"""Standing up: the first thing in the activation of a knocked-down model, for its movement or its action."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Ask, Facing, Frame, Next, Option, Options, Refusal, Return, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.state.conditions import DOWN, end
from sandtable.rulesets.warmachine.common.state.events import Turned
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import ACTION, MOVEMENT, Activity
from sandtable.rulesets.warmachine.common.turn.deeds import Deed

STAND = "stand"
HALVES = {"stand instead of moving": MOVEMENT, "stand instead of acting": ACTION}
STAY_DOWN = "stay down"


class Rising(Options, frozen=True, kw_only=True):
    """How a trooper stands up before his unit gets an order."""

    model: str

    def options(self, p: Position) -> tuple[Option, ...]:
        cite = p.rules.cite("standing up")
        found = [
            Option(key, "", cite, (self.model,), verb=STAND, actor=self.model, how=key.rpartition(" ")[2])
            for key in HALVES
        ]
        return (*found, Option(STAY_DOWN, "", cite, (self.model,), verb=STAY_DOWN, actor=self.model))


class StandUp(Frame, frozen=True, kw_only=True):
    """It is no longer knocked down and takes any facing; the half it gave up is gone."""

    activity: Activity
    half: str

    def start(self, d: Draft) -> Next:
        who = self.activity.model
        end(d, who, DOWN, d.rules.cite("standing up"))
        domain = Facing(piece=who, cite=d.rules.cite("facing on standing up"))
        ask = Ask(
            d.state.status[who].seat, say("turn {who}", who=who), domain, d.state.models[who].facing,
            d.rules.cite("facing on standing up"), about=(who,),
        )  # fmt: skip
        return Wait(ask, then=self.turned)

    def turned(self, d: Draft, facing: int) -> Next:
        d.emit(Turned(who=self.activity.model, facing=facing, cite=d.rules.cite("facing on standing up")))
        return Return(self.activity.but(down=False, stood=self.half))


class Standing(Deed):
    verb = STAND

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        policy = p.rules.edition.knocked_down
        if a.down and policy.may_stand(p, a.model):
            for key in HALVES:
                yield self.option(p, a, key, p.rules.cite("standing up"), how=key.rpartition(" ")[2])

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        policy = p.rules.edition.knocked_down
        if not a.down:
            return Refusal(say("{model} is not knocked down", model=a.model), p.rules.cite("standing up"))
        if not policy.may_stand(p, a.model):
            return Refusal(
                say("{model} cannot stand up this turn", model=a.model), p.rules.cite("when a model may stand up")
            )
        return None

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return StandUp(activity=a, half=HALVES[key])
