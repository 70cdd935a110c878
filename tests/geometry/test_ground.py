from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.geometry.distance import depth
from sandtable.geometry.ground import Ground
from sandtable.geometry.rows import offsets
from sandtable.geometry.shapes import Disc, Point, Poly, Rect, Segment
from sandtable.geometry.units import FAR
from tests.geometry.reach_cases import a_ground, a_place, a_shape, apart, leg_apart
from tests.seeds import examples

WALL = Poly(((10_000, 4000), (11_000, 4000), (11_000, 6000), (10_000, 6000)))
BOG = Poly(((20_000, 0), (24_000, 0), (24_000, 9000), (20_000, 9000)))


def test_standing_agrees_with_plain_distances() -> None:
    rng = random.Random(1)
    for _ in range(60):
        ground = a_ground(rng, 8, a_place(rng))
        places = [a_place(rng) for _ in range(20)]
        for p, free in zip(places, ground.free_many(places), strict=True):
            assert free == ground.free(p) == all(apart(p, s) >= ground.r - 1 - 1e-6 for s in ground.solid), (ground, p)


def test_straight_legs_agree_with_plain_distances() -> None:
    rng = random.Random(2)
    barred = 0
    for _ in range(150):
        start = a_place(rng)
        ground = a_ground(rng, 6, start)
        ends = [a_place(rng) for _ in range(6)]
        for q, price in zip(ends, ground.straight_many(start, ends), strict=True):
            gap = min((leg_apart(start, q, s) for s in ground.solid), default=math.inf)
            if abs(gap - ground.r + 1) > 1e-3:
                assert ground.straight(start, q) == (gap > ground.r - 1), (ground, start, q)
            assert (price < FAR) == (ground.straight(start, q) and ground.free(q))
            barred += price == FAR
    assert barred > 100


@pytest.mark.parametrize(("x", "legal"), [(8500, True), (8501, True), (8502, False)])
def test_touching_is_standing_one_thousandth_more_is_still_no_overlap(x: int, legal: bool) -> None:
    ground = Ground(1500, (WALL,), bases=())
    assert ground.free((x, 5000)) == legal
    assert Ground(1500, bases=(Disc(x + 2091, 5000, 591),)).free((x, 5000))


@pytest.mark.parametrize(("x", "legal"), [(591, True), (590, True), (589, False), (47_410, True), (47_411, False)])
def test_the_table_edge_allows_one_thousandth(x: int, legal: bool) -> None:
    assert Ground(591, width=48_000, height=48_000).free((x, 5000)) == legal


def test_a_zone_bounds_where_a_base_may_stand() -> None:
    ground = Ground(591, width=48_000, height=48_000, zone=(0, 0, 48_000, 6000))
    assert ground.free((5000, 5409))
    assert not ground.free((5000, 5411))


def test_moving_along_a_wall_and_off_it_is_clear_and_into_it_is_not() -> None:
    ground = Ground(500, (WALL,))
    assert ground.straight((9500, 3000), (9500, 7000))
    assert ground.straight((9500, 5000), (8000, 5000))
    assert not ground.straight((9500, 5000), (9600, 5000))


def test_a_gap_as_wide_as_the_base_lets_it_through() -> None:
    def between(gap: int) -> Ground:
        return Ground(500, bases=(Disc(5000, 5000, 500), Disc(5000, 6000 + gap, 500)))

    assert between(1000).straight((3000, 6000), (7000, 6000))
    assert not between(996).straight((3000, 5998), (7000, 5998))


@pytest.mark.rule("WC-TERRAIN-4")
def test_rough_ground_costs_double_where_the_base_touches_it_and_overlaps_count_once() -> None:
    inner = Poly(((21_000, 0), (23_000, 0), (23_000, 9000), (21_000, 9000)))
    for rough in ((BOG,), (BOG, inner), (inner, BOG)):
        ground = Ground(1000, rough=rough)
        assert ground.cost((10_000, 4000), (30_000, 4000)) == pytest.approx(20_000 + 4000 + 2 * 999, abs=1e-4)
    assert ground.walk(((10_000, 4000), (30_000, 4000)), 9001 + 1000) == (19_501, 4000)
    assert ground.walk(((10_000, 4000), (30_000, 4000)), 99_000) == (30_000, 4000)


