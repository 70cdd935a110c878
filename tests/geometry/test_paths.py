from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sandtable.geometry.ground import Ground
from sandtable.geometry.paths import drag, explore, no_farther, reachable, shortest
from sandtable.geometry.shapes import Disc, Poly, Rect
from sandtable.geometry.spots import spot
from sandtable.geometry.units import CORNERS
from tests.geometry.reach_cases import a_ground, a_place, a_shape, apart, graph_length
from tests.seeds import examples

FENCE = Poly(((10_000, 4000), (10_200, 4000), (10_200, 9000), (10_000, 9000)))
BOG = Poly(((20_000, 0), (24_000, 0), (24_000, 9000), (20_000, 9000)))


def test_the_straight_line_is_tried_first() -> None:
    ground = Ground(500, (FENCE,))
    assert shortest(ground, (1000, 1000), (4000, 5000), 5000) == (5000, ((1000, 1000), (4000, 5000)))
    assert shortest(ground, (1000, 1000), (4000, 5000), 4999) is not None  # within, by one thousandth
    assert shortest(ground, (1000, 1000), (4000, 5000), 4998) is None


def test_round_a_post_the_length_is_tangents_and_an_arc() -> None:
    r, d = 1000.0, 5000
    half = math.acos(r / d)
    exact = 2 * math.sqrt(d * d - r * r) + r * (math.pi - 2 * half)
    route = shortest(Ground(500, bases=(Disc(0, 0, 500),), zone=(-9e9, -9e9, 9e9, 9e9)), (-d, 0), (d, 0), 20_000)
    assert route
    assert exact - 1 < route.cost < exact + 5
    tight = shortest(Ground(500, bases=(Disc(0, 0, 500),), zone=(-9e9, -9e9, 9e9, 9e9)), (-d, 0), (d, 0), exact)
    assert tight
    assert tight.cost <= exact + 1


def test_a_path_has_no_more_corners_than_an_answer_may_have() -> None:
    """Fine legs hug an arc; where movement is so short that only too many of them would do, the way is not promised."""
    r, d = 20_000, 21_000
    half = math.acos(r / d)
    exact = 2 * math.sqrt(d * d - r * r) + r * (math.pi - 2 * half)
    ground = Ground(500, bases=(Disc(0, 0, r - 500),), zone=(-9e9, -9e9, 9e9, 9e9))
    found = {spare: shortest(ground, (-d, 0), (d, 0), exact + spare) for spare in (0, 1, 3, 10, 100)}
    assert found[0] is None, "it would take hundreds"
    assert found[100] is not None, "in coarser legs"
    for route in (*found.values(), drag(ground, (-d, 0), (d, 0), exact)):
        assert route is None or len(route.path) <= CORNERS + 1


def test_paths_lie_between_visibility_graphs() -> None:
    rng = random.Random(11)
    bent = 0
    for _ in range(40):
        p, q = a_place(rng), a_place(rng)
        ground = a_ground(rng, 6, p)
        if not ground.free(q) or ground.straight(p, q):
            continue
        low = graph_length(ground, p, q, ground.r - 1.3, outside=False)
        route = shortest(ground, p, q, 40_000)
        if route is None:
            high = graph_length(ground, p, q, ground.r + 1, outside=True)
            assert high == math.inf, (ground, p, q)
            continue
        bent += 1
        assert route.cost >= low - 1e-3, (ground, p, q)
        assert route.cost <= graph_length(ground, p, q, ground.r + 1, outside=True) + 15, (ground, p, q)
    assert bent >= 8


@given(st.integers(1, 10**6))
@settings(max_examples=examples(120), deadline=None)
def test_a_path_found_is_a_path_allowed(seed: int) -> None:
    rng = random.Random(seed)
    p, q = a_place(rng), a_place(rng)
    ground = a_ground(rng, rng.choice((3, 8, 14)), p, rough=rng.choice((0, 0, 2)))
    limit = rng.randrange(3000, 16_000)
    route = shortest(ground, p, q, limit)
    if route is None:
        return
    assert route.path[0] == p
    assert route.path[-1] == q
    assert ground.first_fault(route.path, limit) is None
    assert route.cost == ground.path_cost(route.path)
    assert route.cost >= math.dist(p, q) - 1e-6
    assert reachable(ground, p, q, route.cost + 1)


