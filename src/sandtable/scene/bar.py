"""The top bar: title, score with the key to the seats' rings, tracks, and the step the game is in."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.scene import theme
from sandtable.scene.seats import seat_mark
from sandtable.scene.svg_elements import el, fit, group, moved, text_width, words
from sandtable.scene.values import Scene, Score, Track

GAP = 22.0
MOST_BOXES = 12


@dataclass(frozen=True)
class Item:
    """Something of a known width, drawn from its left end around the middle line."""

    width: float
    body: str


def draw_bar(scene: Scene, width: float) -> tuple[float, str]:
    """Height and drawing; items that do not fit go on to another line."""
    room = width - 2 * theme.PAD
    items = [_text(scene.title, room, 16, bold=True), _text(scene.subtitle, room, 13, theme.TEXT), _score(scene, room)]
    items += [_track(track, room) for track in scene.tracks]
    items.append(_steps(scene, room))
    out, x, y = [], float(theme.PAD), theme.BAR / 2
    for item in items:
        if not item.width:
            continue
        if x > theme.PAD and x + item.width > width - theme.PAD:
            x, y = float(theme.PAD), y + 31
        out.append(moved(x, y, item.body))
        x += item.width + GAP
    height = y + (theme.BAR / 2 if y == theme.BAR / 2 else 21)
    back = el("rect", width=width, height=height, fill=theme.PANEL)
    return height, back + el("rect", y=height - 1, width=width, height=1, fill=theme.LINE) + group(*out)


def _text(text: str, room: float, size: float, fill: str = "", *, bold: bool = False) -> Item:
    if not text.strip():
        return Item(0, "")
    shown = fit(text, size, room, bold)
    body = words(shown, 0, 0, "w" if bold else "", fill=fill, dy=".35em", font_size=size)
    return Item(text_width(shown, size, bold), body)


def _score(scene: Scene, room: float) -> Item:
    """Two seats face each other, their points in the middle; more stand in a row."""
    x, out = 0.0, []
    for i, score in enumerate(scene.score):
        mirrored = len(scene.score) == 2 and i == 1
        if i:
            out.append(words("–" if mirrored else "·", x, 0, "m", fill=theme.DIM, dy=".35em"))
            x += 12
        for width, body in _score_parts(score, mirrored, room):
            out.append(moved(x, 0, body))
            x += width + 8
        x += 4
    return Item(max(x - 12, 0), group(*out))


def _score_parts(score: Score, mirrored: bool, room: float) -> list[tuple[float, str]]:
    shade = theme.colour(score.seat)
    name, points = fit(score.name, 13, room / 3), fit(str(score.points), 19, 120, bold=True)
    parts = [
        (12.0, moved(6, 0, seat_mark(score.seat, 6))),
        (text_width(name, 13), words(name, 0, 0, fill=shade, dy=".35em")),
        (text_width(points, 19, bold=True), words(points, 0, 0, "w", fill=shade, dy=".35em", font_size=19)),
    ]
    parts = [part for part in parts if part[1]]
    return parts[::-1] if mirrored else parts


def _track(track: Track, room: float) -> Item:
    shade = theme.colour(track.seat, track.tone)
    name = fit(track.name, 13, room - 200)
    out, x = [words(name, 0, 0, dy=".35em")], text_width(name, 13) + 8
    if track.boxes > MOST_BOXES:
        figure = f"{track.filled}/{track.boxes}"
        out.append(words(figure, x, 0, "w", fill=shade, dy=".35em"))
        return Item(x + text_width(figure, 13, bold=True), group(*out))
    for i in range(track.boxes):
        full = i < track.filled
        edge = shade if full else theme.DIM
        out.append(el("rect", x=x, y=-5, width=15, height=10, rx=2, fill=shade if full else "none", stroke=edge))
        x += 19
    return Item(x, group(*out))


def _steps(scene: Scene, room: float) -> Item:
    """All steps as chips; where there is no room for them, the one that is now and how far along it is."""
    if not scene.steps:
        return Item(0, "")
    chips = [(step, i == scene.step) for i, step in enumerate(scene.steps)]
    if _chips(chips).width > room:
        now = scene.step if scene.step is not None and 0 <= scene.step < len(chips) else None
        if now is None:
            return Item(0, "")
        chips = [(fit(chips[now][0], 12, room / 2), True), (f"step {now + 1} of {len(scene.steps)}", False)]
    return _chips(chips)


def _chips(chips: list[tuple[str, bool]]) -> Item:
    x, out = 0.0, []
    for text, now in chips:
        w = text_width(text, 12, bold=now) + 18
        fill, edge = (theme.P1, theme.P1) if now else ("none", theme.LINE)
        out.append(el("rect", x=x, y=-12, width=w, height=24, rx=12, fill=fill, stroke=edge))
        shade = "#1b1204" if now else theme.DIM
        out.append(words(text, x + w / 2, 0, "m w" if now else "m", fill=shade, dy=".35em", font_size=12))
        x += w + 4
    return Item(x - 4, group(*out))
