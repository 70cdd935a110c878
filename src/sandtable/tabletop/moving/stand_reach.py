"""Where a stand can be shifted to in a straight line without turning: the outline of such moves."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core import Outline
from sandtable.geometry.corners import corners, unit
from sandtable.geometry.distance import gap
from sandtable.geometry.regions import Ring, box, circle, clipped, grown, traced
from sandtable.geometry.shapes import Disc, Point, Rect, Shape
from sandtable.geometry.stands import Stands
from sandtable.geometry.units import FULL_TURN, TOL

STAYS = 10  # thousandths: how large the place to stay is drawn


def shift_reach(
    stand: Rect,
    origin: Point,
    others: Stands,
    limit: float,
    size: tuple[int, int],
    shunned: Sequence[Shape] = (),
    clearance: float = 0.0,
) -> Outline:
    """Where the origin of a stand can be after a shift, at most so far, past others and on the table.

    It may not end nearer to those `shunned` than the clearance; it may pass them, and it may always stay.
    """

    def tip(way: int) -> Point:
        cos, sin = unit(way)
        far = others.shift((stand,), (cos * limit, sin * limit)).far
        return stand.x + far * cos, stand.y + far * sin

    points = [(x - stand.x, y - stand.y) for x, y in corners(stand).pts]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    room = box(-min(xs), -min(ys), size[0] - max(xs), size[1] - max(ys))
    fan = clipped(list(traced(tip, FULL_TURN)), room)
    there = Disc(stand.x, stand.y, limit + clearance + max(stand.frontage, stand.depth))
    holes = [grown(shape, clearance + TOL, stand) for shape in shunned if gap(there, shape) <= 0]
    by = round(origin[0] - stand.x), round(origin[1] - stand.y)
    here = Outline((circle(origin[0], origin[1], STAYS),))
    return Outline((_moved(fan, by),) if fan else (), tuple(_moved(hole, by) for hole in holes), (here,))


def _moved(ring: Ring, by: tuple[int, int]) -> Ring:
    return tuple((x + by[0], y + by[1]) for x, y in ring)
