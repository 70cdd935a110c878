"""Polygons as one flat row of corners: which of them a point lies in, and how far their sides are from it.

A ring has HEAD numbers: the part of the area it belongs to, whether it is a hole, where its corners start and end.
"""

from __future__ import annotations

import math
from typing import Any

HEAD = 4
PART, HOLE, START, END = range(HEAD)
ENTRIES = {
    "inside": "(f8[::1], f8[::1], f8, f8)",
    "feet": "(f8[::1], f8[::1], f8, f8, f8[::1])",
}


def winds(corners: Any, start: int, end: int, x: float, y: float) -> bool:
    """Is a point in a polygon? Where it winds twice it counts as in."""
    winding = 0
    ax, ay = corners[2 * end - 2], corners[2 * end - 1]
    for k in range(start, end):
        bx, by = corners[2 * k], corners[2 * k + 1]
        if (ay <= y) != (by <= y):
            side = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
            if by > ay and side > 0.0:
                winding += 1
            elif by <= ay and side < 0.0:
                winding -= 1
        ax, ay = bx, by
    return winding != 0


def inside(rings: Any, corners: Any, x: float, y: float) -> bool:
    """Is a point in a polygon of some part and in none of its holes? The rings of a part stand together, holes last."""
    o = 0
    while o < len(rings):
        part, found = rings[o + PART], False
        while o < len(rings) and rings[o + PART] == part:
            hole = rings[o + HOLE] > 0.0
            if hole == found and winds(corners, int(rings[o + START]), int(rings[o + END]), x, y):
                found = not hole
            o += HEAD
        if found:
            return True
    return False


def feet(rings: Any, corners: Any, x: float, y: float, out: Any) -> None:
    """How far a point is from each side, by the corner where the side starts; from what has no area, infinitely."""
    for o in range(0, len(rings), HEAD):
        start, end = int(rings[o + START]), int(rings[o + END])
        for k in range(start, end):
            if end - start < 3:
                out[k] = math.inf
                continue
            n = k + 1 if k + 1 < end else start
            ax, ay, bx, by = corners[2 * k], corners[2 * k + 1], corners[2 * n], corners[2 * n + 1]
            dx, dy = bx - ax, by - ay
            size = dx * dx + dy * dy
            t = min(max(((x - ax) * dx + (y - ay) * dy) / (size if size != 0.0 else 1.0), 0.0), 1.0)
            fx, fy = (ax + t * dx, ay + t * dy) if t < 1.0 else (bx, by)
            out[k] = math.sqrt((x - fx) * (x - fx) + (y - fy) * (y - fy))
