"""Ladders and stairs: where a base stands at the bottom and at the top of each."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from sandtable.geometry.ground import Spot, rounded
from sandtable.geometry.measure import foot, sides
from sandtable.geometry.shapes import Disc, Point, Poly, Shape
from sandtable.tabletop.terrain.features import Feature, shapes


class Ladder(NamedTuple):
    """Where a base of one size stands at the bottom and at the top of a ladder."""

    foot: Spot
    head: Spot


@lru_cache(maxsize=4096)
def ladders(feature: Feature, r: int) -> tuple[Ladder, ...]:
    """The ladders and stairs of a feature for a base of this radius."""
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
