"""Furies: attacks channelled through an Arc Relay, and what each does on a hit, before damage.

Rules: WC-CYPHER-32, WC-CYPHER-33, WC-CYPHER-34, WC-CYPHER-35, WC-CYPHER-36, WC-CYPHER-37.
How a Fury is played, through whom and at whom: channelling.py (WC-FURY-1, WC-FURY-2).

Elsewhere: WC-FURY-3 in attacks/targets; WC-FURY-4, WC-FURY-5 in attacks/dice_pools; WC-FURY-6, WC-FURY-7 in
attacks/resolution; WC-FURY-8, WC-FURY-9 in cyphers/channelling; WC-FURY-10 in attacks/strike; WC-FURY-11 in
cyphers/cypher_card; WC-FURY-12 in abilities/ranges.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Next, Offer, Return, offers
from sandtable.rulesets.warcaster.attacks.damage import immune
from sandtable.rulesets.warcaster.attacks.slams import SlamBy, slam_by
from sandtable.rulesets.warcaster.attacks.strike import Strike, seat_of_strike
from sandtable.rulesets.warcaster.attacks.windows import ON_HIT, SLAMS, hit_effect
from sandtable.rulesets.warcaster.cyphers.cards_in_play import Unmake
from sandtable.rulesets.warcaster.cyphers.channelling import Fury
from sandtable.rulesets.warcaster.state.arc import clear_arc
from sandtable.rulesets.warcaster.state.continuous_effects import GainEffect
from sandtable.rulesets.warcaster.state.events import TokenGained
from sandtable.rulesets.warcaster.state.rules import Draft

CRYO_LOCK = Fury("cryo_lock")
VELOCITY_PROJECTOR = Fury("velocity_projector")
PYROKINETIC_SURGE = Fury("pyrokinetic_surge")
NULL_COLLIDER = Fury("null_collider")
MALEDICTION_RUBRIC = Fury("malediction_rubric")
INSTABILITY_EQUATION = Fury("instability_equation")  # a blast by its quality, no more (WC-CYPHER-37)


@offers(ON_HIT)
def cryo_lock(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """The unit of the model hit gets a token, unless the model is immune to cold (WC-CYPHER-32)."""
    if strike.cypher == "cryo_lock" and not immune(d, strike.target, strike.energy):
        yield hit_effect(Freeze(unit=d.state.models[strike.target].unit), "WC-CYPHER-32")


class Freeze(Frame, frozen=True, kw_only=True):
    """A second token is ignored (WC-ACT-3)."""

    unit: str

    def start(self, d: Draft) -> Next:
        if not d.state.units[self.unit].token:
            d.emit(TokenGained(unit=self.unit, cite="WC-CYPHER-32"))
        return Return()


@offers(SLAMS)
def velocity_projector(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """Away from the channelling model, whatever the base (WC-CYPHER-33). Once named Thunderbolt (WC-SLAM-15)."""
    if strike.cypher == "velocity_projector":
        figures = d.rules.cards.cyphers[strike.cypher].figures
        yield slam_by(
            strike,
            SlamBy(
                name=strike.cypher,
                distance=1000 * figures["slam"],
                collateral=figures["collateral_POW"],
                cite="WC-CYPHER-33",
            ),
        )


@offers(ON_HIT)
def pyrokinetic_surge(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    if strike.cypher == "pyrokinetic_surge":
        yield hit_effect(GainEffect(model=strike.target, effect="fire", cite="WC-CYPHER-34"), "WC-CYPHER-34")


@offers(ON_HIT)
def null_collider(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    if strike.cypher == "null_collider":
        unit, by = d.state.models[strike.target].unit, seat_of_strike(d.state, strike)
        yield hit_effect(ClearFrom(unit=unit, by=by), "WC-CYPHER-35")


class ClearFrom(Frame, frozen=True, kw_only=True):
    """Arc is cleared from the unit or gate hit (WC-CYPHER-35)."""

    unit: str
    by: int

    def start(self, d: Draft) -> Next:
        amount = d.rules.cards.cyphers["null_collider"].figures["clear"]
        clear_arc(d, self.unit, amount, by=self.by, cite="WC-CYPHER-35")
        return Return()


@offers(ON_HIT)
def malediction_rubric(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """The opponent's cards on the unit hit expire (WC-CYPHER-36)."""
    if strike.cypher == "malediction_rubric":
        unit, by = d.state.models[strike.target].unit, seat_of_strike(d.state, strike)
        yield hit_effect(Unmake(unit=unit, by=by, cite="WC-CYPHER-36"), "WC-CYPHER-36")
