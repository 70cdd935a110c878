"""Measuring, arcs, line of sight, forests, clouds, terrain to walk in."""

from __future__ import annotations

import pytest

from sandtable.core import find
from sandtable.rulesets.warmachine.common.measuring.distance import behind, gap, in_contact, is_ahead, near
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import sees
from sandtable.rulesets.warmachine.common.state.cards import BASES
from tests.rules.warmachine.kit import EAST, LARGE, MEDIUM, MK1, MK2, SMALL, Game, at, both, foe

LINE = {"charger": at(12, 10), "juggernaut": foe(12, 24)}


@both
@pytest.mark.rule("M1-GEO-1", "M2-GEO-1", "M2-GEO-8")
def test_bases(game: str) -> None:
    assert [(b.radius, b.rank) for b in BASES.values()] == [(591, 1), (787, 2), (984, 3)]
    assert [b.height for b in BASES.values()] == [1750, 2250, 2750]
    assert find(game).cards.models  # type: ignore[attr-defined]


@both
@pytest.mark.rule("M1-GEO-2", "M1-RANGED-4", "M2-GEO-2", "M2-GEO-3", "M2-GEO-4")
def test_distance_is_between_edges_and_inclusive(game: str) -> None:
    t = Game(game, {"ironclad": at(10, 10), "stryker": at(10 + LARGE + SMALL + 3, 10)})
    assert gap(t.position, "ironclad", "stryker") == pytest.approx(3000, abs=1)
    assert near(t.position, "ironclad", "stryker", 3000) and near(t.position, "ironclad", "stryker", 2999)
    assert not near(t.position, "ironclad", "stryker", 2998)


@pytest.mark.rule("M2-GEO-2", "M2-GEO-4")
def test_mk2_base_contact_is_contact() -> None:
    for extra, touches in ((0.001, True), (0.003, False)):
        t = Game(MK2, {"ironclad": at(10, 10), "stryker": at(10 + LARGE + SMALL + extra, 10)})
        assert in_contact(t.position, "ironclad", "stryker") is touches


@both
@pytest.mark.rule("M1-GEO-5", "M1-GEO-6", "M1-GEO-7", "M2-GEO-5", "M2-GEO-6", "M2-GEO-7")
def test_front_and_back_are_half_planes_through_the_centre(game: str) -> None:
    """Facing 0 is east; a base that reaches over the line is in front and not behind."""
    t = Game(
        game, {"ironclad": at(20, 20, EAST), "stryker": foe(20 - 0.5, 25), "juggernaut": foe(20 - LARGE - 0.01, 15)}
    )
    assert is_ahead(t.position, "ironclad", "stryker") and not behind(t.position, "stryker", "ironclad")
    assert not is_ahead(t.position, "ironclad", "juggernaut") and behind(t.position, "juggernaut", "ironclad")


@both
@pytest.mark.rule("M1-LOS-1", "M2-LOS-1", "M2-LOS-19")
def test_nobody_sees_behind(game: str) -> None:
    t = Game(game, {"charger": at(12, 10, 270), "juggernaut": foe(12, 24)})
    assert not sees(t.position, "charger", "juggernaut") and sees(t.position, "juggernaut", "charger")


@pytest.mark.rule("M2-LOS-2")
def test_a_model_sees_itself() -> None:
    assert sees(Game(MK2, LINE).position, "charger", "charger")


@both
@pytest.mark.rule("M1-LOS-2", "M1-TERRAIN-12", "M2-LOS-14", "M2-TERRAIN-5", "M2-LOS-20")
def test_an_obstruction_hides(game: str) -> None:
    wide = [{"kind": "building", "at": [12, 17], "size": [10, 1]}]
    assert not sees(Game(game, LINE, terrain=wide).position, "charger", "juggernaut")
    aside = [{"kind": "building", "at": [20, 17], "size": [10, 1]}]
    assert sees(Game(game, LINE, terrain=aside).position, "charger", "juggernaut")


@pytest.mark.rule("M2-LOS-14")
def test_mk2_a_low_obstruction_is_seen_over() -> None:
    """Two inches: a warjack of 2.75 looks over it at another."""
    low = [{"kind": "building", "at": [12, 17], "size": [10, 1], "height": 2}]
    pieces = {"ironclad": at(12, 10), "juggernaut": foe(12, 24)}
    assert sees(Game(MK2, pieces, terrain=low).position, "ironclad", "juggernaut")


