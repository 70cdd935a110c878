"""Push: a contest of strength; the loser is pushed an inch straight away, and the warjack may follow."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from random import Random
from typing import Any

from sandtable.core import (
    Ask,
    Call,
    Choice,
    Frame,
    Line,
    Next,
    Option,
    Outline,
    Refusal,
    Return,
    Settle,
    Wait,
    choice,
)
from sandtable.core.texts import say
from sandtable.geometry.arcs import bearing
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.attacks.attack import takes_effect
from sandtable.rulesets.warmachine.common.movement.advance import facing_ask, turn
from sandtable.rulesets.warmachine.common.movement.forced_moves import push
from sandtable.rulesets.warmachine.common.movement.obstacles import explained, ground_for
from sandtable.rulesets.warmachine.common.movement.straight_moves import end_of
from sandtable.rulesets.warmachine.common.movement.travel import Travel
from sandtable.rulesets.warmachine.common.power.locks import in_a_lock
from sandtable.rulesets.warmachine.common.power.power_attacks import Contest, PowerAttack, PowerDeed
from sandtable.rulesets.warmachine.common.state.asked_windows import FOLLOW_PUSH
from sandtable.rulesets.warmachine.common.state.conditions import is_up
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity

VERB = "push"
FOLLOW, PART, STAY = "follow", "follow part of the way", "stay"


class FollowLine(Line, frozen=True, kw_only=True):
    """An advance straight after a pushed model, at most as far as it was pushed, with an inch of movement."""

    target: str

    @classmethod
    def behind(cls, p: Position, model: str, target: str, pushed: int) -> FollowLine:
        way = bearing(p.state.models[model].at, p.state.models[target].at)
        at, angle, ground = p.state.models[model].at, radians(way / MILLI), ground_for(p, model)
        far = int(ground.clear_way(at, (cos(angle), sin(angle)), pushed))
        x, y = ground.walk((at, end_of(at, way, far)), MILLI)
        far = min(far, round(hypot(x - at[0], y - at[1])))
        most = next((n for n in range(far, 0, -1) if ground.first_fault((at, end_of(at, way, n))) is None), 0)
        return cls(piece=model, target=target, most=most, cite=p.rules.cite("how far a push is followed"))

    def way(self, p: Position) -> int:
        return bearing(p.state.models[self.piece].at, p.state.models[self.target].at)

    def fault(self, p: Position, way: int, far: int) -> Refusal | None:
        if way != self.way(p):
            return Refusal(say("{piece} goes straight after {target}", piece=self.piece, target=self.target), self.cite)
        found = ground_for(p, self.piece).first_fault((self.start(p), self.end(p, (way, far))))
        return None if found is None else explained(p, self.piece, found, self.most)

    def ways(self, p: Position, straight: int) -> tuple[int, list[int]]:
        return 1, [self.way(p)]

    def outline(self, p: Position) -> Outline:
        way = self.way(p)
        ends = (self.start(p), self.end(p, (way, self.most)))
        return Outline(((*ends, *reversed(ends)),))

    def fallback(self, p: Position) -> tuple[int, int]:
        """All the way."""
        return self.way(p), self.most

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        way = self.way(p)
        tried = dict.fromkeys((way, rng.randint(0, self.most)) for _ in range(n))
        return [line for line in tried if self.refuse(p, line) is None] or [self.fallback(p)]


class Push(PowerAttack, frozen=True, kw_only=True):
    far: int = 0

    def start(self, d: Draft) -> Next:
        me = self.declare(d, VERB)
        return Call(Contest(one=self.model, other=self.target), then=me.contested)

    def contested(self, d: Draft, won: bool) -> Next:
        if not won or not takes_effect(d, self.strike(VERB, 0), self.target):
            return self.over(d)
        far = push(d, self.target, d.state.models[self.model].at, MILLI, d.rules.cite("being pushed"))
        return Call(Settle(), then=self.but(far=far).pushed)

    def pushed(self, d: Draft, *ignored: Any) -> Next:
        if not self.far or self.target not in d.state.models or not is_up(d, self.model) or in_a_lock(d, self.model):
            return self.over(d)
        cite = d.rules.cite("following a push")
        ask = Ask(
            self.seat(d),
            say("follow {target}", target=self.target),
            Choice((*choice(FOLLOW, PART, cite=cite).offered, Option(STAY, cite=cite, verb=STAY, ends=True))),
            FOLLOW,
            cite,
            about=(self.model,),
            window=FOLLOW_PUSH,
        )
        return Wait(ask, then=self.followed)

    def followed(self, d: Draft, key: str) -> Next:
        if key == STAY:
            return self.over(d)
        domain = FollowLine.behind(d, self.model, self.target, self.far)
        if key == FOLLOW:
            return self.goes(d, domain.fallback(d))
        prompt = say("follow {target}: how far", target=self.target)
        return Wait(Ask(self.seat(d), prompt, domain, None, domain.cite, about=(self.model,)), then=self.goes)

    def goes(self, d: Draft, line: tuple[int, int]) -> Next:
        me, (way, far) = d.state.models[self.model], line
        if not far:
            return self.over(d)
        travel = Travel(model=self.model, path=(me.at, end_of(me.at, way, far)), cite=d.rules.cite("following a push"))
        return Call(travel, then=self.arrived)

    def arrived(self, d: Draft, whole: bool) -> Next:
        if not whole:
            return self.over(d)
        return Wait(facing_ask(d, self.model, d.rules.cite("following a push")), then=self.turned)

    def turned(self, d: Draft, facing: int) -> Next:
        turn(d, self.model, facing)
        return self.over(d)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


class Pushing(PowerDeed):
    verb = VERB

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return Push(activity=a, target=key.removeprefix(f"{VERB} "))
