"""Tremor in Mk I: every model within 2 inches is attacked once; a hit knocks it down, without damage (M1-ATK-1)."""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Frame, Next, Return, Settle
from sandtable.rulesets.warmachine.common.abilities.special_attacks import attacked
from sandtable.rulesets.warmachine.common.abilities.tremor import REACH, VERB
from sandtable.rulesets.warmachine.common.abilities.tremor import Trembling as AnyTrembling
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackRoll, WholeAttack
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.knocking_down import knock_down
from sandtable.rulesets.warmachine.common.measuring.distance import gap, near
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.rules import Draft
from sandtable.rulesets.warmachine.common.turn.activity import Activity


class Tremor(WholeAttack, frozen=True, kw_only=True):
    activity: Activity
    slot: str
    left: tuple[str, ...] = ()

    def start(self, d: Draft) -> Next:
        me = self.activity.model
        near_by = [n for n in d.state.models if n != me and near(d, me, n, REACH)]
        left = tuple(sorted(near_by, key=lambda n: (round(gap(d, me, n)), n)))
        return self.but(activity=attacked(self.activity, MELEE, self.slot), left=left).each(d)

    def each(self, d: Draft, *ignored: Any) -> Next:
        if not self.left:
            return Call(Settle(), then=self.told)
        strike = Strike(
            attacker=self.activity.model, target=self.left[0], weapon=self.slot, special=VERB, activated=True,
            unaware=self.activity.behind, marks=self.activity.marks,
        )  # fmt: skip
        return Call(AttackRoll(strike=strike), then=self.rolled)

    def rolled(self, d: Draft, hit: bool, critical: bool, *ignored: Any) -> Next:
        if hit:
            knock_down(d, self.left[0], "M1-ATK-1")
        return self.but(left=self.left[1:]).each(d)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


class Trembling(AnyTrembling):
    def tremor(self, a: Activity, slot: str) -> Frame:
        return Tremor(activity=a, slot=slot)
