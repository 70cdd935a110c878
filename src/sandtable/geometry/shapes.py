"""The shapes pieces and terrain are made of: plain frozen values in whole thousandths."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.geometry.units import FULL_TURN

Point = tuple[float, float]


class Disc(NamedTuple):
    """A round base: exact, never a polygon with many corners. Radius 0 is a point."""

    x: float
    y: float
    r: float


class Rect(NamedTuple):
    """An oriented stand: centre, frontage across the facing, depth along it, facing anticlockwise from +x."""

    x: float
    y: float
    frontage: float
    depth: float
    facing: int = 0  # thousandths of a degree


class Segment(NamedTuple):
    x1: float
    y1: float
    x2: float
    y2: float


class Poly(NamedTuple):
    """A convex polygon, corners counter-clockwise. Split concave outlines with `convex_parts` first."""

    pts: tuple[Point, ...]


Shape = Disc | Rect | Segment | Poly


def turned(facing: int, by: int) -> int:
    """A facing turned anticlockwise, kept in [0, 360) degrees."""
    return (facing + by) % FULL_TURN
