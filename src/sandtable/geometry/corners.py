"""Directions and the corners of stands, computed alike on every machine.

Library sines differ in the last bit between platforms. These use + - * / and sqrt only, after an exact reduction of the
angle in whole thousandths of a degree, so a corner has the same bits everywhere.
"""

from __future__ import annotations

import math
from functools import lru_cache

from sandtable.geometry.shapes import Point, Poly, Rect
from sandtable.geometry.units import FULL_TURN, MILLI

QUARTER = 90 * MILLI
RADIANS = 3.141592653589793 / (180 * MILLI)  # radians in a thousandth of a degree


@lru_cache(maxsize=4096)
def unit(facing: int) -> Point:
    """(cos, sin) of a facing: exact at multiples of 90 degrees, within one last bit or so elsewhere."""
    quarter, rest = divmod(facing % FULL_TURN, QUARTER)
    if 2 * rest > QUARTER:
        y, x = _octant(QUARTER - rest)
    else:
        x, y = _octant(rest)
    return ((x, y), (0.0 - y, x), (0.0 - x, 0.0 - y), (y, 0.0 - x))[int(quarter)]


def _octant(angle: int) -> Point:
    if angle == 0:
        return 1.0, 0.0
    if angle == 30 * MILLI:
        return math.sqrt(0.75), 0.5
    if 2 * angle == QUARTER:
        return math.sqrt(0.5), math.sqrt(0.5)
    t = angle * RADIANS
    square = t * t
    cos = sin = 1.0
    for n in range(18, 0, -2):  # Horner's form of the two series; the first term left out is below 1e-18
        cos = 1.0 - square / (n * (n - 1)) * cos
        sin = 1.0 - square / (n * (n + 1)) * sin
    return cos, t * sin


@lru_cache(maxsize=4096)
def corners(rect: Rect) -> Poly:
    """Front right, front left, rear left, rear right: counter-clockwise, so the first side is the front edge."""
    cos, sin = unit(rect.facing)
    ahead, left = rect.depth / 2, rect.frontage / 2
    ways = ((ahead, -left), (ahead, left), (-ahead, left), (-ahead, -left))
    return Poly(tuple((rect.x + cos * f - sin * s, rect.y + sin * f + cos * s) for f, s in ways))
