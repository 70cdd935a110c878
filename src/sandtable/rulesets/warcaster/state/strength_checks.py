"""Strength checks (WC-STAT-22)."""

from __future__ import annotations

from sandtable.core import Frame, Next, Pool, Return, Roll, Term, Wait
from sandtable.rulesets.warcaster.state.rules import Draft
from sandtable.rulesets.warcaster.state.stats import Str


class StrengthCheck(Frame, frozen=True, kw_only=True):
    """STR Action dice; a model without STR rolls none and scores nothing. Returns the strikes."""

    model: str

    def start(self, d: Draft) -> Next:
        dice = d.value(Str(self.model))
        pool = Pool("strength", (("A", dice),), d.state.seat_of(self.model), (Term(dice, "STR", "WC-STAT-3", "base"),))
        return Wait(Roll(f"strength of {self.model}", (pool,), cite="WC-STAT-22"), then=self.rolled)

    def rolled(self, d: Draft, strikes: int) -> Next:
        return Return(strikes)
