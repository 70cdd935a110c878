"""A scene as one self-contained SVG: no scripts, fonts, images or references to anything outside."""

from __future__ import annotations

from collections import Counter
from zlib import crc32

from sandtable.scene import bodies, overlay, pieces, table, terrain, theme
from sandtable.scene.labels import place_labels
from sandtable.scene.page import board_width, lay_out
from sandtable.scene.resolved import length_text, resolved
from sandtable.scene.svg_elements import el, group, moved, num, safe
from sandtable.scene.values import Scene
from sandtable.scene.view import View

NARROWEST = 240
SLIMMEST = 12  # greatest ratio of the sides: a table with wrong sizes still gives a usable picture


def to_svg(scene: Scene, *, width: int = 900, frame: bool = True) -> str:
    """Draw the scene, `width` pixels wide. Without a frame it is the board alone. Equal scenes give equal bytes."""
    width, scene = max(width, NARROWEST), resolved(scene)
    key = f"s{crc32(repr((scene, width, frame)).encode('utf-8', 'backslashreplace')):08x}"
    wide = max(scene.width, 1)
    tall = min(max(scene.height, wide / SLIMMEST), wide * SLIMMEST)
    view = View.of(wide, tall, fit=board_width(scene, width) if frame else width, key=key, up=scene.up)
    if frame:
        page = lay_out(scene, width, view.height)
        height, body = page.height, page.behind + moved(page.board_x, page.board_y, _board(view, scene))
    else:
        height, body = view.height, _board(view, scene)
    return el(
        "svg",
        "".join(
            (
                el("title", safe(scene.title) or "Table", id=f"{key}t"),
                el("desc", safe(describe(scene)), id=f"{key}d"),
                el("style", theme.CSS),
                body,
            )
        ),
        xmlns="http://www.w3.org/2000/svg",
        class_="st",
        role="img",
        aria_labelledby=f"{key}t {key}d",
        width=width,
        height=height,
        viewBox=f"0 0 {width} {num(height)}",
    )


def _board(view: View, scene: Scene) -> str:
    clip = el("clipPath", el("rect", width=view.width, height=view.height, rx=theme.RADIUS), id=f"{view.key}c")
    labels = place_labels(view, scene)
    layers = group(
        table.draw_cloth(view, scene),
        table.draw_tints(view, scene),
        terrain.draw_terrain(view, scene),
        table.draw_coordinates(view, scene),
        overlay.draw_reach(view, scene),
        table.draw_ranges(view, scene),
        bodies.draw_bodies(view, scene),
        labels.ground,
        table.draw_markers(view, scene),
        overlay.draw_arrows(view, scene),
        overlay.draw_sight(view, scene),
        pieces.draw_pieces(view, scene),
        labels.above,
        clip_path=f"url(#{view.key}c)",
    )
    edge = el("rect", width=view.width, height=view.height, rx=theme.RADIUS, fill="none", stroke=theme.LINE)
    return clip + layers + edge


def describe(scene: Scene) -> str:
    """A text description of the drawing, for screen readers."""
    said = [scene.subtitle] if scene.subtitle else []
    said.append(f"Table {length_text(scene.width, scene.unit)} by {length_text(scene.height, scene.unit)}")
    said += [f"{score.name} {score.points}".strip() for score in scene.score]
    said += [f"{track.name} {track.filled} of {track.boxes}" for track in scene.tracks]
    features = Counter(feature.label or feature.kind for feature in scene.terrain)
    if features:
        said.append("Terrain: " + ", ".join(f"{n} {name}" if n > 1 else name for name, n in features.items()))
    said += [table.description(marker) for marker in scene.markers]
    in_body = {name for body in scene.bodies for name in body.pieces}
    for seat in sorted({piece.seat for piece in scene.pieces}):
        own = [piece for piece in scene.pieces if piece.seat == seat and not piece.ghost]
        force = Counter(f"{body.name}, {len(body.pieces)} pieces" for body in scene.bodies if body.seat == seat)
        force += Counter(pieces.description(piece) for piece in own if piece.id not in in_body)
        said.append("; ".join(f"{n} × {name}" if n > 1 else name for name, n in force.items()))
    said += [f"{line.label or 'line of sight'}, {'clear' if line.clear else 'blocked'}" for line in scene.sight]
    said += [f"{note.title} {note.text}".strip() for note in scene.notes]
    return ". ".join(part for part in said if part) + "."
