"""Resurrection Protocol: destroyed troopers of a squad in play come back to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Ask, Call, Next, Offer, Wait, choice, offers
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.abilities.activation_spikes import ActivationSpike, spiker, spiking
from sandtable.rulesets.warcaster.abilities.activation_support import units_near
from sandtable.rulesets.warcaster.movement.rejoin_squad import Rejoin, can_rejoin
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.turn.activity import Activity
from sandtable.rulesets.warcaster.turn.windows import IN_ACTIVATION

RULE = "resurrection_protocol"
ANOTHER, ENOUGH = "return another", "enough"


def below_strength(p: Position, unit: str) -> bool:
    """Fewer troopers than the rule may fill up to, attachments not counted."""
    state = p.state
    own = state.units[unit].card
    here = sum(1 for m in state.models.values() if m.unit == unit and m.card == own)
    return here < p.rules.cards.figure(RULE, "squad_max")


class Resurrect(ActivationSpike, frozen=True, kw_only=True):
    """One trooper, then perhaps another."""

    unit: str
    left: int

    def use(self, d: Draft) -> Next:
        return Call(Rejoin(unit=self.unit, cite="WC-ARC-8"), then=self.but(left=self.left - 1).back)

    def back(self, d: Draft, *ignored: Any) -> Next:
        if self.left <= 0 or not below_strength(d, self.unit) or not can_rejoin(d, self.unit):
            return self.used(d)
        seat = d.state.seat_of(self.model)
        ask = Ask(
            seat, say("return another trooper to {unit}", unit=self.unit), choice(ANOTHER, ENOUGH), ENOUGH, "WC-ARC-8"
        )
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        return self.use(d) if key == ANOTHER else self.used(d)


@offers(IN_ACTIVATION, rule="resurrection_protocol")
def resurrection_protocol(p: Position, activity: Activity, seat: int) -> Iterator[Offer]:
    if not (model := spiker(p, activity, RULE)):
        return
    for unit in units_near(p, model, RULE):
        if p.state.units[unit].lost and below_strength(p, unit) and can_rejoin(p, unit):
            troopers = p.rules.cards.figure(RULE, "troopers")
            frame = Resurrect(activity=activity, model=model, rule=RULE, unit=unit, left=troopers)
            yield spiking(frame, on=unit)
