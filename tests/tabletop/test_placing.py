"""Placing beside a piece, followers round a leader, groups."""

from __future__ import annotations

from math import dist
from random import Random
from typing import Any, ClassVar

import pytest

from sandtable.core import Refusal
from sandtable.geometry.shapes import Disc
from sandtable.tabletop.placing import beside, followers
from sandtable.tabletop.placing.groups import lost, one_after_another, spaced
from sandtable.tabletop.terrain.surfaces import GROUND, Surface
from tests.tabletop.field import Piece, laid

HALL = {"kind": "hall", "id": "hall", "at": [30, 20], "size": [10, 10], "height": 4}


class Beside(beside.Beside, frozen=True, kw_only=True, tag="BesideInATest"):
    no_surface: ClassVar[str] = "no-surface"
    no_room: ClassVar[str] = "no-room"


class Around(followers.AroundLeader, frozen=True, kw_only=True, tag="AroundInATest"):
    beside: ClassVar[type[beside.Beside]] = Beside
    near: ClassVar[str] = "near"
    must_place: ClassVar[str] = "must-place"


def table(*terrain: Any, **pieces: Piece) -> Any:
    return laid(*terrain, pieces=pieces)


PLACE = Beside(piece="me", of="it", reach=5000, cite="close")


def why(p: Any, *pose: int, domain: Beside = PLACE) -> str:
    fault = domain.fault(p, pose)
    return fault.cite if isinstance(fault, Refusal) else ""


@pytest.mark.parametrize(("x", "cite"), [(57_000, ""), (57_001, ""), (57_002, "close")])
def test_as_far_as_its_reach(x: int, cite: str) -> None:
    p = table(me=Piece(0, 0), it=Piece(50_000, 50_000))
    assert why(p, x, 50_000) == cite
    fault = PLACE.fault(p, (57_500, 50_000))
    assert fault is not None and fault.short_by == 500 and fault.reason == "5.5 cm from it, not within 5"


@pytest.mark.parametrize(("x", "cite"), [(52_000, ""), (51_999, ""), (51_998, "no-room")])
def test_as_near_as_the_bases_allow(x: int, cite: str) -> None:
    p = table(me=Piece(0, 0), it=Piece(50_000, 50_000))
    assert why(p, x, 50_000) == cite
    if cite:
        assert PLACE.refuse(p, (x, 50_000)).reason == "me does not fit at 51.998, 50"  # type: ignore[union-attr]


def test_a_base_put_down_somewhere_is_measured_like_a_piece() -> None:
    assert beside.There("man", 3000, 4000, 5000, "hall").at == Piece(3000, 4000).at == (3000, 4000)


def test_on_a_top_within_reach_measured_upwards() -> None:
    p = table(HALL, me=Piece(0, 0), it=Piece(23_000, 20_000))
    assert why(p, 26_000, 20_000) == "" and why(p, 26_000, 20_000, 4000) == ""
    fault = PLACE.fault(p, (26_000, 20_000, 500))
    assert fault is not None and (fault.cite, fault.reason) == ("no-surface", "nothing 0.5 cm high holds me there")
    assert why(p, 28_001, 20_000) == "" and why(p, 28_010, 20_000) == "close", "3 along and 4 up is 5"


def test_samples_are_legal_and_a_crowd_leaves_none() -> None:
    p = table(me=Piece(0, 0), it=Piece(50_000, 50_000), other=Piece(53_000, 50_000))
    found = PLACE.sample(p, 6, Random(1))
    assert len(found) == 6 and all(PLACE.fault(p, at) is None for at in found)
    tight = table({"kind": "lake", "at": [50, 50], "size": 30}, me=Piece(0, 0), it=Piece(50_000, 50_000))
    assert PLACE.sample(tight, 6, Random(1)) == [] and PLACE.wish(tight, (50_000, 50_000)) is None


def test_earlier_ones_are_in_the_way_and_those_to_come_are_not() -> None:
    p = table(me=Piece(0, 0), it=Piece(50_000, 50_000), one=Piece(53_000, 50_000), two=Piece(50_000, 53_000))
    domain = Beside(piece="me", of="it", reach=5000, gone=("two",), placed=(("one", (47_000, 50_000)),), cite="close")
    assert why(p, 53_000, 50_000, domain=domain) == "", "one has left its place"
    assert why(p, 50_000, 53_000, domain=domain) == "", "two is still to be placed"
    assert why(p, 47_000, 51_000, domain=domain) == "no-room", "one stands there now"


