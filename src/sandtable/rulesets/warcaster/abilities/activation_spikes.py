"""Spikes in the activation: who may use them, once per activation, and effects until it ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Effect, Frame, Next, Offer, Return
from sandtable.rulesets.warcaster.abilities.special_rules import holders
from sandtable.rulesets.warcaster.abilities.spikes import ONE_ARC, spike
from sandtable.rulesets.warcaster.state.moments import ActivationEnded
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import Table
from sandtable.rulesets.warcaster.turn.activity import Activity


def spiker(p: Position, activity: Activity, rule: str) -> str:
    """The model of the activating unit that can spike the rule now; empty: none can.

    A squad has one Arc whichever trooper uses it (WC-SPEC-2). A rule limited to once per activation is the unit's, not
    each model's (WC-SPEC-4), and a new activation begins without marks (WC-ACT-15).
    """
    state: Table = p.state
    if state.units[activity.unit].arc <= 0:
        return ""
    if p.rules.cards.special[rule].get("limit") == "activation" and rule in activity.marks:
        return ""
    return next((n for n in holders(p, rule) if state.models[n].unit == activity.unit), "")


def spiking(frame: ActivationSpike, *, on: str = "", clear: str = "", charge: str = "", using: str = "") -> Offer:
    """A spike on offer: on a unit, to clear or to charge one, or for a weapon or card."""
    tail, verb, target, key = ("", "spike", on, f"spike {frame.rule}")
    if clear or charge:
        target, tail = (clear, f" to clear {clear}") if clear else (charge, f" to charge {charge}")
        verb = "spike to clear" if clear else "spike to charge"
    elif on or using:
        tail = f" on {on}" if on else f" for {using}"
    return Offer(
        key + tail, frame, cite="WC-ARC-8", verb=verb, actor=frame.model, target=target, using=using, cost=ONE_ARC,
        ability=frame.rule,
    )  # fmt: skip


class ActivationSpike(Frame, frozen=True, kw_only=True):
    """A spike in the activation: the Arc goes, the use is marked, and a subclass says what follows.

    Returns the activity as it then is.
    """

    activity: Activity
    model: str
    rule: str

    def start(self, d: Draft) -> Next:
        spike(d, self.model, self.rule)
        return self.but(activity=self.activity.marked(self.rule)).use(d)

    def use(self, d: Draft) -> Next:
        return self.used(d)

    def used(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


class SpikeForActivation(ActivationSpike, frozen=True, kw_only=True):
    """Something holds until the activation ends."""

    about: str = ""  # a weapon it is tied to

    def use(self, d: Draft) -> Next:
        unit = self.activity.unit
        effect = Effect(self.rule, unit, source=self.about, until=ActivationEnded(unit), cite="WC-ARC-8")
        d.begin(effect)
        return self.used(d)


def in_force(p: Position, model: str, rule: str) -> Effect | None:
    """The effect of a spike on a model's unit, while its activation lasts."""
    effects = p.state.effects
    if not effects:
        return None
    unit = p.state.models[model].unit
    return next((e for e in effects if e.name == rule and e.on == unit), None)


def for_activation(p: Position, activity: Activity, rule: str) -> Iterator[Offer]:
    """The offer of a plain effect until the activation ends; another while it holds changes nothing (WC-ARC-18)."""
    if model := spiker(p, activity, rule):
        yield spiking(SpikeForActivation(activity=activity, model=model, rule=rule))
