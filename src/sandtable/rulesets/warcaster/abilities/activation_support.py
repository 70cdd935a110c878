"""Spikes in the activation that help others: tokens removed, Arc moved, a card returned."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Ask, Choice, Next, Offer, Option, Wait, offers
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.abilities.activation_spikes import ActivationSpike, spiker, spiking
from sandtable.rulesets.warcaster.measuring.distance import within
from sandtable.rulesets.warcaster.state.arc import clear_arc
from sandtable.rulesets.warcaster.state.events import Charged, CypherReturned, TokenRemoved
from sandtable.rulesets.warcaster.state.printed import unit_card
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import Table
from sandtable.rulesets.warcaster.turn.activity import Activity
from sandtable.rulesets.warcaster.turn.windows import IN_ACTIVATION


def units_near(p: Position, model: str, rule: str) -> Iterator[str]:
    """Friendly units in range of a rule, measured from the model using it to any of theirs (WC-SPEC-3).

    Units, not gates (WC-GEN-3); the model's own among them (WC-MEAS-9).
    """
    state: Table = p.state
    me, reach = state.models[model], 1000 * p.rules.cards.figure(rule, "range")
    for unit in state.in_play(state.seat_of(model)):
        if any(within(p, me, m, reach) for m in state.models.values() if m.unit == unit):
            yield unit


# --- jump_start and command_interface: another unit may activate again ----------------------------------


class RemoveToken(ActivationSpike, frozen=True, kw_only=True):
    unit: str

    def use(self, d: Draft) -> Next:
        d.emit(TokenRemoved(unit=self.unit, cite="WC-ACT-11"))
        return self.used(d)


@offers(IN_ACTIVATION, rule="jump_start")
def jump_start(p: Position, activity: Activity, seat: int) -> Iterator[Offer]:
    if model := spiker(p, activity, "jump_start"):
        for unit in units_near(p, model, "jump_start"):
            if p.state.units[unit].token and unit_card(p, unit).type == "warjack":
                frame = RemoveToken(activity=activity, model=model, rule="jump_start", unit=unit)
                yield spiking(frame, on=unit)


@offers(IN_ACTIVATION, rule="command_interface")
def command_interface(p: Position, activity: Activity, seat: int) -> Iterator[Offer]:
    if model := spiker(p, activity, "command_interface"):
        for unit in units_near(p, model, "command_interface"):
            card = unit_card(p, unit)
            if p.state.units[unit].token and card.type == "squad" and "paladin" in card.tags:
                frame = RemoveToken(activity=activity, model=model, rule="command_interface", unit=unit)
                yield spiking(frame, on=unit)


# --- realignment_codex: clear one unit or charge one ----------------------------------------------------


class Realign(ActivationSpike, frozen=True, kw_only=True):
    unit: str
    clear: bool

    def use(self, d: Draft) -> Next:
        seat, verb = d.state.seat_of(self.model), "clear" if self.clear else "charge"
        unit = d.state.units[self.unit]
        room = d.rules.cards.arc_limit(unit_card(d, self.unit)) - unit.arc
        most = unit.arc if self.clear else min(room, d.state.players[seat].well)
        options = tuple(
            Option(f"{verb} {n}", cite="WC-ARC-4", verb=f"{verb} by", target=self.unit, cost=(("Arc", n),))
            for n in range(most, 0, -1)
        )
        ask = Ask(
            seat, say("{verb} {unit}: how much", verb=verb, unit=self.unit), Choice(options), options[0].key, "WC-ARC-4"
        )
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        amount = int(key.rpartition(" ")[2])
        if self.clear:
            clear_arc(d, self.unit, amount, by=None, cite="WC-ARC-3")
        else:
            d.emit(Charged(unit=self.unit, amount=amount, cite="WC-ARC-2"))
        return self.used(d)


@offers(IN_ACTIVATION, rule="realignment_codex")
def realignment_codex(p: Position, activity: Activity, seat: int) -> Iterator[Offer]:
    rule = "realignment_codex"
    if not (model := spiker(p, activity, rule)):
        return
    for unit in units_near(p, model, rule):
        arc = p.state.units[unit].arc - (unit == activity.unit)
        if arc > 0:
            frame = Realign(activity=activity, model=model, rule=rule, unit=unit, clear=True)
            yield spiking(frame, clear=unit)
        if arc < p.rules.cards.arc_limit(unit_card(p, unit)):
            frame = Realign(activity=activity, model=model, rule=rule, unit=unit, clear=False)
            yield spiking(frame, charge=unit)


# --- thanotech_reclaimer: a card back to hand -------------------------------------------------------------


class Reclaim(ActivationSpike, frozen=True, kw_only=True):
    """The hand may grow beyond its maximum: it is not trimmed for that (WC-RACK-14)."""

    card: str

    def use(self, d: Draft) -> Next:
        d.emit(CypherReturned(seat=d.state.seat_of(self.model), card=self.card, cite="WC-RACK-14"))
        return self.used(d)


@offers(IN_ACTIVATION, rule="thanotech_reclaimer")
def thanotech_reclaimer(p: Position, activity: Activity, seat: int) -> Iterator[Offer]:
    rule = "thanotech_reclaimer"
    if model := spiker(p, activity, rule):
        for card in p.state.players[seat].discard:
            yield spiking(Reclaim(activity=activity, model=model, rule=rule, card=card), using=card)
