"""The shortest way to an edge of the table: where those who flee or withdraw are going.

A shortest way to a line meets it square on, or ends where something bars the line. So the ends worth trying are the
place straight ahead, those straight ahead of every bend, and those where a shape's border cuts the line.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

from sandtable.geometry.distance import outline, radius
from sandtable.geometry.ground import Ground, Spot, rounded
from sandtable.geometry.paths import STEP, Route, shortest
from sandtable.geometry.polygons import distance, sides
from sandtable.geometry.shapes import Point, Shape
from sandtable.geometry.units import FAR, TOL

Edge = Literal["west", "east", "south", "north"]
LONGEST = 1e9  # no way is longer: `shortest` wants a limit below FAR
EDGES: tuple[Edge, ...] = ("west", "east", "south", "north")


def to_edge(ground: Ground, p: Point, edge: Edge, limit: float = FAR, step: float = STEP) -> Route | None:
    """The cheapest way found from p to where the base touches an edge of the table; None when there is none.

    On rough ground a slightly cheaper way may be missed, as by `shortest`.
    """
    if edge not in EDGES:
        raise ValueError(f"no edge {edge!r}; edges: {', '.join(EDGES)}")
    start, best = rounded(p), None
    limit = min(limit, LONGEST)
    for end in sorted(set(_ends(ground, start, edge)), key=lambda q: (distance(start, q), q)):
        room = limit if best is None else min(limit, best.cost - TOL)
        if distance(start, end) > room + TOL:
            break
        if (route := shortest(ground, start, end, room, step)) and (best is None or route.cost < best.cost):
            best = route
    return best


def _ends(ground: Ground, start: Spot, edge: Edge) -> Iterator[Spot]:
    """Places on the line of base centres along an edge where a shortest way may end."""
    x0, y0, x1, y1 = ground.zone or (0.0, 0.0, ground.width, ground.height)
    upright = edge in ("west", "east")  # the line runs along y
    line = {"west": x0 + ground.r, "east": x1 - ground.r, "south": y0 + ground.r, "north": y1 - ground.r}[edge]
    low, high = ((y0, y1) if upright else (x0, x1))[0] + ground.r, (y1 if upright else x1) - ground.r
    if abs(line) >= FAR / 2:
        raise ValueError(f"the table has no {edge} edge: the ground needs a width and a height")
    places = [float(start[1] if upright else start[0])]
    for shape in ground.shapes:
        places += _about(shape, ground.r, line, upright)
    for place in (*places, low, high):
        for whole in (math.floor(place), math.ceil(place)):
            at = min(max(whole, math.ceil(low)), math.floor(high))
            end = rounded((line, at) if upright else (at, line))
            if ground.free(end):
                yield end


def _about(shape: Shape, r: float, line: float, upright: bool) -> Iterator[float]:
    """Where along the line a way round a shape may end."""
    keep = r + radius(shape)
    corners = [p[::-1] if upright else p for p in outline(shape)]  # (along, towards the line)
    for along, towards in corners:
        yield from (along - keep, along, along + keep)
        if (off := keep * keep - (towards - line) * (towards - line)) > 0:
            yield from (along - math.sqrt(off), along + math.sqrt(off))
    for (ax, ay), (bx, by) in sides(corners) if len(corners) > 1 else ():
        if (size := distance((ax, ay), (bx, by))) and ay != by:  # the border beside a side cuts the line
            nx, ny = (by - ay) / size * keep, (ax - bx) / size * keep
            for sign in (1, -1):
                t = (line - ay - sign * ny) / (by - ay)
                if 0 <= t <= 1:
                    yield ax + sign * nx + t * (bx - ax)