def test_rough_cost_agrees_with_many_small_steps() -> None:
    rng = random.Random(3)
    for _ in range(25):
        ground = Ground(591, rough=tuple(a_shape(rng) for _ in range(3)))
        p, q = a_place(rng), a_place(rng)
        steps = 400
        mids = [
            (p[0] + (q[0] - p[0]) * (i + 0.5) / steps, p[1] + (q[1] - p[1]) * (i + 0.5) / steps) for i in range(steps)
        ]
        wet = sum(any(apart(m, s) < 590 for s in ground.rough) for m in mids)
        length = math.dist(p, q)
        assert ground.cost(p, q) == pytest.approx(length * (1 + wet / steps), abs=4 * length / steps)


def test_walking_spends_exactly_the_allowance() -> None:
    rng = random.Random(4)
    for _ in range(40):
        ground = Ground(591, rough=tuple(a_shape(rng) for _ in range(3)))
        path = [a_place(rng) for _ in range(4)]
        whole = ground.path_cost(path)
        first, second = ground.cost(path[0], path[1]), ground.cost(path[1], path[2])
        end = ground.walk(path, first + second / 2)
        assert ground.path_cost([path[0], path[1], end]) == pytest.approx(first + second / 2, abs=3)
        assert ground.walk(path, whole) == path[-1]


def test_a_refusal_says_what_and_by_how_much() -> None:
    gate = Disc(15_000, 5000, 1000)
    ground = Ground(500, (WALL,), (gate,), (BOG,), 48_000, 48_000)
    assert ground.first_fault([(1000, 1000), (4000, 5000)], 5000) is None
    assert ground.first_fault([(1000, 1000), (4000, 5000)], 4999) is None
    long = ground.first_fault([(1000, 1000), (4000, 5000), (5000, 5000)], 4500)
    assert long
    assert (long.kind, long.leg, long.where, long.by) == ("too long", 0, (3700, 4600), 1500)
    hit = ground.first_fault([(5000, 5000), (9000, 5000), (12_000, 5000)], 90_000)
    assert hit
    assert (hit.kind, hit.leg, hit.where, hit.by, hit.shape) == ("hits", 1, (9501, 5000), 1500, WALL)
    over = ground.first_fault([(12_000, 5000), (18_000, 5000)], 9000)
    assert over is None
    onto = ground.first_fault([(12_000, 5000), (14_000, 5000)], 9000)
    assert onto
    assert (onto.kind, onto.leg, onto.by, onto.shape) == ("ends on", 0, 500, gate)
    off = ground.first_fault([(2000, 2000), (400, 2000)], 9000)
    assert off
    assert (off.kind, off.where, off.by) == ("off table", (499, 2000), 100)
    through = ground.first_fault([(12_000, 5000), (15_000, 5000)], 9000)
    assert through and (through.kind, through.by) == ("ends on", 1500), "onto its middle"


def test_a_line_through_the_middle_of_a_base_is_off_by_both_radii() -> None:
    base = Disc(5000, 5000, 984)
    fault = Ground(591, bases=(base,)).first_fault([(1000, 5000), (9000, 5000)])
    assert fault and (fault.kind, fault.by) == ("hits", 1575)


@given(st.integers(1, 10**6))
@settings(max_examples=examples(150), deadline=None)
def test_how_far_aside_a_leg_would_have_to_be(seed: int) -> None:
    """Of all directions one clears the shape with so much, and none with a hundredth of an inch less."""
    rng = random.Random(seed)
    shape, p = a_shape(rng), a_place(rng)
    q = rng.choice((a_place(rng), p))
    by = 591 + depth(Segment(*p, *q) if p != q else Disc(*p, 0), shape)

    def aside(far: float, way: float) -> float:
        dx, dy = far * math.cos(way), far * math.sin(way)
        return leg_apart((p[0] + dx, p[1] + dy), (q[0] + dx, q[1] + dy), shape) - 591

    if by <= 1:
        assert leg_apart(p, q, shape) - 591 == pytest.approx(-by, abs=1e-3)
        return
    ways = [math.radians(k) for k in range(360)]
    assert max(aside(by, way) for way in ways) >= -3e-4 * by - 1, "up to half a degree from the best direction"
    assert max(aside(max(0.0, by - 10), way) for way in ways) < 0


