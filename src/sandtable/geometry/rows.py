"""Shapes as flat rows of floats for the kernels; remembered by value, since terrain hardly ever changes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sandtable.geometry.compiled import arrays, row
from sandtable.geometry.distance import outline, radius
from sandtable.geometry.kernel.reach import CORNER, CROSS, HEAD, PART, ROUGH, SOLID
from sandtable.geometry.polygons import distance, sides
from sandtable.geometry.shapes import Disc, Point, Shape

__all__ = ["CROSS", "ROUGH", "SOLID", "block", "discs", "flat", "joined", "offsets"]


@lru_cache(maxsize=16_384)
def _part(kind: int, shape: Shape, reach: float) -> Any:
    """One shape as a piece of a row: most of a table stays where it was when the last row was made."""
    if isinstance(shape, Disc):
        return row((kind, shape.r + reach, shape.x, shape.y, shape.r + reach, 0.0))
    pts = [p for p, q in sides(outline(shape)) if p != q] or list(outline(shape)[:1])
    if len(pts) == 1:
        return row((kind, reach, *pts[0], reach, 0.0))
    middle = sum(x for x, _ in pts) / len(pts), sum(y for _, y in pts) / len(pts)
    bound = max(distance(middle, p) for p in pts) + radius(shape) + reach
    out = [kind, reach, *middle, bound, float(len(pts))]
    for p, q in sides(pts):
        size = distance(p, q)
        out += [*p, (q[0] - p[0]) / size, (q[1] - p[1]) / size, size]
    return row(out)


@lru_cache(maxsize=2048)
def block(kind: int, shapes: tuple[Shape, ...], reach: float = 0.0) -> Any:
    """The parts of some shapes, each grown by a reach, ready to be joined."""
    return joined([_part(kind, shape, reach) for shape in shapes]) if shapes else row(())


def discs(under: Sequence[Disc], bases: Sequence[Disc]) -> Any:
    """The same for bases, which change all the time: those one may pass but not end on, then those to go round."""
    values: list[float] = []
    for x, y, r in under:
        values += (CROSS, r, x, y, r, 0.0)
    for x, y, r in bases:
        values += (SOLID, r, x, y, r, 0.0)
    return row(values)


def joined(blocks: Sequence[Any]) -> Any:
    """One row out of several."""
    np = arrays()
    return [value for one in blocks for value in one] if np is None else np.concatenate(blocks)


def flat(points: Sequence[Point]) -> Any:
    return row([value for point in points for value in point])


def offsets(rows: Any) -> list[int]:
    """Where the parts of a row start."""
    out, o = [], HEAD
    while o < len(rows):
        out.append(o)
        o += PART + CORNER * int(rows[o + 5])
    return out
