"""Straight away and straight towards (WM-GEO-13)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot

from sandtable.geometry.arcs import bearing, compass
from sandtable.geometry.contact import shift_contact
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.pairs import contact, nearest
from sandtable.geometry.shapes import Disc, Point, Rect, turned
from sandtable.geometry.stands import OUT
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmaster.state.table import EPS

__all__ = ["away", "first_free", "heading", "last_free", "shift_contact", "shifted", "straight_at"]
ALIKE = 0.001  # directions that differ less are one


def away(from_: Rect | Disc, stand: Rect) -> Point:
    """The direction straight away from a stand or token, as a unit vector.

    Through the nearest points; in touch, square to the shared edge, or from centre to centre at a corner.
    """
    far, p, q = nearest(from_, stand)
    if far > EPS:
        return (q[0] - p[0]) / far, (q[1] - p[1]) / far
    if isinstance(from_, Rect):
        met = contact(from_, stand, EPS)
        if met is not None and met.kind == "edge":
            return direction(turned(from_.facing, OUT[met.side_a]))
    dx, dy = stand.x - from_.x, stand.y - from_.y
    size = hypot(dx, dy)
    return (dx / size, dy / size) if size else direction(turned(stand.facing, 180_000))


def straight_at(stands: Sequence[Rect], others: Sequence[Rect]) -> list[Point]:
    """The directions from some stands straight at others through their nearest points, as unit vectors. Several where
    stands are equally near: who moves chooses."""
    pairs = [nearest(own, other) for own in stands for other in others]
    least = min(pair[0] for pair in pairs)
    found: list[Point] = []
    for far, here, there in sorted(pairs):
        way = (there[0] - here[0]) / max(far, 1), (there[1] - here[1]) / max(far, 1)
        if far <= least + EPS and all(hypot(way[0] - x, way[1] - y) > ALIKE for x, y in found):
            found.append(way)
    return found


def heading(way: Point) -> str:
    """A direction as people say it: ``north-east (40°)``."""
    degrees = round(bearing((0, 0), (way[0] * MILLI, way[1] * MILLI)) / MILLI) % 360
    return f"{compass((0, 0), (way[0] * MILLI, way[1] * MILLI))} ({degrees}°)"


def shifted(rect: Rect, way: Point, far: float) -> Rect:
    """A stand shifted straight, its centre rounded once."""
    return rect._replace(x=round(rect.x + way[0] * far), y=round(rect.y + way[1] * far))


def last_free(far: int, barred: Callable[[int], bool], step: int = 250) -> int:
    """The farthest place on a line of some length that is not barred, to the thousandth; 0: none is found."""
    free = next((gone for gone in range(far, -1, -step) if not barred(gone)), 0)
    low, high = free, min(far, free + step)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if barred(middle) else (middle, high)
    return high if not barred(high) else low


def first_free(far: int, barred: Callable[[int], bool], step: int = 250) -> int | None:
    """The nearest place on a line of some length that is not barred, to the thousandth."""
    free = next((gone for gone in range(0, far + 1, step) if not barred(gone)), None)
    if not free:
        return free
    low, high = free - step, free
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if barred(middle) else (low, middle)
    return high
