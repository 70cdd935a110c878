"""What a weapon's hit does besides damage, before the damage roll (WC-ATK-11, WC-ATK-12). Models only caught in a blast
are not hit (WC-BLAST-11)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Next, Offer, Return, offers
from sandtable.rulesets.warcaster.abilities.rule_terms import CARD, figure
from sandtable.rulesets.warcaster.attacks.strike import Strike, seat_of_strike
from sandtable.rulesets.warcaster.attacks.targets import weapon_has
from sandtable.rulesets.warcaster.attacks.windows import ON_HIT, hit_effect
from sandtable.rulesets.warcaster.cyphers.cards_in_play import Unmake
from sandtable.rulesets.warcaster.state.arc import clear_arc
from sandtable.rulesets.warcaster.state.continuous_effects import GainEffect
from sandtable.rulesets.warcaster.state.rules import Draft

EFFECTS = ("fire", "corrosion", "lock_down")  # special rules named for the continuous effect they give


@offers(ON_HIT)
def burning_and_the_like(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """Fire, Corrosion, Lock Down; Force Ram takes the place of the latter."""
    for effect in EFFECTS:
        if effect in strike.rules and not (effect == "lock_down" and "force_ram" in strike.marks):
            yield hit_effect(GainEffect(model=strike.target, effect=effect, cite=CARD), CARD)


class ClearArc(Frame, frozen=True, kw_only=True):
    """An enemy effect clears Arc from a unit or gate; without Arc nothing happens (WC-ARC-3, WC-ARC-16)."""

    unit: str
    amount: int
    by: int

    def start(self, d: Draft) -> Next:
        if self.unit in d.state.units:
            clear_arc(d, self.unit, self.amount, by=self.by, cite="WC-ARC-3")
        return Return()


@offers(ON_HIT)
def nullifying(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """Nullifier and Null Strike; the former's weapon has no POW, so no damage roll follows (WC-STAT-13)."""
    for rule in ("nullifier", "null_strike"):
        if rule in strike.rules:
            unit, by = d.state.models[strike.target].unit, seat_of_strike(d.state, strike)
            yield hit_effect(ClearArc(unit=unit, amount=figure(d, rule, "clear"), by=by), "WC-ARC-3")


@offers(ON_HIT)
def malefactor(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """The enemy's Cyphers on the unit hit end."""
    if strike.weapon and strike.attacker in d.state.models and weapon_has(d, strike, "malefactor"):
        unit, by = d.state.models[strike.target].unit, seat_of_strike(d.state, strike)
        yield hit_effect(Unmake(unit=unit, by=by, cite=CARD), CARD)
