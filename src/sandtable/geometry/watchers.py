"""Who watches a moving base: within reach, in the arc in front, in sight.

    foe = Watcher(Disc(0, 0, 591), reach=2000, front=90_000)        # a melee range of 2 inches, facing north
    foe = foe._replace(sight=seeing(crowd, viewer=4, mover=7))      # and only what it sees

Reach and arc are exact. Sight is decided for whole stretches at a time: where a mover smaller by half the stretch is
seen from its middle, the mover is seen all along; where one larger by as much is not, it never is; else the stretch is
halved, down to half a thousandth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sandtable.geometry.arcs import HALF_TURN, ahead, in_arc, in_front, wedge
from sandtable.geometry.blockers import Blockers
from sandtable.geometry.compiled import kernel, listed, row, scratch
from sandtable.geometry.distance import within
from sandtable.geometry.ground import Path
from sandtable.geometry.kernel import watch
from sandtable.geometry.legs import FINE, place_at
from sandtable.geometry.polygons import HalfPlane
from sandtable.geometry.rows import SOLID, block, flat, joined
from sandtable.geometry.shapes import Disc, Point, Rect, Shape, turned
from sandtable.geometry.sight import Look, sees
from sandtable.geometry.units import FAR, FULL_TURN, TOL


class Seeing(NamedTuple):
    """What decides whether a watcher sees the mover: see `sight`. Ranks and owners are those of the mover's base."""

    blockers: Blockers
    top: float
    mover_top: float
    owners: tuple[int, int] = (-1, -1)  # of the watcher and of the mover
    rank: float = 0.0
    depth: float | None = None
    each: bool = False
    exempt: tuple[int, ...] = ()
    eye: Shape | None = None  # where lines start, if not anywhere on the watcher's shape


def seeing(
    crowd: Blockers, viewer: int, mover: int, depth: float | None = None, *, each: bool = False,
    exempt: tuple[int, ...] = (), eye: Shape | None = None,
) -> Seeing:  # fmt: skip
    """How one base of a crowd sees another that moves: the others stay where they are."""
    here, there = crowd.bases[viewer], crowd.bases[mover]
    return Seeing(crowd, here.top, there.top, (viewer, mover), there.rank, depth, each, exempt, eye)


class Watcher(NamedTuple):
    """A shape and what it watches: up to some reach; with a `front`, its facing, only in an arc about it.

    The mover is in the arc if some part of its base is, the border included. An arc of 180 degrees is what lies ahead:
    of a disc from its centre on, of a stand from its front edge on. Other arcs start at the centre.
    """

    shape: Shape
    reach: float = 0.0
    front: int | None = None
    arc: int = HALF_TURN
    sight: Seeing | None = None


class Stretch(NamedTuple):
    """Part of a path on which a watcher has the mover in reach, arc and sight: from one distance to another."""

    which: int
    start: float
    end: float


def watches(watcher: Watcher, mover: Disc, tol: float = TOL) -> bool:
    """Does it watch the mover where that stands: reach, arc and sight?"""
    shape, reach, front, arc, sight = watcher
    if not within(shape, mover, reach, tol):
        return False
    if front is not None:
        here = _faces(shape)
        if not (in_front(here, front, mover) if arc == HALF_TURN else in_arc(here, front, arc, mover)):
            return False
    return sight is None or _sees(watcher, sight, mover)


def stretches(path: Path, r: float, watchers: Sequence[Watcher], tol: float = TOL) -> tuple[Stretch, ...]:
    """Every stretch of a path on which a base of radius r is watched, watcher by watcher, in order along the path."""
    if all(watcher.sight is None for watcher in watchers):
        return _stretches(path, r, watchers, tol)
    return _remembered(tuple(path), r, tuple(watchers), tol)


@lru_cache(maxsize=256)
def _remembered(path: tuple[Point, ...], r: float, watchers: tuple[Watcher, ...], tol: float) -> tuple[Stretch, ...]:
    """A move with several interruptions asks the same again after each."""
    return _stretches(path, r, watchers, tol)


def _stretches(path: Path, r: float, watchers: Sequence[Watcher], tol: float) -> tuple[Stretch, ...]:
    rows = joined([row((r, 0.0, 0.0, FAR, FAR)), *(block(SOLID, (w.shape,), float(w.reach)) for w in watchers)])
    fronts = _fronts(tuple((w.shape if w.front is not None else None, w.front, w.arc) for w in watchers))
    out = scratch(6 * max(len(path) - 1, 1) * len(watchers))
    count = kernel(watch).stretches(rows, fronts, flat(path), float(tol), out)
    found: list[Stretch] = []
    values = listed(out[: 3 * count])
    for which, start, end in zip(values[::3], values[1::3], values[2::3], strict=True):
        watcher = watchers[int(which)]
        if watcher.sight is None:
            found.append(Stretch(int(which), start, end))
        else:
            seen = _seen(path, r, watcher, watcher.sight, start, end)
            found += [Stretch(int(which), a, b) for a, b in seen]
    return tuple(found)


