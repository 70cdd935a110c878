"""Push: a contest of strength; the loser is pushed an inch straight away, and the warjack may follow."""

from __future__ import annotations

from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Return, Settle, Wait, choice
from sandtable.core.texts import say
from sandtable.geometry.arcs import bearing
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.attacks.attack import affects
from sandtable.rulesets.warmachine.common.movement.forced_moves import push
from sandtable.rulesets.warmachine.common.movement.straight_moves import course, end_of
from sandtable.rulesets.warmachine.common.movement.travel import Travel
from sandtable.rulesets.warmachine.common.power.power_attacks import Contest, PowerAttack, PowerDeed
from sandtable.rulesets.warmachine.common.state.conditions import is_up
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity

VERB = "push"
FOLLOW, STAY = "follow", "stay"


class Push(PowerAttack, frozen=True, kw_only=True):
    far: int = 0

    def start(self, d: Draft) -> Next:
        me = self.declare(d, VERB)
        return Call(Contest(one=self.model, other=self.target), then=me.contested)

    def contested(self, d: Draft, won: bool) -> Next:
        if not won or not affects(d, self.strike(VERB, 0), self.target):
            return self.over(d)
        far = push(d, self.target, d.state.models[self.model].at, MILLI, d.rules.cite("being pushed"))
        return Call(Settle(), then=self.but(far=far).pushed)

    def pushed(self, d: Draft, *ignored: Any) -> Next:
        if not self.far or self.target not in d.state.models or not is_up(d, self.model):
            return self.over(d)
        cite = d.rules.cite("following a push")
        ask = Ask(
            self.seat(d),
            say("follow {target}", target=self.target),
            choice(FOLLOW, STAY, cite=cite),
            FOLLOW,
            cite,
            about=(self.model,),
        )
        return Wait(ask, then=self.followed)

    def followed(self, d: Draft, key: str) -> Next:
        if key == STAY:
            return self.over(d)
        me, foe = d.state.models[self.model], d.state.models[self.target]
        way = bearing(me.at, foe.at)
        far = course(d, self.model, self.target, way, self.far, 0).most  # whoever else is in the way stops it
        if not far:
            return self.over(d)
        travel = Travel(model=self.model, path=(me.at, end_of(me.at, way, far)), cite=d.rules.cite("following a push"))
        return Call(travel, then=self.over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


class Pushing(PowerDeed):
    verb = VERB

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return Push(activity=a, target=key.removeprefix(f"{VERB} "))
