"""Overlays: where a piece can go, what it sees, the path it took."""

from __future__ import annotations

import math
from typing import Any

from sandtable.scene import theme
from sandtable.scene.svg_elements import el, group, moved
from sandtable.scene.values import Arrow, Reach, Scene, SightLine
from sandtable.scene.view import Pixels, View, line

HEAD = 9.0


def draw_reach(view: View, scene: Scene) -> str:
    return group(*(_reach(view, reach, f"{view.key}r{i}") for i, reach in enumerate(scene.reach)))


def _reach(view: View, reach: Reach, key: str) -> str:
    """One path for all fans: they wind the same way, so overlaps are filled once.

    The mask hides strokes inside any fan, which leaves the outline of the union.
    """
    d = "".join(view.path(fan) for fan in reach.fans)
    if not d:
        return ""
    shade = theme.colour(reach.seat, reach.tone)
    everywhere = el("rect", width=view.width, height=view.height, fill="#fff")
    mask = el(
        "mask",
        everywhere + el("path", d=d),
        id=key,
        maskUnits="userSpaceOnUse",
        x=0,
        y=0,
        width=view.width,
        height=view.height,
    )
    holes = "".join(view.path(hole) for hole in reach.holes)
    cut = _cut(view, holes, d, key) if holes else ""
    within = f"url(#{key}h)" if holes else ""
    fill = el("path", d=d, fill=shade, fill_opacity=0.15, mask=within)
    edge = el("path", d=d, fill="none", stroke=shade, stroke_opacity=0.7, stroke_width=2.6, mask=f"url(#{key})")
    rims = el(
        "path", d=holes, fill="none", stroke=shade, stroke_opacity=0.55, stroke_width=1.3, clip_path=f"url(#{key}c)"
    )  # fmt: skip
    return mask + cut + fill + (el("g", edge, mask=within) + rims if holes else edge)


def _cut(view: View, holes: str, fans: str, key: str) -> str:
    """A mask without the holes, and the area of the fans, in which the edges of holes are drawn."""
    everywhere = el("rect", width=view.width, height=view.height, fill="#fff")
    whole: dict[str, Any] = {"maskUnits": "userSpaceOnUse", "x": 0, "y": 0, "width": view.width, "height": view.height}
    mask = el("mask", everywhere + el("path", d=holes, fill="#000"), id=f"{key}h", **whole)
    return mask + el("clipPath", el("path", d=fans), id=f"{key}c")


def draw_sight(view: View, scene: Scene) -> str:
    return group(*(_sight(view, sight) for sight in scene.sight))


def _sight(view: View, sight: SightLine) -> str:
    start, end = view.at(sight.start), view.at(sight.end)
    blocker = ""
    if sight.blocked_by is not None:
        blocker = el(
            "path",
            d=view.path(sight.blocked_by),
            fill=theme.NO,
            fill_opacity=0.12,
            stroke=theme.NO,
            stroke_width=1.6,
            stroke_dasharray="3 3",
        )
    ray = el(
        "path",
        d=line([start, end]),
        class_="line",
        stroke=theme.OK if sight.clear else theme.NO,
        stroke_width=2.1,
        stroke_dasharray="" if sight.clear else "6 5",
    )
    x, y = sight_sign_at(view, sight)
    return blocker + ray + moved(x, y, _sign(sight.clear))


def sight_sign_at(view: View, sight: SightLine) -> Pixels:
    """Half way, or beside the middle of what is in the way."""
    (x1, y1), (x2, y2) = view.at(sight.start), view.at(sight.end)
    share, square = 0.5, (x2 - x1) ** 2 + (y2 - y1) ** 2
    if sight.blocked_by is not None and square > 0:
        bx, by = view.middle(sight.blocked_by)
        share = min(max(((bx - x1) * (x2 - x1) + (by - y1) * (y2 - y1)) / square, 0.2), 0.75)
    return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share


def _sign(clear: bool) -> str:
    shade = theme.OK if clear else theme.NO
    d = "M-3.2 .3l2.2 2.5l4.2-5.2" if clear else "M-2.6-2.6l5.2 5.2m0-5.2l-5.2 5.2"
    return el("circle", r=7, fill=theme.BG, stroke=shade, stroke_width=1.3) + el(
        "path", d=d, class_="line", stroke=shade, stroke_width=1.8
    )


def draw_arrows(view: View, scene: Scene) -> str:
    return group(*(_arrow(view, arrow) for arrow in scene.arrows))


def _arrow(view: View, arrow: Arrow) -> str:
    points = [view.at(point) for point in arrow.points]
    if len(points) < 2 or points[-1] == points[-2]:
        return ""
    (x1, y1), (x2, y2) = points[-2:]
    length = math.hypot(x2 - x1, y2 - y1)
    head = min(HEAD, length)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    neck = (x2 - ux * head, y2 - uy * head)
    wing = head * 0.48
    left, right = (neck[0] - uy * wing, neck[1] + ux * wing), (neck[0] + uy * wing, neck[1] - ux * wing)
    shade = theme.colour(arrow.seat, arrow.tone)
    shaft = el(
        "path",
        d=line([*points[:-1], neck]),
        fill="none",
        stroke=shade,
        stroke_width=2.6,
        stroke_linejoin="round",
        stroke_dasharray="7 5" if arrow.dashed else "",
    )
    return shaft + el("path", d=line([left, (x2, y2), right], close=True), fill=shade)


def arrow_middle(view: View, arrow: Arrow) -> Pixels:
    points = [view.at(point) for point in arrow.points]
    middle = (len(points) - 1) // 2
    (x1, y1), (x2, y2) = points[middle], points[min(middle + 1, len(points) - 1)]
    return (x1 + x2) / 2, (y1 + y2) / 2