@given(st.integers(1, 10**6))
@example(1499)  # three wide arcs, too many legs
@example(1989)  # a narrow gap: coarse legs hit a wall, fine ones are too many
@settings(max_examples=examples(60), deadline=None)
def test_in_a_crowd_whatever_the_search_finds_the_judge_allows(seed: int) -> None:
    """Bases packed by `spot` touch one another and the mover to within rounding: the tightest gaps there are."""
    rng = random.Random(seed)
    walls = tuple(a_shape(rng) for _ in range(5))
    ground = Ground(591, walls, width=50_000, height=50_000)
    for _ in range(18):
        wish = a_place(rng)
        if seat := spot(ground, wish, wish, 3000):
            ground = replace(ground, bases=(*ground.bases, Disc(*seat, 591)))
    wishes = a_place(rng), a_place(rng)
    p, q = (spot(ground, wish, wish, 9000) for wish in wishes)
    if p is None or q is None or ground.straight(p, q):
        return
    route = shortest(ground, p, q, 30_000)
    assert (route is not None) == (explore(ground, p, 30_000, q, 500.0).goal >= 0)
    assert route is None or ground.first_fault(route.path, 30_000) is None


@given(st.integers(1, 10**6))
@settings(max_examples=examples(60), deadline=None)
def test_there_and_back_cost_the_same(seed: int) -> None:
    rng = random.Random(seed)
    p, q = a_place(rng), a_place(rng)
    ground = a_ground(rng, 8, p)
    if not ground.free(q):
        return
    there, back = shortest(ground, p, q, 30_000), shortest(ground, q, p, 30_000)
    assert (there is None) == (back is None)
    if there and back:
        assert there.cost == pytest.approx(back.cost, abs=6)


def test_a_model_in_contact_on_all_sides_but_one_gets_out() -> None:
    ring = tuple(
        Disc(round(10_000 + 1182 * math.cos(a)), round(10_000 + 1182 * math.sin(a)), 591) for a in (0, 1.1, 2.2)
    )
    ground = Ground(591, bases=ring, width=48_000, height=48_000)
    assert ground.free((10_000, 10_000))
    route = shortest(ground, (10_000, 10_000), (10_900, 12_500), 9000)
    assert route
    assert ground.first_fault(route.path, 9000) is None


def test_no_way_out_of_a_closed_ring() -> None:
    ring = tuple(
        Disc(
            round(10_000 + 2000 * math.cos(i * math.tau / 12)), round(10_000 + 2000 * math.sin(i * math.tau / 12)), 591
        )
        for i in range(12)
    )
    ground = Ground(591, bases=ring, width=48_000, height=48_000)
    assert shortest(ground, (10_000, 10_000), (20_000, 10_000), 30_000) is None
    assert drag(ground, (10_000, 10_000), (20_000, 10_000), 8000).path[-1][0] < 11_000


def test_paths_keep_to_the_table() -> None:
    wall = Rect(5000, 3000, 6000, 500, 0)  # from the lower edge up to 6000
    ground = Ground(591, (wall,), width=20_000, height=20_000)
    route = shortest(ground, (3000, 1000), (7000, 1000), 20_000)
    assert route
    assert max(y for _, y in route.path) > 6500
    assert min(y for _, y in route.path) >= 590
    corner = Ground(591, (Rect(5000, 3000, 5000, 500, 0),), width=20_000, height=20_000)
    assert min(y for _, y in (shortest(corner, (3000, 1000), (7000, 1000), 20_000) or route).path) >= 590


def test_shapes_that_may_be_crossed_do_not_bend_a_path() -> None:
    gate = Disc(5000, 5000, 1000)
    assert shortest(Ground(500, cross=(gate,)), (1000, 5000), (9000, 5000), 8000)
    assert shortest(Ground(500, cross=(gate,)), (1000, 5000), (5000, 5000), 8000) is None
    assert shortest(Ground(500, bases=(gate,)), (1000, 5000), (9000, 5000), 8000) is None


def test_round_rough_ground_when_that_is_cheaper() -> None:
    ground = Ground(500, rough=(BOG,), width=48_000, height=48_000)
    through = ground.cost((19_000, 8500), (25_000, 8500))
    route = shortest(ground, (19_000, 8500), (25_000, 8500), 20_000)
    assert route
    assert route.cost < through - 500
    assert ground.path_cost(route.path) == route.cost
    deep = shortest(ground, (19_000, 2000), (25_000, 2000), 20_000)
    assert deep
    assert deep.cost == ground.cost((19_000, 2000), (25_000, 2000))  # straight across beats the long way round


