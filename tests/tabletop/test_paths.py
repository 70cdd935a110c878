"""Paths and flight on a table of any size: what is wrong, by which rule of the game, by how much."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Refusal
from sandtable.geometry.ground import Fault
from sandtable.geometry.shapes import Disc
from sandtable.tabletop.moving.flight import Flying, fly, landing
from sandtable.tabletop.moving.path_faults import Trip, in_the_way
from sandtable.tabletop.moving.paths import path_costs, plan
from sandtable.tabletop.terrain.surfaces import GROUND, Surface
from tests.tabletop.field import KINDS, WALKING, Field, Piece, air, laid, standing

HALL = {"kind": "hall", "id": "hall", "at": [30, 20], "size": [10, 10], "height": 4, "ladders": [[25, 20]]}
WALL = {"kind": "wall", "id": "wall", "at": [30, 20], "size": [3, 20], "height": 1}
FLYING = Flying(
    sky=air,
    standing=standing,
    walking=WALKING,
    onto_base="lands-on",
    does_not_fit={kind: f"fits-{kind}" for kind in KINDS},
    over_edge="hangs",
)


def walk(p: Field, *path: Any, allowance: int) -> Trip | Refusal:
    return plan(p, WALKING, "me", path, allowance)


def field(*terrain: dict[str, Any], me: tuple[int, int] = (20_000, 20_000), **others: Piece) -> Field:
    return laid(*terrain, pieces={"me": Piece(*me), **others})


@pytest.mark.parametrize(("allowance", "over"), [(10_000, None), (9999, None), (9998, 2)])
def test_a_path_as_long_as_the_allowance(allowance: int, over: int | None) -> None:
    found = walk(field(), (30_000, 20_000), allowance=allowance)
    if over is None:
        assert found == Trip(((30_000, 20_000),), GROUND)
    else:
        assert isinstance(found, Refusal) and (found.cite, found.short_by) == ("too-far", over)
        assert "0.002 cm too far for 9.998 cm" in found.reason


@pytest.mark.parametrize(("end", "cite"), [((179_001, 119_000), ""), ((179_002, 60_000), "off-table")])
def test_the_edge_of_a_wide_table(end: tuple[int, int], cite: str) -> None:
    found = walk(field(me=(100_000, 60_000)), end, allowance=200_000)
    assert (found.cite if isinstance(found, Refusal) else "") == cite
    high = walk(field(me=(100_000, 60_000)), (100_000, 119_002), allowance=200_000)
    assert isinstance(high, Refusal) and high.cite == "off-table", "its height is not its width"


@pytest.mark.parametrize(
    ("terrain", "end", "cite"),
    [
        (HALL, (60_000, 20_000), "in-hall"),
        ({"kind": "lake", "at": [30, 20], "radius": 3}, (60_000, 20_000), "in-lake"),
        (WALL, (60_000, 20_000), ""),
        (WALL, (32_000, 20_000), "in-wall"),
        ({"kind": "road", "line": [[30, 0], [30, 40]], "width": 4}, (30_000, 20_000), ""),
    ],
)
def test_terrain_in_the_way_is_cited_by_its_kind(terrain: dict[str, Any], end: tuple[int, int], cite: str) -> None:
    found = walk(field(terrain), end, allowance=90_000)
    assert (found.cite if isinstance(found, Refusal) else "") == cite


@pytest.mark.parametrize(("allowance", "legal"), [(13_998, True), (13_997, True), (13_996, False)])
def test_rough_ground_costs_double_where_the_base_touches_it(allowance: int, legal: bool) -> None:
    marsh = {
        "kind": "marsh",
        "at": [30, 20],
        "size": [2, 9],
    }  # 2 cm and a base: 4 cm, less a thousandth at each end
    found = walk(field(marsh, me=(25_000, 20_000)), (35_000, 20_000), allowance=allowance)
    assert isinstance(found, Trip) is legal


def test_bases_in_the_way_and_under_the_end() -> None:
    p = field(foe=Piece(30_000, 20_000), giant=Piece(60_000, 20_000, card="giant"))
    found = walk(p, (40_000, 20_000), allowance=90_000)
    assert isinstance(found, Refusal) and found.cite == "into-base" and "me runs into foe at" in found.reason


def test_up_a_ladder_and_down_again() -> None:
    p = field(HALL)
    up = walk(p, (29_000, 20_000), allowance=15_000)  # 4 to its foot, 2 across, 4 up, 3 along the top
    assert isinstance(up, Trip) and up.surface == Surface("hall", 4000)
    short = walk(p, (29_000, 20_000), allowance=12_990)
    assert isinstance(short, Refusal) and short.cite == "too-far" and short.short_by == 10
    wrong = walk(p, (29_000, 20_000, 3000), allowance=30_000)
    assert isinstance(wrong, Refusal) and wrong.cite == "no-surface" and "3 cm high" in wrong.reason
    top = laid(HALL, pieces={"me": Piece(29_000, 20_000, 4000, "hall")})
    assert walk(top, (24_000, 20_000, 0), allowance=15_000) == Trip(((26_000, 20_000), (24_000, 20_000)), GROUND)
    off = walk(top, (20_000, 20_000), allowance=15_000)
    assert isinstance(off, Trip) and off.falls
    stay = walk(top, (25_000, 20_000), allowance=15_000)
    assert isinstance(stay, Refusal) and stay.cite == "over-edge"


def test_along_a_top_up_to_its_edge() -> None:
    """A height that is said keeps the piece on the top: its base stays there, a thousandth either way."""
    top = laid(HALL, pieces={"me": Piece(29_000, 20_000, 4000, "hall")})
    assert walk(top, (34_001, 20_000, 4000), allowance=15_000) == Trip(((34_001, 20_000),), Surface("hall", 4000))
    over = walk(top, (34_500, 20_000, 4000), allowance=15_000)
    assert isinstance(over, Refusal) and over.cite == "over-edge"
    assert "the edge of hall at 34" in over.reason


def test_a_fault_at_what_nobody_knows_says_so() -> None:
    p, nobody = field(HALL), Disc(70_000, 70_000, 1000)
    assert in_the_way(p, WALKING, "me", Fault("hits", 0, (70_000, 70_000), 1.0, nobody)) == ("something", "onto-base")
    top = laid(HALL, pieces={"me": Piece(29_000, 20_000, 4000, "hall")})
    assert in_the_way(top, WALKING, "me", Fault("hits", 0, (70_000, 70_000), 1.0, nobody)) == ("something", "onto-base")


@pytest.mark.parametrize(
    ("what", "cite"),
    [
        ({"kind": "hall", "height": 5}, "in-hall"),
        ({"kind": "lake", "height": 5}, "in-lake"),
        ({"kind": "lake", "height": 4}, ""),  # no higher than the top
        ({"kind": "wood", "height": 5}, ""),  # open
    ],
)
def test_what_rises_above_a_top_stops_who_walks_on_it(what: dict[str, Any], cite: str) -> None:
    p = laid(HALL, {"at": [30, 20], "radius": 0.5, **what}, pieces={"me": Piece(27_000, 20_000, 4000, "hall")})
    found = walk(p, (33_000, 20_000), allowance=15_000)
    assert (found.cite if isinstance(found, Refusal) else "") == cite


@pytest.mark.parametrize(("at", "legal"), [([22, 20], False), ([45, 20], True)])
def test_a_ladder_where_the_top_is_too_narrow_for_the_base(at: list[int], legal: bool) -> None:
    wedge = {"kind": "hall", "id": "wedge", "points": [[20, 20], [60, 20], [60, 30]], "height": 4, "ladders": [at]}
    found = walk(field(wedge, me=(at[0] * 1000, 15_000)), (56_000, 24_000), allowance=90_000)
    if legal:
        assert isinstance(found, Trip) and found.surface == Surface("wedge", 4000)
    else:
        assert isinstance(found, Refusal) and found.cite == "no-surface"
        assert found.reason == "wedge has no room for me at the ladder"


def test_no_ladder() -> None:
    found = walk(field({**HALL, "ladders": []}), (29_000, 20_000), allowance=90_000)
    assert isinstance(found, Refusal) and found.cite == "no-ladder"


@pytest.mark.parametrize(("allowance", "legal"), [(13_000, True), (12_999, True), (12_998, False)])
def test_getting_on_to_a_low_wall_costs_what_its_kind_says(allowance: int, legal: bool) -> None:
    p = field({**WALL, "standable": True})
    found = walk(p, (30_000, 20_000), allowance=allowance)
    assert isinstance(found, Trip) is legal
    if isinstance(found, Refusal):
        assert found.cite == "too-far"
    else:
        assert found == Trip(((30_000, 20_000),), Surface("wall", 1000)), "each place once, the start left out"


def test_flight_passes_over_and_comes_down_where_it_fits() -> None:
    p = field(HALL, WALL | {"id": "other", "at": [60, 20]}, foe=Piece(80_000, 20_000))
    assert fly(p, FLYING, "me", ((50_000, 20_000),), 30_000) == Trip(((50_000, 20_000),), GROUND)
    assert fly(p, FLYING, "me", ((30_000, 20_000),), 30_000) == Trip(((30_000, 20_000),), Surface("hall", 4000))
    for end, cite in (((25_000, 20_000), "fits-hall"), ((60_000, 20_000), "fits-wall"), ((81_000, 20_000), "lands-on")):
        found = fly(p, FLYING, "me", (end,), 90_000)
        assert isinstance(found, Refusal) and found.cite == cite and (found.short_by or 0) > 0
    lake = field({"kind": "lake", "at": [40, 20], "radius": 3})
    shut = fly(lake, FLYING, "me", ((60_000, 20_000),), 90_000)
    assert isinstance(shut, Refusal) and shut.cite == "in-lake"
    far = fly(p, FLYING, "me", ((50_002, 20_000),), 30_000)
    assert isinstance(far, Refusal) and (far.cite, far.short_by) == ("too-far", 2)


def test_what_each_leg_costs() -> None:
    """Ladders and climbing count; a leg that cannot be gone counts its length."""
    hall, wall = field(HALL), field({**WALL, "standable": True})
    assert path_costs(hall, WALKING, "me", ((22_000, 20_000), (29_000, 20_000))) == (2000, 11_000)  # 2, 2, 4 up and 3
    assert path_costs(hall, WALKING, "me", ((29_000, 20_000, 3000), (29_000, 24_000))) == (9000, 4000)
    assert path_costs(wall, WALKING, "me", ((30_000, 20_000),)) == (13_000,), "3 to get on to it"
    assert path_costs(wall, WALKING, "me", ((30_000, 20_000), (40_000, 20_000))) == (10_000, 10_000), "only crossed"
    assert path_costs(wall, WALKING, "me", ()) == ()


def test_a_low_wall_is_crossed_unless_the_path_ends_on_it_or_names_its_height() -> None:
    """Climbing on to it costs 3 besides."""
    p = field({**WALL, "standable": True})
    on, beyond = (30_000, 20_000), (40_000, 20_000)
    assert path_costs(p, WALKING, "me", (on, beyond)) == (10_000, 10_000)
    assert path_costs(p, WALKING, "me", (on, (*beyond, 0))) == (10_000, 10_000)
    assert path_costs(p, WALKING, "me", (on,)) == (13_000,)
    assert path_costs(p, WALKING, "me", ((*on, 1000),)) == (13_000,)
    assert walk(p, on, (*beyond, 0), allowance=20_000) == Trip((on, beyond), GROUND)
    assert walk(p, on, allowance=13_000) == Trip((on,), Surface("wall", 1000))
    short = walk(p, on, allowance=12_990)
    assert isinstance(short, Refusal) and (short.cite, short.short_by) == ("too-far", 10)


def test_from_one_top_to_another_leads_no_ladder() -> None:
    """Nor on to a low feature: the piece gets off its top first."""
    other = {**HALL, "id": "other", "at": [41, 20], "ladders": [[36, 20]]}
    low = {**WALL, "id": "low", "at": [40, 20], "standable": True}
    for terrain, cite, reason in (
        (other, "other-ladder", "no ladder leads from hall to other"),
        (low, "over-edge", "me first gets off hall"),
    ):
        p = laid(HALL, terrain, pieces={"me": Piece(32_000, 20_000, 4000, "hall")})
        found = walk(p, (40_000, 20_000, 4000 if terrain is other else 1000), allowance=90_000)
        assert isinstance(found, Refusal) and (found.cite, found.reason) == (cite, reason)


def test_a_landing_over_nothing_is_over_the_edge_of_the_table() -> None:
    found = landing(field(HALL), FLYING, "me", (-500, 20_000), GROUND)
    assert (found.cite, found.reason) == ("hangs", "me would hang over the table's edge at -0.5, 20")


def test_who_cannot_get_to_the_ladder_does_not_get_up_it() -> None:
    """A piece stands on the way to its foot; another way round it is no other ladder."""
    p = field(HALL, me=(15_000, 20_000), foe=Piece(20_000, 20_000))
    found = walk(p, (29_000, 20_000), allowance=90_000)
    assert isinstance(found, Refusal) and found.cite == "into-base" and "me runs into foe" in found.reason
    round_it = walk(p, (20_000, 24_000), (29_000, 20_000), allowance=90_000)
    assert isinstance(round_it, Trip) and round_it.surface == Surface("hall", 4000)


@pytest.mark.parametrize(("allowance", "legal"), [(10_000, True), (9999, True), (9998, False)])
def test_a_ladder_that_takes_the_whole_allowance(allowance: int, legal: bool) -> None:
    """4 to its foot, 2 across, 4 up: it stays at the head of it."""
    found = walk(field(HALL), (26_000, 20_000), allowance=allowance)
    assert isinstance(found, Trip) is legal
    if isinstance(found, Refusal):
        assert (found.cite, found.short_by) == ("too-far", 2)
