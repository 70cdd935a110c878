"""Distances, sight and cover at their edges."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import combinations
from random import Random
from typing import TypeVar

import pytest

from sandtable.geometry.distance import overlap
from sandtable.tabletop.measuring.cover import close, covering
from sandtable.tabletop.measuring.distance import disc, distance, near, overlapping, to_marker, within
from sandtable.tabletop.measuring.line_of_sight import clear_middle, in_the_way, look, seen
from sandtable.tabletop.terrain.features import shapes
from tests.tabletop.field import Field, Piece, laid

T = TypeVar("T")


@pytest.mark.parametrize(("x", "reach", "inside"), [(7000, 5000, True), (7001, 5000, True), (7002, 5000, False)])
def test_within_is_up_to_and_one_thousandth_over(x: int, reach: int, inside: bool) -> None:
    a, b = Piece(0, 0), Piece(x, 0)
    assert within(laid(), a, b, reach) is inside
    assert distance(laid(), a, b) == x - 2000


def test_bases_of_different_sizes_and_overlapping_ones() -> None:
    p = laid()
    assert distance(p, Piece(0, 0, card="giant"), Piece(7000, 0)) == 4000
    assert distance(p, Piece(0, 0), Piece(1500, 0)) == 0
    assert disc(p, Piece(3, 4, card="giant")) == (3, 4, 2000)


@pytest.mark.parametrize(("reach", "inside"), [(5000, True), (4999, True), (4998, False)])
def test_heights_are_measured_in_three_dimensions(reach: int, inside: bool) -> None:
    a, b = Piece(0, 0), Piece(5000, 0, z=4000)  # 3 cm along, 4 cm up
    assert distance(laid(), a, b) == pytest.approx(5000)
    assert within(laid(), a, b, reach) is inside


def test_markers_and_those_near_in_order() -> None:
    p = laid(pieces={"a": Piece(0, 0), "c": Piece(9000, 0), "b": Piece(0, 5000), "far": Piece(9002, 1)})
    assert near(p, "a", 7000) == ["b", "c"]
    assert to_marker(p, Piece(0, 0), 5000, 0, 0, 500) == 3500
    assert to_marker(p, Piece(0, 0, z=4000), 4500, 0, 0, 500) == 5000
    assert to_marker(p, Piece(0, 0), 100, 0, 0, 500) == 0


@pytest.mark.parametrize(("x", "found"), [(1998, [("b", "a")]), (1999, []), (2000, [])])
def test_bases_overlap_by_more_than_the_tolerance(x: int, found: list[tuple[str, str]]) -> None:
    assert list(overlapping(laid(), {"b": Piece(x, 0), "a": Piece(0, 0)})) == found
    assert list(overlapping(laid(), {"b": Piece(0, x), "a": Piece(0, 0)})) == found


@pytest.mark.parametrize("tol", [0, 1, 600])
def test_overlapping_bases_as_by_comparing_every_two(tol: int) -> None:
    p, rng = laid(), Random(tol)
    for _ in range(40):
        crowd = {
            f"m{n}": Piece(
                rng.randrange(0, 16000, 500), rng.randrange(0, 16000, 500), card=rng.choice(["man", "giant"])
            )
            for n in range(12)
        }
        plain = {(a, b) for a, b in combinations(crowd, 2) if overlap(disc(p, crowd[a]), disc(p, crowd[b]), tol)}
        found = list(overlapping(p, crowd, tol))
        assert len(found) == len(set(found)) and set(found) == plain


def test_a_row_of_targets_behind_a_hall() -> None:
    p = laid({"kind": "hall", "at": [20, 20], "size": [2, 12], "height": 3})
    me, hidden, beside, tall = (9000, 20000, 1000, 2000), (31000, 20000, 1000, 2000), (31000, 40000, 1000, 2000), 3001
    assert seen(p, me, [hidden, beside]) == [False, True]
    assert look(p, me, hidden).clear is False and in_the_way(p, me, hidden) == ("hall_1",)
    assert in_the_way(p, me, beside) == ()
    assert not clear_middle(p.rules.kinds, p.state.map, me, hidden)
    assert seen(p, (*me[:3], tall), [(*hidden[:3], tall)]) == [True], "both stand out above its top"
    assert seen(p, me, []) == []


class Remembering(Field):
    """Keeps what it is told to, in one dictionary."""

    def memo(self, key: Hashable, make: Callable[[], T], of: frozenset[str] | None = None) -> T:
        assert of == frozenset({"map"}), "sight follows from the map alone"
        kept: T = self.rules.kept.setdefault(key, make())
        return kept


def test_what_was_seen_once_is_not_asked_again() -> None:
    plain = laid({"kind": "hall", "at": [20, 20], "size": [2, 12], "height": 3})
    p = Remembering(plain.rules, plain.state)
    me, target = (9000, 20000, 1000, 2000), (31000, 20000, 1000, 2000)
    assert seen(p, me, [target]) == [False]
    assert p.rules.kept["sight"] == {(me, target): False}
    p.rules.kept["sight"] = {(me, target): True}
    assert seen(p, me, [target]) == [True]


@pytest.mark.parametrize(("away", "covered"), [(1.0, True), (1.001, True), (1.002, False)])
def test_cover_ends_at_its_reach(away: float, covered: bool) -> None:
    wall = {"kind": "wall", "at": [20, 20], "size": [1, 8], "height": 1}
    target = Piece(round(1000 * (20.5 + away)) + 1000, 20_000)
    assert covering(laid(wall), Piece(5000, 20_000), target, 1000) == ("wall_1" if covered else "")
    assert covering(laid(wall), Piece(60_000, 20_000), target, 1000) == "", "it stands behind the target"


def test_a_high_attacker_sees_over_a_low_wall() -> None:
    wall = {"kind": "wall", "at": [20, 20], "size": [1, 8], "height": 1}
    target = Piece(22_500, 20_000)
    assert covering(laid(wall), Piece(18_000, 20_000), target, 1000) == "wall_1"
    assert covering(laid(wall), Piece(10_000, 20_000, z=40_000), target, 2000) == ""


def test_near_one_wall_and_behind_another_is_no_cover() -> None:
    beside = {"kind": "wall", "at": [24, 26], "size": [4, 1], "height": 1}
    far = {"kind": "wall", "at": [10, 24], "size": [1, 8], "height": 1}
    target = Piece(24_000, 24_000)
    assert covering(laid(far, beside), Piece(4000, 24_000), target, 1000) == ""


@pytest.mark.parametrize(("z", "near"), [(2000, True), (2001, False)])
def test_cover_reaches_up_from_the_top_of_a_wall(z: int, near: bool) -> None:
    """The base touches the wall along the table and stands 1 cm, or a hair more, above its top."""
    p = laid({"kind": "wall", "at": [20, 20], "size": [1, 8], "height": 1})
    (wall,) = p.state.map.features
    assert close(p, Piece(21_500, 20_000, z=z), wall, shapes(wall)[0], 1000) is near


@pytest.mark.parametrize(("x", "covered"), [(25_000, "wall_1"), (27_000, "")])
def test_between_two_heights_the_lowest_lines_rise_from_the_lower_piece(x: int, covered: str) -> None:
    """From a bank 1 cm up to a roof 5 cm up, over a wall of 2 cm: the wall must be near the lower end of the line."""
    p = laid({"kind": "wall", "at": [20, 20], "size": [1, 8], "height": 2})
    low, high = Piece(x, 20_000, z=1000), Piece(8000, 20_000, z=5000)
    assert covering(p, high, low, 6000) == covered


def test_an_ell_covers_behind_each_of_its_arms() -> None:
    points = [[10, 50], [20, 50], [20, 52], [12, 52], [12, 60], [10, 60]]
    p = laid({"kind": "wall", "points": points, "height": 1})
    assert covering(p, Piece(15_000, 40_000), Piece(17_000, 53_500), 1000) == "wall_1"
    assert covering(p, Piece(2000, 58_000), Piece(13_500, 58_500), 1000) == "wall_1"
    assert covering(p, Piece(40_000, 58_000), Piece(18_000, 58_000), 1000) == ""


@pytest.mark.parametrize(("x", "y", "far"), [(2001, 0, 1.0), (2000, 0, 0.0), (1999, 0, 0.0), (1414, 1414, 0.0)])
def test_bases_that_just_touch_or_overlap_are_no_distance_apart(x: int, y: int, far: float) -> None:
    """Centres 1414 and 1414 apart overlap by a third of a thousandth."""
    assert distance(laid(), Piece(0, 0), Piece(x, y)) == far


@pytest.mark.parametrize(("x", "y"), [(50, 0), (0, 50), (50, 50)])
@pytest.mark.parametrize("across", [True, False])
def test_cover_is_the_same_wherever_on_the_table_the_wall_is(x: int, y: int, across: bool) -> None:
    """Half a centimetre in front of the target, along either axis, also close to the table's corner."""
    wall = {"kind": "wall", "id": "wall", "at": [x, y], "size": [8, 0.4] if across else [0.4, 8], "height": 1}
    off = (0, 1700) if across else (1700, 0)
    target = Piece(1000 * x + off[0], 1000 * y + off[1])
    attacker = Piece(1000 * x - 4 * off[0], 1000 * y - 4 * off[1])
    assert covering(laid(wall), attacker, target, 1000) == "wall"
    assert covering(laid(wall), target, attacker, 1000) == "", "the other one is too far from it"
