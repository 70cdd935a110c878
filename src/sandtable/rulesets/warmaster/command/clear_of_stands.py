"""Where a token just clears the stands about it (WM-MOVE-15).

The nearest free place lies square off a side of a stand, straight off a corner, or where two such sides meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from sandtable.geometry.corners import corners
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.measure import distance
from sandtable.geometry.shapes import Point, Rect
from sandtable.geometry.units import NOISE, TOL
from sandtable.rulesets.warmaster.state.table import TOKEN, Spot

CLEAR = TOKEN + TOL  # rounding a place does not bring the token back onto the stand
Side = tuple[float, float, float]  # the middle of a token that touches it: outward normal, distance along it


def just_clear(stands: Iterable[Rect], here: Point) -> list[Spot]:
    """Such places, the nearest first; others may be in their way."""
    near = list(stands)
    sides = [side for stand in near for side in _sides(stand)]
    found = [*_feet(sides, here), *_off_corners(near, here), *_crossings(sides)]
    spots = {(round(x), round(y)) for x, y in found}
    return sorted(spots, key=lambda spot: (distance(here, spot), spot))


def _sides(stand: Rect) -> Iterator[Side]:
    cos, sin = direction(stand.facing)
    for x, y, half in ((cos, sin, stand.depth / 2), (-sin, cos, stand.frontage / 2)):
        for way in (1, -1):
            yield way * x, way * y, way * (x * stand.x + y * stand.y) + half + CLEAR


def _feet(sides: Iterable[Side], here: Point) -> Iterator[Point]:
    for x, y, far in sides:
        out = far - x * here[0] - y * here[1]
        yield here[0] + x * out, here[1] + y * out


def _off_corners(stands: Iterable[Rect], here: Point) -> Iterator[Point]:
    for stand in stands:
        for x, y in corners(stand).pts:
            far = distance((x, y), here)
            if far > NOISE:
                yield x + (here[0] - x) / far * CLEAR, y + (here[1] - y) / far * CLEAR


def _crossings(sides: Iterable[Side]) -> Iterator[Point]:
    for (a, b, c), (d, e, f) in combinations(sides, 2):
        cross = a * e - b * d
        if abs(cross) > NOISE:
            yield (c * e - b * f) / cross, (a * f - c * d) / cross
