"""Words on the board: callouts, reasons beside sight lines, names of ranges and of terrain."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sandtable.scene import theme
from sandtable.scene.bodies import outlines
from sandtable.scene.label_placement import Room, beside, under
from sandtable.scene.overlay import arrow_middle
from sandtable.scene.svg_elements import el, fit, group, moved, text_width, words
from sandtable.scene.values import Body, Disc, Note, Scene, Terrain, Zone
from sandtable.scene.view import Pixels, View, bounds

PAD_X, LINE_HEIGHT = 8.0, 17.0
CROWDED = 260.0  # pixels a body's name may hide before its short label is written instead


@dataclass(frozen=True)
class Labels:
    """Placed together, so that they do not overlap; drawn in two layers, since terrain is under pieces."""

    ground: str
    above: str


def place_labels(view: View, scene: Scene) -> Labels:
    """Callouts are placed first, names of terrain last."""
    room = Room.of(view, scene)
    notes = [_note(view, room, note) for note in scene.notes]
    for sight in scene.sight:
        if sight.label:
            reason = Note(at=sight.end, text=sight.label, tone="green" if sight.clear else "red")
            notes.append(_note(view, room, reason))
    for arrow in scene.arrows:
        if arrow.label and len(arrow.points) > 1:
            notes.append(_box(view, room, Note(at=(0, 0), text=arrow.label, tone="grey"), arrow_middle(view, arrow)))
    zones = [_zone(view, room, zone) for zone in scene.zones if zone.label]
    bodies = [_body(view, room, body, points) for body, points in outlines(view, scene)]
    ground = [_terrain(view, room, feature) for feature in scene.terrain]
    return Labels(ground=group(*ground), above=group(*zones) + group(*bodies) + group(*notes))


def _body(view: View, room: Room, body: Body, points: list[Pixels]) -> str:
    """The name beside its pieces, or the short label where the name has no room."""
    left, top, right, bottom = bounds(points)
    said = [badge.name or badge.text for badge in body.badges]
    name, short = " · ".join((body.name, *said)), " ".join((body.label, *(word[:2] for word in said)))
    tries = ((fit(name, 11.5, view.width / 4, bold=True), 11.5), (fit(short, 10.5, 60, bold=True), 10.5))
    for number, (text, size) in enumerate(tries):
        w, h = text_width(text, size, bold=True), size + 1.5
        x, y = (left + right) / 2, (top + bottom) / 2
        wishes = [(x, bottom + h * 0.62), (x, top - h * 0.62), (right + w / 2 + 4, y), (left - w / 2 - 4, y), (x, y)]
        if number or room.least(w, h, wishes) <= CROWDED:
            x, y = room.place(w, h, wishes)
            shade = theme.PALE.get(body.seat, theme.INK)
            return words(text, x, y, "m w halo", fill=shade, dy=".35em", font_size=size)
    return ""


def _note(view: View, room: Room, note: Note) -> str:
    if note.boxed:
        return _box(view, room, note, view.at(note.at))
    size = 12.0
    text = fit(note.text, size, view.width - 12, bold=True)
    w = text_width(text, size, bold=True)
    x, y = room.place(w, 15, under(view.at(note.at), w, 15))
    shade = theme.PALE.get(note.seat) or theme.TONES[note.tone]
    return words(text, x, y, "m w halo", fill=shade, dy=".35em", font_size=size)


def _box(view: View, room: Room, note: Note, at: Pixels) -> str:
    most = max(view.width - 2 * PAD_X - 8, 20)
    lines = [(note.title, 12.0, False), (note.text, 13.0 if note.title else 12.0, bool(note.title))]
    shown = [(fit(text, size, most, bold), size, bold) for text, size, bold in lines if text]
    wide = max((text_width(text, size, bold) for text, size, bold in shown), default=20)
    w = wide + 2 * PAD_X
    h = len(shown) * LINE_HEIGHT + 8 + (10 if note.meter is not None else 0)
    x, y = room.place(w, h, beside(at, w, h))
    shade = theme.colour(note.seat, note.tone)
    parts = [el("rect", width=w, height=h, rx=6, fill=theme.BG, fill_opacity=0.92, stroke=shade, stroke_width=1.2)]
    for i, (text, size, bold) in enumerate(shown):
        first = len(shown) > 1 and i == 0
        middle = 4 + LINE_HEIGHT * (i + 0.5)
        parts.append(
            words(
                text, PAD_X, middle, "w" if bold else "", fill=theme.TEXT if first else "", dy=".35em", font_size=size
            )
        )
    if note.meter is not None:
        share = min(max(note.meter / 1000, 0), 1)
        parts.append(el("rect", x=PAD_X, y=h - 12, width=wide, height=5, rx=2.5, fill=theme.LINE))
        parts.append(el("rect", x=PAD_X, y=h - 12, width=wide * share, height=5, rx=2.5, fill=shade))
    return moved(x - w / 2, y - h / 2, *parts)


def _zone(view: View, room: Room, zone: Zone) -> str:
    size = 11.5
    text = fit(zone.label, size, view.width - 12, bold=True)
    w = text_width(text, size, bold=True)
    x, y = room.place(w, 14, _zone_wishes(view, zone, w))
    shade = theme.PALE.get(zone.seat) or (theme.TEXT if zone.tone == "plain" else theme.TONES[zone.tone])
    bold = "" if isinstance(zone.shape, Disc) else " w"
    return words(text, x, y, f"zl halo{bold}", fill=shade, dy=".35em")


def _zone_wishes(view: View, zone: Zone, w: float) -> list[Pixels]:
    """Inside a disc's rim, on the rim of a group, in the corner of a tinted area."""
    if isinstance(zone.shape, Disc):
        (x, y), r = view.at((zone.shape.x, zone.shape.y)), view.length(zone.shape.r)
        rims = [(r - 11, angle) for angle in (90, 270, 60, 120, 240, 300, 45, 135, 225, 315, 30, 150, 210, 330)]
        rims += [(r + 11, angle) for angle in (90, 270)]
        spots = []
        for rim, angle in rims:
            cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            spots.append((x + (rim - w / 2 * abs(cos)) * cos, y - rim * sin))
        return spots
    points = view.corners(zone.shape)
    if not points:
        return [(view.width / 2, view.height / 2)]
    left, top, right, bottom = bounds(points)
    middle = (left + right) / 2
    if zone.filled:
        edges = (left + w / 2 + 8, right - w / 2 - 8, middle)
        rows = (bottom - 12, top + 12, (top + bottom) / 2, bottom + 10, top - 10)
        sides = [(right + w / 2 + 6, (top + bottom) / 2), (left - w / 2 - 6, (top + bottom) / 2)]
        return [(x, y) for y in rows for x in edges] + sides
    return [(middle, bottom + 10), (middle, top - 10), (right + w / 2 + 6, (top + bottom) / 2)]


def _terrain(view: View, room: Room, feature: Terrain) -> str:
    if not feature.label:
        return ""
    text = fit(feature.label, 11, view.width - 12)
    w = text_width(text, 11)
    wishes = under(view.middle(feature.shape), w, 13)
    if feature.kind in theme.UNNAMED:
        wishes = wishes[3:]  # too thin to write on
    x, y = room.place(w, 13, wishes)
    return words(text, x, y, "tn halo", dy=".35em")
