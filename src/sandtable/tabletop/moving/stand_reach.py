"""Where stands can be shifted to in a straight line without turning: the outline of such moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.core import Outline
from sandtable.geometry.corners import corners, unit
from sandtable.geometry.distance import gap
from sandtable.geometry.regions import Ring, box, circle, clipped, grown, traced
from sandtable.geometry.shapes import Disc, Point, Rect, Shape
from sandtable.geometry.stands import Stands
from sandtable.geometry.units import FULL_TURN, TOL

STAYS = 10  # thousandths: how large the place to stay is drawn


class Part(NamedTuple):
    """Some stands of a body that is shifted as one, and what is in their way."""

    stands: tuple[Rect, ...]
    others: Stands  # never passed through
    shunned: Sequence[Shape] = ()  # they may pass these, not end nearer than the clearance
    clearance: float = 0.0


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
    return body_reach((Part((stand,), others, shunned, clearance),), origin, limit, size)


def body_reach(
    parts: Sequence[Part], origin: Point, limit: float, size: tuple[int, int], tol: float = TOL, least: float = 0.0
) -> Outline:
    """Where the origin of a body can be after all its stands are shifted alike, at least and at most so far."""

    def tip(way: int) -> Point:
        cos, sin = unit(way)
        by = cos * limit, sin * limit
        far = min(part.others.shift(part.stands, by, tol=tol).far if part.others.shapes else limit for part in parts)
        return far * cos, far * sin

    points = [point for part in parts for stand in part.stands for point in corners(stand).pts]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    fan = clipped(list(traced(tip, FULL_TURN)), box(-min(xs), -min(ys), size[0] - max(xs), size[1] - max(ys)))
    holes = [hole for part in parts for hole in _holes(part, limit)]
    if least > 0:
        holes.append(circle(0, 0, least))
    by = round(origin[0]), round(origin[1])
    here = Outline((circle(origin[0], origin[1], STAYS),))
    return Outline((_moved(fan, by),) if fan else (), tuple(_moved(hole, by) for hole in holes), (here,))


def _holes(part: Part, limit: float) -> Iterator[Ring]:
    """Shifts after which a stand would be too near to somebody."""
    for stand in part.stands:
        there = Disc(stand.x, stand.y, limit + part.clearance + max(stand.frontage, stand.depth))
        by = round(-stand.x), round(-stand.y)
        for shape in part.shunned:
            if gap(there, shape) <= 0:
                yield _moved(grown(shape, part.clearance + TOL, stand), by)


def _moved(ring: Ring, by: tuple[int, int]) -> Ring:
    return tuple((x + by[0], y + by[1]) for x, y in ring)
