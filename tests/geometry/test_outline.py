from __future__ import annotations

import math
import random
from typing import Any

import shapely

from sandtable.geometry.compiled import kernel, scratch
from sandtable.geometry.distance import foot
from sandtable.geometry.ground import Ground, Spot, rounded
from sandtable.geometry.kernel import fans, paths
from sandtable.geometry.kernel.fans import THIN
from sandtable.geometry.outline import ROOM, Fan, _rims, outline, straight_fan
from sandtable.geometry.paths import reachable
from sandtable.geometry.polygons import distance
from sandtable.geometry.shapes import Disc, Rect
from sandtable.geometry.units import FIT, TOL
from tests.geometry.reach_cases import a_ground, a_place, a_shape


def region(ground: Ground, p: tuple[int, int], limit: float) -> shapely.Geometry:
    return shapely.union_all([shapely.Polygon(fan).buffer(0) for fan in outline(ground, p, limit)])


def test_in_the_open_the_region_is_a_disc() -> None:
    area = region(Ground(500, width=48_000, height=48_000), (20_000, 20_000), 5000).area
    assert 0.998 * math.pi * 5000**2 < area < math.pi * 5000**2
    edge = region(Ground(500, width=48_000, height=48_000), (500, 20_000), 5000)
    assert edge.bounds[0] >= 499


def test_behind_a_post_the_region_is_reached_round_it() -> None:
    ground = Ground(500, bases=(Disc(22_000, 20_000, 500),), width=48_000, height=48_000)
    assert len(outline(ground, (20_000, 20_000), 6000)) >= 3
    assert region(ground, (20_000, 20_000), 6000).contains(shapely.Point(25_000, 20_000))


def test_the_region_agrees_with_the_ruling() -> None:
    rng = random.Random(14)
    inside = outside = 0
    for rough in (0, 0, 0, 1, 2):
        p = a_place(rng, 23_000, 27_000)
        ground = a_ground(rng, 7, p)
        ground = Ground(591, ground.solid, (), tuple(a_shape(rng) for _ in range(rough)), 50_000, 50_000)
        area = region(ground, p, 6000)
        for _ in range(60):
            q = a_place(rng, 19_000, 31_000)
            if not ground.free(q):
                continue
            if area.buffer(-60).contains(shapely.Point(q)):
                inside += 1
                assert reachable(ground, p, q, 6000 * (1.015 if rough else 1)), (ground, p, q)
            elif not rough and not area.buffer(60).contains(shapely.Point(q)):
                outside += 1
                assert not reachable(ground, p, q, 6000), (ground, p, q)
    assert inside > 50
    assert outside > 30


def test_rough_ground_halves_the_region_inside() -> None:
    ground = Ground(500, rough=(Rect(20_000, 20_000, 30_000, 30_000, 0),))
    area = region(ground, (20_000, 20_000), 5000).area
    assert 0.99 * math.pi * 2500**2 < area < 1.01 * math.pi * 2500**2


def thinned(fan: list[Spot]) -> Fan:
    """Without repeated corners, and without those that lie on the edge between their neighbours."""
    kept: list[Spot] = []
    for p in fan:
        if kept and p == kept[-1]:
            continue
        while len(kept) > 1 and distance(kept[-1], foot(kept[-1], kept[-2], p)) < THIN / 8:
            kept.pop()
        kept.append(p)
    return tuple(kept)


def every_ray(rows: Any, rim: tuple[float, ...], rays: int, slack: float) -> tuple[list[Spot], list[Spot]]:
    """Bases and tips of a fan for which every part of the ground is looked at."""
    room = scratch(4 * ROOM)
    n = kernel(fans).fan(rows, rim, rays, slack, room)
    bases, tips = ([rounded((room[4 * i + k], room[4 * i + k + 1])) for i in range(n)] for k in (0, 2))
    return bases, tips


def test_only_what_is_near_shapes_a_fan() -> None:
    """Parts out of reach are left out first and corners are thinned in the kernel: nothing differs."""
    rng, bent, narrowed = random.Random(15), 0, 0
    for rough in (0, 0, 1, 2, 3, 3):
        p = a_place(rng, 20_000, 30_000)
        ground = a_ground(rng, 14, p)
        ground = Ground(591, ground.solid, (), tuple(a_shape(rng) for _ in range(rough)), 50_000, 50_000)
        rows = ground.rows.copy()
        kernel(paths).prepare(rows, float(p[0]), float(p[1]), FIT)
        whole = []
        for rim in (tuple(map(float, rim)) for rim in _rims(ground, p, 5000, 500)):
            bases, tips = every_ray(rows, rim, 90, FIT)
            whole.append(thinned([*(bases if rim[2] else ()), *reversed(tips)]))
            narrowed += kernel(fans).within_reach(rows, rim, rows.copy()) < len(rows)
            bent += rim[2] > 0
        assert outline(ground, p, 5000, 500, 90) == tuple(fan for fan in whole if len(fan) > 2)
        start = (float(p[0]), float(p[1]), 0.0, 1.0, 0.0, 1.0, 5000.0)
        assert straight_fan(ground, p, 5000) == thinned(every_ray(ground.rows, start, ROOM // 2, float(TOL))[1])
    assert bent > 10
    assert narrowed > 10
