"""Polygons: hulls, areas, clipping, and splitting a drawn outline into convex parts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from sandtable.geometry.shapes import Point, Poly
from sandtable.geometry.units import NOISE

HalfPlane = tuple[float, float, float]  # (nx, ny, c): the points with nx*x + ny*y + c >= 0


def sides(pts: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Each corner with the next; the last one with the first."""
    return ((pts[i], pts[(i + 1) % len(pts)]) for i in range(len(pts)))


def distance(p: Point, q: Point) -> float:
    # not math.hypot or math.dist: their last bit depends on the Python version
    dx, dy = q[0] - p[0], q[1] - p[1]
    return math.sqrt(dx * dx + dy * dy)


def cross(o: Point, p: Point, q: Point) -> float:
    """Twice the signed area of a triangle: positive when o, p, q turn left."""
    return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])


def table(width: float, height: float) -> Poly:
    return Poly(((0, 0), (width, 0), (width, height), (0, height)))


def signed_area(pts: Sequence[Point]) -> float:
    return sum(p[0] * q[1] - p[1] * q[0] for p, q in sides(pts)) / 2


def area(poly: Poly) -> float:
    return abs(signed_area(poly.pts)) if poly.pts else 0.0


def hull(points: Iterable[Point]) -> Poly:
    """Smallest convex polygon around the points."""
    order = sorted(set(points))
    if len(order) < 3:
        return Poly(tuple(order))
    halves = []
    for run in (order, order[::-1]):
        half: list[Point] = []
        for p in run:
            while len(half) > 1 and cross(half[-2], half[-1], p) <= 0:
                half.pop()
            half.append(p)
        halves.append(half[:-1])
    return Poly((*halves[0], *halves[1]))


def clip(pts: Sequence[Point], planes: Iterable[HalfPlane]) -> tuple[Point, ...]:
    """What is left of a convex polygon inside every half-plane; () when nothing is."""
    left = list(pts)
    for nx, ny, c in planes:
        kept: list[Point] = []
        for p, q in sides(left):
            here, there = nx * p[0] + ny * p[1] + c, nx * q[0] + ny * q[1] + c
            if here >= 0:
                kept.append(p)
            if (here < 0) != (there < 0) and here and there:
                t = here / (here - there)
                kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        left = kept
    return tuple(left)


def half_planes(pts: Sequence[Point]) -> list[HalfPlane]:
    """The sides of a counter-clockwise polygon as half-planes with unit normals."""
    out = []
    for p, q in sides(pts):
        if size := distance(p, q):
            nx, ny = (p[1] - q[1]) / size, (q[0] - p[0]) / size
            out.append((nx, ny, -(nx * p[0] + ny * p[1])))
    return out


def convex_parts(outline: Sequence[Point]) -> tuple[Poly, ...]:
    """Split a simple polygon, drawn in either direction, into few convex parts that share whole sides."""
    pts = _tidy(outline)
    if len(pts) < 3:
        raise ValueError("an outline needs three corners that are not in line")
    return tuple(Poly(tuple(pts[i] for i in part)) for part in _merged(_ears(pts), pts))


def _tidy(outline: Sequence[Point]) -> list[Point]:
    """Counter-clockwise, without repeated corners or corners in the middle of a side."""
    pts = list(outline)
    i = 0
    while i < len(pts) and len(pts) > 2:
        before, here, after = pts[i - 1], pts[i], pts[(i + 1) % len(pts)]
        if abs(cross(before, here, after)) <= NOISE * distance(before, after) or here in (before, after):
            del pts[i]
            i = max(i - 1, 0)
        else:
            i += 1
    return pts if signed_area(pts) > 0 else pts[::-1]


def _ears(pts: Sequence[Point]) -> list[list[int]]:
    """Triangles of corner numbers, cut off one ear at a time."""
    ring, out = list(range(len(pts))), []
    while len(ring) > 3:
        for i in range(len(ring)):
            a, b, c = ring[i - 1], ring[i], ring[(i + 1) % len(ring)]
            if cross(pts[a], pts[b], pts[c]) > 0 and not any(
                _in_triangle(pts[k], pts[a], pts[b], pts[c]) for k in ring if pts[k] not in (pts[a], pts[b], pts[c])
            ):
                out.append([a, b, c])
                del ring[i]
                break
        else:
            raise ValueError("the outline crosses itself")
    return [*out, ring]


def _in_triangle(p: Point, a: Point, b: Point, c: Point) -> bool:
    return cross(a, b, p) >= 0 and cross(b, c, p) >= 0 and cross(c, a, p) >= 0


def _merged(parts: list[list[int]], pts: Sequence[Point]) -> list[list[int]]:
    """Undo every cut that is not needed for convexity, longest first: fewer parts, and fewer thin ones."""
    cuts = {(s, t) for part in parts for s, t in zip(part, part[1:] + part[:1], strict=True) if s < t}
    for s, t in sorted(cuts, key=lambda cut: (-distance(pts[cut[0]], pts[cut[1]]), cut)):
        sharing = [part for part in parts if s in part and t in part]
        if len(sharing) == 2:
            both = _joined(sharing[0], sharing[1], s, t)
            if _is_convex([pts[i] for i in both]):
                parts = [*(part for part in parts if part not in sharing), both]
    return parts


def _joined(one: list[int], two: list[int], s: int, t: int) -> list[int]:
    """The outline round two parts on either side of the cut from s to t."""
    if one[one.index(s) - 1] != t:
        one, two = two, one
    i, j = one.index(s), two.index(t)
    return one[i:] + one[:i] + (two[j:] + two[:j])[1:-1]


def _is_convex(pts: Sequence[Point]) -> bool:
    return all(cross(pts[i - 2], pts[i - 1], pts[i]) >= 0 for i in range(len(pts)))
