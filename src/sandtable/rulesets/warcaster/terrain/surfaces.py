"""Surfaces a base may stand on: the ground, tops of structures and of obstacles agreed standable (WC-TERRAIN-2).

Where a base stands settles what it stands on: wholly on a top it is up there, everywhere else it is on the ground. A
place may name the height as well, ``(x, y, z)``; only a way down from a height needs it, to say that a ladder is meant.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from sandtable.geometry.ground import Spot, rounded
from sandtable.geometry.measure import contains, foot, hull, sides
from sandtable.geometry.shapes import Disc, Point, Poly, Shape
from sandtable.rulesets.warcaster.state.table import Model
from sandtable.rulesets.warcaster.terrain.features import Feature, Map, shapes

CLIMB = 1000  # what getting on to an obstacle costs (WC-TERRAIN-12)
BEYOND = 100_000  # wider than any table: nothing lies on the far side of a rim
TANGENTS = 64  # a round top is rimmed by so many straight strips, all just inside the circle


class Surface(NamedTuple):
    on: str  # the feature; empty: the ground
    z: int


GROUND = Surface("", 0)


class Top(NamedTuple):
    """A feature a base may stand on, with its box to look past it quickly."""

    feature: Feature
    shape: Poly | Disc
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def surface(self) -> Surface:
        return Surface(self.feature.id, self.feature.height)

    def holds(self, at: tuple[int, ...], r: int) -> bool:
        """Is it large enough for the base here (WC-TERRAIN-2)?"""
        x, y = at[0], at[1]
        if not (self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1):
            return False
        return contains(self.shape, Disc(x, y, r))


@lru_cache(maxsize=256)
def tops(table: Map) -> tuple[Top, ...]:
    """Every top of a table, the highest first."""
    level = [f for f in table.features if f.standable and f.height > 0 and len(shapes(f)) == 1]
    return tuple(sorted(map(_top, level), key=lambda t: -t.feature.height))


def _top(feature: Feature) -> Top:
    parts = shapes(feature)
    shape = parts[0] if len(parts) == 1 else hull(feature.outline)
    assert isinstance(shape, Disc | Poly)
    points = shape.pts if isinstance(shape, Poly) else _square(shape)
    xs, ys = [q[0] for q in points], [q[1] for q in points]
    return Top(feature, shape, min(xs), min(ys), max(xs), max(ys))


@lru_cache(maxsize=1024)
def top_of(table: Map, on: str) -> Top:
    """The top a model is on: also one not meant for standing, where a slam may leave it."""
    return _top(table.feature(on))


def surface_at(table: Map, at: tuple[int, ...], r: int) -> Surface:
    """What a base here stands on (WC-TERRAIN-19): the highest top that holds it, else the ground."""
    for top in tops(table):
        if top.holds(at, r):
            return top.surface
    return GROUND


def below(table: Map, at: tuple[int, ...], r: int, z: int) -> Surface:
    """The surface under a base that hangs in the air (WC-FALL-1)."""
    for top in tops(table):
        if top.feature.height < z and top.holds(at, r):
            return top.surface
    return GROUND


def surface_of(model: Model) -> Surface:
    return Surface(model.on, model.z)


def layer(table: Map, surface: Surface) -> str:
    """Bases in one layer are in each other's way: a structure's top is its own, low obstacles belong to the ground."""
    if not surface.on or top_of(table, surface.on).feature.kind != "structure":
        return ""
    return surface.on


@lru_cache(maxsize=1024)
def rim(feature: Feature) -> tuple[Shape, ...]:
    """Strips just outside a top: a base that must stay on it goes no further."""
    shape = shapes(feature)[0]
    assert isinstance(shape, Disc | Poly)
    return tuple(_strip(a, b) for a, b in sides(shape.pts if isinstance(shape, Poly) else _ring(shape)))


def _strip(a: Point, b: Point) -> Poly:
    size = math.hypot(b[0] - a[0], b[1] - a[1])
    ux, uy = (b[0] - a[0]) / size, (b[1] - a[1]) / size
    nx, ny = uy, -ux  # outwards of a counter-clockwise outline
    ax, ay, bx, by = a[0] - BEYOND * ux, a[1] - BEYOND * uy, b[0] + BEYOND * ux, b[1] + BEYOND * uy
    return Poly(((bx, by), (ax, ay), (ax + BEYOND * nx, ay + BEYOND * ny), (bx + BEYOND * nx, by + BEYOND * ny)))


def _ring(disc: Disc) -> tuple[Point, ...]:
    turn = math.tau / TANGENTS
    return tuple((disc.x + disc.r * math.cos(i * turn), disc.y + disc.r * math.sin(i * turn)) for i in range(TANGENTS))


def _square(disc: Disc) -> tuple[Point, ...]:
    return ((disc.x - disc.r, disc.y - disc.r), (disc.x + disc.r, disc.y + disc.r))


class Ladder(NamedTuple):
    """Where a base of one size stands at the bottom and at the top of a ladder."""

    foot: Spot
    head: Spot


@lru_cache(maxsize=4096)
def ladders(feature: Feature, r: int) -> tuple[Ladder, ...]:
    """The ladders and stairs of a structure for a base of this radius (WC-TERRAIN-17)."""
    return tuple(_ladder(shapes(feature)[0], at, r) for at in feature.ladders)


def _ladder(shape: Shape, at: Point, r: int) -> Ladder:
    if isinstance(shape, Disc):
        size = math.hypot(at[0] - shape.x, at[1] - shape.y)
        nx, ny = (at[0] - shape.x) / size, (at[1] - shape.y) / size
        x, y = shape.x + shape.r * nx, shape.y + shape.r * ny
    else:
        assert isinstance(shape, Poly)
        a, b = min(sides(shape.pts), key=lambda s: math.dist(at, foot(at, *s)))
        size = math.hypot(b[0] - a[0], b[1] - a[1])
        ux, uy = (b[0] - a[0]) / size, (b[1] - a[1]) / size
        nx, ny = uy, -ux
        # a wide base keeps its whole width on the top, also where the ladder is near a corner
        along = (at[0] - a[0]) * ux + (at[1] - a[1]) * uy
        along = min(max(along, r), size - r) if size >= 2 * r else size / 2
        x, y = a[0] + along * ux, a[1] + along * uy
    return Ladder(rounded((x + r * nx, y + r * ny)), rounded((x - r * nx, y - r * ny)))
