"""Surfaces a base may stand on: the ground, and the tops of features that are standable.

Where a base stands settles what it stands on: wholly on a top it is up there, everywhere else it is on the ground. A
place may name the height as well, ``(x, y, z)``; only a way down from a height needs it, to say that a ladder is meant.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple, Protocol

from sandtable.geometry.measure import contains, hull, sides
from sandtable.geometry.shapes import Disc, Point, Poly, Shape
from sandtable.tabletop.terrain.features import Feature, Map, shapes
from sandtable.tabletop.terrain.kinds import Kinds

BEYOND = 1_000_000  # wider than any table: nothing lies on the far side of a rim
TANGENTS = 64  # a round top is rimmed by so many straight strips, all just inside the circle


class Surface(NamedTuple):
    on: str  # the feature; empty: the ground
    z: int


GROUND = Surface("", 0)


class Standing(Protocol):
    """A piece that knows what it stands on."""

    @property
    def on(self) -> str: ...
    @property
    def z(self) -> int: ...


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
        """Is it large enough for the base here?"""
        return contains(self.shape, Disc(at[0], at[1], r))


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
    """The top a model is on: also one not meant for standing, where a forced move may leave it."""
    return _top(table.feature(on))


def surface_at(table: Map, at: tuple[int, ...], r: int) -> Surface:
    """What a base here stands on: the highest top that holds it, else the ground."""
    x, y = at[0], at[1]
    for top in tops(table):
        _, _, x0, y0, x1, y1 = top
        if x0 <= x <= x1 and y0 <= y <= y1 and top.holds(at, r):
            return top.surface
    return GROUND


def below(table: Map, at: tuple[int, ...], r: int, z: int) -> Surface:
    """The surface under a base that hangs in the air."""
    for top in tops(table):
        if top.feature.height < z and top.holds(at, r):
            return top.surface
    return GROUND


def surface_of(piece: Standing) -> Surface:
    return Surface(piece.on, piece.z) if piece.on or piece.z else GROUND


def layer(kinds: Kinds, table: Map, surface: Surface) -> str:
    """Bases in one layer are in each other's way: a high top is its own, low ones belong to the ground."""
    if not surface.on or kinds[top_of(table, surface.on).feature.kind].low:
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
