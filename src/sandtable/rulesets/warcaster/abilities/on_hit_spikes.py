"""Spikes of the attacker on a hit, before its effects (`HIT_SPIKES`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Next, Offer, Return, offers
from sandtable.rulesets.warcaster.abilities.rule_terms import figure, inches
from sandtable.rulesets.warcaster.abilities.spikes import SpikeInAttack, attacker_spikes, spiking
from sandtable.rulesets.warcaster.attacks.strike import Strike, seat_of_strike
from sandtable.rulesets.warcaster.attacks.windows import HIT_SPIKES
from sandtable.rulesets.warcaster.measuring.distance import near
from sandtable.rulesets.warcaster.state.arc import clear_arc
from sandtable.rulesets.warcaster.state.continuous_effects import GainEffect
from sandtable.rulesets.warcaster.state.events import TokenGained
from sandtable.rulesets.warcaster.state.printed import type_of
from sandtable.rulesets.warcaster.state.rules import Draft


class NullBlast(SpikeInAttack, frozen=True, kw_only=True):
    """1 Arc is cleared from the unit or gate of the model hit and of every model near it, friend or foe."""

    def use(self, d: Draft) -> Next:
        hit = self.strike.target
        caught = (hit, *near(d, hit, inches(d, self.rule, "range")))
        units = dict.fromkeys(d.state.models[n].unit for n in caught)
        for unit in units:
            clear_arc(d, unit, figure(d, self.rule, "clear"), by=seat_of_strike(d.state, self.strike), cite="WC-ARC-3")
        return Return(self.strike)


class Afflict(SpikeInAttack, frozen=True, kw_only=True):
    """The model hit gains a continuous effect."""

    effect: str

    def use(self, d: Draft) -> Next:
        return Call(GainEffect(model=self.strike.target, effect=self.effect, cite="WC-ARC-8"), then=self.gained)

    def gained(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.strike)


class Stun(SpikeInAttack, frozen=True, kw_only=True):
    """The unit hit gets an activation token (WC-ACT-12); a second is ignored (WC-ACT-3)."""

    def use(self, d: Draft) -> Next:
        if not d.state.unit_of(self.strike.target).token:
            d.emit(TokenGained(unit=d.state.models[self.strike.target].unit, cite="WC-ACT-12"))
        return Return(self.strike)


@offers(HIT_SPIKES, rule="null_blast")
def null_blast(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    if attacker_spikes(d, strike, "null_blast", seat):
        yield spiking(NullBlast(model=strike.attacker, rule="null_blast", strike=strike))


@offers(HIT_SPIKES, rule="force_ram")
def force_ram(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """Trades the weapon's Lock Down for a slam, so it belongs to attacks that would lock down; gates stay put."""
    if not attacker_spikes(d, strike, "force_ram", seat) or "lock_down" not in strike.rules:
        return
    if not d.state.is_gate(strike.target):
        after = strike.marked("force_ram")
        yield spiking(SpikeInAttack(model=strike.attacker, rule="force_ram", strike=after))


@offers(HIT_SPIKES, rule="power_attack")
def power_attack(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """System Failure for a warjack."""
    if attacker_spikes(d, strike, "power_attack", seat) and type_of(d, strike.target) == "warjack":
        yield from afflicting(d, strike, "power_attack", "system_failure")


@offers(HIT_SPIKES, rule="carrion_ablator")
def carrion_ablator(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """Corrosion, in force for the damage roll of this attack (WC-ATK-12)."""
    if attacker_spikes(d, strike, "carrion_ablator", seat):
        yield from afflicting(d, strike, "carrion_ablator", "corrosion")


def afflicting(d: Draft, strike: Strike, rule: str, effect: str) -> Iterator[Offer]:
    """On any unit model (WC-CE-1), also where a repeat changes nothing (WC-CE-2)."""
    if not d.state.is_gate(strike.target):
        yield spiking(Afflict(model=strike.attacker, rule=rule, strike=strike, effect=effect))


@offers(HIT_SPIKES, rule="stun_module")
def stun_module(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    """Gates hold no tokens (WC-GATE-7)."""
    if attacker_spikes(d, strike, "stun_module", seat) and not d.state.is_gate(strike.target):
        yield spiking(Stun(model=strike.attacker, rule="stun_module", strike=strike))
