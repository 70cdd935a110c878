"""Names of terrain that people can say: ``forest 1``, ``wall 3``, in the order of the drawing."""

from __future__ import annotations

import re

from sandtable.geometry import shapes
from sandtable.scene.values import Disc, Rect, Scene, Shape, Terrain

LETTERS = re.compile(r"[^\W\d_]{3,}")  # a label may be a height alone


def terrain_names(scene: Scene) -> dict[str, Terrain]:
    """Every feature by a name of its own; an id that the game gives is kept."""
    counted: dict[str, int] = {}
    found: dict[str, Terrain] = {}
    for feature in scene.terrain:
        kind = kind_of(feature)
        counted[kind] = counted.get(kind, 0) + 1
        found[feature.id or f"{kind}_{counted[kind]}".replace(" ", "_")] = feature
    return found


def kind_of(feature: Terrain) -> str:
    """What it is, in words."""
    label = (feature.label or "").split(" · ")[0]
    return label if LETTERS.search(label) else feature.kind


def outline(shape: Shape) -> shapes.Shape:
    """The same shape for measuring; a line is as thin as it is drawn."""
    if isinstance(shape, Disc):
        return shapes.Disc(shape.x, shape.y, shape.r)
    if isinstance(shape, Rect):
        return shapes.Rect(shape.x, shape.y, shape.frontage, shape.depth, shape.facing)
    if len(shape.points) == 2:
        (x1, y1), (x2, y2) = shape.points
        return shapes.Segment(x1, y1, x2, y2)
    return shapes.Poly(shape.points)


def middle(shape: Shape) -> tuple[int, int]:
    if isinstance(shape, Disc | Rect):
        return shape.x, shape.y
    n = len(shape.points) or 1
    return round(sum(x for x, _ in shape.points) / n), round(sum(y for _, y in shape.points) / n)
