"""Spiking: 1 Arc goes from the unit to the well, at once, and the rule is used (WC-ARC-8, WC-ARC-9)."""

from __future__ import annotations

from typing import Any

from sandtable.core import Frame, Next, Offer, Return
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import weapon_has
from sandtable.rulesets.warcaster.state.events import Spiked
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import Table

ONE_ARC = (("Arc", 1),)


def can_spike(state: Table, model: str) -> bool:
    """It takes Arc, the squad's for any trooper, in either player's turn (WC-ARC-8, WC-SPEC-2, WC-REACT-6)."""
    return model in state.models and state.unit_of(model).arc > 0


def spike(d: Draft, model: str, rule: str) -> None:
    """The Arc goes first, so whatever it gave is gone from here on (WC-ARC-9)."""
    d.emit(Spiked(unit=d.state.models[model].unit, amount=1, rule=rule, cite="WC-ARC-8"))


def attacker_spikes(p: Position, strike: Strike, rule: str, seat: int) -> bool:
    """Whether the attacker may spike a rule of its own or of the weapon in use, one rule if listed on both (WC-SPEC-8).

    Once per rule and attack: the windows offer a key once, and marks remember it further on (WC-ARC-18).
    """
    state: Table = p.state
    return (
        can_spike(state, strike.attacker)
        and strike.target in state.models
        and rule not in strike.marks
        and weapon_has(p, strike, rule)
        and state.seat_of(strike.attacker) == seat
    )


def spiking(frame: Any, *, named: bool = False, must: bool = False) -> Offer:
    """A spike on offer (WC-ARC-14), keyed by the rule; by the model too when it is neither attacker nor target.

    The frame has `model` and `rule`.
    """
    key = f"spike {frame.rule}" + (f" with {frame.model}" if named else "")
    return Offer(
        key, frame, cite="WC-ARC-8", must=must, verb="spike", actor=frame.model, cost=ONE_ARC, ability=frame.rule
    )


class SpikeInAttack(Frame, frozen=True, kw_only=True):
    """The Arc is spent, and the attack goes on as the rule has changed it."""

    model: str
    rule: str
    strike: Strike

    def start(self, d: Draft) -> Next:
        spike(d, self.model, self.rule)
        return self.use(d)

    def use(self, d: Draft) -> Next:
        """What a subclass does besides."""
        return Return(self.strike)
