"""Flyers: over everything but impassable terrain, and down on any surface that holds the base (WC-FLIGHT)."""

from __future__ import annotations

from sandtable.core import Pose, Refusal
from sandtable.geometry.measure import gap, overlap
from sandtable.geometry.shapes import Disc
from sandtable.geometry.units import text
from sandtable.rulesets.warcaster.measuring.distance import disc, radius
from sandtable.rulesets.warcaster.movement.obstacles import neighbours, sky_for, standing
from sandtable.rulesets.warcaster.movement.path_refusals import Trip, refusal
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import Table
from sandtable.rulesets.warcaster.terrain.features import shapes
from sandtable.rulesets.warcaster.terrain.surfaces import Surface, surface_at


def fly(p: Position, model: str, path: tuple[Pose, ...], allowance: int) -> Trip | Refusal:
    """A flying move: its length in plan counts, rough ground and height do not (WC-FLIGHT-1, -7)."""
    state: Table = p.state
    me = state.models[model]
    places = tuple((q[0], q[1]) for q in path)
    fault = sky_for(p, model).first_fault([me.at, *places], allowance)
    if fault is not None:
        return refusal(p, model, fault, allowance)
    end, r = places[-1], radius(p, me)
    surface = surface_at(state.map, end, r)
    if len(path[-1]) == 3 and path[-1][2] != surface.z:
        return Refusal(f"nothing {text(path[-1][2])} in high holds {model} there", "WC-TERRAIN-2")
    if end != me.at and not standing(p, model, surface).free(end):
        return landing(p, model, end, surface)
    return Trip(places, surface)


def landing(p: Position, model: str, end: tuple[int, int], surface: Surface) -> Refusal:
    """What a flyer would come down on (WC-FLIGHT-3, WC-FLIGHT-6)."""
    state: Table = p.state
    base = Disc(*end, radius(p, state.models[model]))
    where = f"at {text(end[0])}, {text(end[1])}"
    for name, m in state.models.items():
        if name != model and overlap(base, disc(p, m)) and m in neighbours(state, surface, (model,)):
            depth = round(base.r + disc(p, m).r - ((base.x - m.x) ** 2 + (base.y - m.y) ** 2) ** 0.5)
            return Refusal(f"{model} may not end on {name} {where}", "WC-FLIGHT-6", short_by=depth)
    for feature in state.map.features:
        solid = feature.kind in ("structure", "impassable", "obstacle") and feature.id != surface.on
        if solid and any(overlap(base, part) for part in shapes(feature)):
            depth = round(base.r - min(gap(Disc(*end, 0), part) for part in shapes(feature)))
            fits = "WC-FLIGHT-3" if feature.kind == "structure" else "WC-FLIGHT-6"
            return Refusal(f"{model} does not fit on {feature.id} {where}", fits, short_by=depth)
    return Refusal(f"{model} would hang over the table's edge {where}", "WC-MOVE-9")
