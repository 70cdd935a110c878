"""Sight queries per second: 60 bases, every ordered pair, among 15 features on a 48-inch table, with the sight lines.

One JSON object a line. Every pair is searched in both directions here; `sight_all` itself asks each pair once.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from itertools import permutations

from sandtable.geometry.measure import convex_parts, touching
from sandtable.geometry.shapes import Disc, Rect, Shape
from sandtable.geometry.sight import Blocker, Blockers, Look, Sighting, sight, sight_all, sight_row

INCH = 1000
DEPTH = 3 * INCH  # into the forests
SIZES = ((591, 1750), (787, 2250), (984, 2750))


def scene(seed: int = 1, bases: int = 60) -> tuple[Blockers, list[tuple[Shape, float]]]:
    """Eight walls and buildings, three L-shaped ruins, four forests; bases stand clear of solids."""
    rng = random.Random(seed)

    def spot() -> tuple[int, int]:
        return rng.randrange(4 * INCH, 44 * INCH), rng.randrange(4 * INCH, 44 * INCH)

    items: list[Blocker] = []
    for _ in range(8):
        size = rng.randrange(2000, 7000), rng.randrange(500, 4000)
        items.append(Blocker(Rect(*spot(), *size, rng.randrange(360_000)), rng.choice((1500, 2000, 2500, 4000))))
    for _ in range(3):
        (x, y), w = spot(), rng.randrange(2000, 5000)
        ruin = [(0, 0), (w, 0), (w, 800), (800, 800), (800, w), (0, w)]
        items += [Blocker(part, 5000) for part in convex_parts([(x + a, y + b) for a, b in ruin])]
    for number in range(4):
        x, y = spot()
        rim = [(3, -1), (3, 1), (1, 3), (-1, 3), (-3, 1), (-3, -1), (-1, -3), (1, -3)]
        pts = tuple((x + a * rng.randrange(600, 1300), y + b * rng.randrange(600, 1300)) for a, b in rim)
        items += [Blocker(part, feature=number) for part in convex_parts(pts)]
    ends: list[tuple[Shape, float]] = []
    while len(ends) < bases:
        r, top = rng.choice(SIZES)
        base = Disc(rng.randrange(48 * INCH), rng.randrange(48 * INCH), r)
        if not any(item.feature < 0 and touching(base, item.shape) for item in items):
            ends.append((base, top))
    return Blockers(tuple(items)), ends


def rate(queries: int, ask: Callable[[], object], seconds: float) -> float:
    """Best of several runs, the usual guard against a busy machine."""
    best, until = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < until or best == float("inf"):
        start = time.perf_counter()
        ask()
        best = min(best, time.perf_counter() - start)
    return round(queries / best)


def main(seconds: float = 1.0) -> None:
    blockers, ends = scene()
    pairs = [n for pair in permutations(range(len(ends)), 2) for n in pair]

    def everyone(plain: bool) -> list[Sighting]:
        look = Look(blockers, DEPTH, plain=plain)
        for shape, top in ends:
            look.end(shape, top)
        return look.answer(pairs).all()

    def searched(plain: bool) -> None:
        look = Look(blockers, DEPTH, plain=plain)
        for shape, top in ends:
            look.end(shape, top)
        look.answer(pairs)

    fast, slow = everyone(False), everyone(True)
    assert fast == slow, "the kernel and its plain twin disagree"
    (a, za), (b, zb) = ends[0], ends[1]
    queries, others = len(pairs) // 2, ends[1:]
    about = {"pairs": queries, "clear": sum(s.clear for s in fast), "boxes": sum(s.cells for s in fast)}
    one, row = (lambda: sight(a, za, b, zb, blockers, DEPTH)), (lambda: sight_row(a, za, others, blockers, DEPTH))
    for name, value in (
        ("sight.kernel", rate(queries, lambda: searched(False), seconds)),
        ("sight.twin", rate(queries, lambda: searched(True), seconds)),
        ("sight.all", rate(queries, lambda: sight_all(ends, blockers, DEPTH), seconds)),
        ("sight.row", rate(len(others), row, seconds)),
        ("sight.single", rate(1, one, seconds)),
    ):
        print(json.dumps({"name": name, "value": value, "unit": "queries/s", "identical": True, **about}))


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
