"""Confusion: who becomes confused, and recovery (WM-CONF).

A confused unit neither uses initiative nor obeys (WM-CONF-1, checked in command/orders and turn/initiative), fights at
-1 and
supports nobody (WM-CONF-2, combat/); it still shoots, fights and moves when forced (WM-CONF-11), and a flyer may home
back
(WM-CONF-12). Confusion does not stack (WM-CONF-14).
"""

from __future__ import annotations

from sandtable.core import AtLeast, Frame, Next, Pool, Return, Roll, Wait
from sandtable.rulesets.warmaster.state.events.commanding import Confused
from sandtable.rulesets.warmaster.state.rules import Draft

SIXES = AtLeast(6)


def confuse(d: Draft, unit: str, cite: str) -> None:
    """A unit is confused, if it is there and is not yet."""
    if unit in d.state.stands and not d.state.units[unit].confused:
        d.emit(Confused(unit=unit, cite=cite))


class ConfusionTest(Frame, frozen=True, kw_only=True):
    """A die for each reason: confused on a 6 (WM-CONF-4, WM-CONF-7); thrown also by who is confused (WM-DRIVE-14)."""

    unit: str
    dice: int = 1
    cite: str = "WM-CONF-7"

    def start(self, d: Draft) -> Next:
        if self.unit not in d.state.stands:
            return Return()
        pool = Pool("confusion", (("d6", self.dice),), d.state.units[self.unit].seat)
        return Wait(Roll("confusion", (pool,), SIXES, self.cite), then=self.rolled)

    def rolled(self, d: Draft, sixes: int) -> Next:
        if sixes:
            confuse(d, self.unit, self.cite)
        return Return()
