"""Distances between round bases, from edge to edge, also at different heights.

The most often asked questions of all: each reads the sizes itself instead of calling something smaller.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sandtable.geometry.measure import gap3d
from sandtable.geometry.shapes import Disc
from sandtable.geometry.units import TOL
from sandtable.tabletop.position import Piece, Tabletop


def radius(p: Tabletop, piece: Piece) -> int:
    return p.rules.bases[piece.card].radius


def disc(p: Tabletop, piece: Piece) -> Disc:
    return tuple.__new__(Disc, (piece.x, piece.y, p.rules.bases[piece.card].radius))  # by far the most common shape


def discs(p: Tabletop, pieces: Iterable[Piece]) -> tuple[Disc, ...]:
    """The bases of several pieces."""
    bases, new = p.rules.bases, tuple.__new__
    return tuple([new(Disc, (m.x, m.y, bases[m.card].radius)) for m in pieces])


def distance(p: Tabletop, a: Piece, b: Piece) -> float:
    """Nearest base edges, in three dimensions; 0 where they overlap."""
    bases = p.rules.bases
    if a.z == b.z:
        apart: float = ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5
        gap = apart - bases[a.card].radius - bases[b.card].radius
        return gap if gap > 0 else 0.0
    return gap3d(disc(p, a), a.z, disc(p, b), b.z)


def within(p: Tabletop, a: Piece, b: Piece, reach: int) -> bool:
    """Exactly at the reach is within; the stored resolution favours it."""
    if a.z == b.z:
        bases = p.rules.bases
        limit = reach + bases[a.card].radius + bases[b.card].radius + TOL
        return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 <= limit * limit
    return gap3d(disc(p, a), a.z, disc(p, b), b.z) <= reach + TOL


def near(p: Tabletop, of: str, reach: int) -> list[str]:
    """Other models within reach of a model, nearest first."""
    models = p.state.models
    centre = models[of]
    found = [(distance(p, centre, m), n) for n, m in models.items() if n != of and within(p, centre, m, reach)]
    return [name for _, name in sorted(found)]


def overlapping(p: Tabletop, models: Mapping[str, Piece], tol: float = TOL) -> Iterator[tuple[str, str]]:
    """Every two models whose bases overlap by more than the tolerance, seen from above, in the order they are listed.

    From left to right, each base is compared only with those that begin before it ends.
    """
    bases = p.rules.bases
    found = [(m.x - bases[m.card].radius, place, name, m) for place, (name, m) in enumerate(models.items())]
    found.sort()
    open_bases: list[tuple[int, str, int, int, int]] = []
    for left, place, name, m in found:
        r = m.x - left
        open_bases = [other for other in open_bases if other[2] + other[4] > left]
        for before, other, x, y, wide in open_bases:
            least = r + wide - tol
            if least > 0 and (m.x - x) ** 2 + (m.y - y) ** 2 < least * least:
                yield (other, name) if before < place else (name, other)
        open_bases.append((place, name, m.x, m.y, r))


def to_marker(p: Tabletop, piece: Piece, x: int, y: int, z: int, r: float) -> float:
    """Distance from a base to the edge of a round marker at a height."""
    apart = ((piece.x - x) ** 2 + (piece.y - y) ** 2) ** 0.5
    flat = max(0.0, apart - p.rules.bases[piece.card].radius - r)
    rise = piece.z - z
    return float((flat * flat + rise * rise) ** 0.5) if rise else flat
