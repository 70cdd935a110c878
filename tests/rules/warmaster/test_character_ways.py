"""Characters keep to ground open to them: when they join, flee, are shifted, or stay behind (WM-CHAR)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.geometry.measure import distance
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmaster.command.character_places import covered
from sandtable.rulesets.warmaster.measuring.crowd import token_gaps
from sandtable.rulesets.warmaster.state.events.losing import CharacterSlain
from sandtable.rulesets.warmaster.state.events.moving import CameBack, CharacterMoved, LeftTable
from sandtable.rulesets.warmaster.state.table import EPS, TOKEN
from tests.rules.warmaster.kit import Bench, chief, crossbows, foot, general, hero, orcs, unit


def table(*terrain: dict[str, Any], size: tuple[int, int] = (120, 90)) -> dict[str, Any]:
    return {"size": list(size), "terrain": list(terrain)}


def block(kind: str, x0: float, y0: float, x1: float, y1: float) -> dict[str, Any]:
    return {"kind": kind, "points": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]}


def moving(pieces: dict[str, Any], *terrain: dict[str, Any]) -> Bench:
    return Bench(pieces=pieces, table=table(*terrain), step="characters", waits=True)


def touches(t: Bench, character: str, unit: str) -> bool:
    return token_gaps(t.position, character)[unit] <= EPS


RIVER = block("river_deep", 0, 40, 120, 45)
BG = {"bg": general(110, 85, "b")}


# --- the way to a unit ---
@pytest.mark.rule("WM-CHAR-2", "WM-CHAR-4")
def test_joining_a_unit_takes_a_way_to_it() -> None:
    pieces = {"c": hero(60, 30), "h": foot(60, 55)}
    moving(pieces, RIVER).refusal("join h", "WM-CHAR-2")
    t = moving(pieces, RIVER, block("bridge", 66, 39, 72, 46)).play("join h")
    assert t.character("c").joined == "h" and touches(t, "c", "h")
    flown = moving(pieces | {"c": hero(60, 30, mount="griffon")}, RIVER).play("join h")
    assert flown.character("c").joined == "h"


@pytest.mark.rule("WM-CHAR-2", "WM-CHAR-4", "WM-TERRAIN-4")
def test_a_chariot_joins_nobody_across_a_hedge() -> None:
    hedge = {"kind": "low_linear", "line": [[0, 42], [120, 42]]}
    pieces = {"c": chief("wizard", 60, 30, mount="war_altar"), "h": foot(60, 55)}
    moving(pieces, hedge).refusal("join h", "WM-CHAR-2")
    assert moving(pieces | {"c": chief("wizard", 60, 30)}, hedge).legal("join h")


@pytest.mark.rule("WM-CHAR-1", "WM-CHAR-2", "WM-CHAR-4")
@pytest.mark.parametrize(("far", "joins"), [(20, True), (26.15, True), (26.2, False), (40, False)])
def test_the_way_round_to_a_unit_counts(far: float, joins: bool) -> None:
    """60 cm round the end of a river to the corner of a unit straight across it."""
    t = moving({"c": hero(80 - far, 38), "h": foot(80 - far - 6, 48)}, block("river_deep", 0, 40, 80, 45))
    assert t.legal("join h") is joins
    if joins:
        t.play("join h")
        assert touches(t, "c", "h")


@pytest.mark.rule("WM-CHAR-2", "WM-CHAR-4")
def test_enemy_stands_bar_the_way_to_a_unit() -> None:
    enemies = {f"o{i}": orcs(6 + 12 * i, 45) for i in range(10)}
    moving({"c": hero(60, 30), "h": foot(60, 55), **enemies}).refusal("join h", "WM-CHAR-2")
    del enemies["o6"]
    assert moving({"c": hero(60, 30), "h": foot(60, 55), **enemies}).legal("join h")


@pytest.mark.rule("WM-CHAR-2")
def test_one_under_an_enemy_stand_leaves_it_but_crosses_no_river() -> None:
    pieces = {"c": hero(60, 37.75, joined="h"), "h": foot(60, 35, facing=270), "o": orcs(60, 37)}
    t = moving(pieces, RIVER)
    assert t.legal((60_000, 30_000)) and t.legal("join h")
    t.refusal((60_000, 60_000), "WM-CHAR-2")


# --- where he then stands ---
@pytest.mark.rule("WM-CHAR-1", "WM-CHAR-4")
@pytest.mark.parametrize("x", [60, 66, 75])
def test_who_joins_rides_no_farther_than_he_may(x: float) -> None:
    t = moving({"c": hero(x, 20), "h": foot(60, 80, facing=270)}).play("join h")
    assert distance((x * MILLI, 20 * MILLI), t.state.spots["c"]) <= 60 * MILLI + EPS and touches(t, "c", "h")


@pytest.mark.rule("WM-CHAR-1", "WM-CHAR-4")
def test_who_can_just_touch_a_unit_joins_it() -> None:
    t = moving({"c": hero(60, 20), "h": foot(60, 82.25, facing=270)}).play("join h")
    assert t.state.spots["c"] == (60_000, 80_000)
    corner = {"h": foot(0, 0, stands=[[70, 60, 90]])}  # at (68, 59)
    t = moving({"c": hero(24.69, 15.69), **corner}).play("join h")
    assert touches(t, "c", "h") and distance((24_690, 15_690), t.state.spots["c"]) <= 60 * MILLI + EPS
    moving({"c": hero(60, 20), "h": foot(60, 82.27, facing=270)}).refusal("join h", "WM-CHAR-4")


@pytest.mark.rule("WM-CHAR-2", "WM-CHAR-4")
def test_who_joins_stands_on_ground_open_to_him() -> None:
    river = block("river_deep", 0, 41.2, 120, 60)
    t = moving({"c": hero(60, 20), "h": foot(60, 40, facing=270)}, river).play("join h")
    assert t.state.spots["c"][1] <= 41_200 - TOKEN and touches(t, "c", "h")


@pytest.mark.rule("WM-CHAR-2", "WM-DRIVE-9")
def test_who_goes_along_stands_on_ground_open_to_him() -> None:
    """Driven back to a river, he does not stand in it."""
    pieces = {"x": crossbows(60, 40), "o": orcs(60, 60), "bh": hero(60, 62.25, "b", joined="o"), **BG}
    river = block("river_deep", 0, 64, 120, 70)
    t = Bench(pieces=pieces, table=table(river), step="shooting", dice=["441", "11", "65"], waits=True)
    t.play("x shoots o")
    if t.ask.cite == "WM-DRIVE-15":
        t.play(t.ask.domain.fallback(t.position))
    assert t.character("bh").joined == "o" and touches(t, "bh", "o")
    assert t.stands("o")[0][1] > 61 and t.state.spots["bh"][1] <= 64_000 - TOKEN + 1


# --- flying monsters and woods ---
@pytest.mark.rule("WM-CHAR-2", "WM-CHAR-14")
def test_a_flying_monster_does_not_land_with_a_unit_in_a_wood() -> None:
    wood = block("wood", 30, 30, 60, 60)
    pieces = {"c": hero(20, 20, mount="griffon"), "h": foot(45, 45), "i": foot(30, 45)}
    t = moving(pieces, wood)
    t.refusal("join h", "WM-CHAR-14")
    t.play("join i")
    assert t.state.spots["c"][0] <= 30_000 - TOKEN
    assert moving(pieces | {"c": hero(20, 20)}, wood).legal("join h")


@pytest.mark.rule("WM-CHAR-10", "WM-CHAR-14")
@pytest.mark.parametrize("mount", ["wyvern", "chariot"])
@pytest.mark.parametrize("near", [True, False])
def test_a_rider_leaves_a_unit_driven_into_a_wood(mount: str, near: bool) -> None:
    pieces = {
        "x": crossbows(60, 40),
        "o": orcs(60, 60),
        "bh": hero(60, 62.5, "b", joined="o", mount=mount),
        "p": orcs(85 if near else 100, 60),
        **BG,
    }
    wood = block("wood", 40, 62, 80, 80)
    t = Bench(pieces=pieces, table=table(wood), step="shooting", dice=["441", "11", "65"], waits=True)
    t.play("x shoots o", "as it was")
    if near:
        assert t.ask.cite == "WM-CHAR-10" and t.offers() == ["join p"]
        t.play("join p")
        assert t.character("bh").joined == "p"
    else:
        assert t.happened(CharacterSlain, character="bh", cite="WM-CHAR-10")


# --- displaced ---
@pytest.mark.rule("WM-CHAR-9", "WM-CHAR-2")
@pytest.mark.parametrize("river", [True, False])
def test_no_refuge_across_deep_water(river: bool) -> None:
    pieces = {"bh": hero(60, 50, "b"), "o": orcs(60, 70), "g": general(60, 30), "h": foot(60, 40), **BG}
    ground = table(*([block("river_deep", 0, 55, 120, 58)] if river else []))
    t = Bench(pieces=pieces, table=ground, step="orders", dice=["11"], waits=True).play("g orders h")
    t.play(t.ask.domain.spoken(t.position, "ahead 12"))
    if river:
        assert t.happened(CharacterSlain, character="bh", cite="WM-CHAR-9")
    else:
        assert t.ask.cite == "WM-CHAR-9" and t.offers() == ["join o"]


def back_at_the_edge(hero_at: dict[str, Any]) -> Bench:
    """Orcs are shot off the table and come back at once, where a character is."""
    pieces = {"x": crossbows(100, 40), "o": orcs(100, 60), "c": hero_at, "g": general(20, 20)}
    t = Bench(
        pieces=pieces | {"bg": general(20, 60, "b")}, table=table(size=(180, 64)), step="shooting",
        dice=["411", "1", "5", "3"], waits=True,
    )  # fmt: skip
    t.play("x shoots o")
    assert t.happened(CameBack, unit="o")
    return t


@pytest.mark.rule("WM-CHAR-9", "WM-OFFT-7")
def test_a_unit_back_on_the_table_displaces_a_lone_enemy() -> None:
    t = back_at_the_edge(hero(100, 62.5))
    assert t.ask.cite == "WM-CHAR-9" and t.ask.seat == 0 and t.offers() == ["join x"]
    t.play("join x")
    assert t.character("c").joined == "x"
    assert "c" in back_at_the_edge(hero(110, 62.5)).state.spots


@pytest.mark.rule("WM-MOVE-15", "WM-OFFT-7")
def test_a_unit_back_on_the_table_shifts_a_lone_friend() -> None:
    t = back_at_the_edge(hero(100, 62.5, "b"))
    assert t.happened(CharacterMoved, character="c", cite="WM-MOVE-15")
    assert not covered(t.position, "c", "o")


@pytest.mark.rule("WM-OFFT-8")
def test_who_left_with_a_unit_comes_back_with_it() -> None:
    t = back_at_the_edge(hero(100, 62.25, "b", joined="o"))
    assert t.character("c").joined == "o" and not t.character("c").waiting and touches(t, "c", "o")


# --- the Command phase ---
def shied(face: str) -> Bench:
    """A blunder drives a unit off the table, its General with it by the rules of other phases."""
    pieces = {
        "h": foot(60, 3),
        "g": general(60, 1.25, joined="h"),
        "hero": hero(70, 10),
        "o": unit("boar_riders", "b", 60, 31, facing=270),
        **BG,
    }
    t = Bench(pieces=pieces, table=table(), step="orders", waits=True, dice=["66", "2", face])
    return t.play("hero orders h")


@pytest.mark.rule("WM-CHAR-5", "WM-BLUND-12")
def test_nobody_leaves_the_table_with_a_unit_in_the_command_phase() -> None:
    t = shied("2")
    assert t.happened(LeftTable, unit="h") and not t.match.over
    assert t.state.spots["g"] == (60_000, 1_250) and t.character("g").joined == ""
    assert t.happened(CharacterMoved, character="g", cite="WM-CHAR-5")


@pytest.mark.rule("WM-CHAR-5", "WM-MOVE-15", "WM-OFFT-7")
def test_who_stayed_behind_makes_room_for_the_unit_that_comes_back() -> None:
    t = shied("4")
    assert t.happened(CameBack, unit="h") and t.character("g").joined == ""
    assert not covered(t.position, "g", "h")


@pytest.mark.rule("WM-CHAR-5", "WM-OFFT-8")
def test_who_waits_with_a_unit_off_the_table_comes_back_with_it_at_the_start_of_a_turn() -> None:
    pieces = {"x": crossbows(40, 66), "o": orcs(40, 86), "c": hero(40, 88, "b", joined="o"), "p": orcs(90, 40), **BG}
    t = Bench(pieces=pieces, step="shooting", dice=["411", "1", "5", "2", "5"], waits=True, table=table())
    t.play("x shoots o")
    while not t.happened(CameBack, unit="o"):
        t.play(t.ask.domain.fallback(t.position))
    assert t.state.phase == "command" and t.character("c").joined == "o" and touches(t, "c", "o")


@pytest.mark.rule("WM-CHAR-5", "WM-CMD-13")
def test_nobody_leaves_the_table_with_a_giant() -> None:
    pieces = {
        "giant": unit("giant", "b", 60, 2.5, facing=270),
        "c": hero(62.25, 2.5, "b", joined="giant"),
        "bg": general(60, 8, "b"),
        "h": foot(60, 80),
    }
    t = Bench(pieces=pieces, table=table(), step="orders", active="b", waits=True, dice=["65", "2", "2"])
    t.play("bg orders giant")
    assert t.happened(LeftTable, unit="giant")
    assert t.state.spots["c"] == (62_250, 2_500) and t.character("c").joined == ""


# --- put straight ---
@pytest.mark.rule("WM-FORMN-6", "WM-CHAR-4", "WM-CHAR-5")
@pytest.mark.parametrize("x", [56, 60, 64])
def test_a_unit_put_straight_keeps_its_characters(x: float) -> None:
    h = foot(0, 0, stands=[[56, 40, 90], [60, 40, 90], [64, 40.5, 90]], confused=True)
    t = moving({"c": hero(x, 38.5 if x == 64 else 38), "h": h, "o": orcs(60, 80)})
    t.play("join h", "line, stand 1 in place 1")
    assert t.character("c").joined == "h" and touches(t, "c", "h")


# --- shifted aside ---
@pytest.mark.rule("WM-MOVE-15", "WM-CHAR-2")
@pytest.mark.parametrize("wide", [15, 1.5])
def test_a_friend_is_shifted_to_ground_open_to_him_on_his_side(wide: float) -> None:
    pieces = {"h": foot(60, 30), "g": general(60, 20), "c": hero(60, 43.6), "o": orcs(60, 85), **BG}
    river = block("river_deep", 0, 45, 120, 45 + wide)
    t = Bench(pieces=pieces, table=table(river), step="orders", waits=True, dice=["11"])
    t.play("g orders h", (("h", (60_000, 42_500, 90_000)),))
    assert t.happened(CharacterMoved, character="c", cite="WM-MOVE-15")
    assert t.state.spots["c"][1] <= 45_000 - TOKEN + 1 and not covered(t.position, "c", "h")
