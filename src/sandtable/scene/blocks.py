"""Blocks of words beside or below the board: panels, the log, cards. Each knows its height before it is placed."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.scene import theme
from sandtable.scene.svg_elements import el, fit, group, moved, safe, text_width, words, wrap
from sandtable.scene.values import Card, GridBox, LogLine, Panel

ROW, LOG_LINE = 23.0, 16.5
CARD_WIDTH = 178.0
MOST_BOXES = 20  # of a damage grid each way: wrong numbers must not make a huge file


class Block(NamedTuple):
    height: float
    body: str


def heading(text: str, width: float, fill: str = theme.DIM) -> str:
    shown = fit(text.upper(), 13.2, width)
    return words(shown, 0, 10, "cap", fill=fill)


def panel(panel: Panel, width: float) -> Block:
    out, y = [heading(panel.title, width, theme.SEATS.get(panel.seat, theme.DIM))], 20.0
    if panel.grid:
        boxes = grid(panel.grid, width)
        out.append(moved(0, y + 4, boxes.body))
        y += boxes.height + 12
    for what, much in panel.rows:
        out.append(el("path", d=f"M0 {y:.0f}H{width:.0f}", stroke=theme.LINE))
        value = fit(much, 13, width * 0.6, bold=True)
        lines = wrap(what, 13, width - (text_width(value, 13, bold=True) + 12 if value else 0)) or [""]
        out += [words(text, 0, y + 15.5 + i * 17) for i, text in enumerate(lines)]
        out.append(words(value, width, y + 15.5, "e w"))
        y += ROW + (len(lines) - 1) * 17
    return Block(y, group(*out))


def grid(boxes: tuple[GridBox, ...], width: float) -> Block:
    """A damage grid: numbered columns, marked boxes struck through, letters of systems."""
    boxes = tuple(box for box in boxes if 1 <= box.column <= MOST_BOXES and 1 <= box.row <= MOST_BOXES)
    columns, rows = (max((getattr(box, side) for box in boxes), default=0) for side in ("column", "row"))
    size = min(20.0, width / max(columns, 1))
    out = [words(str(i + 1), (i + 0.5) * size, 8, "m", fill=theme.MUTE, font_size=9) for i in range(columns)]
    for box in boxes:
        x, y = (box.column - 1) * size, 12 + (box.row - 1) * size
        edge = theme.NO if box.marked and box.system else theme.EDGE
        square = el("rect", x=x + 1, y=y + 1, width=size - 2, height=size - 2, rx=3, fill=theme.CARD, stroke=edge)
        struck = f"M{x + 3:.1f} {y + size - 3:.1f}L{x + size - 3:.1f} {y + 3:.1f}"
        out.append(square + (el("path", d=struck, stroke=theme.NO, stroke_width=1.6) if box.marked else ""))
        out.append(words(box.system[:1], x + size / 2, y + size / 2, "m w", dy=".36em", font_size=size * 0.55))
    return Block(12 + rows * size, group(*out))


def log(lines: tuple[LogLine, ...], width: float, room: float) -> Block:
    """As many of the last lines as the room allows, and three at least; the newest is the brightest."""
    entries: list[Block] = []
    height = 22.0
    for i, line in enumerate(reversed(lines)):
        entry = _log_line(line, width, newest=i == 0)
        if height + entry.height > room and i >= 3:
            break
        entries.append(entry)
        height += entry.height
    out, y = [heading("Log", width)], 22.0
    for entry in reversed(entries):
        out.append(moved(0, y, entry.body))
        y += entry.height
    return Block(y, group(*out))


def _log_line(line: LogLine, width: float, *, newest: bool) -> Block:
    texts = wrap(line.text, 12.5, width - 10) or [""]
    cite = fit(line.cite, 11.5, width - 10)
    own_line = bool(cite) and 16 + text_width(texts[-1], 12.5) + text_width(cite, 11.5) > width
    rows = len(texts) + own_line
    spans = [safe(text) for text in texts] + [""] * own_line
    spans[-1] += el("tspan", safe(cite), class_="cite", dx=0 if own_line else 6) if cite else ""
    style = f"fill:{theme.INK if newest else theme.TEXT}"
    out = [
        el("text", span, x=10, y=12 + i * LOG_LINE, style=style, font_size=12.5)
        for i, span in enumerate(spans)
        if span.strip()
    ]
    bar = el(
        "path",
        d=f"M1 1V{rows * LOG_LINE:.1f}",
        stroke=theme.SEATS.get(line.seat, theme.EDGE),
        stroke_width=2,
        stroke_dasharray="4 2.5" if line.seat == "b" else "",
    )
    return Block(rows * LOG_LINE + 7, bar + group(*out))


def cards(hand: tuple[Card, ...], width: float) -> Block:
    """Rows of cards, all as high as the fullest needs."""
    across = max(int((width + 10) // (CARD_WIDTH + 10)), 1)
    each = min((width - 10 * (across - 1)) / across, CARD_WIDTH + 40) if across > 1 else width
    faces = [_face(card, each) for card in hand]
    high = max((face.height for face in faces), default=0)
    out = [
        moved((i % across) * (each + 10), (i // across) * (high + 10), _card(card, face, each, high))
        for i, (card, face) in enumerate(zip(hand, faces, strict=True))
    ]
    rows = (len(hand) + across - 1) // across
    return Block(rows * (high + 10) - 10, group(*out))


def _face(card: Card, width: float) -> Block:
    inner = width - 22
    title = [fit(line, 14, inner, bold=True) for line in wrap(card.title, 15, inner, most=2)]
    text = wrap(card.text, 12, inner, most=4)
    start = 37 + max(len(title) - 1, 0) * 18
    kind = " · ".join(filter(None, (card.of, card.kind))).upper()
    body = group(
        words(fit(kind, 11.5, inner), 11, 19, fill=theme.TONES[card.tone], class_="kind"),
        *(words(line, 11, 37 + i * 18, "w", font_size=14) for i, line in enumerate(title)),
        *(words(line, 11, start + 18 + i * 16, fill=theme.DIM, font_size=12) for i, line in enumerate(text)),
    )
    return Block(start + 14 + len(text) * 16, body)


def _card(card: Card, face: Block, width: float, height: float) -> str:
    rim = f"M1 9.5a8.5 8.5 0 0 1 8.5-8.5H{width - 9.5:.1f}a8.5 8.5 0 0 1 8.5 8.5"
    return group(
        el("rect", width=width, height=height, rx=9, fill=theme.CARD, stroke=theme.LINE),
        el("path", d=rim, fill="none", stroke=theme.TONES[card.tone], stroke_width=2.5),
        face.body,
        opacity=0.55 if card.faded else "",
    )
