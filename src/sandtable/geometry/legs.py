"""Places along a path: how long it is, where one is after some distance, which way one goes, the last good place."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from sandtable.geometry.arcs import bearing
from sandtable.geometry.ground import Path, Spot, rounded
from sandtable.geometry.polygons import distance
from sandtable.geometry.shapes import Point
from sandtable.geometry.units import MILLI

STEP = MILLI / 10  # how far apart a stepped question looks: a tenth of a table unit
FINE = 0.5  # how closely it then finds the place


class Stop(NamedTuple):
    """A place on a path, and how far along it is."""

    distance: float
    spot: Spot


def path_length(path: Path) -> float:
    return sum(distance(p, q) for p, q in pairwise(path))


def place_at(path: Path, s: float) -> Point:
    """The place after some distance along a path, not rounded; its end when that is farther."""
    for p, q in pairwise(path):
        size = distance(p, q)
        if s <= size and size:
            return p[0] + (q[0] - p[0]) * s / size, p[1] + (q[1] - p[1]) * s / size
        s -= size
    return path[-1]


def point_at(path: Path, s: float) -> Spot:
    """The place after some distance along a path; its end when that is farther."""
    return rounded(place_at(path, s))


def heading_at(path: Path, s: float) -> int | None:
    """The facing of a piece that looks where it is going, after some distance along a path.

    At a corner it still faces the way it came; at the start, the way it is about to go. None: the path goes nowhere.
    """
    heading = None
    for p, q in pairwise(path):
        size = distance(p, q)
        if not size:
            continue
        if s <= 0 and heading is not None:
            break
        heading = bearing(p, q)
        s -= size
    return heading


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


def last_place(path: Path, holds: Callable[[Spot], bool], after: float = 0.0, step: float = STEP) -> Stop | None:
    """The last place from which on something no longer holds, looking from some distance along a path.

    It holds at the place given, to the whole thousandth. None: it does not hold where the search starts. The end of the
    path: it held all along. The question is asked at every corner and every `step` in between, then closer: a lapse
    shorter than a step may go unnoticed. Reach and arcs need no steps: `stretches`.
    """
    if not holds(point_at(path, after)):
        return None
    good, total = after, path_length(path)
    for s in _steps(path, after, step):
        if not holds(point_at(path, s)):
            bad = s
            while bad - good > FINE:
                middle = (good + bad) / 2
                good, bad = (middle, bad) if holds(point_at(path, middle)) else (good, middle)
            return Stop(good, point_at(path, good))
        good = s
    return Stop(total, rounded(path[-1]))


def _steps(path: Path, after: float, step: float) -> list[float]:
    """Distances to look at beyond `after`: every corner, and steps between."""
    out, start = [], 0.0
    for p, q in pairwise(path):
        end = start + distance(p, q)
        count = int((end - max(start, after)) // step) if end > after else -1
        out += [max(start, after) + step * (i + 1) for i in range(count)]
        if end > after:
            out.append(end)
        start = end
    return out
