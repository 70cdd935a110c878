"""A trip over the table, and why one is refused: the rule, what is in the way, and by how much."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.core import Refusal
from sandtable.geometry.ground import Fault, Spot
from sandtable.geometry.units import text
from sandtable.rulesets.warcaster.measuring.distance import disc
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import Table
from sandtable.rulesets.warcaster.terrain.features import shapes
from sandtable.rulesets.warcaster.terrain.surfaces import Surface, rim, top_of

STANDS_IN_THE_WAY = {"structure": "WC-TERRAIN-14", "impassable": "WC-TERRAIN-18", "obstacle": "WC-TERRAIN-11"}


class Trip(NamedTuple):
    """Where a legal path leads: every place passed, the surface at its end, and whether it walked off a height."""

    path: tuple[Spot, ...]
    surface: Surface
    falls: bool = False


def too_long(by: float, allowance: float) -> Refusal:
    return Refusal(f"{text(by)} in too far for {text(allowance)} in", "WC-MOVE-1", short_by=round(by))


def refusal(p: Position, model: str, fault: Fault, allowance: float) -> Refusal:
    if fault.kind == "too long":
        return too_long(fault.by, allowance)
    where = f"at {text(fault.where[0])}, {text(fault.where[1])}"
    by = round(fault.by)
    if fault.kind == "off table":
        return Refusal(f"{model} would leave the table {where}", "WC-MOVE-9", short_by=by)
    what, cite = in_the_way(p, model, fault)
    verb = "runs into" if fault.kind == "hits" else "may not end on"
    return Refusal(f"{model} {verb} {what} {where}", cite, short_by=by)


def in_the_way(p: Position, model: str, fault: Fault) -> tuple[str, str]:
    """The model or feature a fault is about, and the rule it breaks."""
    state: Table = p.state
    for name, m in state.models.items():
        if name != model and disc(p, m) == fault.shape:
            if fault.kind == "hits":
                return name, "WC-MOVE-2"
            return name, "WC-MOVE-3" if m.card == "void_gate" else "WC-MOVE-4"
    for feature in state.map.features:
        if fault.shape in shapes(feature):
            return feature.id, STANDS_IN_THE_WAY[feature.kind]
    on = state.models[model].on
    if on and fault.shape in rim(top_of(state.map, on).feature):
        return f"the edge of {on}", "WC-FALL-8"
    return "something", "WC-MOVE-4"
