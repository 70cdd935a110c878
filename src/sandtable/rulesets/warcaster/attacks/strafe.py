"""Strafe: a Power die decides how many further models near the first target are attacked."""

from __future__ import annotations

from sandtable.core import Call, Draft, Frame, Next, Return
from sandtable.rulesets.warcaster.attacks.strike import Strike


class Strafe(Frame, frozen=True, kw_only=True):
    strike: Strike

    def start(self, d: Draft) -> Next:
        from sandtable.rulesets.warcaster.attacks.attack import Resolve

        return Call(Resolve(strike=self.strike), then=self.done)

    def done(self, d: Draft, strike: Strike) -> Next:
        return Return(strike)
