"""Rectangular stands, true to scale, with a thick front edge and the map sign of their arm."""

from __future__ import annotations

from sandtable.scene import theme
from sandtable.scene.svg_elements import el, group, num, words
from sandtable.scene.values import Piece, Rect
from sandtable.scene.view import View

READABLE = 13  # a label needs this many pixels both ways


def draw_stand(view: View, piece: Piece, shape: Rect, label: str) -> str:
    d, f = max(view.length(shape.depth), 2), max(view.length(shape.frontage), 2)
    thin = min(d, f)
    edge, front = min(max(thin * 0.09, 0.8), 1.8), min(max(thin * 0.22, 1.6), 4)
    pale = theme.PALE.get(piece.seat, theme.INK)
    inset = edge / 2
    parts = (
        el("rect", x=1.2 - d / 2, y=-f / 2 + 1.2, width=d, height=f, class_="sh"),
        el(
            "rect",
            x=inset - d / 2,
            y=inset - f / 2,
            width=d - edge,
            height=f - edge,
            class_="fill",
            fill=theme.DARK.get(piece.seat, "#3c4650"),
            stroke=theme.colour(piece.seat),
            stroke_width=edge,
        ),
        _sign(piece, d - front, f, -front / 2, pale, edge),
        el("path", d=_front(piece.seat, d / 2 - front / 2, f / 2), stroke=pale, stroke_width=front),
        _health(piece, d, f),
        _around(d, f, 3.2, "sel") if piece.selected else "",
        _around(d, f, 2.6, "tgt") + _brackets(d, f) if piece.target else "",
    )
    turned = group(*parts, transform=f"rotate({num(-view.turned(shape.facing) / 1000)})")
    return turned + (
        words(label, 0, 0, "gl halo", dy=".36em", font_size=min(thin * 0.6, 13)) if thin >= READABLE else ""
    )


def _front(seat: str, x: float, half: float) -> str:
    """Seat b's front edge has a gap in the middle, as its rings have notches."""
    if seat != "b":
        return f"M{num(x)} {num(-half)}V{num(half)}"
    return f"M{num(x)} {num(-half)}V{num(-half * 0.2)}M{num(x)} {num(half * 0.2)}V{num(half)}"


def _sign(piece: Piece, d: float, f: float, x: float, shade: str, width: float) -> str:
    left, right, top, bottom = num(x - d / 2), num(x + d / 2), num(-f / 2), num(f / 2)
    falling, rising = f"M{right} {top}L{left} {bottom}", f"M{left} {top}L{right} {bottom}"
    stroke = {"class_": "fill", "fill": "none", "stroke": shade, "stroke_width": num(width * 0.85)}
    match piece.style:
        case "infantry":
            return el("path", d=falling + rising, **stroke)
        case "cavalry":
            return el("path", d=rising, **stroke)
        case "artillery":
            return el("circle", cx=x, r=min(d, f) * 0.22, class_="fill", fill=shade)
        case "character":
            return el("path", d=f"M{left} 0L{num(x)} {top}L{right} 0L{num(x)} {bottom}Z", **stroke)
        case _:
            return ""


def _health(piece: Piece, d: float, f: float) -> str:
    """A bar along the rear edge, as long as what is left."""
    if not piece.health or piece.health[1] <= 0:
        return ""
    share = min(max(piece.health[0] / piece.health[1], 0), 1)
    x = num(-d / 2 - 3)
    track = el("path", d=f"M{x} {num(-f / 2)}V{num(f / 2)}", stroke=theme.BG, stroke_opacity=0.7, stroke_width=2.6)
    left = f"M{x} {num(-f / 2)}V{num(-f / 2 + f * share)}"
    return track + (el("path", d=left, stroke=theme.colour(piece.seat), stroke_width=2.6) if share else "")


def _around(d: float, f: float, gap: float, class_: str) -> str:
    return el("rect", x=-d / 2 - gap, y=-f / 2 - gap, width=d + 2 * gap, height=f + 2 * gap, rx=2.5, class_=class_)


def _brackets(d: float, f: float) -> str:
    a, b = d / 2 + 2.6, f / 2 + 2.6
    ends = ((a, 0, 5, 0), (-a, 0, -5, 0), (0, b, 0, 5), (0, -b, 0, -5))
    return el("path", d="".join(f"M{num(x)} {num(y)}l{num(u)} {num(v)}" for x, y, u, v in ends), class_="tgt")