def test_rough_ground_is_entered_at_a_good_angle() -> None:
    """Refraction: cheapest over all crossing points of the border, by trying many of them."""
    marsh = Poly(((20_000, 0), (40_000, 0), (40_000, 40_000), (20_000, 40_000)))
    ground = Ground(500, rough=(marsh,))
    p, q = (15_000, 10_000), (23_000, 20_000)
    best = min(ground.path_cost((p, (19_501, 10_000 + 50 * i), q)) for i in range(200))
    route = shortest(ground, p, q, 40_000)
    assert route
    assert best - 5 < route.cost < 1.01 * best


@given(st.integers(1, 10**6))
@settings(max_examples=examples(60), deadline=None)
def test_dragging_ends_legally(seed: int) -> None:
    rng = random.Random(seed)
    p, target = a_place(rng), a_place(rng)
    ground = a_ground(rng, 8, p)
    extra = tuple(s for s in (a_shape(rng) for _ in range(2)) if apart(p, s) > 600)
    ground = Ground(ground.r, ground.solid, extra, (), 50_000, 50_000)
    route = drag(ground, p, target, 5000)
    assert route.path[0] == p
    assert ground.first_fault(route.path, 5000) is None
    assert route.cost <= 5001
    assert math.dist(route.path[-1], target) <= math.dist(p, target)
    if reachable(ground, p, target, 5000):
        assert route.path[-1] == target


def test_dragging_ends_no_farther_than_the_straight_way_tells() -> None:
    rng, nearer, held = random.Random(23), 0, 0
    for _ in range(examples(60)):
        p, target = a_place(rng), a_place(rng)
        ground = a_ground(rng, 10, p)
        rough = tuple(s for s in (a_shape(rng) for _ in range(2)) if apart(p, s) > 600)
        ground = Ground(ground.r, ground.solid, (), rough, 50_000, 50_000)
        far, end = no_farther(ground, p, target, 5000), drag(ground, p, target, 5000).path[-1]
        assert math.dist(end, target) <= far + 1e-6
        nearer += far < math.dist(p, target) - 100
        held += math.dist(end, target) < far - 100
    assert nearer > examples(60) // 4  # it tells something
    assert held  # and a search finds more


def test_dragging_too_far_uses_the_whole_allowance() -> None:
    route = drag(Ground(500), (1000, 1000), (9000, 1000), 3000)
    assert route == (3000, ((1000, 1000), (4000, 1000)))
    short = drag(Ground(500, cross=(Disc(4500, 1000, 500),)), (1000, 1000), (9000, 1000), 3000)
    assert math.dist(short.path[-1], (4500, 1000)) >= 999


def test_dragging_never_snaps_across_a_wall() -> None:
    ground = Ground(500, (FENCE,), width=20_000, height=9000)
    route = drag(ground, (8000, 8000), (10_300, 8000), 3000)
    assert route.path[-1] == (9500, 8000)


def box(x0: int, y0: int, x1: int, y1: int) -> Poly:
    return Poly(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


def test_a_generous_limit_finds_no_less() -> None:
    """Beside a boulder, a river of rough ground ahead: with much to spare there were more ways than it may look at."""
    pools = (
        box(4000, 22_500, 12_000, 25_500),
        box(36_000, 22_500, 44_000, 25_500),
        box(17_000, 18_750, 19_000, 20_250),
    )
    parapets = (box(20_500, 22_000, 21_000, 26_000), box(27_000, 22_000, 27_500, 26_000))
    water = (box(12_000, 22_500, 20_500, 25_500), box(27_500, 22_500, 36_000, 25_500), box(0, 22_500, 4000, 25_500))
    marsh = tuple(Disc(x, y, 2500) for x in range(4000, 48_000, 10_000) for y in (8000, 15_000, 31_000, 38_000))
    ground = Ground(591, solid=(*pools, *parapets), rough=(*water, *marsh), width=48_000, height=48_000)
    start, end = (19_215, 18_200), (24_000, 27_000)
    near = shortest(ground, start, end, 12_000)
    assert near is not None
    assert shortest(ground, start, end, 60_000) == near
    dragged = drag(ground, start, (5000, 44_000), 6000).path[-1]
    assert math.dist(dragged, (5000, 44_000)) < math.dist(start, (5000, 44_000)) - 3000
