from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.geometry.ground import Ground, Spot, rounded
from sandtable.geometry.rows import flat
from sandtable.geometry.shapes import Disc, Poly
from sandtable.geometry.spots import approach, pack, ring, spot, strides
from tests.geometry.reach_cases import a_ground, a_place, a_shape, apart
from tests.seeds import examples


def crowded(rng: random.Random, shapes: int) -> Ground:
    return Ground(591, tuple(a_shape(rng) for _ in range(shapes)), (), (), 50_000, 50_000)


def test_spots_agree_with_a_lattice() -> None:
    rng = random.Random(12)
    none = 0
    for _ in range(120):
        ground, centre, reach = crowded(rng, rng.choice((2, 8, 24))), a_place(rng), rng.choice((600, 1500, 2500))
        wish = (centre[0] + rng.randrange(-2000, 2000), centre[1] + rng.randrange(-2000, 2000))
        found = spot(ground, wish, centre, reach)
        cells = [(i, j) for i in range(-20, 21) for j in range(-20, 21) if i * i + j * j <= 400]
        lattice = [(centre[0] + i * reach // 20, centre[1] + j * reach // 20) for i, j in cells]
        strict = Ground(ground.r + 1, ground.solid, (), (), ground.width, ground.height)
        legal = [p for p, free in zip(lattice, strict.free_many(lattice), strict=True) if free]
        best = min((math.dist(p, wish) for p in legal), default=math.inf)
        if found is None:
            none += 1
            assert not legal, (ground, wish, centre, reach)
            continue
        assert all(apart(found, s) >= ground.r - 1 - 1e-6 for s in ground.solid)
        assert math.dist(found, centre) <= reach + 1
        assert math.dist(found, wish) <= best + 1.5, (ground, wish, centre, reach)
    assert none > 5


def test_the_wish_itself_when_it_is_legal() -> None:
    ground = Ground(500, bases=(Disc(2000, 1000, 500),))
    assert spot(ground, (1000, 1000), (0, 1000), 1000) == (1000, 1000)
    assert spot(ground, (1001, 1000), (0, 1000), 1000) == (1001, 1000)
    assert spot(ground, (1002, 1000), (0, 1000), 1000) == (1000, 1000)


def test_room_missing_by_a_hair_is_room_and_by_two_is_none() -> None:
    def pocket(gap: int) -> Ground:
        left, right = (
            Poly(((0, 0), (1000, 0), (1000, 9000), (0, 9000))),
            Poly(((1000 + gap, 0), (3000 + gap, 0), (3000 + gap, 9000), (1000 + gap, 9000))),
        )
        return Ground(500, (left, right))

    assert spot(pocket(1000), (1400, 4000), (1500, 4000), 300) == (1500, 4000)
    assert spot(pocket(997), (1400, 4000), (1500, 4000), 300) is None


EDGES = [
    ((-900, 4000), (500, 4000)),
    ((9000, 4000), (7500, 4000)),
    ((4000, -900), (4000, 500)),
    ((4000, 9000), (4000, 5500)),
]
each_edge = pytest.mark.parametrize(("wish", "place"), EDGES, ids=["left", "right", "near", "far"])


@each_edge
def test_beyond_an_edge_the_nearest_spot_touches_that_edge(wish: Spot, place: Spot) -> None:
    ground = Ground(500, width=8000, height=6000)
    assert spot(ground, wish, place, 3000) == place
    assert spot(ground, wish, place, 10) == place
    x, y = (wish[0] > 8000) - (wish[0] < 0), (wish[1] > 6000) - (wish[1] < 0)
    assert ground.free((place[0] + x, place[1] + y)), "a thousandth beyond is allowed for"
    assert not ground.free((place[0] + 2 * x, place[1] + 2 * y))


@each_edge
def test_against_an_edge_with_a_base_in_the_way(wish: Spot, place: Spot) -> None:
    """The nearest spot lies on the edge, beside the base that stands there."""
    ground = Ground(500, bases=(Disc(*place, 500),), width=8000, height=6000)
    found = spot(ground, wish, place, 3000)
    assert found is not None and ground.free(found)
    along, across = (1, 0) if place[0] in (500, 7500) else (0, 1)
    assert abs(found[across] - place[across]) <= 1, "on the edge"
    assert abs(abs(found[along] - place[along]) - 1000) <= 1, "touching the base"


def test_in_a_corner() -> None:
    ground = Ground(500, width=8000, height=6000)
    for x, near_x in ((-100, 500), (8100, 7500)):
        for y, near_y in ((-100, 500), (6100, 5500)):
            assert spot(ground, (x, y), (near_x, near_y), 2000) == (near_x, near_y)


@given(st.integers(1, 10**6))
@settings(max_examples=examples(80), deadline=None)
def test_a_spot_is_always_legal_and_there_is_one_where_one_was_seen(seed: int) -> None:
    rng = random.Random(seed)
    ground, centre, reach = crowded(rng, rng.choice((4, 12))), a_place(rng), rng.randrange(100, 3000)
    wish = a_place(rng)
    found = spot(ground, wish, centre, reach)
    if found:
        assert ground.free(found)
        assert math.dist(found, centre) <= reach + 1
    seen = ring(ground, centre, reach - 1, 5, seed)
    strict = Ground(ground.r + 1, ground.solid, (), (), ground.width, ground.height)
    for p in seen:
        assert ground.free(p)
        if strict.free(p):
            assert found
            assert math.dist(found, wish) <= math.dist(p, wish) + 1.5


def test_a_squad_is_seated_without_overlap() -> None:
    rng = random.Random(13)
    for _ in range(25):
        ground, centre = crowded(rng, 10), a_place(rng)
        wishes = [(centre[0] + rng.randrange(-1500, 1500), centre[1] + rng.randrange(-1500, 1500)) for _ in range(3)]
        seats = pack(ground, wishes, centre, 3182)
        taken = [seat for seat in seats if seat]
        for i, seat in enumerate(taken):
            assert ground.free(seat)
            assert all(math.dist(seat, other) >= 2 * ground.r - 1 - 1e-6 for other in taken[:i])
        if None in seats:
            full = Ground(591, (*ground.solid, *(Disc(*seat, 591) for seat in taken)), (), (), 50_000, 50_000)
            assert spot(full, centre, centre, 3182) is None
    assert pack(Ground(500), [(1000, 1000), (3000, 1000)], (0, 0), 9000) == [(1000, 1000), (3000, 1000)]


def test_another_order_may_seat_more() -> None:
    """A slot for two: whoever takes the middle leaves no room for the other, unless the other goes first."""
    walls = (Poly(((0, 0), (4000, 0), (4000, 100), (0, 100))), Poly(((0, 1100), (4000, 1100), (4000, 1200), (0, 1200))))
    ends = (Poly(((0, 0), (100, 0), (100, 1200), (0, 1200))), Poly(((2300, 0), (2400, 0), (2400, 1200), (2300, 1200))))
    ground = Ground(500, walls + ends)
    assert pack(ground, [(1250, 600), (600, 600)], (1200, 600), 600, orders=1).count(None) == 1
    assert None not in pack(ground, [(1250, 600), (600, 600)], (1200, 600), 600)


def test_candidates_are_spread_and_depend_on_the_seed() -> None:
    ground = Ground(591, width=48_000, height=48_000)
    spots = ring(ground, (20_000, 20_000), 5000, 12, seed=4)
    assert len(spots) == len(set(spots)) == 12
    assert spots == ring(ground, (20_000, 20_000), 5000, 12, seed=4)
    assert spots != ring(ground, (20_000, 20_000), 5000, 12, seed=5)
    assert all(math.dist(p, (20_000, 20_000)) <= 5000 for p in spots)
    assert min(math.dist(p, q) for p in spots for q in spots if p != q) > 900
    quarters = {(x > 20_000, y > 20_000) for x, y in spots}
    assert len(quarters) == 4
    assert ring(Ground(591, (Disc(20_000, 20_000, 9000),)), (20_000, 20_000), 5000, 12) == ()


def test_strides_are_moves_that_need_no_bend() -> None:
    rng = random.Random(19)
    got = 0
    for seed in range(40):
        start = a_place(rng)
        ground = a_ground(rng, 8, start, rough=2)
        for end in strides(ground, start, 5000, 6, seed):
            got += 1
            assert ground.first_fault((start, end), 5000) is None
    assert got > 150


def test_an_approach_is_the_nearest_of_the_straight_moves_tried() -> None:
    rng, turns = (
        random.Random(20),
        [(math.cos(a) * far, math.sin(a) * far) for a in (0, 0.5, -0.5, 1) for far in (1, 0.6)],
    )
    ahead = astray = 0
    for _ in range(200):
        p, goal = a_place(rng), a_place(rng)
        ground, size = a_ground(rng, 8, p, rough=2), math.dist(p, goal)
        most = min(size, 5000.0)
        ux, uy = (goal[0] - p[0]) / size, (goal[1] - p[1]) / size
        clear = ground.clear_way(p, (ux, uy), most, 0.0)
        vectors = [(clear * ux, clear * uy)] + [(most * (c * ux - s * uy), most * (s * ux + c * uy)) for c, s in turns]
        places = [rounded((p[0] + x, p[1] + y)) for x, y in vectors]
        legal = [q for q, cost in zip(places, ground.straight_many(p, places), strict=True) if cost <= 5001]
        best = min((math.dist(q, goal) for q in legal), default=math.inf)
        found = approach(ground, p, goal, 5000, 0.99, flat(turns))
        if found is None:
            assert best**2 >= 0.99 * size**2
            continue
        assert found in legal and math.dist(found, goal) <= best + 1
        ahead, astray = ahead + (found == places[0]), astray + (found != places[0])
    assert ahead > 50 and astray > 10
    assert approach(Ground(500), (1000, 1000), (1000, 1000), 5000, 0.99, flat(turns)) is None
