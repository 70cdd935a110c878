"""Picking objectives up (WC-OBJ-8, WC-OBJ-9): contact on the way, at the start, by force; one at most."""

from __future__ import annotations

import math

import pytest

from sandtable.rulesets.warcaster.abilities.reposition import RepositionModel
from sandtable.rulesets.warcaster.attacks.slams import Slam
from sandtable.rulesets.warcaster.missions.objectives import contacts
from sandtable.rulesets.warcaster.movement.move import Move
from sandtable.rulesets.warcaster.state.events import Moved, PickedUp
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, wolf
from tests.rules.warcaster.test_objectives import FAR, ORE, SMALL, bench, hunter, squad


@pytest.mark.rule("WC-OBJ-8", "WC-OBJ-15")
def test_touched_on_the_way_it_may_be_taken_and_the_move_goes_on() -> None:
    t = bench(pieces={"solo": hunter([11, 10])}).play("activate solo", "move", [milli_at(18, 10)])
    assert t.offers() == ["pick up ore_centre", "pass"]
    assert abs(t.model("solo").x - (15000 - 2 * SMALL)) <= 1  # at the instant of contact
    t.play("pick up ore_centre")
    assert t.model("solo").at == (18000, 10000)
    assert (t.model("solo").carrying, t.state.objectives["ore_centre"].carrier) == ("ore_centre", "solo")
    assert t.happened(PickedUp, cite="WC-OBJ-8")
    assert len(t.happened(Moved)) == 2


@pytest.mark.rule("WC-OBJ-8")
@pytest.mark.parametrize(("off", "asked"), [(0.0, True), (0.001, True), (0.002, False)])
def test_brushing_past_is_contact(off: float, asked: bool) -> None:
    y = 10 + 2 * SMALL / 1000 + off
    t = bench(pieces={"solo": hunter([12, y])}).play("activate solo", "move", [milli_at(18, y)])
    assert (t.ask.cite == "WC-OBJ-8") is asked


@pytest.mark.rule("WC-OBJ-8")
def test_picking_up_is_optional_and_asked_once() -> None:
    t = bench(pieces={"solo": hunter([11, 10])}).play("activate solo", "move", [milli_at(15, 10)], "pass")
    assert t.model("solo").at == (15000, 10000)
    assert not t.happened(PickedUp)
    assert t.ask.cite == "WC-ACT-2"


@pytest.mark.rule("WC-OBJ-8", "WC-OBJ-9")
def test_two_markers_touched_together_are_asked_about_one_by_one() -> None:
    pieces = {"solo": hunter([11, 10])}
    t = Bench(
        mission="strange_matter",
        objectives={"ore_centre": ORE, "ore_left": {**ORE, "at": [15, 10.5]}},
        table={"size": 48},
        pieces={"far": FAR, **pieces},
    ).play("activate solo", "move", [milli_at(18, 10)])
    first = t.offers()[0]
    t.play("pass")
    assert {first, t.offers()[0]} == {"pick up ore_centre", "pick up ore_left"}
    t.play(t.offers()[0])
    assert t.model("solo").at == (18000, 10000)
    assert len(t.happened(PickedUp)) == 1


@pytest.mark.rule("WC-OBJ-8")
def test_a_slam_over_it_and_a_reposition_on_it_count_too() -> None:
    pieces = {"solo": hunter([13, 10]), "wolf": wolf([10, 10], "b")}
    t = bench(pieces=pieces, frame=Slam(model="solo", source="wolf", distance=6000, by=1))
    assert t.ask.seat == 0
    t.play("pick up ore_centre")
    assert t.model("solo").carrying == "ore_centre"
    put = bench(pieces={"solo": hunter([11, 10])}, frame=RepositionModel(model="solo", reach=3000, seat=1))
    put.play(milli_at(14.5, 10))
    assert (put.ask.seat, put.offers()[0]) == (0, "pick up ore_centre")


@pytest.mark.rule("WC-OBJ-8")
def test_followers_are_asked_after_they_were_all_put_down() -> None:
    t = bench(pieces={"team": squad([[11, 10], [11, 12], [11, 14]])})
    t.play("activate team", "move", "team.1", [milli_at(13, 12)])
    t.play([["team.2", milli_at(14.5, 10.9)], ["team.3", milli_at(15, 12.5)]])
    assert t.model("team.3").at == (15000, 12500)
    t.play("pick up ore_centre")
    assert t.model("team.2").carrying == "ore_centre"


