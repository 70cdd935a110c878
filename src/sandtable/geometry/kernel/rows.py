"""Shapes as flat rows of numbers for the sight search; blockers grown by a hair."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandtable.geometry.distance import outline
from sandtable.geometry.kernel.boxes import EDGE, PART
from sandtable.geometry.polygons import HalfPlane, clip, cross, distance, half_planes
from sandtable.geometry.shapes import Disc, Point, Segment, Shape
from sandtable.geometry.units import NOISE

SPECK = 0.01  # points and edges get this thickness as ends of sight lines: far below LEAF
SHARP = -0.1  # corners sharper than about 84 degrees are bevelled, or growing would draw them out into spikes

Rows = tuple[list[float], list[float]]  # parts, corners


def add_part(
    rows: Rows, shape: Shape, grow: float, top: float, feature: float = -1, weight: float = 1, mark: float = 0,
    owner: float = -1, ahead: HalfPlane | None = None,
) -> None:  # fmt: skip
    """Append one convex shape, grown, and cut off by a half-plane if one is given."""
    parts, corners = rows
    first = len(corners) // EDGE
    if isinstance(shape, Disc):
        r = max(shape.r + grow, SPECK)
        circle = (shape.x, shape.y, r)
        if ahead is not None:
            circle = _lens(corners, circle, ahead)
    else:
        planes = grown(outline(shape), max(grow, SPECK if isinstance(shape, Segment) else 0.0))
        pts = corners_of(planes)
        if ahead is not None and (cut := clip(pts, [ahead])) != tuple(pts):
            planes = grown(cut, 0.0)
            pts = corners_of(planes)
        for (x, y), plane in zip(pts, planes, strict=True):
            corners += [x, y, *plane]
        circle = round_about(pts)
    is_round = float(isinstance(shape, Disc))
    end = len(corners) // EDGE
    parts += [*circle, top, feature, weight, mark, owner, first, end, is_round]
    parts += [0.0] * (-len(parts) % PART)


def _lens(corners: list[float], circle: tuple[float, float, float], ahead: HalfPlane) -> tuple[float, float, float]:
    """The part of a disc in front of a line: the disc with one side. A radius below zero: nothing is in front."""
    (x, y, r), (nx, ny, c) = circle, ahead
    depth = nx * x + ny * y + c
    if depth < -r - NOISE:
        return x, y, -1.0
    if depth < r:
        half = math.sqrt(max(0.0, r * r - depth * depth))
        fx, fy = x - depth * nx, y - depth * ny
        corners += [fx + half * ny, fy - half * nx, nx, ny, c + SPECK]
        corners += [fx - half * ny, fy + half * nx, 0.0, 0.0, 1.0]  # the other end of the cut; no side starts there
    return circle


def grown(pts: Sequence[Point], by: float) -> list[HalfPlane]:
    """The sides of a convex polygon moved outwards, sharp corners bevelled at the same distance."""
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
    """A circle round the points; radius -1 when there are none."""
    if len(pts) < 3:
        return 0.0, 0.0, -1.0
    xs, ys = [p[0] for p in pts], [p[1] for p in pts]
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return *middle, max(distance(middle, p) for p in pts) + SPECK
