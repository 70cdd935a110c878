"""Watchers against sampling: random paths past a watcher with reach, arc and sight, judged place by place.

The samples are judged by numpy and shapely; only sight is asked of the package, one place at a time.
Many at once:  python -m tests.geometry.watch_cases 10000 [first seed]
"""

from __future__ import annotations

import json
import math
import random
import sys
import time
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import shapely

from sandtable.geometry.corners import corners
from sandtable.geometry.measure import gap, touching
from sandtable.geometry.motion import Stretch, Watcher, path_length, seeing, stretches
from sandtable.geometry.shapes import Disc, Rect, Segment, Shape
from sandtable.geometry.sight import Base, Blocker, Blockers, sight_row

RADII = (591, 787, 984)
STEP = 4.0  # thousandths between samples
NEAR = 5.0  # how far a place may be off, and how deep a leaving must be to count
HALF = 180_000
Path = list[tuple[int, int]]


class Case(NamedTuple):
    path: Path
    r: int
    watcher: Watcher


class Tally(NamedTuple):
    paths: int = 0
    leavings: int = 0
    by_sight: int = 0  # ends of stretches at places still within reach and arc
    samples: int = 0
    shallow: int = 0  # samples at which sight hangs on less than NEAR
    seconds: float = 0.0

    def plus(self, other: Tally) -> Tally:
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))  # type: ignore[arg-type]


def a_case(rng: random.Random) -> Case:
    """A base that starts near a watcher and goes somewhere; in half of the cases others stand about and hide it."""
    r, size = rng.choice(RADII), rng.choice(RADII)
    shape: Disc | Rect = Disc(20_000, 20_000, size)
    if rng.random() < 0.2:
        shape = Rect(20_000, 20_000, 4000, 2000, rng.randrange(360_000))
    front = None if rng.random() < 0.2 else shape.facing if isinstance(shape, Rect) else rng.randrange(360_000)
    arc = rng.choice((HALF, HALF, HALF, 90_000, rng.randrange(10_000, 350_000)))
    path = []
    for _ in range(rng.choice((2, 2, 3, 4))):
        way, far = rng.uniform(0, math.tau), rng.randrange(800, 7000)
        path.append((20_000 + round(far * math.cos(way)), 20_000 + round(far * math.sin(way))))
    watcher = Watcher(shape, rng.choice((500, 2000, 5000)), front, arc)
    if rng.random() < 0.5:
        bases = [Base(shape, 2000, RADII.index(size)), Base(Disc(*path[0], r), 2000, RADII.index(r))]
        terrain: list[Blocker] = []
        for _ in range(30):  # in between, where they hide something
            p, share = rng.choice(path), rng.uniform(0.2, 1.0)
            x, y = (round(20_000 + share * (c - 20_000) + rng.uniform(-1500, 1500)) for c in p)
            rank = rng.choice((0, 1, 2, 2))
            base, wall = Disc(x, y, RADII[rank]), Rect(x, y, rng.randrange(500, 4000), 200, rng.randrange(HALF))
            hiding: Disc | Rect = wall if rng.random() < 0.3 else base
            if touching(hiding, shape) or in_the_way(path, r, hiding):
                continue
            if isinstance(hiding, Disc):
                bases.append(Base(hiding, 2000, rank))
            else:
                terrain.append(Blocker(hiding))
            if len(bases) + len(terrain) > 6:
                break
        watcher = watcher._replace(sight=seeing(Blockers(tuple(terrain)).among(bases, grow=1), 0, 1))
    return Case(path, r, watcher)


def in_the_way(path: Path, r: int, shape: Shape) -> bool:
    return any(gap(Segment(*p, *q), shape) < r - 1 for p, q in pairwise(path))


def places(path: Path, at: Any) -> Any:
    """The places at some distances along a path."""
    ends = np.cumsum([0.0, *(math.dist(p, q) for p, q in pairwise(path))])
    return np.stack([np.interp(at, ends, [p[i] for p in path]) for i in range(2)], axis=1)


