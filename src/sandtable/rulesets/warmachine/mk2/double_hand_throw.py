"""Double-hand throw: two working open fists (M2-POWER-4), a contest roll of two dice (M2-POWER-37).

It may be aimed at a model.

Thrown at a model it goes straight into it on a hit; on a miss the point strays as in any throw (M2-POWER-38).
"""

from __future__ import annotations

from typing import Any

from sandtable.core import Ask, Call, Choice, Frame, Next, Option, Wait
from sandtable.core.texts import say
from sandtable.geometry.arcs import bearing
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.attacks.attack import affects
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackRoll
from sandtable.rulesets.warmachine.common.measuring.distance import near
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import seen_by
from sandtable.rulesets.warmachine.common.power.throw import Throw, Throwing, ThrowLine
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity

AWAY, AT = "throw away", "throw at "


class DoubleHandThrow(Throw, frozen=True, kw_only=True):
    at_model: str = ""

    def contest_rule(self, p: Position) -> str:
        return "M2-POWER-37"

    def contested(self, d: Draft, won: bool) -> Next:
        found = models_to_hit(d, self.model, self.target) if won else []
        if not found or not affects(d, self.strike(self.verb, 0), self.target):
            return super().contested(d, won)
        cite = "M2-POWER-38"
        keys = [Option(AWAY, "", cite, verb="throw away", actor=self.model, target=self.target)]
        keys += [Option(AT + n, "", cite, (n,), verb="throw at", actor=self.model, target=n) for n in found]
        ask = Ask(
            self.seat(d),
            say("where to throw {target}", target=self.target),
            Choice(tuple(keys)),
            AWAY,
            cite,
            about=(self.target,),
        )
        return Wait(ask, then=self.pointed)

    def pointed(self, d: Draft, key: str) -> Next:
        if key == AWAY:
            return super().contested(d, True)
        name = key.removeprefix(AT)
        me = self.but(at_model=name)
        return Call(AttackRoll(strike=self.strike(self.verb, 0).but(target=name)), then=me.thrown_at)

    def thrown_at(self, d: Draft, hit: bool, critical: bool, *ignored: Any) -> Next:
        """A model hit so is contacted: the flight ends at it or on it (M2-POWER-39)."""
        here, there = d.state.models[self.target].at, d.state.models[self.at_model].at
        if hit:
            return self.flies(d, there)
        far = round(((here[0] - there[0]) ** 2 + (here[1] - there[1]) ** 2) ** 0.5)
        return self.aimed(d, (bearing(here, there), far))


def models_to_hit(p: Position, thrower: str, thrown: str) -> list[str]:
    """In the thrower's sight, within the throw's distance of the thrown model, away from the thrower (M2-POWER-43)."""
    far = p.rules.edition.power.throw_distance(p, thrower, thrown)
    here, seen = p.state.models[thrown].at, seen_by(p, thrower)
    found = []
    for name, m in p.state.models.items():
        if name in (thrower, thrown) or name not in seen or not near(p, thrown, name, far) or m.at == here:
            continue
        line = ThrowLine(piece=thrown, thrower=thrower, most=100 * MILLI, least=0, cite="M2-POWER-43")
        apart = round(((m.x - here[0]) ** 2 + (m.y - here[1]) ** 2) ** 0.5)
        if line.fault(p, bearing(here, m.at), apart) is None:
            found.append(name)
    return found


class DoubleHandThrowing(Throwing):
    verb = "double-hand-throw"
    fists = 2

    def need(self, p: Position) -> str:
        return "M2-POWER-4"

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return DoubleHandThrow(activity=a, target=key.removeprefix(f"{self.verb} "), dice=2, verb=self.verb)
