"""Things that happen along a path: places on it, and zones a moving base enters and leaves.

A zone is everything within reach of a shape, measured from base edge to edge: a weapon's reach (free strikes), terror,
a marker (reach 0). It is entered where the mover first comes within reach and left at the last place still within.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from sandtable.geometry.compiled import kernel, row
from sandtable.geometry.ground import Path, Spot, rounded
from sandtable.geometry.kernel import reach as kernel_reach
from sandtable.geometry.polygons import distance
from sandtable.geometry.rows import SOLID, block, flat, joined
from sandtable.geometry.shapes import Shape
from sandtable.geometry.units import FAR, TOL

Way = Literal["enter", "leave"]
WAYS: tuple[Way, Way] = ("enter", "leave")


class Watcher(NamedTuple):
    """A shape and how far its attention reaches."""

    shape: Shape
    reach: float = 0.0


class Crossing(NamedTuple):
    """At which distance along the path, of which watcher, and which way."""

    distance: float
    which: int
    way: Way


def path_length(path: Path) -> float:
    return sum(distance(p, q) for p, q in pairwise(path))


def point_at(path: Path, s: float) -> Spot:
    """The place after some distance along a path; its end when that is farther."""
    for p, q in pairwise(path):
        size = distance(p, q)
        if s <= size and size:
            return rounded((p[0] + (q[0] - p[0]) * s / size, p[1] + (q[1] - p[1]) * s / size))
        s -= size
    return rounded(path[-1])


def cut(path: Path, s: float) -> tuple[Spot, ...]:
    """The first stretch of a path, up to some distance along it."""
    kept, left = [rounded(path[0])], s
    for p, q in pairwise(path):
        size = distance(p, q)
        if left <= size:
            break
        kept.append(rounded(q))
        left -= size
    end = point_at(path, s)
    return (*kept, end) if end != kept[-1] else tuple(kept)


def next_crossing(
    path: Path, r: float, watchers: Sequence[Watcher], after: float | Crossing = 0.0, tol: float = TOL
) -> Crossing | None:
    """The next interruption of a move. Pass the last crossing as `after`: several may happen at one distance."""
    rows, line = _rows(r, tuple(watchers)), flat(path)
    since = after if isinstance(after, Crossing) else Crossing(float(after), len(watchers), "leave")
    return _next(rows, line, since, tol)


def crossings(path: Path, r: float, watchers: Sequence[Watcher], tol: float = TOL) -> Iterator[Crossing]:
    """Every interruption of a move in order."""
    rows, line = _rows(r, tuple(watchers)), flat(path)
    found = _next(rows, line, Crossing(-1.0, 0, "enter"), tol)
    while found:
        yield found
        found = _next(rows, line, found, tol)


def enters(path: Path, r: float, zone: Shape, reach: float = 0.0, tol: float = TOL) -> tuple[float, ...]:
    """Distances along a path at which a base comes within reach of a shape; starting there is not entering."""
    return tuple(c.distance for c in crossings(path, r, (Watcher(zone, reach),), tol) if c.way == "enter")


def leaves(path: Path, r: float, zone: Shape, reach: float = 0.0, tol: float = TOL) -> tuple[float, ...]:
    """Distances along a path at which a base is about to go out of reach; ending there is not leaving."""
    return tuple(c.distance for c in crossings(path, r, (Watcher(zone, reach),), tol) if c.way == "leave")


def _rows(r: float, watchers: tuple[Watcher, ...]) -> Any:
    head = row((r, 0.0, 0.0, FAR, FAR))
    return joined([head, *(block(SOLID, (watcher.shape,), float(watcher.reach)) for watcher in watchers)])


def _next(rows: Any, line: Any, since: Crossing, tol: float) -> Crossing | None:
    side = WAYS.index(since.way)
    found, which, way = kernel(kernel_reach).crossing(rows, line, float(since.distance), since.which, side, float(tol))
    return None if which < 0 else Crossing(float(found), int(which), WAYS[int(way)])
