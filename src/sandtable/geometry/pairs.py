"""Two shapes at a time, compiled: the answers of `distance.gap` and `distance.nearest`, which stay their oracles.

For one shape against many make a row (`stands`); these are for the odd pair in between.
"""

from __future__ import annotations

from sandtable.geometry import distance
from sandtable.geometry.compiled import kernel, listed, scratch
from sandtable.geometry.kernel import stands as kernel_stands
from sandtable.geometry.shapes import Point, Shape
from sandtable.geometry.stands import part

POINTS = 5  # gap, and both nearest points


def gap(a: Shape, b: Shape) -> float:
    """How far apart two shapes are; 0 when they overlap."""
    found: float = kernel(kernel_stands).gap(part(a), 0, part(b), 0)
    return found


def nearest(a: Shape, b: Shape) -> tuple[float, Point, Point]:
    """The gap and the nearest points, as `distance.nearest` chooses them."""
    out = scratch(POINTS)
    if not kernel(kernel_stands).nearest(part(a), part(b), out):
        return distance.nearest(a, b)  # they overlap: a common point is wanted
    far, px, py, qx, qy = listed(out)
    return far, (px, py), (qx, qy)
