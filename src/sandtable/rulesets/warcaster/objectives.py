"""Objectives: securing, contesting, carrying (WC-OBJ)."""

from __future__ import annotations

from sandtable.geometry.units import TOL
from sandtable.rulesets.warcaster.cards import library
from sandtable.rulesets.warcaster.state import OTHER, Table
from sandtable.rulesets.warcaster.table import to_marker

SECURE = 1000


def near_objective(state: Table, objective: str, seat: int) -> list[str]:
    """Models of a seat within 1 inch of an objective on the table."""
    o = state.objectives[objective]
    if o.carrier:
        return []
    return [n for n, m in state.models.items() if state.units[m.unit].seat == seat and to_marker(m, o) <= SECURE + TOL]


def securing(state: Table, objective: str, seat: int) -> list[str]:
    """Units of a seat that secure a permanent objective now (WC-OBJ-3, WC-OBJ-4)."""
    if state.objectives[objective].kind != "permanent":
        return []
    close = near_objective(state, objective, seat)
    if not close or near_objective(state, objective, OTHER[seat]):
        return []
    holders = library().missions[state.mission]["holders"]
    return list(dict.fromkeys(state.models[n].unit for n in close if state.type_of(n) in holders))
