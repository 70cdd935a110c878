"""What a base or a stand meets when it moves straight: charges, slams, pushes, drive-backs.

Contact is *ahead*: going on would overlap by more than the tolerance. Sliding along something, grazing it and moving
off it are no contact; pressing on is contact at 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from sandtable.geometry.compiled import kernel, row, scratch
from sandtable.geometry.distance import outline
from sandtable.geometry.ground import Spot, rounded
from sandtable.geometry.kernel import reach as kernel_reach
from sandtable.geometry.polygons import half_planes
from sandtable.geometry.rows import SOLID, block, joined
from sandtable.geometry.shapes import Disc, Point, Rect, Shape
from sandtable.geometry.units import FAR, NOISE, TOL


class Stop(NamedTuple):
    """Where a forced move ends, how far that is, what it touched there, and whether it went over the table's edge."""

    point: Spot
    travelled: int
    touched: tuple[int, ...]
    edge: bool


def contact(p: Point, u: Point, r: float, shape: Shape, tol: float = TOL) -> float:
    """Distance along the unit vector u at which a disc of radius r meets the shape ahead; inf when it does not."""
    found = _contacts(p, u, r, (shape,), tol)[0]
    return found if found < FAR else math.inf


def slam(
    disc: Disc,
    direction: Point,
    distance: float,
    shapes: Sequence[Shape],
    table: tuple[float, float] | None = None,
    tol: float = TOL,
) -> Stop:
    """Move a disc straight until it meets something, passes the table's edge or has gone the distance.

    Everything met within TOL of the first contact counts as met at the same instant. Distances are rounded down.
    """
    size = math.sqrt(direction[0] * direction[0] + direction[1] * direction[1])
    u = (direction[0] / size, direction[1] / size)
    found = _contacts((disc.x, disc.y), u, disc.r, tuple(shapes), tol)
    first = min(found, default=FAR)
    rim = edge_distance((disc.x, disc.y), u, disc.r, table) if table else FAR
    edge = rim + TOL < min(first, distance)
    stop = min(distance, first, rim if edge else FAR)
    touched = tuple(i for i, at in enumerate(found) if at <= first + TOL) if first <= stop + NOISE else ()
    travelled = max(0, math.floor(stop + NOISE))
    return Stop(rounded((disc.x + travelled * u[0], disc.y + travelled * u[1])), travelled, touched, edge)


def edge_distance(p: Point, u: Point, r: float, table: tuple[float, float]) -> float:
    """How far a disc can go along u before any part of it passes the table's edge."""
    ways = zip(p, u, table, strict=True)
    return max(0.0, min((((far - r if v > 0 else r) - c) / v for c, v, far in ways if v), default=FAR))


def shift_contact(moving: Rect, by: Point, other: Shape, tol: float = TOL) -> float:
    """Distance after which a stand shifted straight by a vector meets a shape ahead; inf when it does not."""
    size = math.sqrt(by[0] * by[0] + by[1] * by[1])
    if not size:
        return math.inf
    u = (by[0] / size, by[1] / size)
    if isinstance(other, Disc):  # seen from the stand, the disc moves the other way
        found = contact((other.x, other.y), (-u[0], -u[1]), other.r, moving, tol)
    else:
        found = _polygon_contact(outline(moving), u, outline(other), tol)
    return found if found <= size + NOISE else math.inf


def shift_stop(
    moving: Sequence[Rect], by: Point, shapes: Sequence[Shape], tol: float = TOL
) -> tuple[float, tuple[tuple[int, int], ...]]:
    """How far a group of stands can be shifted together, and which (stand, shape) pairs stop it."""
    found = {
        (i, j): shift_contact(stand, by, shape, tol) for i, stand in enumerate(moving) for j, shape in enumerate(shapes)
    }
    size = math.sqrt(by[0] * by[0] + by[1] * by[1])
    first = min(found.values(), default=math.inf)
    met = tuple(pair for pair, at in found.items() if at <= first + TOL) if first <= size else ()
    return math.floor(min(first, size) + NOISE), met


def _polygon_contact(moving: Sequence[Point], u: Point, other: Sequence[Point], tol: float) -> float:
    """Separating axes with time: on each axis the shapes overlap for a while; contact is the latest beginning."""
    touch, press, until = -math.inf, -math.inf, math.inf
    for nx, ny, _ in half_planes(moving) + half_planes(other):
        rate = u[0] * nx + u[1] * ny
        one, two = [x * nx + y * ny for x, y in moving], [x * nx + y * ny for x, y in other]
        before, past = min(two) - max(one), max(two) - min(one)  # overlap while before < rate * t < past
        if abs(rate) <= 1e-12:
            if not before + tol < 0.0 < past - tol:
                return math.inf
            continue
        touch = max(touch, min(before / rate, past / rate))
        ends = (before + tol) / rate, (past - tol) / rate
        if before + tol >= past - tol:
            return math.inf
        press, until = max(press, min(ends)), min(until, max(ends))
    return max(0.0, touch) if press < until and until > NOISE else math.inf


def _contacts(p: Point, u: Point, r: float, shapes: tuple[Shape, ...], tol: float) -> list[float]:
    head: Any = row((r, 0.0, 0.0, FAR, FAR))
    out = scratch(len(shapes))
    if shapes:
        rows = joined([head, block(SOLID, shapes)])
        kernel(kernel_reach).contacts(rows, float(p[0]), float(p[1]), float(u[0]), float(u[1]), float(tol), out)
    return [float(at) for at in out]
