"""From the table's exact shapes to the scene's."""

from __future__ import annotations

from sandtable.geometry import shapes as exact
from sandtable.scene.values import Disc, Polygon, Rect, Shape


def drawn(shape: exact.Shape) -> Shape:
    """The same shape as a scene value: ``drawn(exact.Disc(1000, 2000, 590))``."""
    match shape:
        case exact.Disc():
            return Disc(x=round(shape.x), y=round(shape.y), r=round(shape.r))
        case exact.Rect():
            return Rect(
                x=round(shape.x),
                y=round(shape.y),
                frontage=round(shape.frontage),
                depth=round(shape.depth),
                facing=shape.facing,
            )
        case exact.Segment():
            return Polygon(points=((round(shape.x1), round(shape.y1)), (round(shape.x2), round(shape.y2))))
        case exact.Poly():
            return Polygon(points=tuple((round(x), round(y)) for x, y in shape.pts))


def box(left: int, bottom: int, right: int, top: int) -> Polygon:
    """An upright rectangle from two corners, as deployment strips are given."""
    return Polygon(points=((left, bottom), (right, bottom), (right, top), (left, top)))
