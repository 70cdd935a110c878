"""Arcs, zones, sprays, cover lines and convex parts, against shapely where it has an opinion."""

from __future__ import annotations

import math
import random

import pytest
import shapely
from hypothesis import example, given
from hypothesis import strategies as st

from sandtable.geometry.measure import (
    ZONES,
    area,
    cone,
    convex_parts,
    distance,
    hull,
    in_arc,
    in_front,
    inside,
    intervening,
    last_stretch,
    on_line,
    outline,
    passes,
    spray,
    under_blast,
    wholly_behind,
    within,
    zone,
    zone_area,
)
from sandtable.geometry.shapes import Disc, Rect, Segment
from tests.seeds import seeds

along = st.integers(-8000, 8000)
facings = st.integers(0, 359_999)


def test_front_and_back_of_a_base() -> None:
    a = Disc(0, 0, 591)
    for x, front in ((-591, True), (-592, False), (0, True), (900, True)):
        b = Disc(x, 5000, 591)
        assert in_front(a, 0, b) is front
        assert wholly_behind(a, 0, b) is not front
        assert in_front(a, 90_000, b)
        assert wholly_behind(a, 270_000, b)


@given(along, along, facings, st.sampled_from((0, 591)))
def test_a_half_turn_arc_is_the_front_and_a_full_turn_is_everything(x: int, y: int, facing: int, r: int) -> None:
    a, b = Disc(0, 0, 591), Disc(x, y, r)
    assert in_arc(a, facing, 180_000, b) == in_front(a, facing, b)
    assert in_arc(a, facing, 360_000, b)


@given(along, along, facings, st.sampled_from((40_000, 90_000, 120_000, 270_000)), st.sampled_from((0, 591)))
def test_arcs_against_shapely(x: int, y: int, facing: int, width: int, r: int) -> None:
    turns = [math.radians((facing - width / 2 + width * i / 180) / 1000) for i in range(181)]
    fan = shapely.Polygon([(0, 0), *((1e5 * math.cos(t), 1e5 * math.sin(t)) for t in turns)])
    away = fan.distance(shapely.Point(x, y)) - r
    if abs(away) > 0.01 and (x, y) != (0, 0):
        assert in_arc(Disc(0, 0, 591), facing, width, Disc(x, y, r)) == (away < 0)


def test_a_stand_reaching_into_an_arc_between_its_corners() -> None:
    assert in_arc(Disc(0, 0, 500), 0, 20_000, Rect(5000, 0, 9000, 1000, 0))
    assert not in_arc(Disc(0, 0, 500), 180_000, 20_000, Rect(5000, 0, 9000, 1000, 0))
    assert not in_arc(Disc(0, 0, 500), 180_000, 300_000, Rect(9000, 0, 1000, 1000, 0))


@given(along, along, facings)
def test_zones_cover_the_table_once(x: int, y: int, facing: int) -> None:
    stand, other = Rect(100, 200, 4000, 2000, facing), Rect(x, y, 2000, 4000, 30_000)
    shares = [zone_area(stand, where, other) for where in ZONES]
    assert sum(shares) == pytest.approx(8e6, abs=10)


def test_the_zone_of_a_point() -> None:
    stand = Rect(0, 0, 4000, 2000, 90_000)
    for point, where in (
        ((0, 1500), "front"),
        ((3000, 2000), "front"),
        ((3001, 2000), "right"),
        ((-3001, 2000), "left"),
        ((0, -4000), "rear"),
        ((-5000, 0), "left"),
    ):
        assert zone(stand, point) == where
        around = Rect(*point, 200, 200)
        assert max(ZONES, key=lambda z: zone_area(stand, z, around)) == where or point[0] in (3000, 3001, -3001)


def test_what_stands_between_two_bases() -> None:
    a, b = Disc(0, 0, 591), Disc(8000, 0, 984)
    assert intervening(a, b, Rect(4000, 0, 1000, 200))
    assert not intervening(a, b, Rect(4000, 3000, 1000, 200))
    assert not intervening(a, b, Rect(8984 + 100, 0, 1000, 200)), "a wall behind the target that its base touches"
    assert intervening(a, b, Rect(8984 + 98, 0, 1000, 200))
    assert intervening(a, b, Disc(4000, 1700, 984))


@given(along, along, st.integers(200, 1000), along, along, st.integers(200, 1000), along, along, facings)
@example(-1, -270, 200, 0, -270, 210, -1176, 832, 32_497)  # one base within the other, and the wall behind both
def test_what_lines_pass_by_is_not_between(
    x: int, y: int, r: int, u: int, v: int, s: int, p: int, q: int, facing: int
) -> None:
    a, b, wall = Disc(x, y, r), Disc(u, v, s), Rect(p, q, 3000, 400, facing)
    assert not (passes(a, b, outline(wall)) and intervening(a, b, wall))


def test_lines_pass_by_a_wall_beside_before_and_behind() -> None:
    a, b = Disc(0, 0, 591), Disc(8000, 0, 984)
    for x, y, past in ((4000, 0, False), (4000, 3000, True), (-1500, 0, True), (10_000, 0, True)):
        assert passes(a, b, outline(Rect(x, y, 1000, 200))) is past


