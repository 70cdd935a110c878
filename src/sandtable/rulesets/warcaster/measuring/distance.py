"""Measuring and seeing on the table (WC-MEAS, WC-LOS)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sandtable.geometry.ground import Ground
from sandtable.geometry.measure import gap3d, touching
from sandtable.geometry.shapes import Disc
from sandtable.geometry.sight import Sighting, sight, sight_row
from sandtable.geometry.units import TOL
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import LAND, PLACES, WHO, Model, Objective, Table
from sandtable.rulesets.warcaster.terrain.features import Map, blocker_features, land


def radius(p: Position, model: Model) -> int:
    return p.rules.cards.units[model.card].base.radius


def disc(p: Position, model: Model) -> Disc:
    return tuple.__new__(
        Disc, (model.x, model.y, p.rules.cards.units[model.card].base.radius)
    )  # by far the most common shape


def top(p: Position, model: Model) -> int:
    """The height of the top of its volume above the table (WC-STAT-16)."""
    return model.z + p.rules.cards.units[model.card].base.height


def distance(p: Position, a: Model, b: Model) -> float:
    """Nearest base edges, in three dimensions (WC-MEAS-1, WC-MEAS-4)."""
    if a.z == b.z:
        apart: float = ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5
        gap = apart - p.rules.cards.units[a.card].base.radius - p.rules.cards.units[b.card].base.radius
        return gap if gap > 0 else 0.0
    return gap3d(disc(p, a), a.z, disc(p, b), b.z)


def within(p: Position, a: Model, b: Model, reach: int) -> bool:
    """Exactly at the reach is within; the stored resolution favours it (WC-MEAS-2, WC-MEAS-6)."""
    if a.z == b.z:
        limit = reach + p.rules.cards.units[a.card].base.radius + p.rules.cards.units[b.card].base.radius + TOL
        return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 <= limit * limit
    return gap3d(disc(p, a), a.z, disc(p, b), b.z) <= reach + TOL


def near(p: Position, of: str, reach: int) -> list[str]:
    """Other models within reach of a model, nearest first."""
    state = p.state
    centre = state.models[of]
    found = [(distance(p, centre, m), n) for n, m in state.models.items() if n != of and within(p, centre, m, reach)]
    return [name for _, name in sorted(found)]


def could_touch(p: Position, a: Model, b: Model) -> bool:
    """Heights at which bases can meet: less apart than the lower one's volume is tall (WC-MEAS-5)."""
    low = a if a.z <= b.z else b
    return abs(a.z - b.z) < p.rules.cards.units[low.card].base.height


def in_contact(p: Position, a: Model, b: Model) -> bool:
    """Bases touch, at heights where they can (WC-MEAS-5)."""
    return could_touch(p, a, b) and touching(disc(p, a), disc(p, b))


def marker(p: Position, objective: Objective) -> Disc:
    return Disc(objective.x, objective.y, p.rules.cards.markers[objective.kind]["radius"])


def to_marker(p: Position, model: Model, objective: Objective) -> float:
    """Distance to the edge of a marker on the table (WC-MEAS-8)."""
    apart = ((model.x - objective.x) ** 2 + (model.y - objective.y) ** 2) ** 0.5
    flat = max(0.0, apart - radius(p, model) - p.rules.cards.markers[objective.kind]["radius"])
    rise = model.z - objective.z
    return float((flat * flat + rise * rise) ** 0.5) if rise else flat


def to_rear_edge(p: Position, seat: int, model: Model) -> int:
    """Plan distance from the base to a seat's rear edge (WC-MEAS-7)."""
    state = p.state
    inner = model.y if state.sides[seat] == 0 else state.map.size - model.y
    return max(0, inner - radius(p, model))


def look(p: Position, viewer: str, target: str) -> Sighting:
    """The sight line between two models, or what blocks it (WC-LOS-2). Models never block (WC-LOS-4)."""
    state: Table = p.state
    a, b, ground = state.models[viewer], state.models[target], land(p.rules.cards, state.map)
    return sight(disc(p, a), top(p, a), disc(p, b), top(p, b), ground.blockers, ground.see_through)


def enemies(p: Position, seat: int) -> tuple[str, ...]:
    """The models of the other seat."""
    state: Table = p.state
    units = state.units
    return p.memo(
        ("enemies", seat), lambda: tuple(n for n, m in state.models.items() if units[m.unit].seat != seat), WHO
    )


def enemy_bases(p: Position, seat: int) -> list[tuple[str, tuple[int, int], int, int]]:
    """The models of the other seat with middle, elevation and radius of their bases."""

    def build() -> list[tuple[str, tuple[int, int], int, int]]:
        models = p.state.models
        return [
            (n, (m.x, m.y), m.z, p.rules.cards.units[m.card].base.radius)
            for n in enemies(p, seat)
            for m in (models[n],)
        ]

    return p.memo(("enemy bases", seat), build, PLACES)


def seen_among(p: Position, viewer: str, targets: Sequence[str]) -> list[str]:
    """Those of some models the viewer has line of sight to.

    Sight follows from two places on a map: what was asked before is remembered. A clear line from middle to middle
    settles the matter; the rest is one question.
    """
    state: Table = p.state
    models, me = state.models, volume(state.models[viewer])
    known: dict[tuple[Volume, Volume], bool] = p.memo("sight", dict, LAND)
    pairs = [(me, volume(models[n])) for n in targets]
    hard: list[tuple[Volume, Volume]] = []
    for pair in pairs:
        if pair not in known:
            known[pair] = plain_sight(p, state.map, *pair)
            if not known[pair]:
                hard.append(pair)
    if hard:
        ground = land(p.rules.cards, state.map)
        row = sight_row(*_solid(p, me), [_solid(p, there) for _, there in hard], ground.blockers, ground.see_through)
        known.update(zip(hard, row.clear, strict=True))
    return [n for n, pair in zip(targets, pairs, strict=True) if known[pair]]


def visible_from(p: Position, viewer: str) -> frozenset[str]:
    """Every enemy model the viewer has line of sight to."""
    return frozenset(seen_among(p, viewer, enemies(p, p.state.seat_of(viewer))))


Volume = tuple[int, int, int, str]  # x, y, elevation, card


def volume(model: Model) -> Volume:
    return model.x, model.y, model.z, model.card


def plain_sight(p: Position, table: Map, a: Volume, b: Volume) -> bool:
    """Whether nothing higher than the lower top is on the line between two middles: then there is line of sight."""
    low = min(a[2] + p.rules.cards.units[a[3]].base.height, b[2] + p.rules.cards.units[b[3]].base.height)
    return _hiding(p.rules.cards, table, low).straight(a[:2], b[:2])


@lru_cache(maxsize=1024)
def _hiding(cards: Library, table: Map, height: int) -> Ground:
    """What may be in the way of a line so high, for a thin ray: it keeps a hair's breadth away."""
    return Ground(2 * TOL, tuple(b.shape for b in land(cards, table).blockers.items if b.top > height))


def _solid(p: Position, v: Volume) -> tuple[Disc, int]:
    x, y, z, card = v
    base = p.rules.cards.units[card].base
    return Disc(x, y, base.radius), z + base.height


def sees(p: Position, viewer: str, target: str) -> bool:
    return bool(seen_among(p, viewer, (target,)))


def in_the_way(p: Position, viewer: str, target: str) -> tuple[str, ...]:
    """The features that hide a model, by id."""
    names = blocker_features(p.rules.cards, p.state.map)
    return tuple(dict.fromkeys(names[i] for i in look(p, viewer, target).blocked_by))
