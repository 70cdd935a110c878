"""Double-hand throw: two working open fists, and a contest roll of two dice (M2-POWER-4, M2-POWER-37)."""

from __future__ import annotations

from sandtable.rulesets.warmachine.common.power.throw import Throwing


class DoubleHandThrowing(Throwing):
    verb = "double-hand-throw"
    fists = 2
    dice = 2
