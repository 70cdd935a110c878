"""What a model meets where it goes and where it stands, as ground for the geometry (WC-MOVE-2..-4, WC-MOVE-7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.geometry.ground import Ground, Spot
from sandtable.geometry.measure import overlap
from sandtable.geometry.shapes import Disc, Shape
from sandtable.rulesets.warcaster.measuring.distance import disc, radius
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import Trait
from sandtable.rulesets.warcaster.state.table import PLACES, Model, Table
from sandtable.rulesets.warcaster.terrain.features import Map, land, shapes
from sandtable.rulesets.warcaster.terrain.surfaces import Surface, layer, rim, surface_of, top_of

Zone = tuple[float, float, float, float]
Box = tuple[int, int, int, int]


def flies(p: Position, model: str) -> bool:
    return p.holds(Trait(model, "flight"))


def ground_for(
    p: Position,
    model: str,
    *,
    on: Surface | None = None,
    climbing: str = "",
    leaving: bool = False,
    reach: int | None = None,
) -> Ground:
    """What this model must go round, may pass but not end on, and is slowed by, on one surface.

    `climbing` names an obstacle it may end on; `leaving` lets it walk over the edge of the top it is on. With a `reach`
    only bases are listed that a move of that length can meet.
    """
    surface = surface_of(p.state.models[model]) if on is None else on
    phase = p.holds(Trait(model, "phase"))
    sure = not surface.on and bool(land(p.rules.cards, p.state.map).rough) and p.holds(Trait(model, "pathfinder"))

    def build() -> Ground:
        state: Table = p.state
        me = state.models[model]
        others = neighbours(state, surface, (model,), None if reach is None else vicinity(p, me.at, reach))
        gates = tuple([disc(p, m) for m in others if m.card == "void_gate"])
        bases = tuple([disc(p, m) for m in others if m.card != "void_gate"])
        if surface.on:
            bare = _roof(p, me, surface, leaving)
        else:
            bare = _plain(p.rules.cards, state.map, radius(p, me), climbing, phase, sure)
        # who phases passes through models too, and must get wholly past them
        return bare.among((), (*gates, *bases)) if phase else bare.among(bases, gates)

    return p.memo(("ground", model, surface, climbing, leaving, phase, sure, reach), build, PLACES)


@lru_cache(maxsize=1024)
def _plain(cards: Library, table: Map, r: int, climbing: str, phase: bool, sure: bool) -> Ground:
    """The terrain of the table for a walker on it; one who phases passes through structures."""
    ground = land(cards, table)
    solid, cross = (*ground.impassable, *ground.walls), ground.obstacles
    if climbing:
        cross = tuple(s for s in cross if s not in shapes(table.feature(climbing)))
    if phase:
        solid, cross = ground.impassable, (*cross, *ground.walls)
    return Ground(r, solid, cross, () if sure else ground.rough, table.size, table.size)


def _roof(p: Position, me: Model, surface: Surface, leaving: bool) -> Ground:
    """The terrain of a top: its edge, and what rises above it."""
    state = p.state
    edge = () if leaving else rim(top_of(state.map, surface.on).feature)
    if me.on == surface.on:  # a slam may have left it overhanging: it starts across that edge
        edge = tuple(side for side in edge if not overlap(disc(p, me), side))
    return Ground(radius(p, me), (*taller(state.map, surface), *edge), width=state.map.size, height=state.map.size)


def sky_for(p: Position, model: str) -> Ground:
    """What stops a flyer on its way: impassable terrain and the table's edge, nothing else (WC-FLIGHT-2, -6)."""
    return _sky(p.rules.cards, p.state.map, radius(p, p.state.models[model]))


@lru_cache(maxsize=256)
def _sky(cards: Library, table: Map, r: int) -> Ground:
    return Ground(r, land(cards, table).impassable, width=table.size, height=table.size)


def standing(p: Position, model: str, surface: Surface, without: tuple[str, ...] = ()) -> Ground:
    """Where a model may be on a surface, however it got there (WC-MOVE-7)."""
    return p.memo(
        ("standing", model, surface, without),
        lambda: footing(p, radius(p, p.state.models[model]), surface, (model, *without)),
        PLACES,
    )


def footing(
    p: Position,
    r: int,
    surface: Surface,
    without: tuple[str, ...] = (),
    extra: tuple[Disc, ...] = (),
    zone: Zone | None = None,
    box: Box | None = None,
) -> Ground:
    """Where a base of radius r may stand on a surface: clear of every base but those left out, and of `extra` ones."""
    state = p.state
    bases = (*[disc(p, m) for m in neighbours(state, surface, without, box)], *extra)
    return _standable(p.rules.cards, state.map, r, surface, zone).among(bases)


@lru_cache(maxsize=1024)
def _standable(cards: Library, table: Map, r: int, surface: Surface, zone: Zone | None) -> Ground:
    """The terrain that a base standing on a surface must be clear of."""
    ground = land(cards, table)
    solid: tuple[Shape, ...] = (*ground.impassable, *ground.walls, *ground.obstacles)
    if surface.on:
        solid = (*taller(table, surface), *rim(top_of(table, surface.on).feature))
    return Ground(r, solid, width=table.size, height=table.size, zone=zone)


def neighbours(state: Table, surface: Surface, without: tuple[str, ...], box: Box | None = None) -> list[Model]:
    """Models whose bases can be in the way on this surface: those of its layer (WC-MEAS-5).

    With a box, only those whose middle is in it.
    """
    mine = layer(state.map, surface) if surface.on else ""
    if box is None:
        others = [m for n, m in state.models.items() if n not in without]
    else:
        x0, y0, x1, y1 = box
        others = [m for n, m in state.models.items() if x0 <= m.x <= x1 and y0 <= m.y <= y1 and n not in without]
    return [m for m in others if (layer(state.map, surface_of(m)) if m.on else "") == mine]


def vicinity(p: Position, at: Spot, reach: int) -> Box:
    """Where the middle of a base must be to be in the way of one whose middle stays within reach of a place."""
    x, y = at
    far = reach + 2 * p.rules.cards.widest_base
    return x - far, y - far, x + far, y + far


def taller(table: Map, surface: Surface) -> Iterator[Shape]:
    """Structures and impassable terrain that rise above a top stop whoever moves on it (WC-TERRAIN-14)."""
    for feature in table.features:
        if feature.id != surface.on and feature.height > surface.z and feature.kind in ("structure", "impassable"):
            yield from shapes(feature)
