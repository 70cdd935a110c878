"""Gaps, reach, overlap and contact between any two shapes.

Every shape is a core (a point, a segment or a convex polygon) with a radius round it, which only discs have. Two discs
are compared in whole numbers. Everything else is compared with tolerances that data on whole thousandths cannot hit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from sandtable.geometry.corners import corners
from sandtable.geometry.polygons import clip, cross, distance, half_planes, sides
from sandtable.geometry.shapes import Disc, Point, Poly, Rect, Shape
from sandtable.geometry.units import NOISE, TOL

SHORTEST_EDGE = 100  # a shared stretch shorter than a tenth of a unit is a corner contact

Side = Literal["front", "left", "rear", "right"]
SIDES: tuple[Side, ...] = ("front", "left", "rear", "right")  # in the order of `corners`


class Contact(NamedTuple):
    """How two stands touch: along an edge or at a corner, how long the shared stretch is, and between which sides."""

    kind: Literal["edge", "corner"]
    length: float
    side_a: Side
    side_b: Side


def outline(shape: Shape) -> tuple[Point, ...]:
    """The corners of a shape; of a disc, its centre."""
    if isinstance(shape, Poly):
        return shape.pts
    if isinstance(shape, Rect):
        return corners(shape).pts
    if isinstance(shape, Disc):
        return ((shape.x, shape.y),)
    return ((shape.x1, shape.y1), (shape.x2, shape.y2))


def radius(shape: Shape) -> float:
    return shape.r if isinstance(shape, Disc) else 0.0


def foot(p: Point, a: Point, b: Point) -> Point:
    """The point of segment ab nearest to p."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = min(max(((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1.0), 0.0), 1.0)
    return (a[0] + t * dx, a[1] + t * dy) if t < 1.0 else b


def nearest(a: Shape, b: Shape) -> tuple[float, Point, Point]:
    """The gap and the nearest points.

    Between parallel edges these are in the middle of the stretch they share; of shapes that overlap, a common point.
    """
    apart, p, q = _cores_apart(outline(a), outline(b))
    ra, rb = radius(a), radius(b)
    ux, uy = ((q[0] - p[0]) / apart, (q[1] - p[1]) / apart) if apart else (0.0, 0.0)
    if apart <= ra + rb:
        t = min(max((apart + ra - rb) / 2, 0.0), apart)
        both = p[0] + t * ux, p[1] + t * uy
        return 0.0, both, both
    return apart - ra - rb, (p[0] + ra * ux, p[1] + ra * uy), (q[0] - rb * ux, q[1] - rb * uy)


def gap(a: Shape, b: Shape) -> float:
    """How far apart two shapes are; 0 when they overlap."""
    if isinstance(b, Disc):
        return max(0.0, _from_core((b.x, b.y), outline(a)) - radius(a) - b.r)
    if isinstance(a, Disc):
        return max(0.0, _from_core((a.x, a.y), outline(b)) - a.r)
    return nearest(a, b)[0]


def gap3d(a: Disc, za: float, b: Disc, zb: float) -> float:
    """The gap between bases that stand at different heights."""
    flat = gap(a, b)
    return math.sqrt(flat * flat + (za - zb) * (za - zb))


def depth(a: Shape, b: Shape) -> float:
    """How far one of two shapes would have to be moved, in the best direction, to touch the other only; below zero: the
    gap between them."""
    one, two = outline(a), outline(b)
    apart = _cores_apart(one, two)[0]
    if apart > NOISE:
        return radius(a) + radius(b) - apart
    least = math.inf
    for p, q in (*sides(one), *sides(two)):
        size = distance(p, q)
        nx, ny = ((q[1] - p[1]) / size, (p[0] - q[0]) / size) if size else (1.0, 0.0)
        along, across = [nx * x + ny * y for x, y in one], [nx * x + ny * y for x, y in two]
        least = min(least, max(along) - min(across), max(across) - min(along))
    return radius(a) + radius(b) + max(0.0, least)


def within(a: Shape, b: Shape, reach: float, tol: float = TOL) -> bool:
    """Is some part of b at most this far from a? Exactly at reach, and up to the tolerance beyond, it is."""
    if isinstance(a, Disc) and isinstance(b, Disc):
        limit = reach + a.r + b.r + tol
        return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) <= limit * limit
    return gap(a, b) <= reach + tol + NOISE


def touching(a: Shape, b: Shape, tol: float = TOL) -> bool:
    """In contact, or overlapping."""
    return within(a, b, 0, tol)


def overlap(a: Shape, b: Shape, tol: float = TOL) -> bool:
    """Do the shapes overlap by more than the tolerance?"""
    if isinstance(a, Disc) and isinstance(b, Disc):
        least = a.r + b.r - tol
        return least > 0 and (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) < least * least
    if isinstance(b, Disc):
        a, b = b, a
    if isinstance(a, Disc):
        return a.r + _depth((a.x, a.y), outline(b)) > tol + NOISE
    one, two = outline(a), outline(b)
    for nx, ny, _ in half_planes(one) + half_planes(two):
        along, across = [nx * x + ny * y for x, y in one], [nx * x + ny * y for x, y in two]
        if min(max(along) - min(across), max(across) - min(along)) <= tol + NOISE:
            return False
    return True


def inside(p: Point, shape: Shape) -> bool:
    """Is the point in the shape, its border included?"""
    if isinstance(shape, Disc):
        return (p[0] - shape.x) * (p[0] - shape.x) + (p[1] - shape.y) * (p[1] - shape.y) <= shape.r * shape.r
    return _depth(p, outline(shape)) >= -NOISE


