"""Rules after an attack that hit: Arc gained, models repositioned, a card returned (`RESOLVED`)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Call, Frame, Next, Offer, Return, offers
from sandtable.rulesets.warcaster.abilities.after_attack import (
    AfterAttack,
    after,
    by_enemy,
    enemies_destroyed,
    hit,
    standing,
)
from sandtable.rulesets.warcaster.abilities.arc_economy import ArcChange
from sandtable.rulesets.warcaster.abilities.reposition import RepositionModel
from sandtable.rulesets.warcaster.abilities.rule_terms import arc_for, figure, has, inches
from sandtable.rulesets.warcaster.abilities.spikes import attacker_spikes, spike, spiking
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import weapon_has
from sandtable.rulesets.warcaster.attacks.windows import RESOLVED
from sandtable.rulesets.warcaster.state.events import CypherReturned
from sandtable.rulesets.warcaster.state.printed import unit_card
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import Table


def charging(p: Position, strike: Strike, rule: str, model: str) -> Iterator[Offer]:
    """The model's unit may be charged, with room for it and Arc in the well (WC-ARC-2, WC-ARC-4)."""
    state: Table = p.state
    name, amount = state.models[model].unit, figure(p, rule, "charge")
    unit = state.units[name]
    if unit.arc + amount <= p.rules.cards.arc_limit(unit_card(p, name)) and state.players[unit.seat].well >= amount:
        yield after(rule, model, ArcChange(unit=name, amount=amount, subject=strike, cite="WC-ARC-2"), "WC-ARC-2")


@offers(RESOLVED, rule="dominion_converter")
def dominion_converter(p: Position, strike: Strike, seat: int) -> Iterator[Offer]:
    model = strike.target
    if hit(strike) and standing(p, model, seat) and has(p, model, "dominion_converter") and by_enemy(p, strike, seat):
        yield from charging(p, strike, "dominion_converter", model)


@offers(RESOLVED, rule="siphon_power")
def siphon_power(p: Position, strike: Strike, seat: int) -> Iterator[Offer]:
    """A charged enemy destroyed, while its own unit has no Arc."""
    if not strike.charged_victim or not standing(p, strike.attacker, seat):
        return
    if not weapon_has(p, strike, "siphon_power") or not enemies_destroyed(p, strike, seat):
        return
    if not p.state.unit_of(strike.attacker).arc:
        yield from charging(p, strike, "siphon_power", strike.attacker)


@offers(RESOLVED, rule="void_shifter")
def void_shifter(p: Position, strike: Strike, seat: int) -> Iterator[Offer]:
    model = strike.target
    if hit(strike) and standing(p, model, seat) and arc_for(p, model, "void_shifter") and by_enemy(p, strike, seat):
        place = RepositionModel(model=model, reach=inches(p, "void_shifter", "reposition"), seat=seat)
        yield after("void_shifter", model, AfterAttack(strike=strike, what=place), "WC-MOVE-6")


# --- spikes ------------------------------------------------------------------------------------------------


class SpikeAfter(Frame, frozen=True, kw_only=True):
    """The Arc is spent, then what it pays for happens."""

    strike: Strike
    model: str
    rule: str
    what: Frame

    def start(self, d: Draft) -> Next:
        spike(d, self.model, self.rule)
        return Call(AfterAttack(strike=self.strike, what=self.what), then=self.over)

    def over(self, d: Draft, strike: Strike) -> Next:
        return Return(strike)


@offers(RESOLVED, rule="dislocator")
def dislocator(p: Position, strike: Strike, seat: int) -> Iterator[Offer]:
    """The attacker chooses the place. Gates cannot be moved (WC-GATE-13)."""
    if not hit(strike) or not standing(p, strike.attacker, seat) or not attacker_spikes(p, strike, "dislocator", seat):
        return
    state: Table = p.state
    if strike.target in state.models and state.seat_of(strike.target) != seat and not state.is_gate(strike.target):
        place = RepositionModel(model=strike.target, reach=inches(p, "dislocator", "reposition"), seat=seat)
        yield spiking(SpikeAfter(strike=strike, model=strike.attacker, rule="dislocator", what=place))


class ReturnCard(Frame, frozen=True, kw_only=True):
    seat: int
    card: str

    def start(self, d: Draft) -> Next:
        d.emit(CypherReturned(seat=self.seat, card=self.card, cite="WC-RACK-14"))
        return Return()


@offers(RESOLVED, rule="fury_reciprocator")
def fury_reciprocator(p: Position, strike: Strike, seat: int) -> Iterator[Offer]:
    """The Fury just channelled through it goes back to hand instead of to the pile."""
    if strike.kind != "fury" or not strike.cypher or not standing(p, strike.attacker, seat):
        return
    if not arc_for(p, strike.attacker, "fury_reciprocator"):
        return
    if any(card == strike.cypher for card, _ in p.state.players[seat].in_play):
        back = ReturnCard(seat=seat, card=strike.cypher)
        frame = SpikeAfter(strike=strike, model=strike.attacker, rule="fury_reciprocator", what=back)
        yield spiking(frame)
