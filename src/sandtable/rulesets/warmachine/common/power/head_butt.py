"""Head-butt: a hit knocks the target down and does damage by strength; it needs no working weapon."""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Frame, Next, Refusal, Return, Settle
from sandtable.rulesets.warmachine.common.attacks.attack import Hit, affects, blow_of
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackRoll
from sandtable.rulesets.warmachine.common.damage.damage import Damage
from sandtable.rulesets.warmachine.common.damage.knocking_down import knock_down
from sandtable.rulesets.warmachine.common.power.power_attacks import PowerAttack, PowerDeed
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity

VERB = "head-butt"


class HeadButt(PowerAttack, frozen=True, kw_only=True):
    def start(self, d: Draft) -> Next:
        me = self.declare(d, VERB)
        bonus = d.rules.edition.power.head_butt_bonus(d, self.model, self.target)
        return Call(AttackRoll(strike=self.strike(VERB, bonus)), then=me.rolled)

    def rolled(self, d: Draft, hit: bool, critical: bool, *ignored: Any) -> Next:
        if not hit:
            return self.over(d)
        strike, cite = self.strike(VERB, 0), d.rules.cite("head-butt")
        d.emit(Hit(who=self.target, strike=strike, critical=critical, cite=cite))
        blow = blow_of(d, strike, critical)
        if affects(d, strike, self.target):
            knock_down(d, self.target, cite)
        return Call(Damage(blow=blow.but(topic=VERB)), then=self.over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


class HeadButting(PowerDeed):
    verb = VERB

    def no_target(self, p: Position, a: Activity, target: str) -> Refusal | None:
        return p.rules.edition.power.no_head_butt(p, a.model, target)

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return HeadButt(activity=a, target=key.removeprefix(f"{VERB} "))
