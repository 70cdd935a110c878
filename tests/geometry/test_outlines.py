"""Simple outlines, against shapely."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Polygon

from sandtable.geometry.outlines import Point, crossing
from tests.seeds import examples


@pytest.mark.parametrize(
    ("outline", "found"),
    [
        ([(0, 0), (4, 0), (4, 4), (0, 4)], None),
        ([(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)], None),
        ([(0, 0), (4, 4), (4, 0), (0, 4)], (0, 2)),  # a bow tie
        ([(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)], (0, 2)),  # a corner on a side
        ([(0, 0), (4, 0), (2, 0), (2, 4)], (0, 1)),  # back along the same line
        ([(0, 0), (0, 0), (4, 0), (4, 4)], (0, 0)),  # a corner twice
        ([(0, 0), (2, 0), (4, 0), (4, 4)], None),  # a corner in the middle of a side
    ],
)
def test_sides_that_meet_where_they_must_not(outline: list[Point], found: tuple[int, int] | None) -> None:
    assert crossing(outline) == found


@settings(max_examples=examples(300), deadline=None)
@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=3, max_size=8))
def test_agrees_with_shapely(outline: list[Point]) -> None:
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, [*outline[1:], outline[0]], strict=True))
    if len(set(outline)) == len(outline) and area != 0:
        assert (crossing(outline) is None) == Polygon(outline).is_valid
