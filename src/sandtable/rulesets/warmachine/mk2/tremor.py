"""Tremor in Mk II: one roll without target; every model within 2 inches whose DEF it reaches is knocked down."""

from __future__ import annotations

from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Pair, Pool, Return, Roll, Settle, Wait, choice
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.abilities.special_attacks import attacked
from sandtable.rulesets.warmachine.common.abilities.tremor import REACH, VERB
from sandtable.rulesets.warmachine.common.abilities.tremor import Trembling as AnyTrembling
from sandtable.rulesets.warmachine.common.attacks.attack import takes_effect
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackBonus, Defence, Reading
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import BOOST, ROLL, may_boost
from sandtable.rulesets.warmachine.common.damage.knocking_down import knock_down
from sandtable.rulesets.warmachine.common.measuring.distance import near
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.conditions import is_helpless
from sandtable.rulesets.warmachine.common.state.rules import Draft
from sandtable.rulesets.warmachine.common.turn.activity import BY_MARSHAL, Activity, has_choice, settle


class Tremor(Frame, frozen=True, kw_only=True):
    activity: Activity
    slot: str
    boosted: bool = False

    @property
    def model(self) -> str:
        return self.activity.model

    def start(self, d: Draft) -> Next:
        me = self.but(activity=attacked(self.activity, MELEE, self.slot))
        if not may_boost(d, self.model):
            return me.roll(d)
        more = (BOOST + BY_MARSHAL,) if has_choice(d, self.model, 1, "boost") else ()  # M2-JACK-5
        seat, domain = d.state.status[self.model].seat, choice(ROLL, BOOST, *more, cite="M2-ATK-7")
        return Wait(
            Ask(seat, say("boost the tremor of {model}", model=self.model), domain, ROLL, "M2-ATK-7"), then=me.asked
        )

    def asked(self, d: Draft, key: str) -> Next:
        if key == ROLL:
            return self.roll(d)
        settle(d, self.model, 1, "a boosted attack roll", "M2-ATK-7", key == BOOST + BY_MARSHAL)
        return self.but(boosted=True).roll(d)

    def roll(self, d: Draft) -> Next:
        pool = Pool("attack", (("d6", 2 + self.boosted),), d.state.status[self.model].seat)
        return Wait(Roll(say("tremor of {model}", model=self.model), (pool,), Pair(), "M2-ACT-13"), then=self.rolled)

    def rolled(self, d: Draft, reading: Reading) -> Next:
        """All ones miss and all sixes hit; whoever is stationary is hit by itself (M2-ATK-8, M2-ATK-9, M2-STAT-4)."""
        total, _, ones, sixes = reading
        for name in [n for n in d.state.models if n != self.model and near(d, self.model, n, REACH)]:
            strike = Strike(attacker=self.model, target=name, weapon=self.slot, special=VERB)
            reached = total + d.value(AttackBonus(strike))
            hit = not ones and (sixes or reached >= d.value(Defence(strike)))
            if (hit or is_helpless(d, name)) and takes_effect(d, strike, name):
                knock_down(d, name, "M2-ACT-13")
        return Call(Settle(), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


class Trembling(AnyTrembling):
    def tremor(self, a: Activity, slot: str) -> Frame:
        return Tremor(activity=a, slot=slot)
