"""One outline for all pieces of a body."""

from __future__ import annotations

import math
from collections.abc import Iterator

from sandtable.scene import theme
from sandtable.scene.pieces import drawn_radius
from sandtable.scene.svg_elements import el, group
from sandtable.scene.values import Body, Disc, Scene
from sandtable.scene.view import Pixels, View, line

PAD = 3.0  # pixels between pieces and outline
ROUND = 12  # corners of a disc's outline


def draw_bodies(view: View, scene: Scene) -> str:
    return group(*(_outline(body, points) for body, points in outlines(view, scene)), class_="line")


def _outline(body: Body, points: list[Pixels]) -> str:
    marked = body.selected or body.target
    return el(
        "path",
        d=line(points, close=True),
        stroke=theme.NO if body.target else theme.INK if body.selected else theme.colour(body.seat),
        stroke_opacity=1 if marked else 0.5,
        stroke_width=1.8 if marked else 1.1,
        stroke_dasharray="6 3.6" if marked else "4 3",
        stroke_linejoin="round",
    )


def outlines(view: View, scene: Scene) -> Iterator[tuple[Body, list[Pixels]]]:
    """Every body with the hull of its pieces in pixels."""
    pieces = {piece.id: piece for piece in scene.pieces}
    for body in scene.bodies:
        corners: list[Pixels] = []
        for piece in (pieces[name] for name in body.pieces if name in pieces):
            if isinstance(piece.shape, Disc):
                (x, y), r = view.at((piece.shape.x, piece.shape.y)), drawn_radius(view, piece) + PAD
                turns = (2 * math.pi * i / ROUND for i in range(ROUND))
                corners += [(x + r * math.cos(turn), y + r * math.sin(turn)) for turn in turns]
            else:
                x, y = view.at((piece.shape.x, piece.shape.y))
                for u, v in view.corners(piece.shape):
                    away = math.hypot(u - x, v - y) or 1
                    corners.append((u + (u - x) / away * PAD * 1.4, v + (v - y) / away * PAD * 1.4))
        if corners:
            yield body, hull(corners)


def hull(points: list[Pixels]) -> list[Pixels]:
    """The convex hull (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered

    def half(points: list[Pixels]) -> list[Pixels]:
        found: list[Pixels] = []
        for point in points:
            while len(found) > 1 and _left_turn(found[-2], found[-1], point) <= 0:
                found.pop()
            found.append(point)
        return found[:-1]

    return half(ordered) + half(ordered[::-1])


def _left_turn(a: Pixels, b: Pixels, c: Pixels) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
