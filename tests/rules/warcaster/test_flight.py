"""Flyers (WC-FLIGHT): over everything, down on what holds them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warcaster.attacks.slams import Slam
from sandtable.rulesets.warcaster.measuring.distance import top
from sandtable.rulesets.warcaster.movement.paths import reach_of, toward
from sandtable.rulesets.warcaster.state.events import Damaged, Fell
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, wolf

FAR = marauder([28, 28])
LARGE, MEDIUM = 984, 787
ROOF = {"kind": "structure", "id": "roof", "height": 3, "at": [13, 10], "size": [3, 3]}
UP: dict[str, Any] = {"z": 3, "on": "roof"}


def flyer(at: Any, **more: Any) -> dict[str, Any]:
    return piece("nemesis", "a", at, **more)


def flying(*terrain: dict[str, Any], unit: dict[str, Any] | None = None, **others: Any) -> Bench:
    pieces = {"nemesis": unit or flyer([10, 10]), "far": FAR, **others}
    return Bench(table={"size": 30, "terrain": list(terrain)}, pieces=pieces).play("activate nemesis", "move")


@pytest.mark.rule("WC-FLIGHT-1")
def test_rough_ground_does_not_slow_it() -> None:
    mire = {"kind": "forest", "at": [14, 10], "size": [12, 6]}
    assert flying(mire).legal([milli_at(16, 10)])
    assert flying(mire).refusal([milli_at(16.002, 10)]).cite == "WC-MOVE-1"
    walker = Bench(
        table={"size": 30, "terrain": [mire]}, pieces={"fire": piece("firebrand", "a", [10, 10]), "far": FAR}
    ).play("activate fire", "move")
    assert walker.refusal([milli_at(16, 10)]).cite == "WC-MOVE-1"


@pytest.mark.rule("WC-FLIGHT-2")
def test_over_obstacles_structures_and_models_completely_past_them() -> None:
    wall = {"kind": "obstacle", "height": 1, "at": [12, 10], "size": [0.5, 4]}
    assert flying(wall).legal([milli_at(12.25 + LARGE / 1000, 10)])
    assert flying(wall).refusal([milli_at(12.248 + LARGE / 1000, 10)]).short_by == 2
    thin = {"kind": "structure", "id": "thin", "height": 3, "at": [12, 10], "size": [1, 4]}
    assert flying(thin).legal([milli_at(12.5 + LARGE / 1000, 10)])
    assert flying(thin).refusal([milli_at(12.498 + LARGE / 1000, 10)]).cite == "WC-FLIGHT-3"
    t = flying(stone=marauder([12.5, 10]))
    past = 12.5 + (LARGE + MEDIUM) / 1000
    assert t.legal([milli_at(past, 10)])
    refusal = t.refusal([milli_at(past - 0.002, 10)])
    assert (refusal.cite, refusal.short_by) == ("WC-FLIGHT-6", 2)


@pytest.mark.rule("WC-FLIGHT-2", "WC-MOVE-2")
def test_its_reach_is_drawn_over_what_walkers_go_round() -> None:
    across = {"kind": "structure", "height": 3, "at": [13, 15], "size": [1, 30]}
    t = flying(across, fire=piece("firebrand", "a", [10, 16]))
    over, under = reach_of(t.position, "nemesis", 6000), reach_of(t.position, "fire", 6000)
    assert over.has(milli_at(15.5, 10)) and not over.has(milli_at(16.1, 10))
    assert under.has(milli_at(11, 16)) and not under.has(milli_at(15.5, 16))
    assert t.legal([milli_at(15.5, 10)])


@pytest.mark.rule("WC-FLIGHT-3", "WC-TERRAIN-2", "WC-TERRAIN-19")
def test_it_may_end_on_a_top_that_fits_its_base() -> None:
    t = flying(ROOF)
    inside = 14.5 - LARGE / 1000
    assert t.legal([milli_at(inside, 10)])
    assert t.legal([milli_at(13, 10, 3)])
    assert t.refusal([milli_at(inside + 0.002, 10)]).cite == "WC-FLIGHT-3"
    assert t.refusal([milli_at(13, 10, 2)]).cite == "WC-TERRAIN-2"
    small = {"kind": "structure", "id": "post", "height": 3, "at": [13, 10], "size": [1.9, 3]}
    assert flying(small).refusal([milli_at(13, 10)]).cite == "WC-FLIGHT-3"
    t.play([milli_at(13, 10)])
    assert (t.model("nemesis").on, t.model("nemesis").z) == ("roof", 3000)


@pytest.mark.rule("WC-FLIGHT-4")
def test_only_flyers_attack_it_in_melee() -> None:
    pieces = {"nemesis": flyer([10, 10]), "wolf": wolf([10, 12.5], "b", weapons=["ripper", "rail_gun"])}
    t = Bench(table={"size": 30}, pieces=pieces, turn={"seat": "b"}).play("activate wolf")
    assert t.refusal("attack nemesis with ripper").cite == "WC-FLIGHT-4"
    assert t.legal("attack nemesis with rail_gun")
    again = {"nemesis": flyer([10, 10]), "other": piece("nemesis", "b", [10, 12.5])}
    duel = Bench(table={"size": 30}, pieces=again, turn={"seat": "b"}).play("activate other")
    assert duel.legal("attack nemesis with fusion_scythe")


@pytest.mark.rule("WC-FLIGHT-5", "WC-FALL-2")
def test_it_leaves_a_height_without_falling() -> None:
    t = flying(ROOF, unit=flyer([13, 10], **UP)).play([milli_at(17, 10)])
    assert (t.model("nemesis").on, t.model("nemesis").z) == ("", 0)
    assert not t.happened(Fell)


@pytest.mark.rule("WC-FLIGHT-5", "WC-FALL-1")
def test_slammed_off_a_height_it_falls_like_any_model() -> None:
    t = Bench(
        table={"size": 30, "terrain": [ROOF]},
        pieces={"nemesis": flyer([13, 10], **UP), "far": marauder([11, 10])},
        frame=Slam(model="nemesis", source="far", distance=3000, by=1),
        dice=["XXS"],
    ).done()
    assert [e.height for e in t.happened(Fell)] == [3000]
    assert t.happened(Damaged, model="nemesis", points=1)
    assert t.model("nemesis").z == 0


@pytest.mark.rule("WC-FLIGHT-6", "WC-TERRAIN-18")
def test_never_over_impassable_terrain_nor_on_a_base() -> None:
    chasm = {"kind": "impassable", "at": [12, 10], "size": [0.5, 4]}
    refusal = flying(chasm).refusal([milli_at(15, 10)])
    assert refusal.cite == "WC-TERRAIN-18"
    assert flying(stone=marauder([14, 10])).refusal([milli_at(14, 10)]).cite == "WC-FLIGHT-6"
    gate = piece("void_gate", "b", [14, 10], arc=1)
    assert flying(gate=gate).refusal([milli_at(14, 10)]).cite == "WC-FLIGHT-6"
    shelf = flying(ROOF, stone=marauder([13, 10], **UP))
    assert shelf.refusal([milli_at(13, 10)]).cite == "WC-FLIGHT-6"


@pytest.mark.rule("WC-FLIGHT-7")
def test_height_costs_a_flyer_nothing() -> None:
    tall = ROOF | {"height": 6, "at": [16, 10]}
    assert flying(tall).legal([milli_at(16, 10)])  # 6 in along, 6 in up
    assert flying(tall).refusal([milli_at(16.002, 10)]).cite == "WC-MOVE-1"


@pytest.mark.rule("WC-FLIGHT-8")
def test_its_volume_stays_and_it_blocks_others_as_any_model_does() -> None:
    t = Bench(
        table={"size": 30},
        pieces={"nemesis": flyer([10, 10]), "wolf": wolf([13, 10], "b")},
        turn={"seat": "b"},
    ).play("activate wolf", "move")
    assert top(t.position, t.model("nemesis")) == 2750
    assert t.refusal([milli_at(8, 10)]).cite == "WC-MOVE-2"


def test_toward_finds_a_place_to_come_down() -> None:
    t = flying(stone=marauder([14, 10]))
    way = toward(t.position, "nemesis", milli_at(14, 10), 6000)
    assert t.legal(way)
    assert abs(way[-1][0] - 14000) < 3000


@pytest.mark.rule("WC-FLIGHT-2")
def test_a_flyer_is_told_what_it_does_not_fit_on() -> None:
    """Rough ground under it is no reason; one arm of a bent wall is enough."""
    mire = {"kind": "rough", "at": [10, 26], "size": [20, 12]}
    ell = {"kind": "obstacle", "points": [[0, 30], [6, 30], [6, 31], [1, 31], [1, 36], [0, 36]], "height": 1}
    t = Bench(
        table={"size": 48, "terrain": [mire, ell]},
        pieces={"nemesis": piece("nemesis", "a", [5, 24.5]), "marauder": marauder([30, 40])},
    ).play("activate nemesis", "move")
    refusal = t.refusal([milli_at(5, 29.6)])
    assert refusal.reason == "nemesis does not fit on obstacle_2 at 5, 29.6"
    assert t.legal([milli_at(5, 27)])


@pytest.mark.rule("WC-FLIGHT-2", "WC-TERRAIN-2")
def test_the_height_named_at_the_end_of_a_flight_must_be_that_of_the_surface() -> None:
    t = Bench(table={"size": 48}, pieces={"nemesis": piece("nemesis", "a", [5, 20]), "m": marauder([30, 40])})
    t.play("activate nemesis", "move")
    t.refusal([milli_at(6, 20), (7000, 20000, 3000)], "WC-TERRAIN-2")
    assert t.legal([milli_at(6, 20), (7000, 20000, 0)])
