"""Bearings: the facing that looks from one place at another."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from sandtable.geometry.measure import bearing
from sandtable.geometry.units import FULL_TURN

COORDINATE = st.integers(-50_000, 50_000)


def test_the_quarters_are_exact() -> None:
    places = [(5, 0), (5, 5), (0, 5), (-5, 5), (-5, 0), (-5, -5), (0, -5), (5, -5)]
    assert [bearing((0, 0), p) for p in places] == [i * 45_000 for i in range(8)]
    assert bearing((3, 3), (3, 3)) == 0


@given(COORDINATE, COORDINATE)
def test_bearings_agree_with_the_library(x: int, y: int) -> None:
    expected = math.degrees(math.atan2(y, x)) * 1000 % FULL_TURN
    off = abs(bearing((0, 0), (x, y)) - expected)
    assert min(off, FULL_TURN - off) <= 0.5001
