"""Shapes as flat rows of numbers for the sight search; blockers grown by a hair."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sandtable.geometry.distance import outline, radius
from sandtable.geometry.kernel.boxes import EDGE, PART, RANK, TOP, R, X, Y
from sandtable.geometry.kernel.engine import Engine
from sandtable.geometry.polygons import HalfPlane, cross, distance, half_planes
from sandtable.geometry.shapes import Disc, Point, Segment, Shape
from sandtable.geometry.units import NOISE

SPECK = 0.01  # points and edges get this thickness as ends of sight lines: far below LEAF
SHARP = -0.1  # corners sharper than about 84 degrees are bevelled, or growing would draw them out into spikes

Rows = tuple[list[float], list[float]]  # parts, corners


def add_part(
    rows: Rows, shape: Shape, grow: float, top: float, feature: float = -1, weight: float = 1, mark: float = 0,
    owner: float = -1, rank: float = 0,
) -> None:  # fmt: skip
    """Append one convex shape, grown."""
    parts, corners = rows
    first = len(corners) // EDGE
    own: tuple[float, ...] = ()
    if type(shape) is Disc:  # by far the most common
        circle = shape.x, shape.y, max(shape.r + grow, SPECK)
    else:
        circle, own = _hull(shape, grow)
    corners += own
    parts += (*circle, top, feature, weight, mark, owner, first, len(corners) // EDGE, float(not own), rank)
    parts += [0.0] * (-len(parts) % PART)


@lru_cache(maxsize=4096)
def _hull(shape: Shape, grow: float) -> tuple[tuple[float, float, float], tuple[float, ...]]:
    """The circle round a shape, grown, and its corners; a disc, or what is no more than a point, has none."""
    pts = outline(shape)
    planes = grown(pts, max(grow, SPECK if isinstance(shape, Segment) else 0.0)) if len(pts) > 1 else []
    if len(planes) == 2:  # a stand without depth
        planes = grown(pts, SPECK)
    if not planes:
        return (*pts[0], max(radius(shape) + grow, SPECK)), ()
    around = corners_of(planes)
    return round_about(around), tuple(v for p, plane in zip(around, planes, strict=True) for v in (*p, *plane))


def disc_rows(run: Engine, shapes: Sequence[Disc], tops: Sequence[float], ranks: Sequence[float]) -> Any:
    """The rows of many discs, each its own owner: what `add_part` makes, column by column."""
    row = _blank_discs(run, len(shapes)).copy()
    row[X::PART], row[Y::PART], radii = zip(*shapes, strict=True)
    row[R::PART] = [max(r, SPECK) for r in radii]
    row[TOP::PART], row[RANK::PART] = tops, ranks
    return row


@lru_cache(maxsize=64)
def _blank_discs(run: Engine, count: int) -> Any:
    rows: Rows = ([], [])
    for i in range(count):
        add_part(rows, Disc(0, 0, 0), 0.0, 0.0, owner=i)
    return run.floats(rows[0])


def grown(pts: Sequence[Point], by: float) -> list[HalfPlane]:
    """The sides of a convex polygon moved outwards, sharp corners bevelled at the same distance; none for a point."""
    kept = [p for i, p in enumerate(pts) if distance(p, pts[i - 1]) > NOISE]
    if len(kept) > 2:
        kept = [p for i, p in enumerate(kept) if cross(kept[i - 1], p, kept[(i + 1) % len(kept)]) > NOISE]
    planes = half_planes(kept)
    out: list[HalfPlane] = []
    for i, (nx, ny, c) in enumerate(planes):
        out.append((nx, ny, c + by))
        mx, my, _ = planes[(i + 1) % len(planes)]
        if by and nx * mx + ny * my < SHARP:
            out.append(_bevel(kept[i], kept[(i + 1) % len(kept)], kept[(i + 2) % len(kept)], by))
    return out


def _bevel(a: Point, tip: Point, b: Point, by: float) -> HalfPlane:
    la, lb = distance(a, tip), distance(b, tip)
    x, y = (a[0] - tip[0]) / la + (b[0] - tip[0]) / lb, (a[1] - tip[1]) / la + (b[1] - tip[1]) / lb
    size = distance((0, 0), (x, y))
    x, y = x / size, y / size
    return x, y, by - x * tip[0] - y * tip[1]


def corners_of(planes: Sequence[HalfPlane]) -> list[Point]:
    """Where each side starts: its cut with the side before."""
    out = []
    for i, (nx, ny, c) in enumerate(planes):
        mx, my, d = planes[i - 1]
        det = mx * ny - my * nx
        out.append(((my * c - ny * d) / det, (nx * d - mx * c) / det))
    return out


def round_about(pts: Sequence[Point]) -> tuple[float, float, float]:
    """A circle round the points."""
    xs, ys = [p[0] for p in pts], [p[1] for p in pts]
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return *middle, max(distance(middle, p) for p in pts) + SPECK
