"""Woods, walls, hills and the rest. Detail such as trees comes from the position, so equal scenes look equal."""

from __future__ import annotations

import math
from collections.abc import Iterator

from sandtable.scene import theme
from sandtable.scene.svg_elements import el, group, num
from sandtable.scene.values import Disc, Look, Polygon, Scene, Shape, Terrain
from sandtable.scene.view import Pixels, View, bounds, centre, inside, line, signed_area


def draw_terrain(view: View, scene: Scene) -> str:
    return group(*(_one(view, feature) for feature in scene.terrain))


def _one(view: View, feature: Terrain) -> str:
    look = feature.look or theme.OTHER_TERRAIN
    if feature.width and isinstance(feature.shape, Polygon):
        return _course(view, feature.shape, feature.width, look)
    points = outline(view, feature.shape)
    if len(points) == 2:  # a hedge, a fence: a broad broken line
        return el("path", d=line(points), fill="none", stroke=look.edge, stroke_width=4, stroke_dasharray="10 3.5")
    area = el(
        "path",
        d=view.path(feature.shape),
        fill=look.fill,
        fill_opacity="" if look.opacity == 1000 else look.opacity / 1000,
        stroke=look.edge,
        stroke_width=1.4,
        stroke_dasharray=look.dash,
    )
    detail = _DETAIL.get(look.detail)
    return group(area, detail(view, points) if detail and len(points) > 2 else "")


def _course(view: View, way: Polygon, width: int, look: Look) -> str:
    """A road, river, trench or rampart: banks, bed, and a line along the middle."""
    points = [view.at(point) for point in way.points]
    wide = max(view.length(width), 3)
    shared = {"d": line(points), "fill": "none", "stroke_linejoin": "round"}
    banks = el("path", **shared, stroke=look.edge, stroke_width=num(wide))
    bed = el("path", **shared, stroke=look.fill, stroke_width=num(max(wide - 2.8, 1.5)))
    dashes = {"waves": "7 9", "planks": "2 5", "": "12 9"}.get(look.detail, "12 9")
    mark = {"waves": "#6fa3ba", "planks": "#7a6747"}.get(look.detail, look.edge)
    middle = num(wide * 0.62) if look.detail == "planks" else "1.2"
    along = el("path", **shared, stroke=mark, stroke_opacity=0.55, stroke_width=middle, stroke_dasharray=dashes)
    return group(banks, bed, along if wide >= 6 else "")


def outline(view: View, shape: Shape) -> list[Pixels]:
    """Corners; a disc gets enough of them to place detail by."""
    if not isinstance(shape, Disc):
        return view.corners(shape)
    (x, y), r = view.at((shape.x, shape.y)), view.length(shape.r)
    return [(x + r * math.cos(i * math.pi / 12), y + r * math.sin(i * math.pi / 12)) for i in range(24)]


def _random(points: list[Pixels]) -> Iterator[float]:
    """Numbers in [0, 1) that depend on the outline alone (a linear congruential sequence)."""
    state = 7
    for x, y in points:
        state = (state * 31 + round(x * 10) * 7 + round(y * 10)) % 2**32
    while True:
        state = (state * 1664525 + 1013904223) % 2**32
        yield (state >> 8) / 2**24


def _shrunk(points: list[Pixels], share: float) -> list[Pixels]:
    x0, y0 = centre(points)
    return [(x0 + (x - x0) * share, y0 + (y - y0) * share) for x, y in points]


def _scatter(points: list[Pixels], gap: float, most: int) -> list[Pixels]:
    """Up to `most` places inside the outline, at least a gap apart."""
    left, top, right, bottom = bounds(points)
    rolls, core, found = _random(points), _shrunk(points, 0.84), list[Pixels]()
    for _ in range(most * 20):
        spot = left + next(rolls) * (right - left), top + next(rolls) * (bottom - top)
        if inside(spot, core) and all(math.dist(spot, other) >= gap for other in found):
            found.append(spot)
            if len(found) == most:
                break
    return found


