"""Round bases: a dark disc, a seat ring that is also the health arc, letters, facing, pips and badges."""

from __future__ import annotations

import math

from msgspec.structs import replace

from sandtable.scene import theme
from sandtable.scene.seats import ring
from sandtable.scene.stands import draw_stand
from sandtable.scene.svg_elements import el, group, moved, num, safe, text_width, words
from sandtable.scene.values import Badge, Disc, Piece, Scene
from sandtable.scene.view import View

MOST_PIPS = 6
SMALLEST, SMALLEST_CHARACTER = 3.0, 10.0


def draw_pieces(view: View, scene: Scene) -> str:
    """Chosen pieces come last; pips and badges lie over every base, so that no neighbour hides them."""
    order = sorted(scene.pieces, key=lambda piece: (not piece.ghost, piece.selected or piece.target))
    in_body = {name for body in scene.bodies for name in body.pieces}  # a body's label is written once, beside it
    turned = [_turned(view, piece) for piece in order]
    return group(
        *(_one(view, piece, piece.id in in_body) for piece in turned),
        *(_marks(view, piece) for piece in turned if piece.pips or piece.badges),
    )


def description(piece: Piece) -> str:
    """What the marks on a piece say, in words."""
    said = [piece.name, f"seat {piece.seat}" if piece.seat else ""]
    if piece.health:
        said.append(f"health {piece.health[0]} of {piece.health[1]}")
    said += [f"{pips.name} {pips.n}" + (f" of {pips.max}" if pips.max else "") for pips in piece.pips]
    said += [badge.name or badge.text for badge in piece.badges]
    said += [word for word in ("selected", "target") if getattr(piece, word)]
    return ", ".join(part for part in said if part)


def drawn_radius(view: View, piece: Piece) -> float:
    """In pixels; characters are drawn larger than their base so that the letter can be read."""
    if isinstance(piece.shape, Disc):
        return max(view.length(piece.shape.r), SMALLEST_CHARACTER if piece.style == "character" else SMALLEST)
    return math.hypot(view.length(piece.shape.frontage), view.length(piece.shape.depth)) / 2


def _turned(view: View, piece: Piece) -> Piece:
    return piece if piece.facing is None else replace(piece, facing=view.turned(piece.facing))


def _one(view: View, piece: Piece, in_body: bool) -> str:
    label = piece.label[:3]
    if isinstance(piece.shape, Disc):
        body = _disc(piece, drawn_radius(view, piece))
    else:
        body = draw_stand(view, piece, piece.shape, "" if in_body else label)
    x, y = view.at((piece.shape.x, piece.shape.y))
    return moved(x, y, el("title", safe(description(piece))), body, class_=_state(piece))


def _marks(view: View, piece: Piece) -> str:
    x, y = view.at((piece.shape.x, piece.shape.y))
    return moved(x, y, _extras(piece, drawn_radius(view, piece)), class_=_state(piece))


def _state(piece: Piece) -> str:
    return " ".join(name for name, on in (("done", piece.faded), ("ghost", piece.ghost)) if on)


def _disc(piece: Piece, r: float) -> str:
    width = min(max(r * 0.2, 1.4), 3.2)
    label = piece.label[:3]
    size = r * (0.98 if len(label) < 2 else 0.8 if len(label) < 3 else 0.6)
    left, most = piece.health or (1, 1)
    share = min(max(left / most, 0), 1) if most > 0 else 1.0
    rim = r + (3.5 * _fine(r) if piece.front_arc else 0)
    return "".join(
        (
            el("circle", cx=r * 0.1, cy=r * 0.14, r=r + 0.4, class_="sh"),
            _facing(piece, r),
            el("circle", r=r, class_="base", style=f"fill:{theme.BG}" if piece.style == "character" else ""),
            ring(piece.seat, r - width / 2 - 0.4, width, share),
            words(label, 0, 0, "gl", dy=".36em", font_size=size) if r >= 4.5 else "",
            el("circle", r=rim + 4, class_="sel") if piece.selected else "",
            _target(rim + 2.6) if piece.target else "",
        )
    )


def _target(r: float) -> str:
    ticks = "".join(f"M{num(a * r)} {num(b * r)}L{num(a * (r + 5))} {num(b * (r + 5))}" for a, b in _COMPASS)
    return el("circle", r=r, class_="tgt") + el("path", d=ticks, class_="tgt")


