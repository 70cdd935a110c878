"""Shooting, saves, drive backs and confusion (WM-SHOOT, WM-SAVE, WM-DRIVE, WM-CONF)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmaster.shooting.shooting import closest_targets
from sandtable.rulesets.warmaster.state.events.commanding import Confused
from sandtable.rulesets.warmaster.state.events.moving import CameBack
from tests.rules.warmaster.kit import Bench, crossbows, foot, general, goblins, knights, orcs, poses, unit


def shoot(pieces: dict[str, Any], *dice: str, **given: Any) -> Bench:
    return Bench(pieces=pieces, step="shooting", dice=list(dice), waits=True, **given)


def keep_formation(t: Bench) -> None:
    """The driven unit stays as it is."""
    if t.match.ask is not None and t.ask.cite == "WM-DRIVE-15":
        t.play(t.ask.domain.fallback(t.position))


@pytest.mark.rule("WM-SHOOT-8", "WM-SHOOT-9", "WM-SAVE-1", "WM-DRIVE-1", "WM-DRIVE-3", "WM-DRIVE-4", "WM-CONF-3")
def test_worked_example_four_a_volley_and_a_drive_back() -> None:
    t = shoot({"c": crossbows(40, 40), "o": orcs(40, 60)}, "452", "63", "6")
    t.play("c shoots o")
    keep_formation(t)
    assert t.stands("o")[1] == (40, 66, 270)
    assert t.happened(Confused, unit="o", cite="WM-CONF-3") and t.unit("o").hits == 0


@pytest.mark.rule("WM-DRIVE-5", "WM-DRIVE-13")
@pytest.mark.parametrize(("faces", "gone"), [("6654", True), ("6644", False)])
def test_worked_example_five_a_rout_by_distance(faces: str, gone: bool) -> None:
    four = crossbows(40, 40)
    more = unit("crossbowmen", "a", 0, 0, stands=[[54, 40, 90]])
    t = shoot({"c": four, "d": more, "o": unit("orc_warriors", "b", 44, 60, 270)}, "444", "111", "4", "1", faces)
    t.play("c shoots o")
    if t.ask.prompt.startswith("which stand"):
        t.play("stand 1")
    t.play("d shoots o")
    if not gone:
        keep_formation(t)
        assert min(y for _, y, _ in t.stands("o")) == pytest.approx(80, abs=0.1)
        assert t.happened(Confused, unit="o")
    assert t.gone("o") is gone


@pytest.mark.rule("WM-DRIVE-2", "WM-DRIVE-12", "WM-TERRAIN-26", "WM-TERRAIN-27")
@pytest.mark.parametrize(("kind", "fewer"), [("wood", 1), ("hill", 1), ("loose", 0)])
def test_worked_example_six_cover_takes_dice_away(kind: str, fewer: int) -> None:
    ground = {"size": [120, 90], "terrain": [{"kind": kind, "points": [[30, 59], [50, 59], [50, 70], [30, 70]]}]}
    t = shoot({"c": crossbows(40, 40), "o": orcs(40, 60)}, "555", "111", table=ground)
    t.play("c shoots o")
    if t.match.ask is not None and t.ask.prompt.startswith("which stand"):
        t.play("stand 1")
    assert t.game.waiting.pools[0].size == 3 - fewer  # type: ignore[union-attr]


@pytest.mark.rule("WM-SHOOT-2", "WM-SHOOT-12")
def test_the_closest_visible_unengaged_enemy_is_the_target() -> None:
    t = shoot({"c": crossbows(40, 40), "near": orcs(40, 60), "far": goblins(60, 62), "x": general(5, 5)})
    assert "c shoots near" in t.offers() and "c shoots far" not in t.offers()
    t.refusal("c shoots far", "WM-SHOOT-2")
    t = shoot({"c": crossbows(40, 40), "near": orcs(40, 60), "f": foot(40, 58), "far": goblins(62, 60)})
    assert closest_targets(t.position, "c") == ("far",)
    t = shoot({"c": crossbows(40, 40), "l": orcs(30, 60), "r": orcs(50, 60)})
    assert {"c shoots l", "c shoots r"} <= set(t.offers())


@pytest.mark.rule("WM-SHOOT-3", "WM-SHOOT-4", "WM-SHOOT-5", "WM-SHOOT-6", "WM-SHOOT-7")
@pytest.mark.parametrize(
    ("kind", "reach", "front"),
    [("crossbowmen", 30, 1), ("handgunners", 30, 1), ("aerie_archers", 30, 1), ("cannon", 60, 2),
     ("rock_lobber", 60, 2), ("bolt_thrower", 40, 2), ("pistoliers", 15, 2), ("goblins", 15, 1)],
)  # fmt: skip
def test_ranges(kind: str, reach: int, front: int) -> None:
    for more, seen in ((0.0, True), (0.02, False)):
        target = unit("roost_guard", "b", 40, 20 + front + reach + 1 + more, 270)
        t = shoot(
            {"c": unit(kind, "a", 40, 20), "t": target, "z": unit("crossbowmen", "a", 160, 20), "y": orcs(160, 40)}
        )
        assert ("c shoots t" in t.offers()) is seen, more
        if not seen:
            t.refusal("c shoots t")


@pytest.mark.rule("WM-SHOOT-1", "WM-CONF-11", "WM-SHOOT-13", "WM-SHOOT-14")
def test_a_unit_shoots_once_and_confusion_does_not_stop_it() -> None:
    t = shoot({"c": crossbows(40, 40, confused=True), "d": crossbows(60, 40), "o": orcs(50, 60)}, "111")
    t.play("c shoots o")
    t.refusal("c shoots o", "WM-SHOOT-1")
    assert t.pool("shots") == {"d6": 3}


@pytest.mark.rule("WM-SHOOT-10", "WM-DICE-3")
def test_at_mixed_cover_the_volley_goes_die_by_die() -> None:
    ground = {"size": [120, 90], "terrain": [{"kind": "wood", "points": [[42, 58], [60, 58], [60, 70], [42, 70]]}]}
    t = shoot({"c": crossbows(40, 40), "o": orcs(40, 60)}, "4", "1", "4", "1", "4", "1", table=ground)
    t.play("c shoots o")
    scores = [r.reading.score for r in t.rolls if r.purpose == "hit"]  # type: ignore[attr-defined]
    assert scores == [4, 4, 4]
    assert t.unit("o").lost == 1 and all(x > 40 for x, _, _ in t.stands("o")) is False


@pytest.mark.rule("WM-SAVE-3")
def test_handguns_make_armour_one_worse() -> None:
    t = shoot({"h": unit("handgunners", "a", 40, 40), "o": orcs(40, 60)}, "444")
    t.play("h shoots o")
    assert not [r for r in t.rolls if r.purpose == "save"]  # 6+ becomes no save
    assert t.offers() == ["stand 1", "stand 3"]


@pytest.mark.rule("WM-DRIVE-6", "WM-DRIVE-15", "WM-DRIVE-14")
def test_worked_example_fifteen_a_driven_unit_may_re_form() -> None:
    line = orcs(0, 0, stands=[[46, 60, 270], [50, 60, 270], [54, 60, 270]])
    t = shoot({"c": crossbows(0, 0, stands=[[50, 40, 90]]), "o": line}, "4", "1", "6")
    t.play("c shoots o")
    assert t.legal(poses((46, 66, 270), (50, 66, 270), (54, 66, 270)))
    assert t.legal(poses((50, 68, 270), (50, 66, 270), (50, 70, 270)))
    t.refusal(poses((46, 64, 270), (50, 66, 270), (54, 66, 270)), "WM-DRIVE-6")
    t.refusal(poses((46, 66, 90), (50, 66, 270), (54, 66, 270)), "WM-DRIVE-6")
    t.refusal(poses((46, 66, 270), (50, 67, 270), (54, 66, 270)), "WM-DRIVE-6")


@pytest.mark.rule("WM-DRIVE-6")
def test_the_formation_is_kept_where_the_switch_says() -> None:
    pieces = {"c": crossbows(0, 0, stands=[[50, 40, 90]]), "o": orcs(50, 60)}
    t = shoot(pieces, "4", "1", "5", readings={"drive_back_formation": "unchanged"})
    t.play("c shoots o")
    assert t.stands("o") == [(54, 65, 270), (50, 65, 270), (46, 65, 270)]


@pytest.mark.rule("WM-CONF-5", "WM-DRIVE-8")
def test_driven_into_enemies_it_halts_1_cm_away_and_is_confused() -> None:
    pieces = {"c": crossbows(40, 40), "o": orcs(40, 60), "behind": foot(40, 66, facing=270)}
    t = shoot(pieces, "411", "1", "5")
    t.play("c shoots o")
    keep_formation(t)
    assert t.stands("o")[1][1] == pytest.approx(63, abs=0.011)
    assert t.happened(Confused, unit="o")


@pytest.mark.rule("WM-CONF-4", "WM-TERRAIN-12", "WM-DRIVE-8")
def test_driven_against_ground_it_cannot_enter_it_halts_and_a_6_confuses() -> None:
    ground = {"size": [120, 90], "terrain": [{"kind": "wood", "points": [[20, 68], [60, 68], [60, 80], [20, 80]]}]}
    t = shoot({"c": crossbows(40, 40), "k": knights(40, 64, "b")}, "444", "111", "441", "6", table=ground)
    t.play("c shoots k")
    if t.ask.prompt.startswith("which stand"):
        t.play("stand 1")
    keep_formation(t)
    assert max(y for _, y, _ in t.stands("k")) == pytest.approx(66, abs=0.011)
    assert t.happened(Confused, unit="k", cite="WM-CONF-4")


@pytest.mark.rule("WM-CONF-6", "WM-CONF-7", "WM-MKWY-1", "WM-MKWY-3", "WM-MKWY-5")
def test_friends_in_the_path_make_way_or_stop_it() -> None:
    pieces = {"c": crossbows(40, 40), "o": orcs(40, 60), "p": orcs(40, 63)}
    t = shoot(pieces, "411", "1", "5", "1", "6")
    t.play("c shoots o")
    assert t.ask.prompt == "does p make way for o" and t.offers()[-1] == "stand"
    back = shoot(pieces, "411", "1", "5", "1", "6").play("c shoots o", "move back")
    keep_formation(back)
    assert back.stands("o")[0][1] == pytest.approx(65, abs=0.01)
    assert back.stands("p")[0][1] == pytest.approx(67, abs=0.01)
    assert back.happened(Confused, unit="p") and not back.happened(Confused, unit="o")
    t.dice = []
    t.play("stand")
    keep_formation(t)
    assert t.stands("o")[0][1] == pytest.approx(61, abs=0.011)
    assert t.happened(Confused, unit="o")


@pytest.mark.rule("WM-OFFT-1", "WM-OFFT-2", "WM-OFFT-5", "WM-OFFT-7", "WM-OFFT-11")
def test_driven_off_the_table_it_rolls_and_may_be_back_at_the_edge() -> None:
    table = {"size": [120, 90]}
    t = shoot({"c": crossbows(40, 66), "o": orcs(40, 86)}, "411", "1", "5", "3", table=table)
    t.play("c shoots o")
    assert t.stands("o")[1] == pytest.approx((40, 89, 270), abs=0.01)
    assert t.unit("o").where == "table" and t.happened(CameBack, unit="o", frozen=True)


@pytest.mark.rule("WM-OFFT-3", "WM-OFFT-4")
@pytest.mark.parametrize(
    ("face", "where"), [("1", "destroyed"), ("2", "waiting"), ("3", "waiting"), ("4", "table"), ("6", "table")]
)
def test_worked_example_eleven_off_the_table_with_a_stand_lost(face: str, where: str) -> None:
    table = {"size": [120, 90]}
    o = orcs(0, 0, stands=[[38, 86, 270], [42, 86, 270]])
    t = shoot({"c": crossbows(40, 66), "o": o}, "411", "1", "5", face, table=table)
    t.play("c shoots o")
    assert t.unit("o").where == where


@pytest.mark.rule("WM-HITS-6", "WM-TURN-8")
def test_left_over_hits_are_forgotten_after_the_drive_backs() -> None:
    t = shoot({"c": crossbows(40, 40), "o": orcs(40, 60)}, "441", "11", "11")
    t.play("c shoots o")
    keep_formation(t)
    assert t.unit("o").hits == 0 and t.unit("o").driving == 0


@pytest.mark.rule("WM-DRIVE-11")
def test_hits_of_several_units_are_one_roll() -> None:
    t = shoot({"c": crossbows(40, 40), "d": crossbows(60, 40), "o": orcs(50, 60)}, "411", "1", "411", "1")
    t.play("c shoots o", "d shoots o")
    assert t.game.waiting is not None and t.game.waiting.pools[0].size == 2  # type: ignore[union-attr]