def watched(case: Case, at: Any) -> Any:
    """Reach and arc, judged place by place."""
    path, r, (shape, reach, front, arc, _) = case
    assert isinstance(shape, Disc | Rect)
    where = places(path, at)
    points = shapely.points(where)
    if isinstance(shape, Disc):
        good = np.hypot(where[:, 0] - shape.x, where[:, 1] - shape.y) <= shape.r + reach + r + 1
    else:
        good = shapely.distance(points, shapely.Polygon(corners(shape).pts)) <= reach + r + 1
    if front is None:
        return good
    facing = math.radians(front / 1000)
    if arc == HALF:
        edge = 0.0 if isinstance(shape, Disc) else shape.depth / 2
        along = (where[:, 0] - shape.x) * math.cos(facing) + (where[:, 1] - shape.y) * math.sin(facing) - edge
        return good & (along >= -r)
    half, far = math.radians(arc / 2000), 1e6
    rim = [facing + half * i / 16 for i in range(-16, 17)]
    fan = shapely.Polygon(
        [(shape.x, shape.y), *((shape.x + far * math.cos(t), shape.y + far * math.sin(t)) for t in rim)]
    )
    return good & (shapely.distance(points, fan) <= r)


def seen(case: Case, at: Any, more: float = 0.0) -> Any:
    """Sight, asked place by place, of a mover larger by some thousandths."""
    path, r, watcher = case
    if watcher.sight is None:
        return np.ones(len(at), bool)
    s = watcher.sight
    front = watcher.front if watcher.arc == HALF else None
    targets = [(Disc(x, y, r + more), s.mover_top) for x, y in places(path, at).tolist()]
    count = len(targets)
    row = sight_row(
        watcher.shape, s.top, targets, s.blockers, None, front, s.owners[0], [s.owners[1]] * count,
        ranks=[s.rank] * count,
    )  # fmt: skip
    return np.array(row.clear)


def check(case: Case, given: tuple[Stretch, ...] | None = None) -> Tally:
    """Every sampled place that is not next to a border found is judged alike; every border found is one."""
    began = time.process_time()
    found = stretches(case.path, case.r, [case.watcher]) if given is None else given
    spent = time.process_time() - began
    total = path_length(case.path)
    at = np.arange(0.0, total, STEP)
    inside, near = np.zeros(len(at), bool), np.zeros(len(at), bool)
    for _, start, end in found:
        assert 0 <= start <= end <= total + 1e-6, case
        inside |= (at >= start) & (at <= end)
        for border in (start, end):
            near |= np.abs(at - border) <= NEAR
    good = watched(case, at)
    good[good] = seen(case, at[good])
    doubtful = np.flatnonzero((inside != good) & ~near)
    shallow = 0
    if len(doubtful):
        assert case.watcher.sight is not None, (case, at[doubtful])
        hangs = seen(case, at[doubtful], NEAR) != seen(case, at[doubtful], -NEAR)
        assert hangs.all(), (case, at[doubtful][~hangs])
        shallow = len(doubtful)
    gaps = [(a.end + b.start) / 2 for a, b in pairwise(found)]
    if gaps:
        lapses = np.array(gaps)
        assert not (watched(case, lapses) & seen(case, lapses, -1.0)).any(), (case, gaps)
    leavings = sum(end < total - 1e-6 for _, _, end in found)
    ends = np.array([end + 1.0 for _, _, end in found if end < total - 1.0])
    return Tally(1, leavings, int(watched(case, ends).sum()) if len(ends) else 0, len(at), shallow, spent)


def run(count: int, seed: int = 0) -> Tally:
    rng, tally = random.Random(seed), Tally()
    for _ in range(count):
        tally = tally.plus(check(a_case(rng)))
    return tally


if __name__ == "__main__":
    done = run(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    sys.stdout.write(json.dumps({"name": "watchers.against_sampling", **done._asdict()}) + "\n")
