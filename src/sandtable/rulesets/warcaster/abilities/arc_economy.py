"""Passive and Charge rules about Arc, tokens and hands: Arc Exchange, Impulse Reactor, Gate Jammer, Psycho Relay."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Next, Offer, Return, Term, Value, modifies, offers
from sandtable.rulesets.warcaster.abilities.special_rules import charged_holders, holders
from sandtable.rulesets.warcaster.measuring.distance import within
from sandtable.rulesets.warcaster.state.arc import clear_arc
from sandtable.rulesets.warcaster.state.events import Charged, TokenRemoved
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.stats import HandSize
from sandtable.rulesets.warcaster.state.table import OTHER, Table
from sandtable.rulesets.warcaster.turn.activity import Activity
from sandtable.rulesets.warcaster.turn.deployment_checks import DeployCost
from sandtable.rulesets.warcaster.turn.windows import ACTIVATION_BEGINS, ACTIVATION_ENDS, TURN_BEGINS


class ArcChange(Frame, frozen=True, kw_only=True):
    """A unit is charged or cleared; the subject of the window comes back as it was."""

    unit: str
    amount: int  # below zero: cleared
    subject: Value
    cite: str

    def start(self, d: Draft) -> Next:
        if self.amount > 0:
            d.emit(Charged(unit=self.unit, amount=self.amount, cite=self.cite))
        else:
            clear_arc(d, self.unit, -self.amount, by=None, cite=self.cite)
        return Return(self.subject)


# --- arc_exchange: charge at the start of its activation, clear at the end --------------------------------


def exchanges(p: Position, activity: Activity, seat: int) -> bool:
    state: Table = p.state
    mine = holders(p, "arc_exchange")
    return (
        bool(mine)
        and state.units[activity.unit].seat == seat
        and any(state.models[n].unit == activity.unit for n in mine)
    )


@offers(ACTIVATION_BEGINS, rule="arc_exchange")
def arc_exchange_charges(p: Position, activity: Activity, seat: int) -> Iterator[Offer]:
    if not exchanges(p, activity, seat) or p.state.units[activity.unit].arc:
        return
    amount = p.rules.cards.figure("arc_exchange", "charge")
    if p.state.players[seat].well >= amount:
        frame = ArcChange(unit=activity.unit, amount=amount, subject=activity, cite="WC-ARC-2")
        yield Offer(
            "arc_exchange", frame, cite="WC-ARC-2", verb="charge by rule", target=activity.unit,
            cost=(("Arc", amount),), ability="arc_exchange",
        )  # fmt: skip


@offers(ACTIVATION_ENDS, rule="arc_exchange")
def arc_exchange_clears(p: Position, activity: Activity, seat: int) -> Iterator[Offer]:
    if exchanges(p, activity, seat):
        for amount in range(p.state.units[activity.unit].arc, 0, -1):
            frame = ArcChange(unit=activity.unit, amount=-amount, subject=activity, cite="WC-ARC-3")
            yield Offer(
                f"arc_exchange clear {amount}", frame, cite="WC-ARC-3", verb="clear by rule", target=activity.unit,
                cost=(("Arc", amount),), ability="arc_exchange",
            )  # fmt: skip


# --- impulse_reactor: ready before everybody else ----------------------------------------------------------


class OwnToken(Frame, frozen=True, kw_only=True):
    unit: str
    subject: Value

    def start(self, d: Draft) -> Next:
        d.emit(TokenRemoved(unit=self.unit, cite="WC-ARC-7"))
        return Return(self.subject)


@offers(TURN_BEGINS, rule="impulse_reactor")
def impulse_reactor(p: Position, turn: Value, seat: int) -> Iterator[Offer]:
    """At the start of its own player's turn, while charged."""
    if seat != p.state.active:
        return
    for model in charged_holders(p, "impulse_reactor", seat):
        unit = p.state.models[model].unit
        if p.state.units[unit].token:
            frame = OwnToken(unit=unit, subject=turn)
            yield Offer(
                f"impulse_reactor of {unit}", frame, cite="WC-ARC-7", verb="lose token", target=unit,
                ability="impulse_reactor",
            )  # fmt: skip


# --- gate_jammer and psycho_relay: numbers of the players ---------------------------------------------------


@modifies(DeployCost, rule="gate_jammer")
def gate_jammer(p: Position, q: DeployCost) -> Iterator[Term]:
    """Enemy gates near it cost more."""
    if not q.gate:
        return
    state: Table = p.state
    jammers = charged_holders(p, "gate_jammer", OTHER[state.units[q.gate].seat])
    if jammers:
        gate, reach = state.models[q.gate], 1000 * p.rules.cards.figure("gate_jammer", "range")
        if any(within(p, state.models[n], gate, reach) for n in jammers):
            more = p.rules.cards.figure("gate_jammer", "cost")
            yield Term(more, "Gate Jammer", "WC-ARC-7", group="gate_jammer")


@modifies(HandSize, rule="psycho_relay")
def psycho_relay(p: Position, q: HandSize) -> Iterator[Term]:
    if holders(p, "psycho_relay", q.seat):
        yield Term(p.rules.cards.figure("psycho_relay", "hand"), "Psycho Relay", "WC-RACK-11", "set")
