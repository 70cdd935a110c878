from __future__ import annotations

import math
import random

import shapely

from sandtable.geometry.ground import Ground
from sandtable.geometry.outline import outline
from sandtable.geometry.paths import reachable
from sandtable.geometry.shapes import Disc, Rect
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
