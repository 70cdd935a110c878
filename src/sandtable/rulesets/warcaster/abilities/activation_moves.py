"""Spikes that move the unit in its activation: Slip Displacer, Phase Stalker, Afterburner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Next, Offer, Settle, Term, modifies, offers
from sandtable.rulesets.warcaster.abilities.activation_spikes import ActivationSpike, spiker, spiking
from sandtable.rulesets.warcaster.attacks.immediate_attack import ImmediateAttack
from sandtable.rulesets.warcaster.movement.move import Move
from sandtable.rulesets.warcaster.movement.squad_move import move_unit
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.stats import Spd
from sandtable.rulesets.warcaster.turn.activity import Activity, AttacksAllowed
from sandtable.rulesets.warcaster.turn.windows import ACTIVATION_BEGINS, IN_ACTIVATION


class SlipDisplacer(ActivationSpike, frozen=True, kw_only=True):
    """The unit moves besides its advance, before or after its attacks."""

    def use(self, d: Draft) -> Next:
        reach = 1000 * d.rules.cards.figure(self.rule, "move")
        return Call(move_unit(d, self.activity.unit, reach, "WC-MOVE-5"), then=self.used)


@offers(IN_ACTIVATION, rule="slip_displacer")
def slip_displacer(p: Position, activity: Activity, seat: int) -> Iterator[Offer]:
    if model := spiker(p, activity, "slip_displacer"):
        frame = SlipDisplacer(activity=activity, model=model, rule="slip_displacer")
        yield spiking(frame)


class PhaseStalker(ActivationSpike, frozen=True, kw_only=True):
    """The model itself moves, its squad does not (WC-SQUAD-8); then it makes one extra attack."""

    def use(self, d: Draft) -> Next:
        reach = 1000 * d.rules.cards.figure(self.rule, "move")
        return Call(Move(model=self.model, allowance=reach, cite="WC-MOVE-5"), then=self.moved)

    def moved(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.attack)

    def attack(self, d: Draft, *ignored: Any) -> Next:
        if self.model not in d.state.models or d.state.activating != self.activity.unit:
            return self.used(d)  # a fall has ended the activation (WC-FALL-5)
        attack = ImmediateAttack(model=self.model, in_activation=True, marks=self.activity.marks, cite="WC-SPEC-5")
        return Call(attack, then=self.used)


@offers(IN_ACTIVATION, rule="phase_stalker")
def phase_stalker(p: Position, activity: Activity, seat: int) -> Iterator[Offer]:
    if model := spiker(p, activity, "phase_stalker"):
        frame = PhaseStalker(activity=activity, model=model, rule="phase_stalker")
        yield spiking(frame)


class Afterburner(ActivationSpike, frozen=True, kw_only=True):
    """Its advance, at once and up to three times its SPD; no attacks follow."""

    def use(self, d: Draft) -> Next:
        reach = d.rules.cards.figure(self.rule, "SPD_times") * d.value(Spd(self.model))
        gone = self.but(activity=self.activity.but(moved=True))
        return Call(Move(model=self.model, allowance=reach, cite="WC-MOVE-1"), then=gone.moved)

    def moved(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.used)


@offers(ACTIVATION_BEGINS, rule="afterburner")
def afterburner(p: Position, activity: Activity, seat: int) -> Iterator[Offer]:
    if seat != p.state.units[activity.unit].seat:
        return
    if "afterburner" not in activity.marks and (model := spiker(p, activity, "afterburner")):
        frame = Afterburner(activity=activity, model=model, rule="afterburner")
        yield spiking(frame)


@modifies(AttacksAllowed, rule="afterburner")
def no_attacks_after_burning(p: Position, q: AttacksAllowed) -> Iterator[Term]:
    if "afterburner" in q.activity.marks:
        yield Term(0, "Afterburner", "WC-ARC-8", "most")
