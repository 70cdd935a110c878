"""Measuring between bases in plan, from edge to edge.

Exactly at a distance is within it, and one thousandth beyond. A place is measured from its point.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.geometry.arcs import in_front
from sandtable.geometry.corners import unit
from sandtable.geometry.distance import contains
from sandtable.geometry.distance import within as geometry_within
from sandtable.geometry.shapes import Disc
from sandtable.geometry.units import MILLI, NOISE, TOL
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import Model
from sandtable.tabletop.measuring.distance import disc, distance, radius, within

__all__ = [
    "behind",
    "command_area",
    "control_area",
    "disc",
    "distance",
    "far_apart",
    "gap",
    "in_contact",
    "in_control_area",
    "is_ahead",
    "near",
    "nearest",
    "others_near",
    "radius",
    "rank",
    "stays_behind",
    "touches",
    "unaware_of",
    "wholly_inside",
    "within",
]  # fmt: skip


def gap(p: Position, a: str, b: str) -> float:
    """Between the edges of two bases; 0 where they touch."""
    return distance(p, p.state.models[a], p.state.models[b])


def near(p: Position, a: str, b: str, reach: int) -> bool:
    """Whether one model is within a distance of another: `within`, in plan. Nothing is asked more often."""
    models, bases = p.state.models, p.rules.bases
    one, other = models[a], models[b]
    limit = reach + bases[one.card].radius + bases[other.card].radius + TOL
    x, y = one.x - other.x, one.y - other.y
    return x * x + y * y <= limit * limit


def nearest(p: Position, name: str, others: Sequence[str]) -> str:
    """Whoever of the others is nearest, from edge to edge; of equals the first."""
    return min(others, key=lambda other: gap(p, name, other))


def others_near(p: Position, name: str, reach: int) -> list[str]:
    """The other models within a distance of a model."""
    models, bases = p.state.models, p.rules.bases
    me = models[name]
    x, y, mine = me.x, me.y, reach + bases[me.card].radius + TOL
    most, found = mine + p.rules.widest_base, []
    for other, m in models.items():
        dx = m.x - x
        if -most <= dx <= most and -most <= (dy := m.y - y) <= most:
            far = mine + bases[m.card].radius
            if dx * dx + dy * dy <= far * far and other != name:
                found.append(other)
    return found


def far_apart(p: Position, a: str, at: tuple[int, int]) -> float:
    """From the edge of a base to a point."""
    m = p.state.models[a]
    apart: float = ((m.x - at[0]) ** 2 + (m.y - at[1]) ** 2) ** 0.5
    return max(0.0, apart - radius(p, m))


def in_contact(p: Position, a: str, b: str) -> bool:
    """Base to base, as close as the edition asks."""
    return near(p, a, b, p.rules.edition.contact.value - TOL)


def touches(p: Position, name: str, area: Disc, at: tuple[int, int] | None = None) -> bool:
    """Any part of its base is in an area or touches its rim, where it stands or at another place."""
    base = disc(p, p.state.models[name])
    base = base if at is None else base._replace(x=at[0], y=at[1])
    return geometry_within(base, area, 0, p.rules.edition.contact.value)


def wholly_inside(p: Position, model: Model, area: Disc) -> bool:
    return contains(area, disc(p, model))


def rank(p: Position, name: str) -> int:
    """The size of its base where sizes are compared."""
    return card(p, name).rank


def is_ahead(p: Position, viewer: str, other: str) -> bool:
    """Whether any part of a base is in a model's front arc."""
    me = p.state.models[viewer]
    return in_front(disc(p, me), me.facing, disc(p, p.state.models[other]))


def behind(p: Position, other: str, target: str) -> bool:
    """Whether a base is entirely in a model's back arc: `wholly_behind`, for round bases."""
    me, it = p.state.models[target], p.state.models[other]
    cos, sin = unit(me.facing)
    return cos * it.x + sin * it.y - (cos * me.x + sin * me.y) + p.rules.bases[it.card].radius < -NOISE


def stays_behind(p: Position, target: str, path: Sequence[tuple[int, int]], r: int) -> bool:
    """Whether a base stays in a model's back arc all along a path: it would be ahead of it at a corner, if anywhere."""
    me = p.state.models[target]
    cos, sin = unit(me.facing)
    edge = cos * me.x + sin * me.y
    moves = any(spot != path[0] for spot in path)
    return not moves or all(cos * x + sin * y - edge + r < -NOISE for x, y in path)


def unaware_of(p: Position, name: str) -> tuple[str, ...]:
    """The enemies in whose back arc a model is."""
    return tuple(e for e in p.state.enemies(name) if behind(p, name, e))


def control_area(p: Position, caster: str) -> int:
    """Its radius: twice FOC."""
    return 2 * MILLI * card(p, caster).stats.get("FOC", 0)


def in_control_area(p: Position, caster: str, other: str) -> bool:
    return caster == other or near(p, caster, other, control_area(p, caster))


def command_area(p: Position, name: str) -> int:
    """Its command range: CMD in inches."""
    return MILLI * card(p, name).stats.get("CMD", 0)