GROUP = {"lead": Piece(90_000, 60_000), "a": Piece(0, 0), "b": Piece(3000, 0), "c": Piece(6000, 0)}
AROUND = Around(pieces=("a", "b", "c"), of="lead", reach=4000)


def test_followers_are_spread_round_their_leader() -> None:
    p = table(**GROUP)
    for placed in AROUND.sample(p, 5, Random(2)):
        spots = [pose for _, pose in placed]
        assert lost(placed) == 0 and [name for name, _ in placed] == ["a", "b", "c"]
        assert all(dist(at, (90_000, 60_000)) <= 6001 for at in spots)
        assert all(dist(s, t) >= 1999 for s in spots for t in spots if s != t)
        assert AROUND.refuse(p, placed) is None


def test_no_follower_with_room_is_given_up_and_all_are_where_there_is_none() -> None:
    p = table(**GROUP)
    refused = AROUND.may_lose(p, (), "a")
    assert refused is not None and refused.cite == "must-place"
    shut = table({"kind": "lake", "at": [90, 60], "size": 40}, **GROUP)
    assert AROUND.may_lose(shut, (), "a") is None
    assert lost(AROUND.sample(shut, 1, Random(1))[0]) == 3


def test_a_follower_too_far_off_is_refused_by_the_games_rule() -> None:
    fault = AROUND.refuse(table(**GROUP), (("a", (90_000, 67_000)), ("b", (90_000, 63_000)), ("c", (93_000, 60_000))))
    assert fault is not None and fault.cite == "near" and fault.short_by == 1000


def test_spaced() -> None:
    table = laid(HALL).state.map
    row = [(0, 0), (1999, 0), (2000, 0), (4000, 0)]
    assert spaced(table, row, 3, 1000, GROUND, 2000) == [(0, 0), (2000, 0), (4000, 0)]
    assert spaced(table, row, 4, 1000, GROUND, 2000) == [], "too few"
    assert spaced(table, row, 3, 1000, GROUND, 2000, taken=((1000, 0),)) == []
    assert spaced(table, row, 2, 1000, GROUND, 2000, taken=((-2000, 0),)) == [(-2000, 0), (0, 0)]
    up = [(30_000, 20_000), (50_000, 20_000)]
    assert spaced(table, up, 1, 1000, GROUND, 2000) == [(50_000, 20_000)], "the other stands on the hall"
    assert spaced(table, up, 1, 1000, Surface("hall", 4000), 2000) == [(30_000, 20_000)]


def test_one_after_another() -> None:
    def place(placed: tuple[Any, ...], piece: str) -> Any:
        return None if piece == "full" else (len(placed), 0)

    assert one_after_another(("a", "b"), place) == (("a", (0, 0)), ("b", (1, 0)))
    assert one_after_another(("a", "full", "b"), place) is None
    assert one_after_another(("a", "b"), place, (("a", (9, 9)),)) == (("a", (9, 9)), ("b", (1, 0)))


def test_how_far_the_reach_goes_on_each_surface() -> None:
    """Reach 5, bases of 1 and 1: on the hall, 4 up, it goes 3 along; on the lower one, 3 down, 4."""
    low = {"kind": "hall", "id": "low", "at": [30, 40], "size": [6, 6], "height": 3}
    high = {"kind": "hall", "id": "high", "at": [60, 40], "size": [6, 6], "height": 6}
    p = table(HALL, low, high, me=Piece(0, 0), it=Piece(50_000, 50_000))
    assert list(PLACE.levels(p, p.state.models["it"])) == [
        (GROUND, 7000),
        (Surface("hall", 4000), 5000),
        (Surface("low", 3000), 6000),
    ]


def test_a_place_that_is_taken_is_named_and_so_is_what_is_to_be_put_there() -> None:
    p = table(me=Piece(1000, 2000), it=Piece(50_000, 60_000), big=Piece(54_000, 60_000, card="giant"))
    fault = PLACE.fault(p, (54_000, 61_000))
    assert fault is not None and fault.reason == "me does not fit at 54, 61"
    assert PLACE.shapes(p) == {"me": Disc(1000, 2000, 1000)}
    assert beside.There("man", 1, 2, 3, "hall").at == (1, 2)
