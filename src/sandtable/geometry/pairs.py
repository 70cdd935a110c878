"""Two shapes at a time, compiled: what the functions of `distance` of the same names say, which stay their oracles.

For one shape against many make a row (`stands`); these are for the odd pair in between.
"""

from __future__ import annotations

from sandtable.geometry import distance
from sandtable.geometry.compiled import kernel, listed, scratch
from sandtable.geometry.distance import SHORTEST_EDGE, SIDES, Contact
from sandtable.geometry.kernel import stands as kernel_stands
from sandtable.geometry.shapes import Disc, Point, Rect, Shape
from sandtable.geometry.stands import part
from sandtable.geometry.units import NOISE, TOL

__all__ = ["contact", "gap", "nearest", "overlap", "touching", "within"]
POINTS = 5  # gap, and both nearest points


def gap(a: Shape, b: Shape) -> float:
    """How far apart two shapes are; 0 when they overlap."""
    found: float = kernel(kernel_stands).gap(part(a), 0, part(b), 0)
    return found


def within(a: Shape, b: Shape, reach: float, tol: float = TOL) -> bool:
    """Is some part of b at most this far from a?"""
    if isinstance(a, Disc) and isinstance(b, Disc):
        return distance.within(a, b, reach, tol)  # exact in whole numbers
    return gap(a, b) <= reach + tol + NOISE


def touching(a: Shape, b: Shape, tol: float = TOL) -> bool:
    """In contact, or overlapping."""
    return within(a, b, 0, tol)


def overlap(a: Shape, b: Shape, tol: float = TOL) -> bool:
    """Do the shapes overlap by more than the tolerance?"""
    if isinstance(a, Disc) and isinstance(b, Disc):
        return distance.overlap(a, b, tol)
    return bool(kernel(kernel_stands).pressed(part(a), 0, part(b), 0, float(tol)))


def contact(a: Rect, b: Rect, tol: float = TOL) -> Contact | None:
    """The longest stretch along which two stands touch; None when they do not."""
    out = scratch(3)
    kernel(kernel_stands).contacts(part(b), part(a), float(tol), out)
    length, own, other = listed(out)
    if length < 0.0:
        return None
    return Contact("edge" if length >= SHORTEST_EDGE else "corner", length, SIDES[int(own)], SIDES[int(other) % 4])


def nearest(a: Shape, b: Shape) -> tuple[float, Point, Point]:
    """The gap and the nearest points, as `distance.nearest` chooses them."""
    out = scratch(POINTS)
    if not kernel(kernel_stands).nearest(part(a), part(b), out):
        return distance.nearest(a, b)  # they overlap: a common point is wanted
    far, px, py, qx, qy = listed(out)
    return far, (px, py), (qx, qy)
