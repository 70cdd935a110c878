"""Sight against answers found another way: critical lines, sampled segments, and the plain twin."""

from __future__ import annotations

import random

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.geometry.measure import gap, hull
from sandtable.geometry.shapes import Disc, Rect, Shape
from sandtable.geometry.sight import Blocker, Blockers, Look, Sighting, sight
from tests.geometry.sight_cases import a_shape, a_table, critical_line, fair, random_segments, solid, two_bases
from tests.seeds import examples, seeds

TOPS = ((2000, 2000), (2750, 1750), (1750, 2750), (2250, 1750))


def check_ends(found: Sighting, a: Shape, b: Shape) -> None:
    assert found.line
    for (x, y), end in zip(found.line, (a, b), strict=True):
        assert gap(Disc(x, y, 0), end) < 0.01


@pytest.mark.parametrize("seed", seeds(8))
def test_opaque_walls_against_all_critical_lines(seed: int) -> None:
    rng, seen = random.Random(seed), set[bool]()
    tried = 0
    while tried < 25 or len(seen) < 2:
        tried += 1
        a, b, items = a_table(rng, rng.choice((4, 7)))
        walls = [item._replace(top=9000) for item in items]
        found = sight(a, 2000, b, 2000, walls)
        seen.add(found.clear)
        if found.clear:
            check_ends(found, a, b)
            line = shapely.LineString(found.line)
            assert not any(line.crosses(solid(wall.shape, -0.01)) for wall in walls)
        else:
            assert critical_line(a, b, [wall.shape for wall in walls]) is None
            assert set(found.blocked_by) <= set(range(len(walls)))
            assert found.blocked_by
            only = [walls[i] for i in found.blocked_by]
            assert not sight(a, 2000, b, 2000, only).clear, "the blockers named close every line by themselves"


@pytest.mark.parametrize("seed", seeds(6))
def test_heights_and_forests_against_sampled_segments(seed: int) -> None:
    rng, draws = random.Random(seed), np.random.default_rng(seed)
    for _ in range(50):
        a, b, items = a_table(rng, rng.choice((3, 6, 10)), forests=0.35)
        za, zb = rng.choice(TOPS)
        found = sight(a, za, b, zb, items, 3000)
        if found.clear:
            check_ends(found, a, b)
            assert found.line
            p, q = (np.array([end], float) for end in found.line)
            if gap(a, b) > 1:
                assert fair(p, q, za, zb, items, slack=-0.6)[0]
        else:
            p, q = random_segments(draws, a, b, 2000)
            assert not fair(p, q, za, zb, items, slack=1.0).any()


def everything(seed: int, plain: bool) -> list[Sighting]:
    """Discs, stands and polygons as ends, among solids, forests, clouds and models."""
    rng = random.Random(seed)
    items = []
    for number in range(rng.choice((0, 5, 12))):
        feature = rng.choice((-1, -1, number, number // 3))
        items.append(
            Blocker(
                a_shape(rng), rng.choice((1500, 2000, 4000)), feature, rng.choice((0.0, 1.0)), feature % 2 == 1, number
            )
        )
    look = Look(Blockers(tuple(items)), 3000, plain=plain)
    for owner in range(8):
        shape = a_shape(rng) if owner % 2 else two_bases(rng)[0]
        clip = (0.6, 0.8, -(0.6 * 25_000 + 0.8 * 25_000.0)) if owner > 5 else None
        look.end(shape, rng.choice((1750, 2250, 2750)), owner, clip)
    return look.answer([n for i in range(8) for j in range(8) if i != j for n in (i, j)]).all()


@pytest.mark.parametrize("seed", seeds(10))
def test_the_kernel_and_its_plain_twin_agree_bit_by_bit(seed: int) -> None:
    pytest.importorskip("numba")
    assert everything(seed, plain=False) == everything(seed, plain=True)


along = st.integers(0, 12_000)
places = st.tuples(along, along)
bases = st.builds(Disc, along, along, st.sampled_from((0, 591, 984)))
stands = st.builds(Rect, along, along, st.just(4000), st.just(2000), st.integers(0, 359_999))
polygons = st.builds(hull, st.lists(places, min_size=4, max_size=6, unique=True)).filter(lambda poly: len(poly.pts) > 2)
shapes = st.one_of(bases, stands, polygons)
solids = st.builds(
    Blocker, shapes, st.sampled_from((1500, 2000, 3000)), st.just(-1), st.just(1.0), st.just(False), st.just(-1)
)
forests = st.builds(Blocker, shapes, st.just(9000), st.integers(0, 9), st.just(1.0), st.booleans(), st.just(-1))
tables = st.tuples(st.lists(solids, max_size=4), st.lists(forests, max_size=2, unique_by=lambda f: f.feature)).map(
    lambda both: both[0] + both[1]
)
tops = st.sampled_from((1750, 2250, 2750))


@settings(max_examples=examples(120), deadline=None)
@given(st.one_of(bases, stands), tops, st.one_of(bases, stands), tops, tables)
def test_sight_is_mutual_and_blockers_never_help(a: Shape, za: int, b: Shape, zb: int, items: list[Blocker]) -> None:
    there, back = sight(a, za, b, zb, items, 3000), sight(b, zb, a, za, items, 3000)
    assert there.clear == back.clear
    assert there.cells == back.cells
    if there.line and back.line:
        assert there.line == back.line[::-1]
        assert all(sight(a, za, b, zb, items[:i] + items[i + 1 :], 3000).clear for i in range(len(items)))


@settings(max_examples=examples(60), deadline=None)
@given(bases, tops, bases, tops, tables, st.integers(0, 3))
def test_quarter_turns_of_the_table_change_nothing(
    a: Disc, za: int, b: Disc, zb: int, items: list[Blocker], turns: int
) -> None:
    items = [item for item in items if not isinstance(item.shape, Rect)]

    def turn(shape: Disc) -> Disc:
        for _ in range(turns):
            shape = Disc(-shape.y, shape.x, shape.r)
        return shape

    def turn_any(shape: Shape) -> Shape:
        return turn(shape) if isinstance(shape, Disc) else hull(turn(Disc(x, y, 0))[:2] for x, y in shape.pts)  # type: ignore[union-attr]

    turned = [item._replace(shape=turn_any(item.shape)) for item in items]
    assert sight(a, za, b, zb, items, 3000).clear == sight(turn(a), za, turn(b), zb, turned, 3000).clear
