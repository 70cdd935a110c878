from __future__ import annotations

import math
import random

import pytest

from sandtable.geometry.corners import corners
from sandtable.geometry.distance import overlap
from sandtable.geometry.shapes import Disc, Point, Rect
from sandtable.geometry.wheel import corner_travel, leg_clear, leg_hit, pivot, shifted, swept, wheel, wheel_stop
from tests.geometry.reach_cases import a_place, a_shape, drawn

STAND = Rect(10_000, 10_000, 4000, 2000, 90_000)  # faces up the table


def test_a_wheel_keeps_its_corner() -> None:
    for corner in range(4):
        for angle in (90_000, -37_000, 12_345):
            turned = wheel(STAND, corner, angle)
            assert math.dist(corners(turned).pts[corner], corners(STAND).pts[corner]) < 0.8
            assert turned.facing == (90_000 + angle) % 360_000


def test_a_quarter_wheel_about_the_front_right_corner() -> None:
    assert corners(STAND).pts[0] == (12_000, 11_000)
    assert wheel(STAND, 0, -90_000) == Rect(11_000, 13_000, 4000, 2000, 0)


def test_an_about_face_costs_the_diagonal() -> None:
    assert corner_travel((STAND, pivot(STAND, 180_000))) == pytest.approx(math.hypot(4000, 2000))
    assert corner_travel((STAND, shifted(STAND, (0, 3000)))) == 3000
    assert corner_travel((STAND,)) == 0
    there_and_back = (STAND, shifted(STAND, (0, 3000)), STAND)
    assert corner_travel(there_and_back) == 6000


def test_a_leg_is_judged_by_the_hull_of_its_poses() -> None:
    end = shifted(STAND, (0, 6000))
    assert leg_clear(STAND, end, [Rect(13_000, 13_000, 2000, 2000, 0)])
    assert leg_clear(STAND, end, [Rect(12_999, 13_000, 2000, 2000, 0)])
    assert not leg_clear(STAND, end, [Rect(12_995, 13_000, 2000, 2000, 0)])
    assert leg_clear(STAND, end, [Rect(12_995, 13_000, 2000, 2000, 0)], tol=10)
    assert leg_hit(STAND, end, [Disc(20_000, 1, 5), Disc(12_400, 13_000, 500)]) == 1
    quarter = wheel(STAND, 0, -90_000)
    assert leg_hit(STAND, quarter, [Disc(8600, 13_500, 100)]) is None
    assert leg_hit(STAND, quarter, [Disc(9500, 13_000, 100)]) == 0


def test_the_hull_holds_both_poses() -> None:
    rng = random.Random(9)
    for _ in range(50):
        one = Rect(*a_place(rng), 4000, 2000, rng.randrange(360_000))
        two = Rect(*a_place(rng), 4000, 2000, rng.randrange(360_000))
        area = drawn(swept(one, two)).buffer(1e-3)
        assert area.contains(drawn(one))
        assert area.contains(drawn(two))


def about(pin: Point, p: Point, angle: float) -> Point:
    c, s = math.cos(math.radians(angle / 1000)), math.sin(math.radians(angle / 1000))
    dx, dy = p[0] - pin[0], p[1] - pin[1]
    return pin[0] + c * dx - s * dy, pin[1] + s * dx + c * dy


def pose(stand: Rect, corner: int, angle: int) -> Rect:
    x, y = about(corners(stand).pts[corner], (stand.x, stand.y), angle)
    return Rect(x, y, stand.frontage, stand.depth, (stand.facing + angle) % 360_000)


def test_wheels_agree_with_small_steps() -> None:
    rng = random.Random(10)
    stopped = 0
    for _ in range(150):
        stand = Rect(*a_place(rng), 4000, 2000, rng.randrange(360_000))
        shapes = [s for s in (a_shape(rng) for _ in range(3)) if not overlap(stand, s)]
        corner, angle = rng.randrange(4), rng.choice((-1, 1)) * rng.randrange(10_000, 120_000)
        stop, what = wheel_stop(stand, corner, angle, shapes)
        way = 1 if angle > 0 else -1
        for turn in range(0, abs(stop) + 1, 2500):
            assert not any(overlap(pose(stand, corner, way * turn), s, 1.5) for s in shapes), (stand, corner, turn)
        if what is None:
            assert stop == angle
            continue
        stopped += 1
        assert overlap(pose(stand, corner, stop + 2 * way), shapes[what], 0.9), (stand, corner, angle, shapes)
        assert not overlap(pose(stand, corner, stop), shapes[what], 1.1)
    assert stopped > 30
