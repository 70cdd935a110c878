"""Knocking down and freezing: states that hits, feats and spells put on models."""

from __future__ import annotations

from sandtable.core import Effect
from sandtable.rulesets.warmachine.common.damage.continuous_effects import afflict
from sandtable.rulesets.warmachine.common.state.conditions import (
    CONTINUOUS,
    DISRUPTED,
    DOWN,
    STATIONARY,
    begin,
    has,
    is_down,
    one_round,
)
from sandtable.rulesets.warmachine.common.state.events import FocusSet, Unaffected
from sandtable.rulesets.warmachine.common.state.rules import Draft


def knock_down(d: Draft, model: str, cite: str) -> None:
    """A model is knocked down; one that lies on the ground already stays as it is."""
    if model in d.state.models and not is_down(d, model) and d.forbidden(DOWN, model) is None:
        begin(d, Effect(DOWN, model, amount=d.state.turn, cite=cite))


def freeze(d: Draft, model: str, cite: str) -> None:
    """A model is stationary for one round."""
    if model not in d.state.models:
        return
    if why := d.forbidden(STATIONARY, model):
        d.emit(Unaffected(who=model, cite=why.cite))
        return
    begin(d, Effect(STATIONARY, model, until=one_round(d), cite=cite))


def disrupt(d: Draft, model: str, cite: str) -> None:
    """A warjack loses its focus and gets none for one round."""
    if d.state.status[model].focus:
        d.emit(FocusSet(who=model, focus=0, cite=cite))
    begin(d, Effect(DISRUPTED, model, until=one_round(d), cite=cite))


def apply_state(d: Draft, model: str, state: str, cite: str) -> None:
    """Any state or continuous effect by name."""
    if state == DOWN:
        knock_down(d, model, cite)
    elif state == STATIONARY:
        freeze(d, model, cite)
    elif state == DISRUPTED:
        disrupt(d, model, cite)
    elif state in CONTINUOUS and not has(d, model, state):
        afflict(d, model, state, cite)
