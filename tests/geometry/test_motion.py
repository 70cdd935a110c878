from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest

from sandtable.geometry.motion import Watcher, crossings, cut, enters, leaves, next_crossing, path_length, point_at
from sandtable.geometry.shapes import Disc, Poly
from tests.geometry.reach_cases import a_place, a_shape, along, apart

LINE = ((0, 0), (10_000, 0))


def test_places_along_a_path() -> None:
    path = ((0, 0), (3000, 4000), (3000, 4000), (3000, 9000))
    assert path_length(path) == 10_000
    assert point_at(path, 0) == (0, 0)
    assert point_at(path, 2500) == (1500, 2000)
    assert point_at(path, 6000) == (3000, 5000)
    assert point_at(path, 99_000) == (3000, 9000)
    assert cut(path, 6000) == ((0, 0), (3000, 4000), (3000, 4000), (3000, 5000))
    assert cut(path, 0) == ((0, 0),)
    assert cut(((5, 5),), 100) == ((5, 5),)


def test_in_and_out_of_reach_of_a_base() -> None:
    foe = Disc(5000, 0, 500)  # reach 500 about it, for a mover of radius 500: centre within 1500 and the tolerance
    assert enters(LINE, 500, foe, 500) == (3499,)
    assert leaves(LINE, 500, foe, 500) == (6501,)


def test_starting_within_is_not_entering_and_ending_within_is_not_leaving() -> None:
    assert [c.way for c in crossings(LINE, 500, (Watcher(Disc(500, 0, 500), 500),))] == ["leave"]
    assert [c.way for c in crossings(LINE, 500, (Watcher(Disc(9800, 0, 500), 500),))] == ["enter"]
    assert not list(crossings(LINE, 500, (Watcher(Disc(5000, 0, 500), 9000),)))


def test_passing_exactly_at_reach_counts_and_beyond_does_not() -> None:
    assert len(enters(LINE, 500, Disc(5000, 1501, 500), 500)) == 1
    assert not enters(LINE, 500, Disc(5000, 1502, 500), 500)


def test_a_corner_of_the_path_inside_a_zone_is_neither_in_nor_out() -> None:
    path = ((0, 0), (5000, 0), (5000, 5000))
    found = list(crossings(path, 500, (Watcher(Disc(5000, 0, 500), 500),)))
    assert [(round(c.distance), c.way) for c in found] == [(3499, "enter"), (6501, "leave")]


def test_a_path_that_comes_back_is_noticed_twice() -> None:
    path = ((0, 0), (10_000, 0), (0, 0))
    assert enters(path, 500, Disc(5000, 0, 500)) == (3999, 13_999)
    assert leaves(path, 500, Disc(5000, 0, 500)) == (6001, 16_001)


def test_crossings_at_one_distance_come_one_after_the_other() -> None:
    watchers = [Watcher(Disc(5000, 0, 500)), Watcher(Disc(5000, 0, 300), 200), Watcher(Disc(7002, 0, 500))]
    found = list(crossings(LINE, 500, watchers))
    assert [(c.which, c.way) for c in found] == [
        (0, "enter"),
        (1, "enter"),
        (0, "leave"),
        (1, "leave"),
        (2, "enter"),
        (2, "leave"),
    ]
    assert next_crossing(LINE, 500, watchers) == found[0]
    for one, two in pairwise(found):
        assert next_crossing(LINE, 500, watchers, one) == two
    assert next_crossing(LINE, 500, watchers, found[-1]) is None
    assert next_crossing(LINE, 500, watchers, found[0].distance) == found[2]


def test_a_gate_crossed_is_entered_and_left() -> None:
    line = Poly(((5000, -1000), (5001, -1000), (5001, 1000), (5000, 1000)))
    assert enters(LINE, 0, line, tol=0) == (5000,)
    assert leaves(LINE, 0, line, tol=0) == (5001,)


def test_crossings_agree_with_small_steps() -> None:
    rng = random.Random(5)
    seen = 0
    for _ in range(60):
        path, zone, reach = [a_place(rng) for _ in range(4)], a_shape(rng), rng.choice((0, 500, 2000))
        found = list(crossings(path, 591, (Watcher(zone, reach),)))
        ends = [0.0, *(c.distance for c in found), path_length(path)]
        inside = apart(path[0], zone) <= 591 + reach + 1
        for a, b in pairwise(ends):
            for s in (a + (b - a) * i / 12 for i in range(1, 12)):
                gap = apart(along(path, s), zone) - 591 - reach - 1
                assert abs(gap) < 1e-3 or (gap < 0) == inside, (path, zone, reach, s)
            inside = not inside
        seen += len(found)
    assert seen > 60


def test_crossing_distances_are_on_the_border() -> None:
    zone = Disc(5000, 800, 500)
    for s in (*enters(LINE, 500, zone, 500), *leaves(LINE, 500, zone, 500)):
        assert math.dist(along(LINE, s), (5000, 800)) == pytest.approx(1501)