def within_reach(path: Path, r: float, shape: Shape, reach: float, tol: float = TOL) -> list[float]:
    """The stretches of a path within reach of one shape, all round: from, to, from, to ..."""
    out = scratch(6 * max(len(path) - 1, 1))
    rows = joined([row((r, 0.0, 0.0, FAR, FAR)), block(SOLID, (shape,), float(reach))])
    count = kernel(watch).stretches(rows, _fronts(((None, None, 0),)), flat(path), float(tol), out)
    values = listed(out[: 3 * count])
    del values[::3]
    return values


def _seen(path: Path, r: float, watcher: Watcher, sight: Seeing, start: float, end: float) -> list[tuple[float, float]]:
    """The parts of a stretch on which the mover is seen."""
    open_parts, seen, clip = [(start, end)], list[tuple[float, float]](), _clip(watcher, sight)
    while open_parts:
        look, asked = _look(watcher, sight), 0
        for a, b in open_parts:
            place = place_at(path, (a + b) / 2)
            for size in _sizes(r, b - a):
                look.end(Disc(*place, size), sight.mover_top, sight.owners[1], clip, sight.rank)
                asked += 1
        pairs = [n for i in range(asked) for n in (0, i + 1)]
        clear = iter(look.answer(pairs, dict.fromkeys(range(asked), sight.exempt) if sight.exempt else {}).clear)
        left = []
        for a, b in open_parts:
            smaller, larger = (next(clear) if b - a <= 2 * r else False), (next(clear) if b - a > FINE else False)
            if smaller:
                seen.append((a, b))
            elif larger:
                left += [(a, (a + b) / 2), ((a + b) / 2, b)]
        open_parts = left
    return _merged(sorted(seen))


def _sizes(r: float, length: float) -> Iterator[float]:
    """The movers that are looked at in the middle of a stretch: a smaller one seen tells that the mover is seen all
    along it, a larger one not seen that it is nowhere. Neither is asked where its answer would tell nothing."""
    if length <= 2 * r:
        yield max(r - length / 2, 0.0)
    if length > FINE:
        yield r + length / 2


def _merged(parts: list[tuple[float, float]]) -> list[tuple[float, float]]:
    out: list[tuple[float, float]] = []
    for a, b in parts:
        if out and a <= out[-1][1]:
            out[-1] = out[-1][0], b
        else:
            out.append((a, b))
    return out


def _sees(watcher: Watcher, sight: Seeing, mover: Disc) -> bool:
    front = watcher.front if watcher.arc == HALF_TURN else None
    return sees(
        sight.eye or watcher.shape, sight.top, mover, sight.mover_top, sight.blockers, sight.depth, front,
        sight.owners, rank=sight.rank, each=sight.each, exempt=sight.exempt,
    )  # fmt: skip


def _look(watcher: Watcher, sight: Seeing) -> Look:
    look = Look(sight.blockers, sight.depth, sight.each)
    look.end(sight.eye or watcher.shape, sight.top, sight.owners[0])
    return look


def _clip(watcher: Watcher, sight: Seeing) -> HalfPlane | None:
    if watcher.front is None or watcher.arc != HALF_TURN:
        return None
    return ahead(_faces(sight.eye or watcher.shape), watcher.front)


def _faces(shape: Shape) -> Disc | Rect:
    if not isinstance(shape, Disc | Rect):
        raise TypeError("only a disc or a stand has a front")
    return shape


@lru_cache(maxsize=1024)
def _fronts(fronts: tuple[tuple[Shape | None, int | None, int], ...]) -> Any:
    return row([value for shape, front, arc in fronts for value in _front(shape, front, arc)])


def _front(shape: Shape | None, front: int | None, arc: int) -> tuple[float, ...]:
    """The numbers of a front for the kernel."""
    if shape is None or front is None or arc >= FULL_TURN:
        return (watch.NO_FRONT, *(0.0,) * 8)
    here = _faces(shape)
    if arc == HALF_TURN:
        return (watch.WEDGE, here.x, here.y, *ahead(here, front), *ahead(here, front))
    if arc < HALF_TURN:
        one, two = wedge(here, front, arc)
        return (watch.WEDGE, here.x, here.y, *one, *two)
    one, two = wedge(here, turned(front, HALF_TURN), FULL_TURN - arc)
    return (watch.WIDE, here.x, here.y, *one, *two)
