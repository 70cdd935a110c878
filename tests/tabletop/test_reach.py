"""Where a base can get to: out of a gap that is one thousandth too narrow, and not out of one that is narrower."""

from __future__ import annotations

import pytest

from sandtable.geometry.ground import Ground
from sandtable.geometry.shapes import Disc, Poly
from sandtable.tabletop.moving.reach import reach, way_toward

START, LIMIT, GOAL = (11_944, 21_713), 6000, (17_944, 21_713)
WALL = Poly(((12_000, 25_500), (4000, 25_500), (4000, 22_500), (12_000, 22_500)))


def between(y: int) -> Ground:
    """A base of 0.787 that touches a wall above it, beside a base of 0.591 whose middle lies at this height."""
    return Ground(r=787, solid=(WALL,), bases=(Disc(12_003, y, 591),), width=48_000, height=48_000)


@pytest.mark.parametrize(("y", "out"), [(20_335, True), (20_336, True), (20_337, False)])
def test_whoever_is_wedged_in_gets_out_by_the_tolerance(y: int, out: bool) -> None:
    """At 20.335 the gap is exactly wide enough, at 20.336 the tolerance opens it; then it is closed."""
    ground = between(y)
    drawn = reach(ground, START, LIMIT)
    assert (ground.first_fault((START, GOAL), LIMIT) is None) is out
    assert drawn.near(GOAL, 20) is out
    assert (way_toward(ground, START, GOAL, LIMIT, drawn)[-1:] == (GOAL,)) is out