@pytest.mark.rule("WC-OBJ-8")
def test_already_in_contact_when_the_activation_starts() -> None:
    t = bench(pieces={"solo": hunter([15, 11])}).play("activate solo")
    assert t.offers() == ["solo picks up ore_centre", "pass"]
    left = bench(pieces={"solo": hunter([15, 11])}).play("activate solo", "pass", "move", [milli_at(15, 12)])
    assert left.offers() == ["pick up ore_centre", "pass"]  # and at the first instant of its move
    t.play("solo picks up ore_centre")
    assert t.model("solo").carrying == "ore_centre"
    assert t.ask.cite == "WC-ACT-2"


@pytest.mark.rule("WC-OBJ-8", "WC-CYPHER-31")
def test_a_move_outside_an_activation_asks_from_where_it_starts() -> None:
    t = bench(pieces={"solo": hunter([15, 11])}, frame=Move(model="solo", allowance=3000))
    t.play([milli_at(15, 14)])
    assert t.offers()[0] == "pick up ore_centre"


@pytest.mark.rule("WC-OBJ-8", "WC-FLIGHT-2")
def test_passing_over_something_else_it_is_asked_before_it_goes_on() -> None:
    pieces = {
        "jax": piece("jax_redblade", "a", [11, 10], arc=1),  # a charged Flight Pack
        "other": hunter([14, 10], "b"),
    }
    t = bench(pieces=pieces).play("activate jax", "move", [milli_at(19, 10)])
    assert t.model("jax").at == (11000, 10000)  # the contact is over another base: nothing to stand on
    t.play("pick up ore_centre")
    assert (t.model("jax").at, t.model("jax").carrying) == ((19000, 10000), "ore_centre")


@pytest.mark.rule("WC-OBJ-8", "WC-FLIGHT-2")
def test_a_flyer_stops_at_the_contact_whatever_it_passed_over_before() -> None:
    pieces = {
        "jax": piece("jax_redblade", "a", [11, 10], arc=1),  # a charged Flight Pack
        "other": hunter([13, 12], "b"),
    }
    t = bench(pieces=pieces).play("activate jax", "move", [milli_at(13, 12), milli_at(16, 8)])
    assert t.offers() == ["pick up ore_centre", "pass"]
    x, y = t.model("jax").at
    assert abs(math.dist((x, y), (15_000, 10_000)) - 2 * SMALL) <= 1.5 and x > 13_000
    t.play("pick up ore_centre")
    assert (t.model("jax").at, t.model("jax").carrying) == (milli_at(16, 8), "ore_centre")


@pytest.mark.rule("WC-OBJ-9")
def test_one_at_most() -> None:
    t = bench(pieces={"solo": hunter([11, 10], carrying="ore_left")})
    t.play("activate solo", "move", [milli_at(18, 10)])
    assert t.ask.cite == "WC-ACT-2"
    assert [event.path for event in t.happened(Moved)] == [(milli_at(18, 10),)], "it does not stop for the other"
    assert t.state.objectives["ore_centre"].carrier == ""


@pytest.mark.rule("WC-OBJ-9", "WC-OBJ-8")
@pytest.mark.parametrize(("first", "asked"), [("pick up ore_left", []), ("pass", ["pick up ore_right", "pass"])])
def test_slammed_over_two_it_may_take_one(first: str, asked: list[str]) -> None:
    ores = {"ore_left": {"at": [15, 8]}, "ore_right": {"at": [15, 10]}, "ore_centre": {"at": [30, 30]}}
    t = bench(
        objectives=ores,
        pieces={"solo": hunter([15, 6]), "wolf": wolf([15, 3], "b")},
        frame=Slam(model="solo", source="wolf", distance=6000, by=1),
    ).done("a", "solo touches ore_left", cite="WC-OBJ-8")
    t.play(first)
    assert (t.offers() if t.game.waiting else []) == asked
    if asked:
        t.play("pick up ore_right")
    taken = "ore_right" if asked else "ore_left"
    assert (t.model("solo").at, t.model("solo").carrying) == ((15000, 12000), taken)
    assert [n for n, o in t.state.objectives.items() if o.carrier] == [taken]


@pytest.mark.rule("WC-OBJ-8", "WC-OBJ-10")
def test_dropped_against_a_model_in_its_activation_it_may_be_taken_as_that_model_moves() -> None:
    pieces = {"solo": hunter([15, 8.82]), "foe": hunter([15, 10], "b", carrying="ore_centre")}
    t = bench(pieces=pieces, dice=["XXS", "MMMM", "SSM" + "SSSSS"])
    t.play("activate solo", "attack foe with combat_blade").done()
    assert t.gone("foe")
    t.play("move", [milli_at(13, 8.82)])
    assert t.offers() == ["pick up ore_centre", "pass"]


