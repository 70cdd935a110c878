"""Measuring on the table (WC-MEAS).

`distance`: between the nearest base edges, in three dimensions (WC-MEAS-1, WC-MEAS-4). `within`: exactly at the reach
is within; the stored resolution favours it (WC-MEAS-2, WC-MEAS-6).

Elsewhere: WC-MEAS-3 in attacks/targets; WC-MEAS-9 in abilities/activation_support.
"""

from __future__ import annotations

from typing import NamedTuple

from sandtable.geometry.measure import touching
from sandtable.geometry.shapes import Disc
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import OTHER, PLACES_OF, WHO, Model, Objective
from sandtable.tabletop.measuring import distance as edges
from sandtable.tabletop.measuring.distance import disc, distance, near, radius, within

__all__ = [
    "could_touch",
    "disc",
    "distance",
    "enemies",
    "enemy_bases",
    "in_contact",
    "marker",
    "near",
    "radius",
    "to_marker",
    "to_rear_edge",
    "top",
    "within",
]


def top(p: Position, model: Model) -> int:
    """The height of the top of its volume above the table (WC-STAT-16)."""
    return model.z + p.rules.bases[model.card].height


def could_touch(p: Position, a: Model, b: Model) -> bool:
    """Heights at which bases can meet: less apart than the lower one's volume is tall (WC-MEAS-5)."""
    low = a if a.z <= b.z else b
    return abs(a.z - b.z) < p.rules.bases[low.card].height


def in_contact(p: Position, a: Model, b: Model) -> bool:
    """Bases touch, at heights where they can (WC-MEAS-5)."""
    return could_touch(p, a, b) and touching(disc(p, a), disc(p, b))


def marker(p: Position, objective: Objective) -> Disc:
    return Disc(objective.x, objective.y, p.rules.cards.markers[objective.kind]["radius"])


def to_marker(p: Position, model: Model, objective: Objective) -> float:
    """Distance to the edge of a marker on the table (WC-MEAS-8)."""
    o, r = objective, p.rules.cards.markers[objective.kind]["radius"]
    return edges.to_marker(p, model, o.x, o.y, o.z, r)


def to_rear_edge(p: Position, seat: int, model: Model) -> int:
    """Plan distance from the base to a seat's rear edge (WC-MEAS-7)."""
    inner = model.y if p.state.sides[seat] == 0 else p.state.map.size - model.y
    return max(0, inner - radius(p, model))


def enemies(p: Position, seat: int) -> tuple[str, ...]:
    """The models of the other seat."""
    state = p.state
    units = state.units
    return p.memo(
        ("enemies", seat), lambda: tuple([n for n, m in state.models.items() if units[m.unit].seat != seat]), WHO
    )


class Bases(NamedTuple):
    """Some models on the table, column by column."""

    names: tuple[str, ...]
    middles: list[tuple[int, int]]
    radii: list[int]
    heights: set[int]  # elevations that occur


def enemy_bases(p: Position, seat: int) -> Bases:
    """The models of the other seat."""
    return p.memo("bases", _enemy_bases, PLACES_OF[OTHER[seat]], p, seat)


def _enemy_bases(p: Position, seat: int) -> Bases:
    names, models, bases = enemies(p, seat), p.state.models, p.rules.bases
    there = [models[n] for n in names]
    return Bases(names, [(m.x, m.y) for m in there], [bases[m.card].radius for m in there], {m.z for m in there})
