"""Random tables for sight, and slow independent answers to the same questions (numpy and shapely, no code shared)."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import shapely

from sandtable.geometry.measure import hull, outline, touching
from sandtable.geometry.shapes import Disc, Rect, Shape
from sandtable.geometry.sight import Blocker

RADII = (591, 787, 984)
MARGIN = 1.0  # an oracle line counts when it keeps this far from everything: more than GROW, less than a slit


def a_shape(rng: random.Random) -> Shape:
    x, y = rng.randrange(21_000, 29_000), rng.randrange(21_000, 29_000)
    kind = rng.random()
    if kind < 0.3:
        return Disc(x, y, rng.choice(RADII))
    if kind < 0.5:
        return hull((x + rng.randrange(3000), y + rng.randrange(3000)) for _ in range(5))
    facing = rng.choice((0, 90_000, rng.randrange(360_000)))
    return Rect(x, y, rng.randrange(300, 4000), rng.randrange(100, 1500), facing)


def two_bases(rng: random.Random) -> tuple[Disc, Disc]:
    while True:
        a, b = (Disc(rng.randrange(20_000, 30_000), rng.randrange(20_000, 30_000), rng.choice(RADII)) for _ in "ab")
        if not touching(a, b):
            return a, b


def a_table(rng: random.Random, shapes: int, forests: float = 0.0) -> tuple[Disc, Disc, list[Blocker]]:
    """Two bases, solids that touch neither, and forests anywhere."""
    a, b = two_bases(rng)
    items: list[Blocker] = []
    for number in range(shapes):
        shape = a_shape(rng)
        if rng.random() < forests:
            items.append(Blocker(shape, feature=number))
        elif not touching(shape, a, 5) and not touching(shape, b, 5):
            items.append(Blocker(shape, rng.choice((1500, 2000, 2500, 4000))))
    return a, b, items


def solid(shape: Shape, grow: float = 0.0) -> Any:
    """The shape in shapely, discs with many corners outside the circle."""
    if isinstance(shape, Disc):
        return shapely.Point(shape.x, shape.y).buffer((shape.r + grow) * 1.0001, quad_segs=64)
    return shapely.Polygon(outline(shape)).buffer(grow)


def bitangents(discs: Sequence[Disc]) -> Any:
    """Every common tangent of two discs: rows of a point and a unit direction."""
    rows = []
    for a, b in combinations(discs, 2):
        dx, dy = b.x - a.x, b.y - a.y
        d = math.hypot(dx, dy)
        for sa in (1, -1):
            for sb in (1, -1):
                k = (sa * a.r - sb * b.r) / d if d else 2.0
                if abs(k) < 1:
                    h = math.sqrt(1 - k * k)
                    nx, ny = (k * dx - h * dy) / d, (k * dy + h * dx) / d
                    rows.append((a.x + sa * a.r * nx, a.y + sa * a.r * ny, -ny, nx))
    return np.array(rows)


def critical_line(a: Disc, b: Disc, walls: Sequence[Shape]) -> Any:
    """A line from a to b that keeps clear of all walls, or None: if one exists, some tangent to two things is one."""
    discs = [Disc(a.x, a.y, a.r - 0.5), Disc(b.x, b.y, b.r - 0.5)]
    for wall in walls:
        grow = (wall.r if isinstance(wall, Disc) else 0) + MARGIN + 0.01
        discs += [Disc(x, y, grow) for x, y in outline(wall)]
    lines = bitangents(discs)
    ends = []
    for base in (a, b):
        mx, my = base.x - lines[:, 0], base.y - lines[:, 1]
        along, off = mx * lines[:, 2] + my * lines[:, 3], mx * lines[:, 3] - my * lines[:, 2]
        half = np.sqrt(np.maximum(base.r**2 - off**2, 0))
        ends.append((np.abs(off) <= base.r, along - half, along + half))
    (hits_a, a0, a1), (hits_b, b0, b1) = ends
    start, end = np.where(a0 < b0, a1, a0), np.where(a0 < b0, b0, b1)
    keep = hits_a & hits_b
    points = [lines[:, :2] + t[:, None] * lines[:, 2:] for t in (start, end)]
    segments = shapely.linestrings(np.stack(points, axis=1)[keep])
    clear = np.ones(len(segments), bool)
    for wall in walls:
        core = shapely.Point(wall.x, wall.y) if isinstance(wall, Disc) else shapely.Polygon(outline(wall))
        clear &= shapely.distance(segments, core) >= MARGIN + (wall.r if isinstance(wall, Disc) else 0)
    return segments[clear][0] if clear.any() else None


def stretch(p: Any, q: Any, shape: Shape, grow: float) -> tuple[Any, Any]:
    """For many segments p to q at once: from which t to which t in [0, 1] they are inside; t0 >= t1 when they miss."""
    d = q - p
    if isinstance(shape, Disc):
        m = p - (shape.x, shape.y)
        aa, bb, cc = (d**2).sum(1), (m * d).sum(1), (m**2).sum(1) - (shape.r + grow) ** 2
        root = np.sqrt(np.maximum(bb**2 - aa * cc, 0))
        hit = bb**2 > aa * cc
        lo, hi = np.where(hit, (-bb - root) / aa, 2), np.where(hit, (-bb + root) / aa, -1)
    else:
        pts = np.array(outline(shape), float)
        lo, hi = np.full(len(p), -np.inf), np.full(len(p), np.inf)
        for s, t in zip(pts, np.roll(pts, -1, axis=0), strict=True):
            n = np.array((s[1] - t[1], t[0] - s[0])) / math.dist(s, t)
            at, rate = (p - s) @ n + grow, d @ n
            cut = -at / np.where(rate == 0, 1e-300, rate)
            lo = np.where(rate > 0, np.maximum(lo, cut), lo)
            hi = np.where(rate < 0, np.minimum(hi, cut), hi)
            hi = np.where((rate == 0) & (at < 0), -np.inf, hi)
    return np.clip(lo, 0, 1), np.clip(hi, 0, 1)


def fair(
    p: Any, q: Any, za: float, zb: float, items: Sequence[Blocker], slack: float, budget: float = 3000,
    each: bool = False,
) -> Any:  # fmt: skip
    """Which segments are clear by the book? slack > 0 asks for a clear margin, slack < 0 forgives as much.

    The budget is for all features together, or for each; every item is a feature of its own here.
    """
    size = np.sqrt(((q - p) ** 2).sum(1))
    good, spans = np.ones(len(p), bool), []
    for item in items:
        lo, hi = stretch(p, q, item.shape, slack)
        crossed = hi > lo
        if item.feature < 0:
            lowest = np.minimum(za + (zb - za) * lo, za + (zb - za) * hi)
            good &= ~crossed | (lowest >= item.top + slack)
            continue
        inner_lo, inner_hi = stretch(p, q, item.shape, -slack)
        within = (inner_hi > inner_lo) & ((inner_lo <= 0) | (inner_hi >= 1))
        good &= ~crossed | within
        spans.append((np.where(crossed, lo, 2.0), np.where(crossed, hi, 2.0)))
    for span in spans if each else ():
        good &= _merged([span], len(p)) * size <= budget - slack
    return good if each else good & (_merged(spans, len(p)) * size <= budget - slack)


def _merged(spans: list[tuple[Any, Any]], count: int) -> Any:
    """Total length of stretches, what several cover counted once."""
    total, done = np.zeros(count), np.zeros(count)
    if spans:
        los, his = (np.array(ends) for ends in zip(*spans, strict=True))
        order = np.argsort(los, axis=0)
        for lo, hi in zip(np.take_along_axis(los, order, 0), np.take_along_axis(his, order, 0), strict=True):
            total += np.maximum(hi - np.maximum(lo, done), 0)
            done = np.maximum(done, hi)
    return total


def random_segments(rng: np.random.Generator, a: Disc, b: Disc, count: int) -> tuple[Any, Any]:
    """Half of them from rim to rim, where the interesting ones are."""
    out = []
    for base in (a, b):
        angle, r = rng.uniform(0, math.tau, count), base.r * np.sqrt(rng.uniform(0, 1, count))
        r[: count // 2] = base.r
        out.append(np.stack((base.x + r * np.cos(angle), base.y + r * np.sin(angle)), axis=1))
    return out[0], out[1]
