"""How fast moving is: one JSON object a line. Run twice; the first run compiles."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterable
from itertools import cycle, islice

from sandtable.geometry.ground import Ground
from sandtable.geometry.motion import Watcher, next_crossing
from sandtable.geometry.outline import outline
from sandtable.geometry.paths import shortest
from sandtable.geometry.shapes import Disc, Rect, Shape
from sandtable.geometry.spots import ring, spot, strides

TABLE = 48_000
Case = tuple[Ground, tuple[int, int], tuple[int, int]]


def case(rng: random.Random) -> Case:
    """A table with twelve features, two of them rough, and twenty bases; a base to move, and where to."""
    start = rng.randrange(8000, 40_000), rng.randrange(8000, 40_000)

    def place() -> tuple[int, int]:
        while True:
            p = rng.randrange(2000, 46_000), rng.randrange(2000, 46_000)
            if abs(p[0] - start[0]) > 4500 or abs(p[1] - start[1]) > 4500 or rng.random() < 0.15:
                return p

    features: list[Shape] = [
        Rect(*place(), rng.randrange(1000, 6000), rng.randrange(300, 3000), rng.randrange(360_000)) for _ in range(12)
    ]
    bases = [Disc(*place(), rng.choice((591, 787, 984))) for _ in range(20)]
    solid = tuple(f for f in features[2:] if Ground(620, (f,)).free(start))
    near = tuple(b for b in bases if Ground(620, bases=(b,)).free(start))
    goal = start[0] + rng.randrange(-5500, 5500), start[1] + rng.randrange(-5500, 5500)
    return Ground(591, solid, (), tuple(features[:2]), TABLE, TABLE, near), start, goal


def timed(work: Callable[[Case], object], cases: Iterable[Case], rounds: int) -> float:
    """Mean microseconds a call."""
    todo = list(islice(cycle(cases), rounds))
    for one in todo[:50]:
        work(one)
    start = time.perf_counter()
    for one in todo:
        work(one)
    return (time.perf_counter() - start) / len(todo) * 1e6


def report(name: str, value: float, unit: str = "us") -> None:
    print(json.dumps({"name": name, "value": round(value, 2), "unit": unit}))


def main() -> None:
    rng = random.Random(1)
    cases = [case(rng) for _ in range(200)]
    bent = [c for c in cases if not c[0].straight(c[1], c[2]) and c[0].free(c[2])]
    many = [(c[1][0] + 100 * i, c[1][1] + 50 * i) for c in cases[:1] for i in range(-20, 20)]
    fresh = iter(range(10**9))

    def build(c: Case) -> object:
        ground = c[0]
        moved = (*ground.bases, Disc(next(fresh), 1000, 591))
        return Ground(591, ground.solid, (), ground.rough, TABLE, TABLE, moved).rows

    report("reach.region", timed(lambda c: outline(c[0], c[1], 6000), cases, 200))
    report("reach.path", timed(lambda c: shortest(c[0], c[1], c[2], 12_000), bent, 400))
    report("reach.spot", timed(lambda c: spot(c[0], c[2], c[1], 3000), cases, 2000))
    report("reach.straight", timed(lambda c: c[0].straight(c[1], c[2]), cases, 20_000))
    report("reach.free", timed(lambda c: c[0].free(c[2]), cases, 20_000))
    report("reach.straight_each_of_40", timed(lambda c: c[0].straight_many(c[1], many), cases, 1000) / 40)
    report("reach.ring_of_8", timed(lambda c: ring(c[0], c[1], 5000, 8), cases, 2000))
    report("reach.strides_of_8", timed(lambda c: strides(c[0], c[1], 5000, 8), cases, 2000))
    report("reach.build", timed(build, cases, 2000))
    watchers = [[Watcher(b, 500) for b in c[0].bases[:5]] for c in cases]
    by_case = dict(zip((id(c) for c in cases), watchers, strict=True))

    def elsewhere(c: Case) -> tuple[tuple[int, int], tuple[int, int]]:  # a path nobody has asked about
        return c[1], (c[2][0], c[2][1] + next(fresh))

    report("motion.next_crossing", timed(lambda c: next_crossing(elsewhere(c), 591, by_case[id(c)]), cases, 5000))
    fronts = {key: [w._replace(front=90_000) for w in watchers] for key, watchers in by_case.items()}
    report("motion.front_arcs", timed(lambda c: next_crossing(elsewhere(c), 591, fronts[id(c)]), cases, 5000))


if __name__ == "__main__":
    main()