@pytest.mark.rule("WC-OBJ-8", "WC-MEAS-6")
@pytest.mark.parametrize(("gap", "asked"), [(0.0, True), (0.001, True), (0.002, False)])
def test_a_move_begun_in_contact_asks_at_once(gap: float, asked: bool) -> None:
    """The activation has begun elsewhere: the marker was dropped against the model meanwhile."""
    x = round(15 - 2 * SMALL / 1000 - gap, 3)
    t = bench(pieces={"solo": hunter([x, 10])}, frame=Move(model="solo", allowance=6000))
    t.play([milli_at(x - 3, 10)])
    assert (t.game.waiting is not None and t.offers() == ["pick up ore_centre", "pass"]) is asked


@pytest.mark.rule("WC-OBJ-8")
def test_objectives_on_a_path_are_asked_in_the_order_they_are_touched() -> None:
    ores = {"ore_left": {"at": [15, 14]}, "ore_right": {"at": [15, 11]}, "ore_centre": {"at": [30, 30]}}
    t = bench(objectives=ores, pieces={"solo": hunter([15, 8])}, frame=Move(model="solo", allowance=9000))
    t.play([milli_at(15, 16)]).done("a", "solo touches ore_right")
    assert abs(t.model("solo").y - (11000 - 2 * SMALL)) <= 1
    t.play("pass").done("a", "solo touches ore_left").play("pass")
    assert t.model("solo").at == (15000, 16000)


@pytest.mark.rule("WC-OBJ-8")
def test_a_path_that_ends_in_contact_ends_before_it_asks() -> None:
    end = 10 - 2 * SMALL / 1000 - 0.001  # the last thousandth is contact
    t = bench(pieces={"solo": hunter([15, 5])}, frame=Move(model="solo", allowance=9000))
    t.play([milli_at(15, end)]).done("a", "solo touches ore_centre")
    assert t.model("solo").at == milli_at(15, end)
    t.play("pick up ore_centre")
    assert t.game.waiting is None and t.model("solo").carrying == "ore_centre"
    assert len(t.happened(Moved)) == 1


@pytest.mark.rule("WC-OBJ-8")
def test_of_two_contacts_on_one_way_the_first_counts() -> None:
    """There, back, and there again: it is asked where it first touches."""
    there, back = milli_at(14, 10), milli_at(12.5, 10)
    t = bench(pieces={"solo": hunter([12.5, 10])}).play("activate solo", "move", [there, back, there])
    assert t.offers() == ["pick up ore_centre", "pass"]
    (first,) = t.happened(Moved)
    assert len(first.path) == 1 and abs(first.path[0][0] - (15000 - 2 * SMALL)) <= 1


@pytest.mark.rule("WC-OBJ-8", "WC-MEAS-4")
@pytest.mark.parametrize(("z", "touched"), [(0, True), (2, False)])
def test_a_marker_on_a_roof_is_not_touched_by_who_passes_below(z: float, touched: bool) -> None:
    """The base passes the marker closely in plan; only one that lies as high as the model is met."""
    roof = {"kind": "structure", "id": "roof", "height": 2, "at": [10, 15], "size": [4, 4]}
    t = Bench(
        mission="strange_matter",
        table={"size": 48, "terrain": [roof]},
        pieces={"h": piece("hunter", "a", [12.7, 10]), "m": marauder([44, 44])},
        objectives={"ore_centre": {"kind": "portable", "at": [11.6, 15], "z": z}},
    )
    line = ((12_700, 10_000), (12_700, 20_000))
    assert (contacts(t.position, "h", line, 0, ()) is not None) is touched
    assert contacts(t.position, "h", line, 0, ("ore_centre",)) is None, "asked about it before"
    assert contacts(t.position, "h", line, 2000, ()) is not None, "the path ends up there"


@pytest.mark.rule("WC-OBJ-8", "WC-MOVE-1")
def test_after_a_touch_the_move_goes_on_along_what_is_left_of_its_path() -> None:
    way = [milli_at(12, 10), milli_at(16, 10), milli_at(16, 12)]
    t = bench(pieces={"solo": hunter([11, 10])}).play("activate solo", "move", way, "pass")
    first, then = (event.path for event in t.happened(Moved))
    assert first[0] == (12_000, 10_000) and abs(first[-1][0] - (15_000 - 2 * SMALL)) <= 1 and len(first) == 2
    assert then == ((16_000, 10_000), (16_000, 12_000))