@given(st.integers(1, 10**6))
@settings(max_examples=examples(150), deadline=None)
def test_a_path_is_legal_up_to_its_first_fault(seed: int) -> None:
    """Cut there it is legal, two thousandths farther on it is not."""
    rng = random.Random(seed)
    start = a_place(rng)
    solid = tuple(s for s in (a_shape(rng) for _ in range(rng.randrange(4))) if apart(start, s) > 600)
    rough = tuple(a_shape(rng) for _ in range(rng.randrange(3)))
    side = rng.choice((28_000, 50_000))
    if max(start) > side - 591:
        return
    ground = Ground(591, solid, (), rough, side, side)
    path, allowance = [start, *(a_place(rng) for _ in range(3))], rng.randrange(500, 12_000)
    fault = ground.first_fault(path, allowance)
    if fault is None:
        return
    p, q = path[fault.leg], path[fault.leg + 1]
    far, size = math.dist(p, fault.where), math.dist(p, q)

    def cut(at: float) -> list[Point]:
        return [*path[: fault.leg + 1], (p[0] + at * (q[0] - p[0]) / size, p[1] + at * (q[1] - p[1]) / size)]

    assert far < 1 or ground.first_fault(cut(far - 1), allowance) is None
    assert far + 2 > size or ground.first_fault(cut(far + 2), allowance) is not None
    if fault.kind == "too long":
        whole = ground.path_cost(path)
        assert whole - allowance == pytest.approx(fault.by)


def test_the_nearer_of_two_faults_is_told() -> None:
    ground = Ground(500, (WALL,))
    early, late = (ground.first_fault([(5000, 5000), (12_000, 5000)], reach) for reach in (3000, 6000))
    assert early
    assert early.kind == "too long"
    assert late
    assert late.kind == "hits"


@pytest.mark.rule("WC-MOVE-3", "WC-TERRAIN-11")
def test_a_move_that_does_not_get_past_stops_short() -> None:
    ground = Ground(500, (), (Disc(15_000, 5000, 1000),))
    path = [(12_000, 5000), (14_000, 5000), (18_000, 5000)]
    assert ground.stop_short(path, 3000) == ((12_000, 5000), (13_500, 5000))
    assert ground.stop_short(path, 4500) == ((12_000, 5000), (14_000, 5000), (16_500, 5000))
    assert ground.stop_short([(14_900, 5000), (15_100, 5000)], 3000) == ((14_900, 5000),)


@given(st.integers(1, 10**6))
@settings(max_examples=examples(60), deadline=None)
def test_what_stops_short_is_legal(seed: int) -> None:
    rng = random.Random(seed)
    start = a_place(rng)
    ground = Ground(591, (), tuple(s for s in (a_shape(rng) for _ in range(6)) if apart(start, s) > 600))
    path = [start, a_place(rng), a_place(rng)]
    short = ground.stop_short(path, 6000)
    assert ground.first_fault(short, 6000) is None
    assert ground.free(short[-1])


def test_bases_on_the_same_terrain() -> None:
    bare = Ground(591, (WALL,), (Disc(1, 2, 3),), (BOG,), 48_000, 48_000, zone=(0, 0, 48_000, 9000))
    gate, base, other = Disc(4000, 4000, 984), Disc(7000, 4000, 591), Disc(9000, 4000, 787)
    full = replace(bare, bases=(base, other), under=(gate,))
    grown = bare.among((base,), (gate,)).plus(other)
    assert grown == full
    assert list(grown.rows) == list(full.rows)
    assert len(offsets(full.rows)) == len(full.shapes) == 6
    assert bare.free((7000, 4000)) and not grown.free((7000, 4000)) and grown.shapes[-1] == other


def test_equal_grounds_share_nothing_they_could_spoil() -> None:
    one, two = (Ground(591, (Rect(1, 2, 3, 4), Segment(1, 2, 3, 4)), bases=(Disc(1, 2, 3),)) for _ in range(2))
    assert one == two
    assert hash(one) == hash(two)
    assert list(one.rows) == list(two.rows)
