"""How far a place must be slid back for a stand to reach it (WM-CHARGE-21)."""

from __future__ import annotations

import math

from sandtable.geometry.corners import corners
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.shapes import Rect


def back_in_reach(start: Rect, at: Rect, pace: float) -> float | None:
    """The least way back from a place, up to a stand's depth, at which no corner goes further than the pace.

    As if nothing were in the way: each corner may end within a circle, so along the way back within a stretch.
    """
    cos, sin = direction(at.facing)
    low, high = 0.0, at.depth
    for (x, y), (u, v) in zip(corners(start).pts, corners(at).pts, strict=True):
        ahead, aside = (u - x) * cos + (v - y) * sin, (v - y) * cos - (u - x) * sin
        if abs(aside) > pace:
            return None
        half = math.sqrt(pace * pace - aside * aside)
        low, high = max(low, ahead - half), min(high, ahead + half)
    return low if low <= high else None
