"""Where a base stands at the foot and at the head of a ladder."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.tabletop.terrain.features import Feature
from sandtable.tabletop.terrain.ladders import ladders
from tests.tabletop.field import laid


def feature(**more: Any) -> Feature:
    return laid({"kind": "hall", "id": "hall", "height": 4, **more}).state.map.feature("hall")


BOX = {"at": [30, 20], "size": [10, 6]}  # x 25 to 35, y 17 to 23


@pytest.mark.parametrize(
    ("at", "foot", "head"),
    [
        ([25, 20], (24_000, 20_000), (26_000, 20_000)),
        ([35, 21], (36_000, 21_000), (34_000, 21_000)),
        ([30, 17], (30_000, 16_000), (30_000, 18_000)),
        ([28, 23], (28_000, 24_000), (28_000, 22_000)),
    ],
)
def test_outside_and_inside_of_its_side(at: Any, foot: Any, head: Any) -> None:
    assert ladders(feature(**BOX, ladders=[at]), 1000) == ((foot, head),)


@pytest.mark.parametrize(
    ("at", "y"), [([35, 17.2], 18_000), ([35, 18], 18_000), ([35, 18.001], 18_001), ([35, 22.9], 22_000)]
)
def test_near_a_corner_the_base_keeps_its_width_on_the_top(at: Any, y: int) -> None:
    assert ladders(feature(**BOX, ladders=[at]), 1000) == (((36_000, y), (34_000, y)),)


@pytest.mark.parametrize(("r", "y"), [(3000, 20_000), (3001, 20_000), (4000, 20_000), (2999, 19_999)])
def test_on_a_side_narrower_than_the_base_it_stands_in_the_middle(r: int, y: int) -> None:
    (ladder,) = ladders(feature(**BOX, ladders=[[35, 17.2]]), r)
    assert ladder.foot == (35_000 + r, y)


def test_round_towers() -> None:
    tower = feature(at=[30, 20], radius=5, ladders=[[33, 24], [24, 20], [30, 26]])
    assert ladders(tower, 1000) == (
        ((33_600, 24_800), (32_400, 23_200)),
        ((24_000, 20_000), (26_000, 20_000)),
        ((30_000, 26_000), (30_000, 24_000)),
    )


@pytest.mark.parametrize(
    ("wide", "at", "x"),
    [(2.5, 29.0, 29_750), (2.5, 31.0, 30_250), (2.5, 30.1, 30_100), (2, 29.5, 30_000), (1.5, 29.5, 30_000)],
)
def test_on_a_narrow_side_the_base_keeps_on_it_while_it_can(wide: float, at: float, x: int) -> None:
    narrow = feature(at=[30, 20], size=[wide, 10], ladders=[[at, 15]])
    assert ladders(narrow, 1000) == (((x, 14_000), (x, 16_000)),)
