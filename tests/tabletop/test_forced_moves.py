"""Straight forced moves: what stops them, where they end, the edge of a wide table."""

from __future__ import annotations

import pytest

from sandtable.tabletop.moving.forced_moves import Driven, away_from, drive, top_under
from tests.tabletop.field import Field, Piece, laid

HALL = {"kind": "hall", "id": "hall", "at": [30, 20], "size": [10, 10], "height": 4}


def level(p: Field, a: Piece, b: Piece) -> bool:
    return a.z == b.z


def driven(p: Field, distance: int, direction: tuple[int, int] = (1, 0)) -> Driven:
    return drive(p, "me", direction, distance, level)


@pytest.mark.parametrize(
    ("distance", "x", "met"), [(3998, 23_998, ()), (4000, 24_000, ("hall",)), (9000, 24_000, ("hall",))]
)
def test_up_to_a_wall_and_no_further(distance: int, x: int, met: tuple[str, ...]) -> None:
    went = driven(laid(HALL, pieces={"me": Piece(20_000, 20_000)}), distance)
    assert abs(went.at[0] - x) <= 1 and went.at[1] == 20_000
    assert (went.features, went.pieces, went.edge, went.above) == (met, (), False, None)


def test_bases_met_at_one_instant_are_all_named() -> None:
    pieces = {"me": Piece(20_000, 20_000), "left": Piece(26_000, 21_000), "right": Piece(26_000, 19_000)}
    p = laid(pieces={**pieces, "up": Piece(24_000, 20_000, z=4000)})
    went = driven(p, 20_000)
    assert went.pieces == ("left", "right") and went.features == (), "not the one on a height"
    assert driven(laid(pieces={**pieces, "up": Piece(24_000, 20_000)}), 20_000).pieces == ("up",)


@pytest.mark.parametrize(("terrain", "stopped"), [("marsh", False), ("road", False), ("wall", True), ("lake", True)])
def test_what_stops_it_follows_from_the_kind(terrain: str, stopped: bool) -> None:
    p = laid({"kind": terrain, "at": [30, 20], "size": [4, 9]}, pieces={"me": Piece(20_000, 20_000)})
    assert bool(driven(p, 30_000).features) is stopped


@pytest.mark.parametrize(("z", "stopped"), [(0, True), (1, False)])
def test_what_has_no_height_stops_whoever_moves_on_the_ground(z: int, stopped: bool) -> None:
    under = [20, 20] if z else [90, 90]
    kerb = {"kind": "wall", "id": "kerb", "at": under, "size": [4, 9], "height": 0.001, "standable": True}
    wall = {"kind": "wall", "at": [30, 20], "size": [4, 9]}
    p = laid(wall, kerb, pieces={"me": Piece(20_000, 20_000, z, "kerb" if z else "")})
    assert bool(driven(p, 30_000).features) is stopped


def test_up_to_the_edge() -> None:
    p = laid(pieces={"me": Piece(100_000, 60_000)})
    assert not driven(p, 59_001, (0, 1)).edge
    assert driven(p, 59_002, (0, 1)).edge, "a thousandth is allowed, two are over"
    assert not driven(p, 79_001, (1, 0)).edge and driven(p, 79_002, (1, 0)).edge, "the table is wider than high"


def test_on_a_height_it_runs_over_what_is_lower_and_knows_what_is_under_it() -> None:
    low = {"kind": "hall", "id": "low", "at": [40, 20], "size": [10, 10], "height": 3}
    p = laid(HALL, low, pieces={"me": Piece(30_000, 20_000, 4000, "hall"), "foe": Piece(50_000, 20_000)})
    went = driven(p, 4999)
    assert went.above is not None and went.above.id == "hall"
    assert driven(p, 6000).above is None and driven(p, 6000).features == ()
    assert driven(p, 30_000).pieces == (), "the foe is on the ground"
    assert top_under(p, (40_000, 20_000), 3000) is not None and top_under(p, (40_000, 20_000), 4000) is None
    high = laid(HALL, low | {"height": 5}, pieces={"me": Piece(30_000, 20_000, 4000, "hall")})
    assert driven(high, 30_000).features == ("low",)


def test_straight_away() -> None:
    assert away_from((5, 7), (2, 3)) == (3, 4)
    assert away_from((5, 7), (5, 7)) == (0, 1)
