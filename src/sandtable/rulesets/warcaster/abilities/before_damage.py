"""Slams, moves and spikes between the hit and the damage roll (`SLAMS`, `BEFORE_DAMAGE`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Frame, Next, Offer, Return, offers
from sandtable.rulesets.warcaster.abilities.rule_terms import CARD, inches
from sandtable.rulesets.warcaster.abilities.spikes import SpikeInAttack, attacker_spikes, spiking
from sandtable.rulesets.warcaster.attacks.slams import SlamBy, slam_by
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import power_of, weapon_has
from sandtable.rulesets.warcaster.attacks.windows import BEFORE_DAMAGE, SLAMS
from sandtable.rulesets.warcaster.measuring.distance import radius
from sandtable.rulesets.warcaster.movement.move import Move
from sandtable.rulesets.warcaster.state.rules import Draft


@offers(SLAMS)
def repulsor(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """A base no larger than the attacker's is slammed; collateral has the weapon's POW."""
    models = d.state.models
    if strike.attacker not in models or not weapon_has(d, strike, "repulsor"):
        return
    if radius(d, models[strike.target]) <= radius(d, models[strike.attacker]):
        reach = inches(d, "repulsor", "slam")
        yield slam_by(strike, SlamBy(name="repulsor", distance=reach, collateral=power_of(d, strike), cite=CARD))


@offers(SLAMS, rule="force_ram")
def force_rammed(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """Force Ram, spiked on the hit: a base of any size."""
    if "force_ram" in strike.marks and strike.attacker in d.state.models:
        reach = inches(d, "force_ram", "slam")
        yield slam_by(strike, SlamBy(name="force_ram", distance=reach, collateral=power_of(d, strike), cite="WC-ARC-8"))


@offers(BEFORE_DAMAGE, rule="arc_booster")
def arc_booster(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """The target's ARM is lower for this attack."""
    if attacker_spikes(d, strike, "arc_booster", seat):
        after = strike.marked("arc_booster")
        yield spiking(SpikeInAttack(model=strike.attacker, rule="arc_booster", strike=after))


class MoveInAttack(Frame, frozen=True, kw_only=True):
    """A model moves in the middle of an attack, which then goes on as it was."""

    strike: Strike
    move: Move

    def start(self, d: Draft) -> Next:
        return Call(self.move, then=self.moved)

    def moved(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.strike)


@offers(BEFORE_DAMAGE, rule="delayed_blast")
def delayed_blast(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """The attacker moves before the damage roll; the blast does not count it among its two (WC-BLAST-5)."""
    if "delayed_blast" not in strike.rules or strike.attacker not in d.state.models:
        return
    if d.state.seat_of(strike.attacker) == seat:
        move = Move(model=strike.attacker, allowance=inches(d, "delayed_blast", "move"), cite=CARD)
        yield Offer(
            "move by delayed_blast", MoveInAttack(strike=strike, move=move), cite=CARD, verb="react",
            actor=strike.attacker, ability="delayed_blast",
        )  # fmt: skip
