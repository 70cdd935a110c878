"""Shots at chargers, hits carried into combat, and what is left of engagements (WM-SHOOT-20 and on, WM-ENG)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmaster.combat.support import at_front, fights_ahead, supporting
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.events.fighting import RoundFought
from sandtable.rulesets.warmaster.state.events.losing import StandLost
from tests.rules.warmaster.kit import Bench, crossbows, foot, general, goblins, knights, orcs, unit


def charge(pieces: dict[str, Any], *dice: str, **given: Any) -> Bench:
    """The unit k charges the unit c on initiative."""
    t = Bench(pieces={"x": general(5, 5), **pieces}, step="command", dice=list(dice), waits=True, **given)
    t.play("k charges c")
    if t.match.ask is not None and t.ask.prompt.startswith("place"):
        t.play(t.offers()[0])
    return t


BOWS = {"k": knights(40, 30), "c": crossbows(40, 48, "b")}


@pytest.mark.rule("WM-SHOOT-20", "WM-CHARGE-17", "WM-TURN-6")
def test_the_charged_unit_may_shoot_when_the_charge_ends() -> None:
    t = charge(BOWS, "444", "111")
    assert t.ask.seat == 1 and t.offers() == ["shoot", "pass"] and t.ask.cite == "WM-SHOOT-20"
    t.play("shoot")
    assert t.pool("shots") == {"d6": 3}


@pytest.mark.rule("WM-SHOOT-21", "WM-SHOOT-22", "WM-SHOOT-25", "WM-HITS-7")
def test_stands_fall_at_once_without_a_drive_back_and_the_hits_count() -> None:
    t = charge(BOWS, "444", "111").play("shoot")
    if t.ask.prompt.startswith("which stand"):
        t.play(t.offers()[0])
    assert t.happened(StandLost, unit="k") and len(t.state.stands["k"]) == 2
    assert t.unit("k").carried == 3
    assert crowd(t.position).fought("k") == ("c",)
    assert not [r for r in t.rolls if r.purpose == "drive_back"]


@pytest.mark.rule("WM-SHOOT-22", "WM-RESULT-9", "WM-HITS-7")
def test_carried_hits_count_once_in_the_result_and_stay_for_removal() -> None:
    k = knights(0, 0, stands=[[38, 44, 90], [40, 44, 90], [42, 44, 90]], carried=2, hits=2, charged=True)
    t = Bench(pieces={"k": k, "g": goblins(40, 47)}, step="combat", dice=["1" * 12, "411111", "1"], waits=True)
    if t.match.ask is not None and t.ask.prompt.startswith("which stand"):
        t.play(t.offers()[0])
    assert t.happened(RoundFought)[0].hits == (0, 3)
    assert t.happened(StandLost, unit="k")


@pytest.mark.rule("WM-SHOOT-23")
def test_a_unit_shoots_once_at_each_charger_with_stands_still_free() -> None:
    pieces = BOWS | {"l": knights(60, 48, facing=180)}
    t = charge(pieces, "111").play("shoot")
    t.play("l charges c")
    if t.ask.prompt.startswith("place"):
        t.play(t.offers()[0])
    assert t.ask.seat == 0 or t.offers() == ["shoot", "pass"]
    assert t.unit("k").charged and t.unit("l").charged


@pytest.mark.rule("WM-SHOOT-26", "WM-SHOOT-7")
def test_all_stands_that_can_shoot_do() -> None:
    t = Bench(pieces={"c": crossbows(40, 40), "o": orcs(40, 60)}, step="shooting", dice=["111"], waits=True)
    t.play("c shoots o")
    assert t.pool("shots") == {"d6": 3}


@pytest.mark.rule("WM-SHOOT-11", "WM-SAVE-2", "WM-SAVE-4")
def test_saved_hits_count_for_nothing() -> None:
    t = Bench(pieces={"c": crossbows(40, 40), "o": orcs(40, 60)}, step="shooting", dice=["444", "666"], waits=True)
    t.play("c shoots o")
    assert not [r for r in t.rolls if r.purpose == "drive_back"] and t.stands("o")[1] == (40, 60, 270)


@pytest.mark.rule("WM-HITS-5", "WM-HITS-8", "WM-RESULT-3", "WM-ENG-7")
def test_more_hits_than_stands_can_take_count_for_nothing_and_the_dead_strike_too() -> None:
    k = knights(0, 0, stands=[[38, 44, 90], [40, 44, 90], [42, 44, 90]], charged=True)
    t = Bench(
        pieces={"k": k, "g": goblins(0, 0, stands=[[40, 47, 270]])},
        step="combat",
        dice=["4" * 12, "44", "11"],
        waits=True,
    )
    assert t.happened(RoundFought)[0].hits == (3, 2)
    assert t.gone("g") and t.offers()[-2:] == ["k stands", "k falls back"]


@pytest.mark.rule("WM-DICE-5", "WM-DICE-1")
def test_the_active_players_dice_come_first_unit_by_unit_then_saves() -> None:
    k = knights(0, 0, stands=[[38, 44, 90], [40, 44, 90], [42, 44, 90]])
    t = Bench(pieces={"o": orcs(40, 47), "k": k}, step="combat", dice=["4" * 9, "1" * 9], waits=True)
    assert [r.purpose for r in t.rolls] == ["hit", "save"]
    assert t.rolls[0].pools[0].seat == 0 and t.rolls[1].pools[0].seat == 1
    assert t.game.waiting.pools[0].seat == 1  # type: ignore[union-attr]


@pytest.mark.rule("WM-SUPP-4", "WM-SUPP-8", "WM-SUPP-9", "WM-SUPP-10")
def test_who_can_be_supported_and_who_supports() -> None:
    def links(**pieces: Any) -> int:
        p = Bench(pieces=pieces, step="combat", waits=True).position
        return sum(p.state.units[crowd(p).owners[supporter]].seat == 0 for supporter, _ in supporting(p))

    assert links(h=foot(40, 40), b=foot(40, 38), o=orcs(40, 42)) == 3
    assert links(h=foot(40, 40), b=foot(40.4, 38), o=orcs(40, 42)) == 3  # 90 % of the edge
    assert links(h=foot(40, 40), b=foot(40.5, 38), o=orcs(40, 42)) == 0
    assert links(h=foot(40, 40), b=foot(40, 38), o=orcs(33, 40, facing=0)) == 0  # an enemy at the side only
    skirmish = unit(
        "halberdiers", "a", 0, 0, stands=[[36, 40, 90], [40, 40, 90], [44, 40, 90], [40, 38, 90]], skirmisher=True
    )
    assert links(h=skirmish, o=orcs(40, 42)) == 0


@pytest.mark.rule("WM-SUPP-10")
def test_a_front_corner_is_the_front_unless_the_enemy_lies_along_the_side() -> None:
    pieces = {"h": foot(0, 0, stands=[[40, 40, 90]]), "o": orcs(0, 0, stands=[[44, 42, 270]])}
    p = Bench(pieces=pieces, step="combat", waits=True).position
    number = crowd(p).numbers("h")[0]
    assert fights_ahead(p, number) and at_front(crowd(p).rects[number], crowd(p).of("o")[0])
    beside = {"h": foot(0, 0, stands=[[40, 40, 90]]), "o": orcs(0, 0, stands=[[44, 40, 270]])}
    p = Bench(pieces=beside, step="combat", waits=True).position
    assert not fights_ahead(p, crowd(p).numbers("h")[0])


@pytest.mark.rule("WM-ENG-11", "WM-COMBAT-17")
def test_contact_left_over_fights_again_without_a_charge_bonus() -> None:
    k = knights(0, 0, stands=[[38, 44, 90], [40, 44, 90], [42, 44, 90]])
    t = Bench(pieces={"k": k, "g": goblins(40, 47)}, step="combat", waits=True)
    assert t.game.waiting.pools[0].size == 9  # type: ignore[union-attr]


@pytest.mark.rule("WM-INIT-16", "WM-OFFT-6", "WM-OFFT-4", "WM-TURN-4")
@pytest.mark.parametrize(("face", "free"), [("3", False), ("6", True)])
def test_a_unit_that_waited_may_act_only_on_a_five_or_six(face: str, free: bool) -> None:
    small = {"size": [120, 90]}
    shot = {"c": crossbows(40, 66), "o": orcs(40, 86), "g": general(100, 80, "b"), "x": general(5, 5)}
    t = Bench(pieces=shot, step="shooting", dice=["411", "1", "5", "2", face], waits=True, table=small)
    t.play("c shoots o")
    assert t.unit("o").where == "table" and t.unit("o").frozen is not free
    offers = t.offers()
    assert bool([o for o in offers if o.endswith("orders o") or o.startswith("o ")]) is free


@pytest.mark.rule("WM-EVADE-9", "WM-CHARGE-19")
def test_shooting_is_the_only_answer_to_a_charge() -> None:
    assert charge(BOWS).offers() == ["shoot", "pass"]
    t = charge({"k": knights(40, 30), "c": foot(40, 48, "b")})
    assert t.ask.prompt != "charged"


@pytest.mark.rule("WM-CHARGE-4")
def test_the_closest_visible_stand_is_struck() -> None:
    t = charge({"k": knights(52, 30), "c": foot(40, 48, "b")})
    assert crowd(t.position).fought("k") == ("c",)
    assert max(x for x, _, _ in t.stands("k")) >= 44


@pytest.mark.rule("WM-RETREAT-4", "WM-RETREAT-16", "WM-RETREAT-17", "WM-RETREAT-12")
def test_a_supporter_retreats_as_the_unit_it_supports() -> None:
    k = knights(0, 0, stands=[[38, 44, 90], [40, 44, 90], [42, 44, 90]])
    t = Bench(
        pieces={"k": k, "o": orcs(40, 47), "p": orcs(40, 49)},
        step="combat",
        dice=["5" * 8 + "1", "1" * 8, "1" * 12],
        waits=True,
    )
    t.play("stand 1", "stand 2", "p")
    assert t.stands("p")[1] == (40, 52, 270) and t.unit("p").retreated