@pytest.mark.rule("M1-LOS-2")
def test_mk1_every_obstruction_blocks() -> None:
    low = [{"kind": "building", "at": [12, 17], "size": [10, 1], "height": 2}]
    pieces = {"ironclad": at(12, 10), "juggernaut": foe(12, 24)}
    assert not sees(Game(MK1, pieces, terrain=low).position, "ironclad", "juggernaut")


@both
@pytest.mark.rule("M1-LOS-10", "M2-LOS-20")
def test_walls_and_boulders_hide_nobody(game: str) -> None:
    for kind in ("wall", "boulder", "hedge"):
        low = [{"kind": kind, "at": [12, 17], "size": [10, 1], "height": 1}]
        assert sees(Game(game, LINE, terrain=low).position, "charger", "juggernaut")


@both
@pytest.mark.rule("M1-LOS-7", "M2-LOS-11", "M2-LOS-12")
def test_forests_hide_what_is_beyond_and_what_is_deep_inside(game: str) -> None:
    between = [{"kind": "forest", "at": [12, 17], "size": [10, 1]}]
    assert not sees(Game(game, LINE, terrain=between).position, "charger", "juggernaut")
    edge = 24 - LARGE
    for depth, seen in ((2.9, True), (3.2, False)):
        wood = [{"kind": "forest", "at": [12, edge - depth + 5], "size": [12, 10]}]
        assert sees(Game(game, LINE, terrain=wood).position, "charger", "juggernaut") is seen


@both
@pytest.mark.rule("M1-LOS-9", "M1-CLOUD-3", "M2-LOS-13")
def test_clouds_hide_between_but_not_from_inside(game: str) -> None:
    between = [{"kind": "fog", "at": [12, 17], "radius": 3}]
    assert not sees(Game(game, LINE, terrain=between).position, "charger", "juggernaut")
    around = [{"kind": "fog", "at": [12, 23], "radius": 3}]
    assert sees(Game(game, LINE, terrain=around).position, "charger", "juggernaut")


@pytest.mark.rule("M1-LOS-1", "M1-LOS-11")
def test_mk1_lines_start_at_the_centre() -> None:
    """A medium base just before the looker hides a medium one in Mk I; past its edge Mk II finds a line."""
    pieces = {"ironclad": at(12, 10), "lancer": at(12, 10 + LARGE + MEDIUM + 0.05), "ibex": foe(12, 26)}
    assert not sees(Game(MK1, pieces).position, "ironclad", "ibex")


@pytest.mark.rule("M2-LOS-18", "M2-LOS-3", "M2-LOS-6")
def test_mk2_an_equal_base_in_line_hides_and_friends_do_so_too() -> None:
    row = {"lancer": at(12, 10), "charger": at(12, 16), "ibex": foe(12, 24)}
    assert not sees(Game(MK2, row).position, "lancer", "ibex")
    foes = {"lancer": at(12, 10), "etcher": foe(12, 16), "ibex": foe(12, 24)}
    assert not sees(Game(MK2, foes).position, "lancer", "ibex")


@pytest.mark.rule("M2-LOS-10")
def test_mk2_stationary_models_intervene() -> None:
    row = {"lancer": at(12, 10), "charger": at(12, 16, stationary=True), "ibex": foe(12, 24)}
    assert not sees(Game(MK2, row).position, "lancer", "ibex")


@pytest.mark.rule("M1-LOS-6")
def test_mk1_from_higher_ground_the_low_ones_do_not_count() -> None:
    hill = [{"kind": "hill", "at": [12, 10], "radius": 3, "height": 1}]
    row = {"lancer": at(12, 10), "charger": at(12, 16), "ibex": foe(12, 24)}
    assert sees(Game(MK1, row, terrain=hill).position, "lancer", "ibex")
    close = {**row, "charger": at(12, 24 - 2 * MEDIUM - 0.9)}
    assert not sees(Game(MK1, close, terrain=hill).position, "lancer", "ibex")


