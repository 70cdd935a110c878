"""Rerolls: the whole pool again, and the second result stands (WC-GEN-13)."""

from __future__ import annotations

from sandtable.core import Frame, Next, Return, Roll, Wait
from sandtable.rulesets.warcaster.attacks.dice_pools import AttackDice, DefenceDice, pool
from sandtable.rulesets.warcaster.attacks.strike import Strike, seat_of_strike
from sandtable.rulesets.warcaster.state.rules import Draft


class Reroll(Frame, frozen=True, kw_only=True):
    """Rolls the attack or the defence of a strike again. Returns the strike with the new result.

    Dice are counted afresh: Arc spent since the first roll gives none (WC-ARC-9). The rule that allows it sees to it
    that it is used once for each roll.
    """

    strike: Strike
    side: str  # attack or defence
    cite: str = "WC-GEN-13"

    def start(self, d: Draft) -> Next:
        s = self.strike
        if self.side == "attack":
            dice = pool(d, AttackDice, s, "attack", seat_of_strike(d.state, s))
        else:
            dice = pool(d, DefenceDice, s, "defence", d.state.seat_of(s.target))
        return Wait(Roll(f"{self.side} again", (dice,), cite=self.cite), then=self.rolled)

    def rolled(self, d: Draft, strikes: int) -> Next:
        changed = {self.side: strikes}
        return Return(self.strike.but(**changed))