def _trees(view: View, points: list[Pixels]) -> str:
    size = min(max(math.sqrt(abs(signed_area(points))) * 0.085, 3), 12)
    most = min(max(round(abs(signed_area(points)) / (size * size * 13)), 3), 16)
    rolls, out = _random(points[::-1]), []
    for x, y in sorted(_scatter(points, size * 1.5, most), key=lambda spot: spot[1]):
        r = size * (0.75 + next(rolls) * 0.5)
        out.append(el("circle", cx=x, cy=y, r=r, class_="tree"))
        out.append(el("circle", cx=x - r * 0.22, cy=y - r * 0.26, r=r * 0.52, class_="leaf"))
    return "".join(out)


def _stones(view: View, points: list[Pixels]) -> str:
    d = "".join(f"M{num(x - 3)} {num(y)}l3 -4l3.5 4" for x, y in _scatter(points, 22, 9))
    return el("path", d=d, class_="line", stroke="#9a8a6c", stroke_opacity=0.55) if d else ""


def _contours(view: View, points: list[Pixels]) -> str:
    rings = "".join(line(_shrunk(points, share), close=True) for share in (0.78, 0.54))
    return el("path", d=rings, fill="#fff", fill_opacity=0.035, stroke="#8d8868", stroke_opacity=0.55)


def _roof(view: View, points: list[Pixels]) -> str:
    inner = _shrunk(points, 0.82)
    hips = "".join(line([a, b]) for a, b in zip(points, inner, strict=True)) if len(points) <= 8 else ""
    return el("path", d=line(inner, close=True) + hips, fill="none", stroke="#b9c1cc", stroke_opacity=0.35)


def _waves(view: View, points: list[Pixels]) -> str:
    d = "".join(f"M{num(x - 7)} {num(y)}q3.5 -4 7 0t7 0" for x, y in _scatter(points, 24, 10))
    return el("path", d=d, class_="line", stroke="#6fa3ba", stroke_opacity=0.6) if d else ""


def _crosses(view: View, points: list[Pixels]) -> str:
    d = "".join(f"M{num(x - 3)} {num(y - 3)}l6 6m0 -6l-6 6" for x, y in _scatter(points, 16, 12))
    return el("path", d=d, class_="line", stroke="#7d848d", stroke_opacity=0.7) if d else ""


def _smoke(view: View, points: list[Pixels]) -> str:
    """Puffs: pale rings that overlap."""
    size = min(max(math.sqrt(abs(signed_area(points))) * 0.14, 3), 16)
    rolls = _random(points)
    puffs = ((x, y, size * (0.7 + next(rolls) * 0.6)) for x, y in _scatter(points, size * 1.2, 12))
    return "".join(
        el("circle", cx=x, cy=y, r=r, fill="#dfe6ee", fill_opacity=0.16, stroke="#e8edf2", stroke_opacity=0.3)
        for x, y, r in puffs
    )


def _scrap(view: View, points: list[Pixels]) -> str:
    """Bent plates and a cogwheel."""
    (x, y), size = centre(points), min(max(math.sqrt(abs(signed_area(points))) * 0.2, 3), 12)
    teeth = "".join(
        line([(x + a * size * 0.8, y + b * size * 0.8), (x + a * size * 1.25, y + b * size * 1.25)])
        for a, b in ((math.cos(i * math.pi / 4), math.sin(i * math.pi / 4)) for i in range(8))
    )
    plates = "".join(f"M{num(u - 5)} {num(v + 2)}l6 -5l4 5z" for u, v in _scatter(points, 12, 5))
    cog = el("circle", cx=x, cy=y, r=size * 0.8, fill="none", stroke="#b39a78", stroke_width=1.6)
    return cog + el("path", d=teeth + plates, class_="line", stroke="#b39a78", stroke_opacity=0.8, stroke_width=1.4)


def _planks(view: View, points: list[Pixels]) -> str:
    """Duckboards: short strokes across."""
    d = "".join(f"M{num(x - 3)} {num(y)}h6m-6 3h6" for x, y in _scatter(points, 10, 24))
    return el("path", d=d, class_="line", stroke="#7a6747", stroke_opacity=0.8) if d else ""


_DETAIL = {
    "trees": _trees,
    "stones": _stones,
    "contours": _contours,
    "roof": _roof,
    "waves": _waves,
    "crosses": _crosses,
    "smoke": _smoke,
    "scrap": _scrap,
    "planks": _planks,
}
