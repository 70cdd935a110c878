"""An attack that missed a model in melee goes on to another one in it."""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Frame, Next, Return
from sandtable.rulesets.warmachine.common.attacks.attack import Hit, blow_of, deals_damage
from sandtable.rulesets.warmachine.common.attacks.attack_roll import Reading, judged
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import Damage
from sandtable.rulesets.warmachine.common.state.rules import Draft


class SameDice(Frame, frozen=True, kw_only=True):
    """The dice that missed the first model are compared with the second."""

    strike: Strike
    reading: Any

    def start(self, d: Draft) -> Next:
        reading: Reading = (self.reading[0], self.reading[1], self.reading[2], self.reading[3])
        hit, critical = judged(d, self.strike, reading, 2)
        if not hit:
            return Return()
        d.emit(Hit(who=self.strike.target, strike=self.strike, critical=critical, cite=d.rules.cite("hits")))
        if not deals_damage(d, self.strike):
            return Return()
        return Call(Damage(blow=blow_of(d, self.strike, critical)), then=self.finish)
