"""Things that happen along a path: zones a moving base enters and leaves, and coming nearer to something.

A zone is everything a watcher watches: what is within its reach, measured from base edge to edge (a weapon's reach,
terror, a marker with reach 0), and where it asks for them, in its front arc and in its sight. It is entered where the
mover first is in it and left at the last place still in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from sandtable.geometry.compiled import kernel, row
from sandtable.geometry.distance import gap
from sandtable.geometry.ground import Path, Spot, rounded
from sandtable.geometry.kernel import watch
from sandtable.geometry.legs import Stop, cut, heading_at, last_place, path_length, point_at
from sandtable.geometry.polygons import distance
from sandtable.geometry.rows import SOLID, block, flat, joined
from sandtable.geometry.shapes import Segment, Shape
from sandtable.geometry.units import FAR, NOISE, TOL
from sandtable.geometry.watchers import Seeing, Stretch, Watcher, seeing, stretches, watches, within_reach

__all__ = [
    "Crossing", "Nearer", "Seeing", "Stop", "Stretch", "Watcher", "crossings", "cut", "enters", "first_nearer",
    "heading_at", "last_place", "leaves", "next_crossing", "path_length", "point_at", "seeing", "stretches", "watches",
]  # fmt: skip

Way = Literal["enter", "leave"]


class Crossing(NamedTuple):
    """At which distance along the path, of which watcher, and which way."""

    distance: float
    which: int
    way: Way


class Nearer(NamedTuple):
    """Where a path starts to bring a base nearer: how far along, at which place, to which shape, and by how much."""

    distance: float
    spot: Spot
    which: int
    by: float


def crossings(path: Path, r: float, watchers: Sequence[Watcher], tol: float = TOL) -> Iterator[Crossing]:
    """Every interruption of a move in order. Starting in a zone is not entering it, ending there not leaving it."""
    end, found = path_length(path) - NOISE, list[Crossing]()
    for which, start, stop in stretches(path, r, watchers, tol):
        if start > NOISE:
            found.append(Crossing(start, which, "enter"))
        if stop < end:
            found.append(Crossing(stop, which, "leave"))
    return iter(sorted(found))


def next_crossing(
    path: Path, r: float, watchers: Sequence[Watcher], after: float | Crossing = 0.0, tol: float = TOL
) -> Crossing | None:
    """The next interruption of a move. Pass the last crossing as `after`: several may happen at one distance."""
    since = after if isinstance(after, Crossing) else Crossing(float(after), len(watchers), "leave")
    return next((c for c in crossings(path, r, watchers, tol) if c > since), None)


def enters(path: Path, r: float, zone: Shape, reach: float = 0.0, tol: float = TOL) -> tuple[float, ...]:
    """Distances along a path at which a base comes within reach of a shape; starting there is not entering."""
    return tuple(start for start in within_reach(path, r, zone, reach, tol)[::2] if start > NOISE)


def leaves(path: Path, r: float, zone: Shape, reach: float = 0.0, tol: float = TOL) -> tuple[float, ...]:
    """Distances along a path at which a base is about to go out of reach; ending there is not leaving."""
    end = path_length(path) - NOISE
    return tuple(stop for stop in within_reach(path, r, zone, reach, tol)[1::2] if stop < end)


def first_nearer(path: Path, r: float, shapes: Sequence[Shape], tol: float = TOL) -> Nearer | None:
    """Where a path first brings a base nearer to one of the shapes than it was before; None: it never does.

    For those who flee: no place on the path may be nearer than one before it, by more than the tolerance.
    """
    rows = joined([row((r, 0.0, 0.0, FAR, FAR)), *(block(SOLID, (shape,)) for shape in shapes)])
    s, which, most = kernel(watch).nearer(rows, flat(path), float(tol))
    if which < 0:
        return None
    places = [point_at(path, float(s)), *_corners_after(path, float(s))]
    least = min(gap(Segment(*p, *q), shapes[which]) for p, q in pairwise(places))
    return Nearer(float(s), places[0], int(which), float(most) - least)


def _corners_after(path: Path, s: float) -> Iterator[Spot]:
    for p, q in pairwise(path):
        s -= distance(p, q)
        if s < 0:
            yield rounded(q)
