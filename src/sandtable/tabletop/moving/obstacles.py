"""What a round base meets where it goes and where it stands, as ground for the geometry."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.geometry.ground import Ground, Spot
from sandtable.geometry.measure import overlap
from sandtable.geometry.shapes import Disc, Shape
from sandtable.tabletop.measuring.distance import disc, discs, radius
from sandtable.tabletop.position import Piece, Tabletop
from sandtable.tabletop.terrain.features import Map, shapes
from sandtable.tabletop.terrain.kinds import Kinds
from sandtable.tabletop.terrain.land import land
from sandtable.tabletop.terrain.surfaces import Surface, layer, rim, surface_of, top_of

Zone = tuple[float, float, float, float]
Box = tuple[int, int, int, int]


@lru_cache(maxsize=1024)
def open_ground(
    kinds: Kinds, table: Map, r: int, climbing: str = "", through_solid: bool = False, sure_footed: bool = False
) -> Ground:
    """The terrain of the table for a walker on it.

    `climbing` names a feature it may end on. Who goes through solid features must get wholly past them; the sure-footed
    are not slowed by rough ground.
    """
    ground = land(kinds, table)
    solid, cross = (*ground.closed, *ground.solid), ground.cross
    if climbing:
        cross = tuple(s for s in cross if s not in shapes(table.feature(climbing)))
    if through_solid:
        solid, cross = ground.closed, (*cross, *ground.solid)
    return Ground(r, solid, cross, () if sure_footed else ground.rough, table.width, table.height)


def roof(p: Tabletop, me: Piece, surface: Surface, leaving: bool) -> Ground:
    """The terrain of a top: its edge unless the piece is leaving it, and what rises above it."""
    table = p.state.map
    edge = () if leaving else rim(top_of(table, surface.on).feature)
    if me.on == surface.on:  # a forced move may have left it overhanging: it starts across that edge
        edge = tuple(side for side in edge if not overlap(disc(p, me), side))
    solid = (*taller(p.rules.kinds, table, surface), *edge)
    return Ground(radius(p, me), solid, width=table.width, height=table.height)


@lru_cache(maxsize=256)
def sky(kinds: Kinds, table: Map, r: int) -> Ground:
    """What stops a flyer on its way: closed terrain and the table's edge, nothing else."""
    return Ground(r, land(kinds, table).closed, width=table.width, height=table.height)


def footing(
    p: Tabletop,
    r: int,
    surface: Surface,
    without: tuple[str, ...] = (),
    extra: tuple[Disc, ...] = (),
    zone: Zone | None = None,
    box: Box | None = None,
) -> Ground:
    """Where a base of radius r may stand on a surface: clear of every base but those left out, and of `extra` ones."""
    bases = (*discs(p, neighbours(p, surface, without, box)), *extra)
    return _standable(p.rules.kinds, p.state.map, r, surface, zone).among(bases)


@lru_cache(maxsize=1024)
def _standable(kinds: Kinds, table: Map, r: int, surface: Surface, zone: Zone | None) -> Ground:
    """The terrain that a base standing on a surface must be clear of."""
    ground = land(kinds, table)
    solid: tuple[Shape, ...] = (*ground.closed, *ground.solid, *ground.cross)
    if surface.on:
        solid = (*taller(kinds, table, surface), *rim(top_of(table, surface.on).feature))
    return Ground(r, solid, width=table.width, height=table.height, zone=zone)


def neighbours(p: Tabletop, surface: Surface, without: tuple[str, ...], box: Box | None = None) -> list[Piece]:
    """Pieces whose bases can be in the way on this surface: those of its layer.

    With a box, only those whose middle is in it.
    """
    models, table, kinds = p.state.models, p.state.map, p.rules.kinds
    mine = layer(kinds, table, surface) if surface.on else ""
    if box is None:
        others = [m for n, m in models.items() if n not in without]
    else:
        x0, y0, x1, y1 = box
        others = [m for n, m in models.items() if x0 <= m.x <= x1 and y0 <= m.y <= y1 and n not in without]
    return [m for m in others if (layer(kinds, table, surface_of(m)) if m.on else "") == mine]


def vicinity(p: Tabletop, at: Spot, reach: int, r: int) -> Box:
    """Where the middle of a base must be to be in the way of one of radius r whose middle stays within reach."""
    x, y = at
    far = reach + r + p.rules.widest_base
    return x - far, y - far, x + far, y + far


def taller(kinds: Kinds, table: Map, surface: Surface) -> Iterator[Shape]:
    """Solid and closed features that rise above a top stop whoever moves on it."""
    for feature in table.features:
        rises = feature.id != surface.on and feature.height > surface.z
        if rises and kinds[feature.kind].entry in ("solid", "closed"):
            yield from shapes(feature)
