"""Features as files write them."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import Any

import pytest

from sandtable.core import BadSetup
from sandtable.geometry.distance import gap
from sandtable.geometry.shapes import Disc
from sandtable.tabletop.terrain.features import Feature, Map, shapes
from sandtable.tabletop.terrain.kinds import read_kinds
from sandtable.tabletop.terrain.lines import banks
from sandtable.tabletop.terrain.reading import read_feature
from tests.tabletop.field import KINDS


class Gunned(Feature, frozen=True, kw_only=True):
    gun: str = ""


def read(raw: dict[str, Any]) -> Feature:
    return read_feature(read_kinds(KINDS), raw, Feature, "it")


def test_tables_are_squares_or_have_a_width_and_a_height() -> None:
    square, wide = Map(size=48_000), Map(size=(180_000, 120_000))
    assert (square.width, square.height, wide.width, wide.height) == (48_000, 48_000, 180_000, 120_000)


def test_footprints() -> None:
    assert set(read({"kind": "hall", "at": [10, 20], "size": [4, 2], "height": 3}).outline) == {
        (8000, 19000),
        (12000, 19000),
        (12000, 21000),
        (8000, 21000),
    }
    turned = read({"kind": "road", "at": [10, 20], "size": [4, 2], "turn": 90})
    assert {x for x, _ in turned.outline} == {9000, 11000} and {y for _, y in turned.outline} == {18000, 22000}
    assert read({"kind": "lake", "at": [1, 2], "radius": 0.5, "id": "pond"}) == Feature(
        id="pond", kind="lake", disc=(1000, 2000, 500)
    )
    corner = read({"kind": "wood", "points": [[0, 0], [6, 0], [6, 2], [2, 2], [2, 6], [0, 6]]})
    assert len(shapes(corner)) == 2, "a concave outline is kept in convex parts"


def test_kinds_give_defaults_and_a_feature_may_say_otherwise() -> None:
    hall = {"kind": "hall", "at": [9, 9], "size": 4, "height": 2}
    assert read(hall).cover and read(hall).standable and read(hall).height == 2000
    other = read({**hall, "cover": False, "standable": False, "ladders": [[9, 7]]})
    assert not other.cover and not other.standable and other.ladders == ((9000, 7000),)


def test_a_ruleset_adds_fields_of_its_own() -> None:
    raw = {"kind": "hall", "at": [9, 9], "size": 4, "height": 2, "gun": "cannon"}
    assert read_feature(read_kinds(KINDS), raw, Gunned, "it", own=("gun",)).gun == "cannon"
    with pytest.raises(BadSetup, match="unknown gun"):
        read(raw)


@pytest.mark.parametrize(("height", "legal"), [(1.999, False), (2, True), (2.001, True)])
def test_least_height(height: float, legal: bool) -> None:
    raw = {"kind": "hall", "at": [9, 9], "size": 4, "height": height}
    if legal:
        assert read(raw).height == 1000 * height
    else:
        with pytest.raises(BadSetup, match=r"it: Hall is at least 2 tall, not 1\.999"):
            read(raw)


@pytest.mark.parametrize(("height", "legal"), [(0, True), (2, True), (2.001, False)])
def test_greatest_height(height: float, legal: bool) -> None:
    raw = {"kind": "wall", "at": [9, 9], "size": 4, "height": height}
    if legal:
        assert read(raw).height == 1000 * height
    else:
        with pytest.raises(BadSetup, match=r"it: Wall is at most 2 tall, not 2\.001"):
            read(raw)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"kind": "moat", "at": [1, 1], "size": 1}, "no kind of terrain 'moat'; kinds: marsh"),
        ({"kind": "road", "at": [1, 1], "size": 1, "tall": 3}, "unknown tall; known: at"),
        ({"kind": "road", "at": [1, 1]}, "one of points, line, radius, size, not none"),
        ({"kind": "road", "at": [1, 1], "size": 1, "radius": 1}, "not radius, size"),
        ({"kind": "road", "at": [1, 1], "shape": "disc", "size": 1}, "a 'disc' has no size; that is a rect"),
        ({"kind": "road", "size": 1}, "it.at: two numbers, not None"),
        ({"kind": "road", "at": [1, "x"], "size": 1}, "it.at: two numbers"),
        ({"kind": "road", "at": [1, 1], "size": [1, 0]}, "it.size: more than 0, not 0"),
        ({"kind": "road", "at": [1, 1], "radius": -1}, "it.radius: more than 0, not -1"),
        ({"kind": "road", "points": [[1, 1], [2, 2]]}, "it.points: a list of 3 points or more"),
        ({"kind": "road", "line": [[1, 1]], "width": 1}, "it.line: a list of 2 points or more"),
        ({"kind": "road", "line": [[1, 1], [5, 1]]}, "it.width: a number, not None"),
        ({"kind": "road", "line": [[1, 1], [5, 1]], "width": 0}, "it: a line has a width"),
        ({"kind": "road", "line": [[1, 1], [9, 1], [2, 2]], "width": 1}, "the bend at point 2 is sharper than 60"),
        (
            {"kind": "road", "line": [[0, 0], [9, 0], [9, 1], [0, 1]], "width": 4},
            "the stretch after point 2 is too short",
        ),
        (
            {"kind": "road", "line": [[0, 0], [0, 10], [4, 10], [4, 0]], "width": 4},  # its inner bank has no length
            "the stretch after point 2 is too short",
        ),
        ({"kind": "road", "at": [1, 1], "size": 1, "height": "high"}, "it.height: a number, not 'high'"),
    ],
)
def test_a_fault_says_where_it_is(raw: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetup) as error:
        read(raw)
    assert words in str(error.value)


def test_a_line_is_as_wide_as_it_says_everywhere() -> None:
    line = [(0, 20_000), (30_000, 24_000), (60_000, 10_000), (90_000, 10_000)]
    river = Feature(id="river", kind="lake", outline=banks(line, 4000))
    for (x0, y0), (x1, y1) in pairwise(line):
        size = dist((x0, y0), (x1, y1))
        nx, ny = (y0 - y1) / size, (x1 - x0) / size
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        for side in (1, -1):
            for off, inside in ((1998, True), (2002, False)):
                at = Disc(middle[0] + side * off * nx, middle[1] + side * off * ny, 0)
                assert (min(gap(at, part) for part in shapes(river)) == 0) is inside


def test_a_right_angle_is_mitred() -> None:
    assert set(banks([(0, 0), (10_000, 0), (10_000, 10_000)], 2000)) == {
        (0, -1000),
        (0, 1000),
        (11_000, -1000),
        (9000, 1000),
        (11_000, 10_000),
        (9000, 10_000),
    }


def test_a_rectangle_turns_against_the_clock() -> None:
    turned = read({"kind": "wall", "at": [20, 20], "size": [10, 2], "turn": 30, "height": 1})
    straight = read({"kind": "wall", "at": [20, 20], "size": [10, 2], "height": 1})
    assert set(straight.outline) == {(15_000, 19_000), (25_000, 19_000), (25_000, 21_000), (15_000, 21_000)}
    assert (24_830, 21_634) in turned.outline and (23_830, 23_366) in turned.outline


@pytest.mark.parametrize(("turn", "wide", "deep"), [(0, 50_000, 40_000), (90, 40_000, 50_000), (270, 40_000, 50_000)])
def test_the_corners_of_a_large_box_are_exact(turn: int, wide: int, deep: int) -> None:
    """A thousandth of a degree would move them."""
    box = read({"kind": "road", "at": [90, 60], "size": [100, 80], "turn": turn})
    assert set(box.outline) == {(90_000 + x * wide, 60_000 + y * deep) for x in (-1, 1) for y in (-1, 1)}
