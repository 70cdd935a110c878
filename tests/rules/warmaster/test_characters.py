"""Characters (WM-CHAR), confusion's end (WM-CONF) and going off the table with a unit (WM-OFFT)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmaster.state.events.commanding import Recovered
from sandtable.rulesets.warmaster.state.events.losing import CharacterSlain
from tests.rules.warmaster.kit import Bench, chief, crossbows, foot, general, goblins, hero, orcs


def moving(pieces: dict[str, Any], **given: Any) -> Bench:
    return Bench(pieces=pieces, step="characters", waits=True, **given)


@pytest.mark.rule("WM-CHAR-1", "WM-MOVE-18")
def test_each_character_moves_once_up_to_60_cm_or_100_on_a_flying_mount() -> None:
    t = moving({"c": hero(20, 20), "g": general(60, 20, mount="griffon"), "h": foot(100, 50)})
    assert t.ask.prompt == "move c"
    t.refusal((80_011, 20_000), "WM-CHAR-1", short=11)
    assert t.legal((80_010, 20_000))
    t.play((70_000, 20_000))
    assert t.ask.prompt == "move g" and t.state.spots["c"] == (70_000, 20_000)
    assert t.legal((160_000, 20_000))
    t.refusal((160_020, 20_000), "WM-CHAR-1")


@pytest.mark.rule("WM-CHAR-2", "WM-DATA-10", "WM-FLY-4")
def test_he_keeps_to_ground_open_to_his_mount() -> None:
    wood = {"kind": "wood", "points": [[30, 30], [60, 30], [60, 60], [30, 60]]}
    river = {"kind": "river_deep", "points": [[0, 70], [120, 70], [120, 75], [0, 75]]}
    ground = {"size": [120, 90], "terrain": [wood, river]}
    on_foot = moving({"c": hero(20, 45)}, table=ground)
    assert on_foot.legal((45_000, 45_000))
    on_foot.refusal((20_000, 82_000), "WM-CHAR-2")
    beast = moving({"c": chief("seer", 20, 45, mount="war_beast")}, table=ground)
    beast.refusal((45_000, 45_000), "WM-CHAR-2")
    hawk = moving({"c": chief("seer", 20, 45, mount="great_hawk")}, table=ground)
    hawk.refusal((45_000, 45_000), "WM-CHAR-2")
    assert hawk.legal((20_000, 82_000))


@pytest.mark.rule("WM-CHAR-4")
def test_he_joins_a_unit_he_can_reach_even_one_that_fights() -> None:
    t = moving({"c": hero(20, 20), "h": foot(40, 40), "o": orcs(40, 42), "far": foot(150, 100)})
    t.refusal("join far", "WM-CHAR-4")
    t.refusal("join o", "WM-CHAR-4")
    t.play("join h")
    assert t.character("c").joined == "h"


@pytest.mark.rule("WM-CHAR-14", "WM-CHAR-10")
def test_a_mounted_character_needs_one_stand_on_ground_open_to_him() -> None:
    wood = {"size": [120, 90], "terrain": [{"kind": "wood", "points": [[30, 30], [60, 30], [60, 60], [30, 60]]}]}
    t = moving(
        {"c": hero(20, 20, "a", mount="war_altar") | {"character": "wizard"}, "h": foot(45, 45), "i": foot(30, 45)},
        table=wood,
    )
    t.refusal("join h", "WM-CHAR-14")
    assert t.legal("join i")


@pytest.mark.rule("WM-CHAR-3", "WM-CHAR-7", "WM-VIS-4")
def test_characters_block_no_sight_and_are_no_targets() -> None:
    pieces = {"c": crossbows(40, 40), "x": chief("orc_hero", 40, 50, "b"), "o": orcs(40, 60)}
    t = Bench(pieces=pieces, step="shooting", waits=True)
    assert t.offers() == ["c shoots o", "end shooting"]


@pytest.mark.rule("WM-CHAR-8", "WM-DRIVE-9", "WM-BREAK-3")
def test_he_dies_with_his_unit_and_a_slain_general_ends_the_battle() -> None:
    o = goblins(0, 0, stands=[[40, 60, 270]])
    pieces = {"c": crossbows(40, 40), "o": o, "g": general(40, 63, "b", joined="o"), "p": orcs(90, 90)}
    t = Bench(pieces=pieces, step="shooting", dice=["444"], waits=True)
    t.play("c shoots o")
    assert t.happened(CharacterSlain, character="g", cite="WM-CHAR-8")
    assert t.match.over and t.match.result is not None and t.match.result.winner == 0


@pytest.mark.rule("WM-CHAR-9", "WM-FALL-11")
def test_a_lone_character_in_the_way_of_enemies_flees_to_a_unit_or_is_slain() -> None:
    pieces = {"h": foot(40, 40), "hero": hero(40, 36), "x": chief("orc_hero", 40, 50, "b"), "o": orcs(70, 50)}
    t = Bench(pieces=pieces, step="orders", dice=["11"], waits=True)
    t.play("hero orders h", (("h", tuple((x, y + 10_000, f) for x, y, f in t.state.stands["h"])),))
    assert t.ask.cite == "WM-CHAR-9" and t.offers() == ["join o"]
    t.play("join o")
    assert t.character("x").joined == "o"
    pieces["o"] = orcs(110, 90)
    t = Bench(pieces=pieces, step="orders", dice=["11"], waits=True)
    t.play("hero orders h", (("h", tuple((x, y + 10_000, f) for x, y, f in t.state.stands["h"])),))
    assert t.happened(CharacterSlain, character="x", cite="WM-CHAR-9")


@pytest.mark.rule("WM-CHAR-5", "WM-CHAR-11")
def test_in_the_command_phase_he_stays_in_others_he_goes_along() -> None:
    pieces = {"h": foot(40, 40), "c": hero(40, 37.75, joined="h")}
    t = Bench(pieces=pieces, step="orders", dice=["11"], waits=True)
    t.play("c orders h", (("h", tuple((x, y + 10_000, f) for x, y, f in t.state.stands["h"])),))
    assert t.character("c").joined == "" and t.state.spots["c"] == (40_000, 37_750)
    shot = {"b": crossbows(40, 40), "o": orcs(40, 60), "x": chief("orc_hero", 40, 62.25, "b", joined="o")}
    t = Bench(pieces=shot, step="shooting", dice=["411", "1", "5"], waits=True)
    t.play("b shoots o")
    if t.match.ask is not None and t.ask.cite == "WM-DRIVE-15":
        t.play(t.ask.domain.fallback(t.position))
    assert t.character("x").joined == "o" and t.state.spots["x"][1] > 65_000


@pytest.mark.rule("WM-CONF-10", "WM-CONF-14", "WM-TURN-3", "WM-FORMN-6")
def test_confused_units_of_the_active_player_recover_after_characters_move() -> None:
    pieces = {
        "h": foot(40, 40, confused=True),
        "o": orcs(80, 80, confused=True),
        "c": hero(20, 20),
        "x": chief("orc_hero", 100, 80, "b"),
    }
    t = moving(pieces).play("stay")
    assert t.happened(Recovered, unit="h") and t.unit("o").confused


@pytest.mark.rule("WM-OFFT-8")
def test_a_general_off_the_table_who_does_not_return_is_slain() -> None:
    pieces = {"c": crossbows(40, 66), "o": orcs(40, 86), "g": general(40, 88, "b", joined="o"), "p": orcs(90, 40)}
    t = Bench(pieces=pieces, step="shooting", dice=["411", "1", "5", "2"], waits=True, table={"size": [120, 90]})
    t.play("c shoots o")
    assert t.match.over


@pytest.mark.rule("WM-CHAR-13", "WM-MAGIC-10")
def test_a_wizard_casts_while_his_unit_fights_and_after_a_failed_order() -> None:
    pieces = {
        "h": foot(40, 40),
        "o": orcs(40, 42),
        "w": chief("wizard", 40, 37.75, joined="h", done=True),
        "p": orcs(60, 50),
    }
    t = Bench(pieces=pieces, step="shooting", waits=True)
    assert [o for o in t.offers() if o.startswith("w casts")]
