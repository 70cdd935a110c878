"""Terrain and sight lines as parts of a drawing."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist

from sandtable.geometry.shapes import Point
from sandtable.geometry.sight import Sighting
from sandtable.geometry.units import text
from sandtable.scene import Disc, Polygon, SightLine, Terrain
from sandtable.scene.resolved import SIGNS
from sandtable.tabletop.measuring.distance import distance
from sandtable.tabletop.position import Piece, Tabletop
from sandtable.tabletop.terrain.features import Feature


def footprint(feature: Feature) -> Disc | Polygon:
    if feature.disc is not None:
        return Disc(x=feature.disc[0], y=feature.disc[1], r=feature.disc[2])
    return Polygon(points=feature.outline)


def terrain(feature: Feature, looks: Mapping[str, str], labels: Mapping[str, str]) -> Terrain:
    """A feature, by the scene's kind it looks like (its own name otherwise) and the label of its kind."""
    kind = looks.get(feature.kind, feature.kind)
    return Terrain(kind=kind, shape=footprint(feature), height=feature.height or None, label=labels.get(feature.kind))


def lane(start: Point, end: Point, half: float) -> tuple[tuple[int, int], ...]:
    """The strip along a line, so far to either side: the lane of a charge, a spray, a slam."""
    size = dist(start, end) or 1.0
    nx, ny = half * (start[1] - end[1]) / size, half * (end[0] - start[0]) / size
    ends = ((start, -1), (end, -1), (end, 1), (start, 1))
    return tuple((round(x + side * nx), round(y + side * ny)) for (x, y), side in ends)


def sight_line(p: Tabletop, a: Piece, b: Piece, seen: Sighting, hidden_by: tuple[str, ...]) -> SightLine:
    """The line that proves sight with its length, or the middle line and what stands in its way."""
    if seen.line is not None:
        (x0, y0), (x1, y1) = seen.line
        label = text(distance(p, a, b)) + SIGNS.get(p.rules.unit, f" {p.rules.unit}")
        return SightLine(start=(round(x0), round(y0)), end=(round(x1), round(y1)), label=label)
    shape = footprint(p.state.map.feature(hidden_by[0])) if hidden_by else None
    label = f"no line of sight: {', '.join(hidden_by)}"
    return SightLine(start=a.at, end=b.at, clear=False, label=label, blocked_by=shape)
