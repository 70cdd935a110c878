"""Linear features: the outline of a road, a river or a rampart along some points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from sandtable.tabletop.terrain.features import Spot

SHARPEST = 60  # degrees between two stretches: a sharper bend is drawn as two features


def banks(line: Sequence[Spot], width: int) -> tuple[Spot, ...]:
    """Counter-clockwise outline of a strip of this width, its bends mitred."""
    if width <= 0 or any(p == q for p, q in pairwise(line)):
        raise ValueError("a line has a width, and no two points in a row are alike")
    ways = [_unit(p, q) for p, q in pairwise(line)]
    right, left = [], []
    for i, (x, y) in enumerate(line):
        before, after = ways[max(i - 1, 0)], ways[min(i, len(ways) - 1)]
        bend = before[0] * after[0] + before[1] * after[1]
        if bend < -math.cos(math.radians(SHARPEST)) - 1e-9:
            raise ValueError(f"the bend at point {i + 1} is sharper than {SHARPEST} degrees; draw two lines")
        far = width / 2 / (1 + bend)
        nx, ny = -(before[1] + after[1]) * far, (before[0] + after[0]) * far  # to the left of both stretches
        left.append((round(x + nx), round(y + ny)))
        right.append((round(x - nx), round(y - ny)))
    for i, way in enumerate(ways):
        for bank in (left, right):
            (x0, y0), (x1, y1) = bank[i], bank[i + 1]
            if (x1 - x0) * way[0] + (y1 - y0) * way[1] <= 0:
                raise ValueError(f"the stretch after point {i + 1} is too short for its width at the bends")
    return (*right, *reversed(left))


def _unit(p: Spot, q: Spot) -> tuple[float, float]:
    size = math.dist(p, q)
    return (q[0] - p[0]) / size, (q[1] - p[1]) / size
