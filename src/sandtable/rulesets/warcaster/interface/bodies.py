"""Squads as one thing, with their troopers (WC-SQUAD-1)."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core.bodies import Body
from sandtable.rulesets.warcaster.interface.names import names
from sandtable.rulesets.warcaster.state.printed import troopers
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import PLAY


def bodies(p: Position) -> Mapping[str, Body]:
    """Squads on the table; a warjack, solo or gate is one model and its own body."""
    state = p.state
    return {
        name: Body(name, names(p)[name], unit.seat, tuple(t for t in troopers(p, name) if t in state.models))
        for name, unit in state.units.items()
        if unit.place == PLAY and p.rules.cards.units[unit.card].type == "squad" and state.models_of(name)
    }
