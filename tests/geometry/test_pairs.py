"""Compiled gaps and nearest points of two shapes, against the readable ones."""

from __future__ import annotations

import random

import pytest

from sandtable.geometry import distance, pairs
from sandtable.geometry.shapes import Disc, Rect, Segment
from sandtable.geometry.stands import Stands
from tests.geometry.stand_cases import a_stand, another
from tests.soak import cases

PAIRS = cases(600, 20_000)


@pytest.mark.parametrize("seed", range(2))
def test_gaps_and_nearest_points_are_those_of_distance(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(PAIRS):
        a = a_stand(rng)
        b = another(rng, a)
        far, p, q = distance.nearest(a, b)
        assert pairs.gap(a, b) == pytest.approx(far, abs=1e-6) and pairs.gap(b, a) == pairs.gap(a, b)
        found = pairs.nearest(a, b)
        assert found[0] == pytest.approx(far, abs=1e-6), (a, b)
        assert found[1] == pytest.approx(p, abs=1e-5) and found[2] == pytest.approx(q, abs=1e-5), (a, b)


def test_of_parallel_edges_the_middle_of_the_stretch_they_share_is_nearest() -> None:
    one, two = Rect(10_000, 10_000, 4000, 2000, 90_000), Rect(11_000, 15_000, 4000, 2000, 90_000)
    assert pairs.nearest(one, two) == (3000.0, (10_500.0, 11_000.0), (10_500.0, 14_000.0))


def test_points_lie_on_the_rim_of_a_disc() -> None:
    assert pairs.nearest(Disc(0, 0, 1000), Segment(5000, -1000, 5000, 3000)) == (4000.0, (1000.0, 0.0), (5000.0, 0.0))


def test_groups_of_stands_are_as_far_apart_as_their_nearest() -> None:
    rng = random.Random(4)
    stands = tuple(a_stand(rng, 15_000) for _ in range(9))
    least = min(distance.gap(a, b) for a in stands[:4] for b in stands[5:8])
    assert Stands(stands).between((0, 4), (5, 8)) == pytest.approx(least, abs=1e-6)


def test_contacts_of_two_stands_are_those_of_the_plain_measure() -> None:
    rng, met = random.Random(8), 0
    for _ in range(cases(300, 3000)):
        a = Rect(0, 0, 4000, 2000, rng.choice((0, 90_000, rng.randrange(360_000))))
        facing = (a.facing + rng.choice((0, 90_000, 180_000, rng.randrange(360_000)))) % 360_000
        b = Rect(rng.choice((0, 2000, 4000, 3000)), rng.choice((2000, -2000, 1000, 0)), 4000, 2000, facing)
        plain, quick = distance.contact(a, b, 10), pairs.contact(a, b, 10)
        if plain is None or quick is None:
            assert plain is quick
            continue
        met += 1
        assert quick._replace(length=0.0) == plain._replace(length=0.0)
        assert quick.length == pytest.approx(plain.length, abs=1e-6)
    assert met > 50