def contains(outer: Shape, inner: Shape, tol: float = TOL) -> bool:
    """Is the inner shape wholly in the outer one, up to the tolerance?"""
    if isinstance(outer, Disc):
        room = outer.r - radius(inner) + tol
        far = max((x - outer.x) * (x - outer.x) + (y - outer.y) * (y - outer.y) for x, y in outline(inner))
        return room >= 0 and far <= room * room
    return all(_depth(p, outline(outer)) >= radius(inner) - tol - NOISE for p in outline(inner))


@lru_cache(maxsize=4096)
def contact(a: Rect, b: Rect, tol: float = TOL) -> Contact | None:
    """The longest stretch along which two stands touch; None when they do not."""
    if not touching(a, b, tol):
        return None
    one, two = list(sides(outline(a))), list(sides(outline(b)))
    stretches = [(_shared(s, t, tol + NOISE), -i, -j) for i, s in enumerate(one) for j, t in enumerate(two)]
    length, i, j = max(stretches)
    return Contact("edge" if length >= SHORTEST_EDGE else "corner", length, SIDES[-i], SIDES[-j])


def _shared(s: tuple[Point, Point], t: tuple[Point, Point], tol: float) -> float:
    """Length of the part of side s that runs along side t, which bounds the other stand and so runs the other way."""
    size, other = distance(*s), distance(*t)
    if not size or not other:
        return 0.0
    ex, ey = (t[1][0] - t[0][0]) / other, (t[1][1] - t[0][1]) / other
    lo, hi = 0.0, 1.0
    for at, to, low, high in (
        (_along(t[0], ex, ey, s[0]), _along(t[0], ex, ey, s[1]), 0.0, other),
        (_along(t[0], -ey, ex, s[0]), _along(t[0], -ey, ex, s[1]), -tol, tol),
    ):
        if at == to:
            hi = hi if low <= at <= high else -1.0
        else:
            ends = (low - at) / (to - at), (high - at) / (to - at)
            lo, hi = max(lo, min(ends)), min(hi, max(ends))
    return max(0.0, hi - lo) * size


def _along(origin: Point, ex: float, ey: float, p: Point) -> float:
    return (p[0] - origin[0]) * ex + (p[1] - origin[1]) * ey


def _depth(p: Point, pts: Sequence[Point]) -> float:
    """How deep a point lies in a core; below zero, how far outside."""
    if len(pts) > 2 and all(cross(a, b, p) >= 0 for a, b in sides(pts)):
        return min(nx * p[0] + ny * p[1] + c for nx, ny, c in half_planes(pts))
    return -_from_core(p, pts)


def _from_core(p: Point, pts: Sequence[Point]) -> float:
    """How far a point is from a core, 0 inside: what `_cores_apart` finds, with no nearest points to tell of."""
    x, y = p
    (ax, ay), least, within = pts[-1], math.inf, len(pts) > 2
    for bx, by in pts:
        dx, dy = bx - ax, by - ay
        if dx * (y - ay) - dy * (x - ax) <= 0:
            within = False
        t = min(max(((x - ax) * dx + (y - ay) * dy) / ((dx * dx + dy * dy) or 1.0), 0.0), 1.0)
        fx, fy = (ax + t * dx - x, ay + t * dy - y) if t < 1.0 else (bx - x, by - y)
        least = min(least, fx * fx + fy * fy)
        ax, ay = bx, by
    return 0.0 if within else math.sqrt(least)


def _cores_apart(one: Sequence[Point], two: Sequence[Point]) -> tuple[float, Point, Point]:
    if len(one) == len(two) == 1:
        return distance(one[0], two[0]), one[0], two[0]
    if _crossing(one, two):
        both = clip(one, half_planes(two)) if len(two) > 2 else clip(two, half_planes(one)) if len(one) > 2 else ()
        if both:
            middle = sum(x for x, _ in both) / len(both), sum(y for _, y in both) / len(both)
            return 0.0, middle, middle
        if len(one) == len(two) == 2:
            where = _cut(one, two)
            return 0.0, where, where
        # sides that touch up to float noise: nothing is left of the overlap, and the feet below have the same places
    pairs = [(p, foot(p, a, b)) for p in one for a, b in sides(two)]
    pairs += [(foot(q, a, b), q) for q in two for a, b in sides(one)]
    gaps = [distance(p, q) for p, q in pairs]
    least = min(gaps)
    tied = sorted(pair for pair, g in zip(pairs, gaps, strict=True) if g <= least + NOISE)
    (p, q), (p2, q2) = tied[0], tied[-1]
    return least, ((p[0] + p2[0]) / 2, (p[1] + p2[1]) / 2), ((q[0] + q2[0]) / 2, (q[1] + q2[1]) / 2)


def _crossing(one: Sequence[Point], two: Sequence[Point]) -> bool:
    """Does every separating line fail? Cores that only touch are not crossing."""
    for pts, other in ((one, two), (two, one)):
        for a, b in sides(pts) if len(pts) > 1 else ():
            if all(cross(a, b, p) <= 0 for p in other):
                return False
            if len(pts) == 2 and all(cross(a, b, p) >= 0 for p in other):
                return False
    return True


def _cut(one: Sequence[Point], two: Sequence[Point]) -> Point:
    """Where two crossing segments cross."""
    here, there = cross(two[0], two[1], one[0]), cross(two[0], two[1], one[1])
    t = here / (here - there)
    return one[0][0] + t * (one[1][0] - one[0][0]), one[0][1] + t * (one[1][1] - one[0][1])
