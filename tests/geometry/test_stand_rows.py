"""Rows of stands made from other rows, and single questions: what whole rows and many questions say."""

from __future__ import annotations

import random

from sandtable.geometry.compiled import listed
from sandtable.geometry.shapes import Rect
from sandtable.geometry.stands import Stands
from tests.geometry.stand_cases import a_stand, crowd

STAND = Rect(10_000, 10_000, 4000, 2000, 90_000)


def test_what_is_known_of_groups_is_kept_for_those_that_stand_still() -> None:
    rng = random.Random(38)
    for _ in range(12):
        shapes = tuple(a_stand(rng, 15_000) for _ in range(12))
        groups = [n for n in range(4) for _ in range(3)]
        known = Stands(shapes).group_table(groups, 9000.0)
        other = tuple(a_stand(rng, 15_000) for _ in range(3))
        after = Stands(shapes).replaced({3: Stands(other)})
        assert after == Stands((*shapes[:3], *other, *shapes[6:]))
        assert listed(after.rows) == listed(Stands(after.shapes).rows)
        anew = after.group_table(groups, 9000.0, known, {1})
        assert listed(anew) == listed(after.group_table(groups, 9000.0))
        assert listed(known) == listed(Stands(shapes).group_table(groups, 9000.0)), "what is known stays"


def test_those_near_are_those_within_with_their_gaps() -> None:
    rng = random.Random(39)
    for most in (0.0, 700.0, 6000.0):
        stand = a_stand(rng)
        row_of = Stands(crowd(rng, stand))
        assert row_of.near(stand, most) == [(i, far) for i, far in enumerate(row_of.gaps(stand)) if far <= most]


def test_one_leg_is_the_first_of_many() -> None:
    rng, hits = random.Random(40), set()
    for _ in range(20):
        stand, end = a_stand(rng), a_stand(rng)
        row_of = Stands(crowd(rng, stand))
        for skip in ((), (0, 2)):
            assert row_of.leg(stand, end, 10.0, skip) == row_of.legs(((stand, end),), 10.0, skip)[0]
        hits.add(row_of.leg(stand, end, 10.0))
    assert len(hits) > 1
    assert Stands(()).leg(STAND, STAND) is None
