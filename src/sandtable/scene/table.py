"""The board: background, grid, tinted zones, ranges and objectives."""

from __future__ import annotations

import math

from sandtable.geometry.units import text as number
from sandtable.scene import theme
from sandtable.scene.seats import seat_mark
from sandtable.scene.svg_elements import el, group, moved, num, safe, words
from sandtable.scene.values import Marker, Scene, Zone
from sandtable.scene.view import View

MOST_LINES = 120  # a wrong grid must not make a huge file


def draw_cloth(view: View, scene: Scene) -> str:
    cloth = el("rect", width=view.width, height=view.height, rx=theme.RADIUS, fill=theme.TABLE)
    return cloth + _grid(view, scene.grid / 4, "g0") + _grid(view, scene.grid, "g1")


def _grid(view: View, step: float, class_: str) -> str:
    gap = view.length(step)
    if gap < 4 or (view.width + view.height) / gap > MOST_LINES:
        return ""
    x0, y0 = view.at((0, 0))
    right, down = 1 if x0 == 0 else -1, 1 if y0 == 0 else -1  # the way from the table's own corner
    across, along = (math.ceil(side / gap - 0.01) for side in (view.width, view.height))
    d = "".join(f"M{num(x0 + right * i * gap)} 0V{num(view.height)}" for i in range(1, across))
    d += "".join(f"M0 {num(y0 + down * i * gap)}H{num(view.width)}" for i in range(1, along))
    return el("path", d=d, class_=class_) if d else ""


def draw_coordinates(view: View, scene: Scene) -> str:
    """Numbers at the grid lines, along the edges at the left and at the bottom of the drawing."""
    if scene.grid <= 0 or view.length(scene.grid) < 28:
        return ""
    out = []
    for axis, size in ((0, scene.width), (1, scene.height)):
        for at in range(scene.grid, size, scene.grid):
            x, y = view.at((at, 0) if axis == 0 else (0, at))
            upright = (axis == 0) == (view.quarters % 2 == 0)  # the grid line stands upright in the drawing
            x, y = (x, view.height - 7) if upright else (12, y)
            out.append(words(number(at), x, y, "m", fill=theme.TEXT, fill_opacity=0.6, dy=".35em", font_size=9))
            if len(out) > MOST_LINES:
                return ""
    return group(*out)


def draw_tints(view: View, scene: Scene) -> str:
    return group(*(_tint(view, zone) for zone in scene.zones if zone.filled))


def _tint(view: View, zone: Zone) -> str:
    shade = theme.colour(zone.seat, zone.tone)
    return el(
        "path",
        d=view.path(zone.shape),
        fill=shade,
        fill_opacity=0.09,
        stroke=shade,
        stroke_opacity=0.22,
        stroke_dasharray="8 4" if zone.seat == "b" else "",
    )


def draw_ranges(view: View, scene: Scene) -> str:
    return group(*(_range(view, zone) for zone in scene.zones if not zone.filled), class_="line")


def _range(view: View, zone: Zone) -> str:
    strong = zone.seat or zone.tone != "plain"
    return el(
        "path",
        d=view.path(zone.shape),
        fill="none",
        stroke=theme.colour(zone.seat, zone.tone),
        stroke_opacity=0.8 if strong else 0.42,
        stroke_width=1.3,
        stroke_dasharray="7 5",
        stroke_linejoin="round",
    )


def draw_markers(view: View, scene: Scene) -> str:
    return group(*(_marker(view, marker) for marker in scene.markers))


def _marker(view: View, marker: Marker) -> str:
    x, y = view.at(marker.at)
    r = max(view.length(marker.radius), 9)
    shade = theme.SEATS.get(marker.held, "#d7dee5")
    ring = el(
        "circle",
        r=view.length(marker.ring),
        fill=shade,
        fill_opacity=0.05,
        stroke=shade,
        stroke_opacity=0.75,
        stroke_width=1.2,
        stroke_dasharray="4.5 3.5",
    )
    w, h = r * 0.87, r / 2
    hexagon = f"M0 {num(-r)}L{num(w)} {num(-h)}V{num(h)}L0 {num(r)}L{num(-w)} {num(h)}V{num(-h)}Z"
    return moved(
        x,
        y,
        el("title", safe(description(marker))),
        ring if marker.ring > 0 else "",
        el("path", d=hexagon, fill="#20262d", stroke=shade, stroke_width=2, stroke_linejoin="round"),
        words(marker.label[:3], 0, 0, "m w", dy=".35em", font_size=r * (0.95 if len(marker.label) < 3 else 0.7)),
        moved(w, -r * 0.72, seat_mark(marker.held, 5)) if marker.held else "",
    )


def description(marker: Marker) -> str:
    return (marker.name or f"objective {marker.label}".strip()) + (f", held by {marker.held}" if marker.held else "")
