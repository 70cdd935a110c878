"""Measuring against shapely, and the edge conventions: exactly at range, a thousandth beyond, touching, overlapping."""

from __future__ import annotations

import math
from typing import Any

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sandtable.geometry.corners import corners, unit
from sandtable.geometry.measure import (
    contact,
    contains,
    gap,
    gap3d,
    hull,
    inside,
    nearest,
    outline,
    overlap,
    radius,
    table,
    touching,
    within,
)
from sandtable.geometry.shapes import Disc, Poly, Rect, Segment, Shape
from tests.seeds import examples

along = st.integers(0, 8000)
discs = st.builds(Disc, along, along, st.sampled_from((0, 591, 984)))
stands = st.builds(Rect, along, along, st.integers(100, 4000), st.integers(100, 4000), st.integers(0, 359_999))
segments = st.builds(Segment, along, along, along, along).filter(lambda s: s[:2] != s[2:])
polygons = st.builds(hull, st.lists(st.tuples(along, along), min_size=3, max_size=6)).filter(lambda p: len(p.pts) > 2)
shapes: st.SearchStrategy[Shape] = st.one_of(discs, stands, segments, polygons)


@given(shapes, shapes)
def test_the_gap_is_that_of_the_nearest_points(a: Shape, b: Shape) -> None:
    assert gap(a, b) == nearest(a, b)[0]


def core(shape: Shape) -> Any:
    pts = outline(shape)
    return (shapely.Point, shapely.LineString)[len(pts) - 1](pts) if len(pts) < 3 else shapely.Polygon(pts)


@given(st.integers(-720_000, 720_000))
def test_directions_are_right_and_exact_on_the_axes(facing: int) -> None:
    cos, sin = unit(facing)
    assert math.isclose(cos, math.cos(math.radians(facing / 1000)), abs_tol=1e-14)
    assert math.isclose(sin, math.sin(math.radians(facing / 1000)), abs_tol=1e-14)
    assert unit(facing + 90_000) == (-sin + 0.0, cos)


def test_corners_start_with_the_front_edge() -> None:
    assert corners(Rect(0, 0, 4000, 2000, 90_000)).pts == ((2000, 1000), (-2000, 1000), (-2000, -1000), (2000, -1000))


@settings(max_examples=examples(300), deadline=None)
@given(shapes, shapes)
def test_gaps_and_nearest_points_against_shapely(a: Shape, b: Shape) -> None:
    found, p, q = nearest(a, b)
    assert found == pytest.approx(max(0.0, core(a).distance(core(b)) - radius(a) - radius(b)), abs=1e-6)
    assert math.dist(p, q) == pytest.approx(found, abs=1e-6)
    for point, shape in ((p, a), (q, b)):
        assert core(shape).distance(shapely.Point(point)) <= radius(shape) + 1e-6
    assert gap(b, a) == pytest.approx(found, abs=1e-9)


@settings(max_examples=examples(200), deadline=None)
@given(shapes, shapes)
def test_overlap_is_deeper_than_touching(a: Shape, b: Shape) -> None:
    if overlap(a, b):
        assert touching(a, b)
        assert gap(a, b) == 0
    assert overlap(a, b) == overlap(b, a)
    if isinstance(a, Poly | Rect) and isinstance(b, Poly | Rect):
        shared = core(a).intersection(core(b))
        assume(not 0 < shared.area < 5000)
        assert overlap(a, b) == (shared.area > 0)


@given(discs, along, st.integers(0, 4000))
def test_two_bases_are_compared_in_whole_numbers(a: Disc, dx: int, reach: int) -> None:
    for r in (0, 591):
        for beyond, expected in ((-1, True), (0, True), (1, True), (2, False)):
            b = Disc(a.x + a.r + r + reach + beyond, a.y, r)
            assert within(a, b, reach) is expected
    far = Disc(a.x + 3 * 10**8, a.y + 4 * 10**8, 0)
    assert within(a, far, 5 * 10**8 - a.r)
    assert not within(a, far, 5 * 10**8 - a.r - 2)