@pytest.mark.rule("M2-LOS-15", "M2-LOS-16")
def test_mk2_higher_ground_looks_over_the_low_ones() -> None:
    hill = [{"kind": "hill", "at": [12, 10], "radius": 3, "height": 1}]
    row = {"lancer": at(12, 10), "charger": at(12, 16), "ibex": foe(12, 24)}
    p = Game(MK2, row, terrain=hill).position
    assert sees(p, "lancer", "ibex") and sees(p, "ibex", "lancer")
    large = {**row, "ironclad": at(12, 24 - MEDIUM - LARGE - 0.5)}
    assert not sees(Game(MK2, large, terrain=hill).position, "lancer", "ibex")


# --- ground ---
@both
@pytest.mark.rule(
    "M1-TERRAIN-1", "M1-TERRAIN-2", "M1-TERRAIN-5", "M1-TERRAIN-6", "M2-TERRAIN-1", "M2-TERRAIN-2", "M2-TERRAIN-9"
)
def test_rough_ground_costs_double(game: str) -> None:
    """SPD 5 from its edge: 2.5 inches of rough, forest or shallow water."""
    for kind in ("rough", "forest", "shallow_water"):
        area = [{"kind": kind, "at": [12, 20], "size": [20, 20]}]
        t = Game(game, {"ironclad": at(12, 15), "juggernaut": foe(40, 40)}, terrain=area).activate(
            "ironclad", "advance"
        )
        assert t.legal([[12000, 17500]]) and not t.legal([[12000, 17502]])


@both
@pytest.mark.rule("M1-TERRAIN-4", "M2-TERRAIN-4")
def test_a_wall_is_crossed_but_not_stood_on(game: str) -> None:
    wall = [{"kind": "wall", "at": [12, 12], "size": [6, 0.5]}]
    t = Game(game, {"ironclad": at(12, 10), "juggernaut": foe(40, 40)}, terrain=wall).activate("ironclad", "advance")
    t.refusal([[12000, 12000]], {MK1: "M1-TERRAIN-4", MK2: "M2-TERRAIN-4"}[game])
    assert t.legal([[12000, 13500]])


@both
@pytest.mark.rule("M1-TERRAIN-9", "M1-TERRAIN-12", "M2-TERRAIN-5", "M2-TERRAIN-6")
def test_nobody_walks_into_water_or_buildings(game: str) -> None:
    for kind in ("deep_water", "building", "shaft"):
        area = [{"kind": kind, "at": [12, 13], "size": [2, 1]}]
        t = Game(game, {"ironclad": at(12, 10), "juggernaut": foe(40, 40)}, terrain=area).activate(
            "ironclad", "advance"
        )
        t.refusal([[12000, 13000]])


@both
@pytest.mark.rule("M1-TERRAIN-15", "M2-ADV-32")
def test_pathfinder_is_not_slowed(game: str) -> None:
    solo = {MK1: "tracker", MK2: "manhunter"}[game]
    area = [{"kind": "rough", "at": [12, 15], "size": [20, 20]}]
    t = Game(game, {solo: at(12, 10), "ironclad": foe(40, 40)}, terrain=area).activate(solo, "advance")
    assert t.legal([[12000, 16000]])


@both
@pytest.mark.rule("M1-TERRAIN-13", "M2-TERRAIN-8")
def test_a_hill_is_open_ground(game: str) -> None:
    hill = [{"kind": "hill", "at": [12, 12], "radius": 4}]
    t = Game(game, {"ironclad": at(12, 10), "juggernaut": foe(40, 40)}, terrain=hill).activate("ironclad", "advance")
    assert t.legal([[12000, 15000]])


@both
@pytest.mark.rule("M1-SYS-10", "M1-TERRAIN-14", "M2-TERRAIN-17")
def test_a_lost_warjack_leaves_a_wreck_of_its_size(game: str) -> None:
    last = {MK1: "LRC", MK2: "LRMC"}[game]
    hurt = foe(12, 12.2, marks=last[:2] if game == MK1 else last, damage=22 if game == MK2 else 0)
    dice = ["6 5", "6 6", "4"] if game == MK2 else ["6 5", "6 6 6", "4"]
    pieces = {"ironclad": at(12, 10, focus=int(game == MK1)), "juggernaut": hurt}
    t = Game(game, pieces, dice=dice).activate("ironclad", "attack juggernaut with quake_hammer")
    if game == MK1:
        t.play("roll", "boost")
    assert t.gone("juggernaut")
    (wreck,) = [f for f in t.state.map.features if f.kind == "wreck"]
    assert wreck.disc == (12000, 12200, 984)
