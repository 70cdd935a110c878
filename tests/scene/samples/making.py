"""Short words for samples: lengths in table units."""

from __future__ import annotations

import math

from sandtable.scene import Badge, Disc, Pips, Polygon

DONE = Badge(text="✓", name="activated")


def disc(x: float, y: float, r: float) -> Disc:
    return Disc(x=round(x * 1000), y=round(y * 1000), r=round(r * 1000))


def poly(*points: tuple[float, float]) -> Polygon:
    return Polygon(points=tuple((round(x * 1000), round(y * 1000)) for x, y in points))


def fan(x: float, y: float, r: float, start: int, end: int) -> Polygon:
    turns = [math.radians(angle) for angle in range(start, end + 1, 4)]
    return poly((x, y), *((x + r * math.cos(turn), y + r * math.sin(turn)) for turn in turns))


def arc(n: int, most: int = 3) -> tuple[Pips, ...]:
    return (Pips(name="arc", n=n, max=most),)
