"""Lines and templates laid on the table: what lies between two bases, under a spray, under a blast."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandtable.geometry.distance import overlap, within
from sandtable.geometry.polygons import distance
from sandtable.geometry.shapes import Disc, Point, Poly, Segment, Shape
from sandtable.geometry.units import TOL

ARC = 24  # corners of each curve of a last stretch


def intervening(a: Disc, b: Disc, feature: Shape, tol: float = TOL) -> bool:
    """Does some line from base to base run through the feature: does the hull of the bases enter it by more than tol?

    A feature that a base merely touches from behind is not between the two.
    """
    if overlap(a, feature, tol) or overlap(b, feature, tol):
        return True
    band = _band(a, b)
    return band is not None and overlap(band, feature, tol)


def passes(a: Disc, b: Disc, corners: Sequence[Point]) -> bool:
    """Whether every line from base to base passes by: the corners are all on one side, all before or all behind."""
    dx, dy = b.x - a.x, b.y - a.y
    d = math.hypot(dx, dy)
    across = [dx * (y - a.y) - dy * (x - a.x) for x, y in corners]
    wide = d * max(a.r, b.r)
    if min(across) > wide or max(across) < -wide:
        return True
    along = [dx * (x - a.x) + dy * (y - a.y) for x, y in corners]
    return min(along) > d * max(d + b.r, a.r) or max(along) < d * min(-a.r, d - b.r)


def _band(a: Disc, b: Disc) -> Poly | None:
    """The outer tangents of two discs with the chords between their ends; None when one disc holds the other."""
    dx, dy, d = b.x - a.x, b.y - a.y, distance((a.x, a.y), (b.x, b.y))
    if d <= abs(a.r - b.r):
        return None
    k = (a.r - b.r) / d
    h = math.sqrt(1.0 - k * k)
    up, down = ((dx * k - dy * h) / d, (dy * k + dx * h) / d), ((dx * k + dy * h) / d, (dy * k - dx * h) / d)
    return Poly(tuple((c.x + c.r * n[0], c.y + c.r * n[1]) for c, n in ((a, down), (b, down), (b, up), (a, up))))


def spray(attacker: Disc, target: Disc, rng: float) -> Segment:
    """The line of a spray: from the attacker's base edge through the target's centre, its full range long."""
    ux, uy = _towards(attacker, target)
    x, y = attacker.x + attacker.r * ux, attacker.y + attacker.r * uy
    return Segment(x, y, x + rng * ux, y + rng * uy)


def last_stretch(a: Disc, b: Disc, length: float) -> Poly | None:
    """The places from which some line that comes from base a has at most this length left until it meets base b.

    Ahead of b they reach farther than at its sides. None when a is so near that some line is no longer than that.
    """
    d = distance((a.x, a.y), (b.x, b.y))
    if d * d < a.r * a.r + (b.r + length) * (b.r + length):
        return None
    (ux, uy), slope = _towards(a, b), (a.r - b.r) / d
    half: list[Point] = [(d + b.r * slope, b.r * math.sqrt(1.0 - slope * slope))]
    for i in range(ARC, -1, -1):  # lines along the side of a, from the one along the side of b to that at its middle
        off = b.r * math.sin(math.pi / 2 * i / ARC)
        sin = (a.r - off) / d
        cos, back = math.sqrt(1.0 - sin * sin), math.sqrt(b.r * b.r - off * off) + length
        half.append((d + off * sin - back * cos, off * cos + back * sin))
    for i in range(ARC - 1, -1, -1):  # lines from all of a to the middle of b
        turn = math.asin(a.r / d) * i / ARC
        half.append((d - (b.r + length) * math.cos(turn), (b.r + length) * math.sin(turn)))
    whole = (*half, *((along, -across) for along, across in reversed(half[:-1])))
    return Poly(tuple((a.x + along * ux - across * uy, a.y + along * uy + across * ux) for along, across in whole))


def on_line(start: Point, through: Point, length: float, disc: Disc, tol: float = TOL) -> bool:
    """Does a line from start through a point, this long, meet the base? Touching it is enough."""
    ux, uy = _towards(Disc(*start, 0), Disc(*through, 0))
    return within(Segment(*start, start[0] + length * ux, start[1] + length * uy), disc, 0, tol)


def cone(attacker: Disc, target: Disc, length: float, near: float = 250, spread: float = 0.15) -> Poly:
    """A spray template: half-width `near` at the attacker's base edge, wider by `spread` for each unit of distance."""
    line = spray(attacker, target, length)
    ux, uy = _towards(attacker, target)
    far = near + spread * length
    ends = ((line[0], line[1], -near), (line[2], line[3], -far), (line[2], line[3], far), (line[0], line[1], near))
    return Poly(tuple((x - w * uy, y + w * ux) for x, y, w in ends))


def under_blast(centre: Point, radius: float, disc: Disc, tol: float = TOL) -> bool:
    """Is any part of the base within the radius of a blast?"""
    return within(Disc(*centre, 0), disc, radius, tol)


def _towards(a: Disc, b: Disc) -> Point:
    d = distance((a.x, a.y), (b.x, b.y))
    return ((b.x - a.x) / d, (b.y - a.y) / d) if d else (1.0, 0.0)
