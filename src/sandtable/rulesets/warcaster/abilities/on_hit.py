"""What a weapon's hit does besides damage, before the damage roll (WC-ATK-11, WC-ATK-12). Models only caught in a blast
are not hit (WC-BLAST-11)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Next, Return, forces
from sandtable.rulesets.warcaster.abilities.rule_terms import CARD, figure
from sandtable.rulesets.warcaster.attacks.resolution import Hit
from sandtable.rulesets.warcaster.attacks.strike import seat_of_strike
from sandtable.rulesets.warcaster.attacks.targets import weapon_has
from sandtable.rulesets.warcaster.cyphers.cards_in_play import Unmake
from sandtable.rulesets.warcaster.state.arc import clear_arc
from sandtable.rulesets.warcaster.state.continuous_effects import GainEffect
from sandtable.rulesets.warcaster.state.rules import Draft

EFFECTS = ("fire", "corrosion", "lock_down")  # special rules named for the continuous effect they give


@forces(Hit)
def burning_and_the_like(d: Draft, event: Hit) -> Iterator[Frame]:
    """Fire, Corrosion, Lock Down; Force Ram takes the place of the latter."""
    s = event.strike
    for effect in EFFECTS:
        if effect in s.rules and not (effect == "lock_down" and "force_ram" in s.marks):
            yield GainEffect(model=s.target, effect=effect, cite=CARD)


class ClearArc(Frame, frozen=True, kw_only=True):
    """An enemy effect clears Arc from a unit or gate; without Arc nothing happens (WC-ARC-3, WC-ARC-16)."""

    unit: str
    amount: int
    by: int

    def start(self, d: Draft) -> Next:
        if self.unit in d.state.units:
            clear_arc(d, self.unit, self.amount, by=self.by, cite="WC-ARC-3")
        return Return()


@forces(Hit)
def nullifying(d: Draft, event: Hit) -> Iterator[Frame]:
    """Nullifier and Null Strike; the former's weapon has no POW, so no damage roll follows (WC-STAT-13)."""
    s = event.strike
    for rule in ("nullifier", "null_strike"):
        if rule in s.rules:
            unit = d.state.models[s.target].unit
            yield ClearArc(unit=unit, amount=figure(d, rule, "clear"), by=seat_of_strike(d.state, s))


@forces(Hit)
def malefactor(d: Draft, event: Hit) -> Iterator[Frame]:
    """The enemy's Cyphers on the unit hit end."""
    s = event.strike
    if s.weapon and s.attacker in d.state.models and weapon_has(d, s, "malefactor"):
        yield Unmake(unit=d.state.models[s.target].unit, by=seat_of_strike(d.state, s), cite=CARD)
