"""Declaring an attack: weapon and target, the first window, and how the attack is rolled (WC-ATK-2, WC-ATK-11).

Elsewhere: WC-ATK-1 in attacks/strike; WC-ATK-3 in attacks/immediate_attack; WC-ATK-4, WC-ATK-5, WC-ATK-7, WC-ATK-8,
WC-ATK-16 in attacks/dice_pools; WC-ATK-6, WC-ATK-10, WC-ATK-12, WC-ATK-13 in attacks/resolution; WC-ATK-9,
WC-ATK-18, WC-ATK-19 in attacks/damage; WC-ATK-14, WC-ATK-15 in attacks/targets; WC-ATK-17 follows from WC-ACT-5,
WC-ACT-6, WC-ACT-7; WC-ATK-20 in state/stats.
"""

from __future__ import annotations

from sandtable.core import Call, Event, Frame, Next, Return
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.attacks.resolution import Resolve
from sandtable.rulesets.warcaster.attacks.spray import Spray
from sandtable.rulesets.warcaster.attacks.strike import Declaration, Strike, seat_of_strike
from sandtable.rulesets.warcaster.attacks.windows import DECLARED, ROLLED_OTHERWISE, SEVERAL_ATTACKS, reactions
from sandtable.rulesets.warcaster.state.rules import Draft, Position


class Declared(Event, frozen=True, kw_only=True):
    """An attack is declared: weapon and target (WC-ATK-2)."""

    strike: Strike

    def line(self, p: Position) -> str:
        what = self.strike.weapon or self.strike.cypher or "its bare strength"
        return say(
            "{attacker} attacks {target} with {what}",
            attacker=self.strike.attacker,
            target=self.strike.target,
            what=what.replace("_", " "),
        )


class Attack(Frame, frozen=True, kw_only=True):
    """A declared attack: its window, then the rolls against one model, or against each model of a spray."""

    strike: Strike

    def start(self, d: Draft) -> Next:
        d.emit(Declared(strike=self.strike, cite="WC-ATK-2"))
        return Call(reactions(d, DECLARED, self.strike), then=self.declared)

    def declared(self, d: Draft, strike: Strike) -> Next:
        if strike.attacker not in d.state.models or strike.target not in d.state.models:
            return Return(strike)
        made = Declaration(strike=strike, declared=self.strike)
        for offer in d.offers(SEVERAL_ATTACKS, made, d.state.seat_of(strike.attacker)):
            return Call(offer.frame, then=self.resolved)
        return Call(rolls(d, strike), then=self.resolved)

    def resolved(self, d: Draft, strike: Strike) -> Next:
        return Return(strike)


def rolls(d: Draft, strike: Strike) -> Frame:
    """Attack and defence rolls and all that follows: against one model, each on the line, or as a rule says instead."""
    for offer in d.offers(ROLLED_OTHERWISE, strike, seat_of_strike(d.state, strike)):
        return offer.frame
    return Spray(strike=strike) if "spray" in strike.quality else Resolve(strike=strike)
