"""Spiking: 1 Arc goes from the unit to the well, at once, and the rule is used (WC-ARC-8, WC-ARC-9)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Draft, Offer, Position
from sandtable.core.frames import Frame
from sandtable.rulesets.warcaster.abilities.index import all_rules
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.cards import library
from sandtable.rulesets.warcaster.events import Spiked
from sandtable.rulesets.warcaster.state import Table


def can_spike(state: Table, model: str) -> bool:
    """Impossible without Arc; any trooper may use the squad's one Arc (WC-ARC-8, WC-SPEC-2)."""
    return model in state.models and state.unit_of(model).arc > 0


def spike(d: Draft, model: str, rule: str) -> None:
    """The Arc goes first, so whatever it gave is gone from here on (WC-ARC-9)."""
    d.emit(Spiked(unit=d.state.models[model].unit, amount=1, rule=rule, cite="WC-ARC-8"))


def spike_offer(p: Position, strike: Strike, model: str, rule: str, frame: Frame, about: str = "") -> Iterator[Offer]:
    """The offer to spike a rule in an attack, once for each attack and rule of a model (WC-ARC-14, WC-ARC-18)."""
    state: Table = p.state
    if not can_spike(state, model) or rule not in all_rules(state, model) or used(strike, rule, model) in strike.marks:
        return
    name = library().special[rule]["name"]
    tail = f" on {about}" if about else ""
    yield Offer(f"spike {rule} of {model}{tail}", frame, f"{model} spikes {name}{tail}", "WC-ARC-8")


def used(strike: Strike, rule: str, model: str) -> str:
    """The mark of a use: of the attacker's rules by name, of others' by name and model."""
    return rule if model == strike.attacker else f"{rule} {model}"
