"""The compiled kernels and their plain twins give the same bits."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest

from sandtable.geometry.compiled import compiled, fast
from sandtable.geometry.ground import Ground
from sandtable.geometry.kernel import fans, paths, reach, spots
from sandtable.geometry.kernel.paths import ARRIVAL, angle, rotated
from tests.geometry.reach_cases import TABLE, a_ground, a_place, a_shape

# A missing compiler is a broken set-up and fails here; only who asks for the plain twin alone is spared the comparison.
pytestmark = pytest.mark.skipif(
    bool(os.environ.get("SANDTABLE_PLAIN")), reason="SANDTABLE_PLAIN asks for the twin alone"
)


def test_the_compiler_is_there() -> None:
    assert fast()


def plain_twin(module: ModuleType) -> Any:
    return module


def a_row(rng: random.Random) -> Ground:
    ground = a_ground(rng, 6, a_place(rng))
    return Ground(591, ground.solid, (a_shape(rng),), (a_shape(rng), a_shape(rng)), TABLE, TABLE)


def test_single_questions() -> None:
    import numpy as np

    rng, hot, slow = random.Random(15), compiled(reach), plain_twin(reach)
    for _ in range(60):
        rows = a_row(rng).rows
        plain = rows.tolist()
        p, q = ([float(v) for v in a_place(rng)] for _ in range(2))
        size = math.dist(p, q)
        u = ((q[0] - p[0]) / size, (q[1] - p[1]) / size)
        for kind in (0, 1):
            assert hot.blocker(rows, *p, 1.0, kind) == slow.blocker(plain, *p, 1.0, kind)
        assert hot.straight(rows, *p, *q, 1.0) == slow.straight(plain, *p, *q, 1.0)
        assert hot.cost(rows, *p, *q, 1.0) == slow.cost(plain, *p, *q, 1.0)
        assert hot.hit(rows, *p, *u, size, 1.0) == slow.hit(plain, *p, *u, size, 1.0)
        assert hot.afford(rows, *p, *u, size, 4000.0, 1.0) == slow.afford(plain, *p, *u, size, 4000.0, 1.0)
        assert hot.back_off(rows, *p, *u, size, 0.25) == slow.back_off(plain, *p, *u, size, 0.25)
        one, two = np.empty(40), [0.0] * 40
        assert hot.contacts(rows, *p, *u, 1.0, one) == (n := slow.contacts(plain, *p, *u, 1.0, two))
        assert one[:n].tolist() == two[:n]


def test_spots() -> None:
    import numpy as np

    rng, hot, slow = random.Random(16), compiled(spots), plain_twin(spots)
    for _ in range(60):
        rows = a_row(rng).rows
        ask = (*(float(v) for v in (*a_place(rng), *a_place(rng))), 2500.0, 0.25)
        room = 2 * len(rows) + 64
        assert hot.spot(rows, *ask, np.empty(room)) == slow.spot(rows.tolist(), *ask, [0.0] * room)
        leg, fan = (*ask[:4], 4000.0, 0.99), [1.0, 0.0, 0.5, 0.8, 0.5, -0.8, 0.6, 0.0]
        assert hot.approach(rows, *leg, np.array(fan)) == slow.approach(rows.tolist(), *leg, fan)


def test_searches_and_fans() -> None:
    import numpy as np

    rng, hot, found = random.Random(17), compiled(paths), 0
    for _ in range(12):
        rows = a_row(rng).rows
        plain = rows.tolist()
        p, q = ([float(v) for v in a_place(rng)] for _ in range(2))
        ends = (*p, *q, 12_000.0, True)
        one, two = np.empty(3000), [0.0] * 3000
        n = hot.gather(rows, one, ends, 0.25, 2000.0)
        assert n == paths.gather(plain, two, ends, 0.25, 2000.0)
        size = 4000
        made, twin = np.empty(size * ARRIVAL), [0.0] * (size * ARRIVAL)
        got = hot.search(rows, one, n, ends, 0.25, np.empty(2 * size), made, np.empty(2 * n))
        assert got == paths.search(plain, two, n, ends, 0.25, [0.0] * (2 * size), twin, [0.0] * (2 * n))
        assert made[: got[1] * ARRIVAL].tolist() == twin[: got[1] * ARRIVAL]
        found += got[0] > 0
        rim = (*p, 0.0, 1.0, 0.0, 1.0, 4000.0)
        tips, same = np.empty(2000), [0.0] * 2000
        count = compiled(fans).fan(rows, rim, 40, 0.25, tips)
        assert count == fans.fan(plain, rim, 40, 0.25, same)
        assert tips[: 4 * count].tolist() == same[: 4 * count]
        near, close_by, corners, few = np.empty(len(rows)), [0.0] * len(rows), np.empty(4 * count), [0.0] * (4 * count)
        length = compiled(fans).within_reach(rows, rim, near)
        assert length == fans.within_reach(plain, rim, close_by)
        assert near[:length].tolist() == close_by[:length]
        left = compiled(fans).edge(tips, count, True, True, corners)
        assert left == fans.edge(same, count, True, True, few)
        assert corners[: 2 * left].tolist() == few[: 2 * left]
    assert found > 3


def test_angles_without_a_library() -> None:
    rng = random.Random(18)
    for _ in range(300):
        x, y, turn = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-math.tau, math.tau)
        assert angle(x, y) == pytest.approx(math.atan2(y, x) % math.tau, abs=1e-14)
        c, s = rotated(1.0, 0.0, turn)
        assert c == pytest.approx(math.cos(turn), abs=1e-14)
        assert s == pytest.approx(math.sin(turn), abs=1e-14)
    assert [angle(*v) for v in ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))] == [0.0, math.pi / 2, math.pi]


def test_importing_moves_and_paths_does_not_import_the_compiler() -> None:
    code = "import sys, sandtable.geometry.outline, sandtable.geometry.motion; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_everything_runs_plain_with_equal_answers() -> None:
    code = """
from sandtable.geometry.compiled import fast
from sandtable.geometry.ground import Ground
from sandtable.geometry.outline import outline
from sandtable.geometry.paths import drag, shortest
from sandtable.geometry.shapes import Disc, Rect
from sandtable.geometry.spots import pack, ring
g = Ground(591, (Rect(25000, 25000, 4000, 1000, 30000),), (), (Disc(22000, 22000, 984),), 48000, 48000)
p = (22000, 25500)
print(shortest(g, p, (28000, 24500), 12000), drag(g, p, (25000, 25000), 5000), outline(g, p, 5000, rays=24))
print(ring(g, p, 4000, 5), pack(g, [p, p], p, 3000), g.first_fault([p, (28000, 24500)], 9000), not fast())
"""
    runs = []
    for plain in ("", "1"):
        runs.append(
            subprocess.run(
                [sys.executable, "-c", code],
                capture_output=True,
                text=True,
                env={**os.environ, "SANDTABLE_PLAIN": plain},
            )
        )
    fast_run, plain_run = (run.stdout.strip() for run in runs)
    assert fast_run.endswith("False")
    assert plain_run.endswith("True")
    assert fast_run.rsplit(" ", 1)[0] == plain_run.rsplit(" ", 1)[0]
