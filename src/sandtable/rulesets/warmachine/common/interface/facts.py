"""What a scenario file or a description may ask of a model, a unit or a seat, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.damage.grid import disabled, left, taken
from sandtable.rulesets.warmachine.common.measuring.engagement import in_melee
from sandtable.rulesets.warmachine.common.state.cards import SYSTEMS
from sandtable.rulesets.warmachine.common.state.conditions import card, effects_on, is_down
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import OTHER, SEATS


def facts(p: Position, name: str) -> Mapping[str, Any] | None:
    """Lengths in inches; None: no such name."""
    state = p.state
    if name in SEATS:
        seat = SEATS.index(name)
        return {"models": len(state.of(seat)), "points": state.points[seat], "army": state.armies[seat]}
    if name in state.units:
        unit = state.units[name]
        return {"seat": SEATS[unit.seat], "members": list(unit.members), "models": len(unit.members)}
    if name not in state.models:
        return None
    m, status, printed = state.models[name], state.status[name], card(p, name)
    return {
        "name": printed.name,
        "seat": SEATS[status.seat],
        "enemy": SEATS[OTHER[status.seat]],
        "at": [m.x / MILLI, m.y / MILLI],
        "x": m.x / MILLI,
        "y": m.y / MILLI,
        "facing": m.facing / MILLI,
        "health": left(printed, status.marks),
        "damage": taken(status.marks),
        "disabled": sorted(SYSTEMS[s] for s in disabled(printed, status.marks)),
        "focus": status.focus,
        "master": status.master or None,
        "unit": status.unit or None,
        "role": status.role or None,
        "down": is_down(p, name),
        "effects": sorted(e.name for e in effects_on(p, name)),
        "in_melee": in_melee(p, name),
        "activated": (status.unit or name) in state.activated,
    }