_COMPASS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def _fine(r: float) -> float:
    """Marks around a small base are drawn finer."""
    return min(max(r / 13, 0.6), 1)


def _facing(piece: Piece, r: float) -> str:
    """The front half-ring with ticks where it ends, and a notch straight ahead. Ahead is +x before turning."""
    if piece.facing is None:
        return ""
    k = _fine(r)
    a, near, far, tip = num(r + 2.4 * k), num(r - 1), num(r + 6 * k), r + 1.4 * k
    ahead = f"M{num(tip)} {num(-4 * k)}L{num(tip + 6.6 * k)} 0L{num(tip)} {num(4 * k)}Z"
    out = el("path", d=ahead, class_="tip")
    if piece.front_arc:
        out += el("path", d=f"M0 -{a}A{a} {a} 0 0 1 0 {a}", class_="front", stroke_width=1.7 * k)
        out += el("path", d=f"M0 -{near}V-{far}M0 {near}V{far}", class_="front", stroke_width=2 * k)
    return group(out, transform=f"rotate({num(-piece.facing / 1000)})")


def _extras(piece: Piece, r: float) -> str:
    """Pips to one side, badges to the other: behind the piece where it has a facing."""
    size = min(max(r * 0.24, 2.2), 3.6)
    away = r + (5.6 if piece.front_arc else 2.4) + (2.6 if piece.selected or piece.target else 0)
    behind = piece.facing is not None and isinstance(piece.shape, Disc)
    rear = (piece.facing or 0) / 1000 + 180
    step = math.degrees((size * 2 + 1.6) / away)
    angle, out = (rear - 24 if behind else 62), []
    for pips in piece.pips:
        few = pips.n <= MOST_PIPS
        total = max(pips.n, min(pips.max, MOST_PIPS)) if few else 1
        for i in range(total):
            x, y = _around(away, angle)
            shade = theme.TONES[pips.tone]
            full = i < pips.n
            out.append(el("circle", cx=x, cy=y, r=size, class_="pip", fill=shade if full else theme.EDGE))
            angle -= step
        if not few:
            x, y = _around(away + 9, angle)
            out.append(words(f"×{pips.n}", x, y, "m w halo", dy=".35em", font_size=10))
            angle -= step * 2.5
    angle = rear + 24 if behind else 225
    for badge in piece.badges:
        x, y = _around(away + max(_pill(badge) / 2 - 5, 0), angle)
        out.append(moved(x, y, _badge(badge)))
        angle += math.degrees((8 + text_width(badge.text[:3], 10)) / away)
    return "".join(out)


def _around(distance: float, degrees: float) -> tuple[float, float]:
    angle = math.radians(degrees)
    return distance * math.cos(angle), -distance * math.sin(angle)


def _pill(badge: Badge) -> float:
    """How wide the badge's pill is; drawn signs have none."""
    return 0 if badge.text in _SIGNS else max(text_width(badge.text[:3], 9, bold=True) + 6, 12)


def _badge(badge: Badge) -> str:
    if badge.text in _SIGNS:
        d, usual = _SIGNS[badge.text]
        shade = usual if badge.tone == "plain" else theme.TONES[badge.tone]
        halo = el("path", d=d, class_="sign", stroke=theme.BG, stroke_width=5)
        return halo + el(
            "path", d=d, class_="sign", stroke=shade, stroke_width=2.2, style=f"fill:{shade}" if d[-1] == "Z" else ""
        )
    shade, w = theme.TONES[badge.tone], _pill(badge)
    pill = el("rect", x=-w / 2, y=-6, width=w, height=12, rx=6, fill=theme.BG, stroke=shade)
    return pill + words(badge.text[:3], 0, 0, "m w", dy=".36em", font_size=9, fill=shade)


# Drawn, because fonts disagree about their weight or lack them.
_SIGNS = {
    "✓": ("M-4 .2l2.8 3l5.4-6.2", theme.OK),
    "✕": ("M-3-3l6 6m0-6l-6 6", theme.NO),
    "🔥": ("M0 4.2c-5 0-4.2-5-1-8.6c.4 2 1.6 2.2 2 3.6c.6-.6.8-1 .8-1.6c3 3 2.6 6.6-1.8 6.6Z", theme.P1),
}
