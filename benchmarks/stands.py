"""How fast questions about stands are, among 120 of them: one JSON object a line. Run twice; the first run compiles."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from functools import partial
from itertools import combinations

from sandtable.geometry.corners import unit
from sandtable.geometry.distance import overlap
from sandtable.geometry.shapes import Rect
from sandtable.geometry.stands import Stands
from sandtable.geometry.wayfinding import WayFinder
from sandtable.geometry.wheel import leg_hit

WIDTH, HEIGHT = 180_000, 120_000  # a table of 180 x 120 cm
UNITS, FULL_PACE = 40, 20_000
Body = tuple[Rect, ...]


def crowd(rng: random.Random) -> list[Body]:
    """Forty units of three stands, side by side or one behind another; the first four are a brigade in one line."""
    bodies: list[Body] = [_body(60_000 + 12_000 * i, 60_000, 90_000, (4000, 0)) for i in range(4)]
    while len(bodies) < UNITS:
        facing = rng.choice((0, 90_000, 180_000, 270_000, rng.randrange(360_000)))
        cos, sin = unit(facing)
        step = rng.choice(((-4000 * sin, 4000 * cos), (2000 * cos, 2000 * sin)))
        body = _body(rng.randrange(10_000, WIDTH - 10_000), rng.randrange(10_000, HEIGHT - 10_000), facing, step)
        if not any(overlap(a, b) for a in body for other in bodies for b in other):
            bodies.append(body)
    return bodies


def _body(x: float, y: float, facing: int, step: tuple[float, float]) -> Body:
    return tuple(Rect(x + k * step[0], y + k * step[1], 4000, 2000, facing) for k in (-1, 0, 1))


def timed(work: Callable[[], object], rounds: int) -> float:
    """Mean seconds a call, after one that does not count."""
    work()
    began = time.perf_counter()
    for _ in range(rounds):
        work()
    return (time.perf_counter() - began) / rounds


def report(name: str, value: float, unit: str) -> None:
    print(json.dumps({"name": name, "value": round(value, 3), "unit": unit}), flush=True)


def main() -> None:
    rng = random.Random(7)
    bodies = crowd(rng)
    stands = tuple(stand for body in bodies for stand in body)
    row, pairs = Stands(stands), len(stands) * (len(stands) - 1) / 2
    report("stands.gap", timed(row.all_gaps, 50) / pairs * 1e6, "us")
    mover, others = stands[0], Stands(stands[3:])
    legs = [(mover, _moved(mover, rng)) for _ in range(200)]
    report("stands.leg", timed(lambda: others.legs(legs), 50) / len(legs) * 1e6, "us")
    brigade, rest = stands[:12], Stands(stands[12:])
    ways = [unit(1000 * degree) for degree in range(360)]
    report("stands.shift", timed(lambda: rest.shifts(brigade, ways, FULL_PACE), 50) * 1e3, "ms")
    charges = [charge(rng, 1 + k % 3) for k in range(120)]
    took = sorted(timed(partial(WayFinder(row).find, start, goal, FULL_PACE), 1) for row, start, goal in charges)
    report("stands.way", took[len(took) // 2] * 1e3, "ms")
    report("stands.way.slowest", took[-1] * 1e3, "ms")


def charge(rng: random.Random, in_the_way: int) -> tuple[Stands, Rect, Rect]:
    """A stand, the front edge of an enemy to charge, and stands in the way."""
    while True:
        enemy = Rect(60_000, 60_000, 4000, 2000, 270_000)
        start = Rect(rng.randrange(54_000, 66_000), rng.randrange(44_000, 50_000), 4000, 2000, rng.randrange(360_000))
        goal = Rect(60_000, 58_000, 4000, 2000, 90_000)
        bars = [
            Rect(rng.randrange(56_000, 64_000), rng.randrange(49_000, 56_000), 4000, 2000, rng.randrange(360_000))
            for _ in range(in_the_way)
        ]
        every = [enemy, start, goal, *bars]
        if not any(overlap(a, b) for a, b in combinations(every, 2)) and leg_hit(start, goal, bars) is not None:
            return Stands((enemy, *bars)), start, goal


def _moved(stand: Rect, rng: random.Random) -> Rect:
    """Somewhere within a full pace, turned somehow."""
    x, y = rng.randrange(-14_000, 14_000), rng.randrange(-14_000, 14_000)
    return Rect(
        stand.x + x, stand.y + y, stand.frontage, stand.depth, rng.choice((stand.facing, rng.randrange(360_000)))
    )


if __name__ == "__main__":
    main()