@given(st.integers(0, 4000), st.integers(0, 3), st.sampled_from((0, 591)))
def test_exactly_at_reach_of_a_stand(reach: int, quarter: int, r: int) -> None:
    stand = Rect(0, 0, 4000, 4000, 90_000 * quarter)
    for beyond, expected in ((0, True), (1, True), (2, False)):
        base = Disc(2000 + r + reach + beyond, 700, r)
        assert within(stand, base, reach) is expected
        assert within(base, stand, reach) is expected


def test_touching_and_overlapping_favour_the_player() -> None:
    a = Disc(0, 0, 591)
    for apart, touch, over in ((1180, True, True), (1181, True, False), (1183, True, False), (1184, False, False)):
        b = Disc(apart, 0, 591)
        assert (touching(a, b), overlap(a, b)) == (touch, over)
    wall = Rect(1591, 0, 4000, 2000)
    assert touching(a, wall)
    assert not overlap(a, wall._replace(x=1590))
    assert overlap(a, wall._replace(x=1589))


def test_heights_add_to_the_gap() -> None:
    assert gap3d(Disc(0, 0, 500), 0, Disc(4000, 0, 500), 4000) == 5000


def test_inside_and_wholly_inside() -> None:
    board = table(48_000, 48_000)
    assert inside((0, 0), board)
    assert not inside((-1, 0), board)
    assert contains(board, Disc(591, 591, 591))
    assert contains(board, Disc(590, 591, 591))
    assert not contains(board, Disc(589, 591, 591))
    assert contains(Disc(0, 0, 3000), Disc(2409, 0, 591))
    assert not contains(Disc(0, 0, 3000), Disc(2411, 0, 591))
    assert contains(board, Rect(2000, 1000, 4000, 2000, 90_000))
    assert not contains(board, Rect(2000, 998, 4000, 2000, 90_000))


def test_nearest_points_of_parallel_edges_are_in_the_middle() -> None:
    found, p, q = nearest(Rect(0, 0, 4000, 2000, 90_000), Rect(1000, 5000, 4000, 2000, 90_000))
    assert (found, p, q) == (3000, (500, 1000), (500, 4000))


@pytest.mark.parametrize(("shift", "kind"), [(0, "edge"), (3900, "edge"), (3901, "corner"), (4000, "corner")])
def test_edge_and_corner_contact(shift: int, kind: str) -> None:
    one, two = Rect(0, 0, 4000, 2000, 90_000), Rect(shift, 2000, 4000, 2000, 270_000)
    found = contact(one, two)
    assert found
    assert found.kind == kind
    assert abs(found.length - (4000 - shift)) <= 1.01
    if kind == "edge":
        assert (found.side_a, found.side_b) == ("front", "front")
    assert contact(one, two._replace(y=2002)) is None


def test_a_turned_stand_touches_with_a_corner() -> None:
    found = contact(Rect(0, 0, 4000, 2000, 90_000), Rect(0, 1000 + 1000 * math.sqrt(2), 2000, 2000, 45_000))
    assert found
    assert found.kind == "corner"


def test_stands_that_touch_up_to_noise_are_measured() -> None:
    one = Poly(
        (
            (17122.02540378444, 20323.949192431122),
            (15122.025403784439, 23788.050807568878),
            (13389.974596215561, 22788.050807568878),
            (15389.974596215561, 19323.949192431122),
        )
    )
    two = Poly(
        (
            (13665.718017280744, 18328.449192431122),
            (15665.718017280744, 14864.347577293367),
            (17397.76882484962, 15864.347577293367),
            (15397.76882484962, 19328.449192431122),
        )
    )
    far, p, q = nearest(one, two)  # by the signs they cross, but nothing is left when one is clipped by the other
    assert far == pytest.approx(0, abs=1e-6)
    assert p == pytest.approx(q, abs=1e-6)
    assert touching(one, two)
    assert not overlap(one, two)
