"""Seats differ by colour and by shape: seat a's rings and edges are unbroken, seat b's are notched."""

from __future__ import annotations

import math

from sandtable.scene import theme
from sandtable.scene.svg_elements import el, num


def ring(seat: str, r: float, width: float, share: float = 1.0) -> str:
    """A ring that doubles as a health arc: clockwise from the top, as long as what is left."""
    round_ = 2 * math.pi * r
    arc = el(
        "circle",
        r=r,
        class_="hp",
        stroke=theme.colour(seat),
        stroke_width=width,
        stroke_dasharray="" if share >= 1 else f"{num(round_ * share)} {num(round_)}",
        transform="" if share >= 1 else "rotate(-90)",
    )
    track = el("circle", r=r, class_="hp0", stroke_width=width) if share < 1 else ""
    return track + (arc if share > 0 else "") + (notches(r, width) if seat == "b" else "")


def notches(r: float, width: float) -> str:
    near, far = (r - width * 0.62) * math.sqrt(0.5), (r + width * 0.62) * math.sqrt(0.5)
    cuts = ((near, far, i, j) for i in (1, -1) for j in (1, -1))
    d = "".join(f"M{num(i * a)} {num(j * a)}L{num(i * b)} {num(j * b)}" for a, b, i, j in cuts)
    return el("path", d=d, class_="notch", stroke_width=max(width * 0.62, 1.1))


def seat_mark(seat: str, r: float) -> str:
    """A small ring beside a name: the key to the rings on the table."""
    return el("circle", r=r, fill=theme.BASE) + ring(seat, r - 1, 2)
