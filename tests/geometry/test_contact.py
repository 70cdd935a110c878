from __future__ import annotations

import math
import random

import pytest
import shapely

from sandtable.geometry.contact import contact, edge_distance, shift_contact, shift_stop, slam
from sandtable.geometry.corners import corners
from sandtable.geometry.shapes import Disc, Point, Poly, Rect
from tests.geometry.reach_cases import a_place, a_shape, apart, drawn, traced

WALL = Poly(((4000, 2000), (6000, 2000), (6000, 3000), (4000, 3000)))


def a_direction(rng: random.Random) -> Point:
    turn = rng.uniform(0, math.tau)
    return math.cos(turn), math.sin(turn)


def test_contact_agrees_with_tracing() -> None:
    rng = random.Random(6)
    met = 0
    for _ in range(2000):
        p, shape = a_place(rng), a_shape(rng)
        u = a_direction(rng)
        if apart(p, shape) < 600:
            continue
        found, slow = contact(p, u, 591, shape), traced(p, u, shape, 591, 20_000)
        if math.isfinite(found):
            met += 1
            assert found == pytest.approx(slow, abs=0.5), (p, u, shape)
        else:
            assert not math.isfinite(traced(p, u, shape, 589.99, 20_000)), (p, u, shape)
    assert met > 150


def test_pressing_on_is_contact_and_sliding_or_moving_off_is_not() -> None:
    above = (5000, 3500)
    assert contact(above, (0, -1), 500, WALL) == 0
    assert contact(above, (0, 1), 500, WALL) == math.inf
    assert contact(above, (1, 0), 500, WALL) == math.inf
    assert contact(above, (math.sqrt(0.5), -math.sqrt(0.5)), 500, WALL) == 0
    assert contact((2000, 3500), (1, 0), 500, WALL) == math.inf  # grazing
    assert contact((2000, 3500), (1, 0), 501, WALL) == math.inf  # by no more than the tolerance
    assert contact((2000, 3500), (1, 0), 503, WALL) < math.inf


def test_a_slam_stops_at_the_first_contact() -> None:
    stop = slam(Disc(1000, 1000, 500), (1, 0), 6000, [Disc(9000, 1000, 500), Disc(5000, 1000, 500)], (48_000, 48_000))
    assert stop == ((4000, 1000), 3000, (1,), False)


@pytest.mark.rule("WC-SLAM-11")
def test_everything_met_at_the_same_instant_counts() -> None:
    pair = [Disc(5000, 1400, 500), Disc(5000, 600, 500), Disc(8000, 1000, 500)]
    assert slam(Disc(1000, 1000, 500), (2, 0), 9000, pair).touched == (0, 1)


@pytest.mark.rule("WC-SLAM-10")
def test_touching_something_ahead_is_contact_at_once() -> None:
    stop = slam(Disc(1000, 1000, 500), (1, 0), 4000, [Disc(2000, 1000, 500)])
    assert stop == ((1000, 1000), 0, (0,), False)


def test_a_slam_that_ends_exactly_at_contact_touches() -> None:
    assert slam(Disc(1000, 1000, 500), (1, 0), 3000, [Disc(5000, 1000, 500)]).touched == (0,)
    assert slam(Disc(1000, 1000, 500), (1, 0), 2990, [Disc(5000, 1000, 500)]).touched == ()


@pytest.mark.rule("WC-EDGE-2", "WC-EDGE-4")
def test_the_table_edge_ends_a_slam_unless_something_stops_it_first() -> None:
    table = (48_000, 48_000)
    assert slam(Disc(1000, 1000, 500), (-1, 0), 400, [], table) == ((600, 1000), 400, (), False)
    assert slam(Disc(1000, 1000, 500), (-1, 0), 500, [], table).edge is False
    assert slam(Disc(1000, 1000, 500), (-1, 0), 600, [], table) == ((500, 1000), 500, (), True)
    post = Disc(100, 1000, 100)
    assert slam(Disc(1000, 1000, 500), (-1, 0), 600, [post], table) == ((700, 1000), 300, (0,), False)
    assert edge_distance((1000, 1000), (0.0, 1.0), 500, table) == 46_500


def test_slams_stop_down_and_end_legally() -> None:
    rng = random.Random(7)
    for _ in range(300):
        p = a_place(rng)
        shapes = [s for s in (a_shape(rng) for _ in range(5)) if apart(p, s) > 591]
        stop = slam(Disc(*p, 591), a_direction(rng), 4000, shapes, (50_000, 50_000))
        assert stop.travelled <= 4000
        assert math.dist(p, stop.point) <= stop.travelled + 0.7072
        assert all(apart(stop.point, s) >= 590 - 1e-6 for s in shapes)
        assert all(apart(stop.point, shapes[i]) <= 591 + 3 for i in stop.touched)


def test_shifts_agree_with_the_swept_hull() -> None:
    rng = random.Random(8)
    met = 0
    for _ in range(900):
        stand = Rect(*a_place(rng), 4000, 2000, rng.randrange(360_000))
        other, by = a_shape(rng), (rng.randrange(-9000, 9000), rng.randrange(-9000, 9000))
        reach = other.r if isinstance(other, Disc) else 0.0
        if drawn(stand).distance(drawn(other)) <= reach + 2:
            continue
        found = shift_contact(stand, by, other)
        pts = corners(stand).pts
        swept = shapely.MultiPoint([*pts, *((x + by[0], y + by[1]) for x, y in pts)]).convex_hull
        gap = swept.distance(drawn(other)) - reach
        if gap > 1e-6:
            assert found == math.inf, (stand, by, other)
        else:
            shrunk = swept.buffer(-3).distance(drawn(other)) - reach
            assert shrunk > 0 or math.isfinite(found), (stand, by, other)
        if math.isfinite(found):
            met += 1
            t = found / math.hypot(*by)
            moved = shapely.Polygon([(x + t * by[0], y + t * by[1]) for x, y in pts])
            assert moved.distance(drawn(other)) - reach == pytest.approx(0, abs=0.01)
    assert met > 100


def test_stands_that_touch_slide_and_part_but_do_not_press() -> None:
    one, two = Rect(10_000, 10_000, 4000, 2000, 90_000), Rect(10_000, 12_000, 4000, 2000, 90_000)
    assert shift_contact(one, (5000, 0), two) == math.inf
    assert shift_contact(one, (0, -5000), two) == math.inf
    assert shift_contact(one, (0, 500), two) == 0
    assert shift_contact(one, (0, 0), two) == math.inf
    assert shift_contact(one, (0, 500), Disc(10_000, 11_500, 500)) == 0


def test_a_group_of_stands_stops_together() -> None:
    group = [Rect(10_000, 10_000, 4000, 2000, 90_000), Rect(14_000, 10_000, 4000, 2000, 90_000)]
    wall = Rect(14_000, 14_000, 1000, 1000, 0)
    assert shift_stop(group, (0, 9000), [wall]) == (2500, ((1, 0),))
    assert shift_stop(group, (0, 2000), [wall]) == (2000, ())