@given(along, along, st.integers(-500, 500), st.integers(200, 900), facings)
def test_intervening_against_a_hull_with_many_corners(x: int, y: int, dx: int, size: int, facing: int) -> None:
    a, b, feature = Disc(-3000, 0, 591), Disc(3000 + dx, 500, 984), Rect(x, y, size, 2000, facing)
    rims = [shapely.Point(c.x, c.y).buffer(c.r, quad_segs=128) for c in (a, b)]
    band, block = shapely.unary_union(rims).convex_hull, shapely.Polygon(outline(feature))
    depth = -band.distance(block) if not band.intersects(block) else band.intersection(block).area
    if not -2 < depth < 20_000:
        assert intervening(a, b, feature) == (depth > 0)


@pytest.mark.rule("WC-SPRAY-2", "WC-SPRAY-4")
def test_a_spray_starts_at_the_base_edge_and_touching_is_enough() -> None:
    line = spray(Disc(0, 0, 591), Disc(3000, 4000, 984), 8000)
    assert line == pytest.approx((354.6, 472.8, 5154.6, 6872.8))
    assert distance(line[:2], line[2:]) == pytest.approx(8000)
    flat = spray(Disc(0, 0, 591), Disc(4000, 0, 591), 8000)
    for y, hit in ((590, True), (591, True), (592, True), (593, False)):
        assert within(flat, Disc(6000, y, 591), 0) is hit
        assert on_line((591, 0), (4000, 0), 8000, Disc(6000, y, 591)) is hit
    assert on_line((591, 0), (4000, 0), 8000, Disc(591 + 8000 + 591, 0, 591))
    assert not on_line((591, 0), (4000, 0), 8000, Disc(591 + 8000 + 593, 0, 591))


def test_templates() -> None:
    assert cone(Disc(0, 0, 591), Disc(4000, 0, 591), 8000).pts == ((591, -250), (8591, -1450), (8591, 1450), (591, 250))
    assert under_blast((0, 0), 3000, Disc(3591, 0, 591))
    assert not under_blast((0, 0), 3000, Disc(3593, 0, 591))
    assert isinstance(spray(Disc(5, 5, 1), Disc(5, 5, 1), 100), Segment)


@pytest.mark.parametrize("seed", seeds(60))
def test_last_stretches_against_single_lines(seed: int) -> None:
    """A place belongs to it when some line from the one base through it has at most that length left to the other."""
    rng = random.Random(seed)
    a, b = Disc(0, 0, rng.choice((0, 591, 984))), Disc(rng.uniform(3200, 9000), rng.uniform(-4000, 4000), 984)
    stretch = last_stretch(a, b, 1000)
    assert stretch is not None
    for _ in range(40):
        turn, far = rng.uniform(0, math.tau), rng.uniform(0, 2300)
        x, y = b.x + far * math.cos(turn), b.y + far * math.sin(turn)
        apart, wide = math.hypot(x - a.x, y - a.y), math.hypot(b.x - x, b.y - y)
        aside = abs(math.remainder(math.atan2(b.y - y, b.x - x) - math.atan2(y - a.y, x - a.x), math.tau))
        turned = max(0.0, aside - math.asin(min(1.0, a.r / apart)))
        meets = turned < math.pi / 2 and wide * math.sin(turned) <= b.r
        left = wide * math.cos(turned) - math.sqrt(b.r**2 - (wide * math.sin(turned)) ** 2) if meets else math.inf
        if abs(left - 1000) > 1 and wide > b.r:
            assert inside((x, y), stretch) is (left < 1000)


def test_there_is_no_last_stretch_where_lines_are_shorter() -> None:
    assert last_stretch(Disc(0, 0, 984), Disc(2200, 0, 984), 1000) is None
    assert last_stretch(Disc(0, 0, 984), Disc(2230, 0, 984), 1000) is not None


@given(st.lists(st.tuples(along, along), min_size=3, max_size=12))
def test_hulls_against_shapely(points: list[tuple[int, int]]) -> None:
    expected = shapely.MultiPoint(points).convex_hull.area
    assert area(hull(points)) == pytest.approx(expected)


@pytest.mark.parametrize("seed", seeds(60))
def test_convex_parts_cover_the_outline_and_nothing_else(seed: int) -> None:
    rng = random.Random(seed)
    count = rng.randrange(3, 14)
    turns = [math.tau * i / count for i in range(count)]
    rim = [(round(r * math.cos(t)), round(r * math.sin(t))) for t in turns for r in [rng.randrange(500, 5000)]]
    whole = shapely.Polygon(rim)
    if not whole.is_valid:
        return
    parts = convex_parts(rim[::-1] if seed % 2 else rim)
    shapes = [shapely.Polygon(part.pts) for part in parts]
    assert sum(shape.area for shape in shapes) == pytest.approx(whole.area)
    assert shapely.unary_union(shapes).symmetric_difference(whole).area == pytest.approx(0, abs=1)
    for shape in shapes:
        assert shape.exterior.is_ccw
        assert shape.convex_hull.area == pytest.approx(shape.area)
    assert len(parts) <= max(1, count - 2)


def test_outlines_that_cannot_be_split_are_refused() -> None:
    with pytest.raises(ValueError, match="three corners"):
        convex_parts([(0, 0), (1000, 0), (2000, 0)])
    assert len(convex_parts([(0, 0), (1000, 0), (2000, 0), (2000, 2000), (0, 2000)])) == 1
