"""Stands that turn and march: poses, wheels, how far corners travel, and whether a leg is clear.

A leg is judged by the hull of its two poses, which is the rule; where a wheel first touches something is a drawing aid.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from sandtable.geometry.corners import corners, unit
from sandtable.geometry.distance import outline, overlap, radius
from sandtable.geometry.ground import rounded
from sandtable.geometry.polygons import distance, hull, sides
from sandtable.geometry.shapes import Disc, Point, Poly, Rect, Shape, turned
from sandtable.geometry.units import FULL_TURN, MILLI, TOL


def shifted(rect: Rect, by: Point) -> Rect:
    x, y = rounded((rect.x + by[0], rect.y + by[1]))
    return rect._replace(x=x, y=y)


def pivot(rect: Rect, angle: int) -> Rect:
    """Turned about its centre, anticlockwise."""
    return rect._replace(facing=turned(rect.facing, angle))


def wheel(rect: Rect, corner: int, angle: int) -> Rect:
    """Turned about a corner, anticlockwise; corners are numbered as `corners` lists them."""
    x, y = _wheeled(rect, corner, angle)
    px, py = rounded((x, y))
    return Rect(px, py, rect.frontage, rect.depth, turned(rect.facing, angle))


def corner_travel(poses: Sequence[Rect]) -> float:
    """The longest of the journeys of the four corners through a list of poses."""
    if len(poses) == 2:
        return max(map(distance, corners(poses[0]).pts, corners(poses[1]).pts))
    stops = [corners(pose).pts for pose in poses]
    return max(sum(distance(a[i], b[i]) for a, b in pairwise(stops)) for i in range(4))


def swept(start: Rect, end: Rect) -> Poly:
    """The hull of a stand in two poses."""
    return hull((*corners(start).pts, *corners(end).pts))


def leg_clear(start: Rect, end: Rect, shapes: Sequence[Shape], tol: float = TOL) -> bool:
    return leg_hit(start, end, shapes, tol) is None


def leg_hit(start: Rect, end: Rect, shapes: Sequence[Shape], tol: float = TOL) -> int | None:
    """The first of the shapes that the hull of two poses overlaps by more than the tolerance."""
    area = swept(start, end)
    return next((i for i, shape in enumerate(shapes) if overlap(area, shape, tol)), None)


def wheel_stop(
    rect: Rect, corner: int, angle: int, shapes: Sequence[Shape], tol: float = TOL
) -> tuple[int, int | None]:
    """How far a stand can wheel about a corner before it overlaps something, and what: (angle, index or None).

    Between the angles at which borders meet nothing changes, so one pose in the middle speaks for each stretch.
    """
    way, hit = (1 if angle >= 0 else -1), None
    least = abs(angle)
    for index, shape in enumerate(shapes):
        cuts = sorted({0, least, *(cut for cut in _meetings(rect, corner, way, shape) if cut < least)})
        for a, b in pairwise(cuts):
            if _overlaps_at(rect, corner, way * (a + b) / 2, shape, tol):
                least, hit = _last_clear(rect, corner, way, a, (a + b) / 2, shape, tol), index
                break
    return way * int(least), hit


def _last_clear(rect: Rect, corner: int, way: int, low: float, high: float, shape: Shape, tol: float) -> int:
    """Overlap within the tolerance is none: find the last clear thousandth of a degree between two angles."""
    lo, hi = math.floor(low), math.ceil(high)
    while hi - lo > 1:
        mid = (lo + hi) // 2
        lo, hi = (lo, mid) if _overlaps_at(rect, corner, way * mid, shape, tol) else (mid, hi)
    return lo


def _wheeled(rect: Rect, corner: int, angle: int) -> Point:
    """Centre of the stand after a wheel."""
    px, py = corners(rect).pts[corner]
    cos, sin = unit(angle)
    dx, dy = rect.x - px, rect.y - py
    return px + cos * dx - sin * dy, py + sin * dx + cos * dy


def _overlaps_at(rect: Rect, corner: int, angle: float, shape: Shape, tol: float) -> bool:
    turn = round(angle)
    x, y = _wheeled(rect, corner, turn)
    return overlap(Rect(x, y, rect.frontage, rect.depth, turned(rect.facing, turn)), shape, tol)


def _meetings(rect: Rect, corner: int, way: int, shape: Shape) -> Iterator[float]:
    """Angles at which a corner of one meets a side of the other, as the stand wheels."""
    own, other, grow = outline(rect), outline(shape), radius(shape)
    pin = own[corner]
    for p in own:
        for a, b in sides(other) if len(other) > 1 else ():
            yield from _arc_cuts(pin, p, a, b, way)
        if grow:
            yield from _rim_cuts(pin, p, Disc(*other[0], grow), way)
    for q in other:
        for a, b in sides(own):
            nx, ny = (b[1] - a[1]) / distance(a, b) * grow, (a[0] - b[0]) / distance(a, b) * grow
            yield from _arc_cuts(pin, q, (a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), -way)


def _arc_cuts(pin: Point, p: Point, a: Point, b: Point, way: int) -> Iterator[float]:
    """Turns, in thousandths of a degree, after which p on its circle about the pin lies on segment ab."""
    r, size = distance(pin, p), distance(a, b)
    if not size or not r:
        return
    ux, uy = (b[0] - a[0]) / size, (b[1] - a[1]) / size
    along = (pin[0] - a[0]) * ux + (pin[1] - a[1]) * uy
    off2 = r * r - ((pin[0] - a[0]) * uy - (pin[1] - a[1]) * ux) ** 2
    if off2 >= 0.0:
        for t in (along - math.sqrt(off2), along + math.sqrt(off2)):
            if -TOL <= t <= size + TOL:
                yield _turn(pin, p, (a[0] + t * ux, a[1] + t * uy), way)


def _rim_cuts(pin: Point, p: Point, disc: Disc, way: int) -> Iterator[float]:
    r, d = distance(pin, p), distance(pin, (disc.x, disc.y))
    if not r or not d or not abs(r - disc.r) <= d <= r + disc.r:
        return
    t = (d * d + r * r - disc.r * disc.r) / (2 * d)
    h = math.sqrt(max(0.0, r * r - t * t))
    ux, uy = (disc.x - pin[0]) / d, (disc.y - pin[1]) / d
    for s in (h, -h):
        yield _turn(pin, p, (pin[0] + t * ux - s * uy, pin[1] + t * uy + s * ux), way)


def _turn(pin: Point, p: Point, q: Point, way: int) -> float:
    ax, ay, bx, by = p[0] - pin[0], p[1] - pin[1], q[0] - pin[0], q[1] - pin[1]
    turn = math.atan2(way * (ax * by - ay * bx), ax * bx + ay * by) * 180 * MILLI / math.pi
    return turn % FULL_TURN
