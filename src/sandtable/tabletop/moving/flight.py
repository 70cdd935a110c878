"""Flying: over everything but closed terrain, and down on any surface that holds the base."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sandtable.core import Pose, Refusal
from sandtable.core.texts import say
from sandtable.geometry.ground import Ground
from sandtable.geometry.measure import depth, overlap
from sandtable.geometry.shapes import Disc
from sandtable.geometry.units import text
from sandtable.tabletop.measuring.distance import disc, radius
from sandtable.tabletop.moving.obstacles import neighbours
from sandtable.tabletop.moving.path_faults import Trip, Walking, no_surface, refusal
from sandtable.tabletop.position import Tabletop
from sandtable.tabletop.terrain.features import shapes
from sandtable.tabletop.terrain.surfaces import Surface, surface_at


@dataclass(frozen=True, kw_only=True)
class Flying:
    """How a game's pieces fly: what stops them on the way, where they may come down, and the rules."""

    sky: Callable[[Any, str], Ground]
    standing: Callable[[Any, str, Surface], Ground]
    walking: Walking  # for faults that are no different in the air
    onto_base: str
    does_not_fit: Mapping[str, str]  # on or beside a feature, by its kind
    over_edge: str


def fly(p: Tabletop, how: Flying, model: str, path: tuple[Pose, ...], allowance: int) -> Trip | Refusal:
    """A flying move: its length in plan counts, rough ground and height do not."""
    me, table = p.state.models[model], p.state.map
    places = tuple((q[0], q[1]) for q in path)
    fault = how.sky(p, model).first_fault([me.at, *places], allowance)
    if fault is not None:
        return refusal(p, how.walking, model, fault, allowance)
    end = places[-1]
    surface = surface_at(table, end, radius(p, me))
    if len(path[-1]) == 3 and path[-1][2] != surface.z:
        return no_surface(p, model, path[-1][2], how.walking.cites.no_surface)
    if end != me.at and not how.standing(p, model, surface).free(end):
        return landing(p, how, model, end, surface)
    return Trip(places, surface)


def landing(p: Tabletop, how: Flying, model: str, end: tuple[int, int], surface: Surface) -> Refusal:
    """What a flyer would come down on."""
    base = Disc(*end, radius(p, p.state.models[model]))
    where = f"at {text(end[0])}, {text(end[1])}"
    below = neighbours(p, surface, (model,))
    for name, m in p.state.models.items():
        if name != model and overlap(base, disc(p, m)) and m in below:
            deep, unit = round(depth(base, disc(p, m))), p.rules.unit
            why = say(
                "{model} may not end on {name} {where}, {by} {unit} deep",
                model=model, name=name, where=where, by=text(deep), unit=unit,
            )  # fmt: skip
            return Refusal(why, how.onto_base, short_by=deep)
    for feature in p.state.map.features:
        solid = p.rules.kinds[feature.kind].entry != "open" and feature.id != surface.on
        if solid and any(overlap(base, part) for part in shapes(feature)):
            deep = round(max(depth(base, part) for part in shapes(feature)))
            fits = how.does_not_fit[feature.kind]
            return Refusal(
                say("{model} does not fit on {id} {where}", model=model, id=feature.id, where=where),
                fits,
                short_by=deep,
            )
    return Refusal(say("{model} would hang over the table's edge {where}", model=model, where=where), how.over_edge)
