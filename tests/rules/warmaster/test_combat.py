"""A round of combat: dice, hits, support, result, retreat, pursuit (WM-COMBAT, WM-ENG, WM-RESULT)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmaster.combat.attacks import BlowDice
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.events.fighting import RoundFought
from sandtable.rulesets.warmaster.state.events.losing import StandLost
from tests.rules.warmaster.kit import Bench, chief, foot, general, goblins, knights, orcs, unit

KNIGHTS = [[38, 44, 90], [40, 44, 90], [42, 44, 90]]
FIGHT = {"k": knights(0, 0, stands=KNIGHTS, charged=True), "g": goblins(40, 47)}


def fight(pieces: dict[str, Any], *dice: str, **given: Any) -> Bench:
    return Bench(pieces=pieces, step="combat", dice=list(dice), **given)


def dice(t: Bench, who: str, whom: str, stand: int = 0, number: int = 1, pursuit: int = -1) -> int:
    at = crowd(t.position).numbers(who)[stand]
    return t.value(BlowDice(who, at, whom, number, pursuit))


def terms(t: Bench, who: str, whom: str, stand: int = 0, number: int = 1, pursuit: int = -1) -> dict[str, int]:
    at = crowd(t.position).numbers(who)[stand]
    return {term.cite: term.value for term in t.terms(BlowDice(who, at, whom, number, pursuit)) if term.op == "add"}


@pytest.mark.rule("WM-COMBAT-1", "WM-COMBAT-3", "WM-COMBAT-5", "WM-ENG-6", "WM-RESULT-1", "WM-RETREAT-1", "WM-HITS-4")
def test_worked_example_seven_charge_and_pursuit() -> None:
    # 12 dice, 7 hits (goblins have no armour); 6 dice, 3 hits, one saved on 4+; goblins lose two stands
    t = fight(FIGHT, "444444422222", "444222", "411", waits=True)
    assert t.pool("k") == {"d6": 12} and t.pool("g") == {"d6": 6}
    t.done("b", "which stand g loses")
    t.play("stand 1", "stand 2")
    assert len(t.state.stands["g"]) == 1
    result = t.happened(RoundFought)[0]
    assert (result.hits, result.supports) == ((7, 2), (0, 0))
    assert t.stands("g") == [(40, 52, 270)]  # 7 to 2: straight back by 5
    assert t.unit("k").hits == 2 and t.unit("g").hits == 1
    t.done("a", "what the winners do")
    assert "k pursues g" in t.offers()
    t.play("k pursues g")
    assert t.game.waiting.pools[0].dice == (("d6", 15),)  # type: ignore[union-attr]


@pytest.mark.rule("WM-COMBAT-7", "WM-COMBAT-8", "WM-COMBAT-14")
@pytest.mark.parametrize(("cm", "more"), [(0, 1), (2, 1), (3, 2), (5, 2), (6, 3), (9, 4)])
def test_pursuit_adds_one_and_one_more_for_each_full_three_cm(cm: int, more: int) -> None:
    t = fight({"k": knights(0, 0, stands=KNIGHTS), "g": goblins(40, 47)}, waits=True)
    assert dice(t, "k", "g", number=2, pursuit=cm) == 3 + more


@pytest.mark.rule("WM-COMBAT-5", "WM-COMBAT-6", "WM-COMBAT-17")
def test_the_charge_bonus_is_for_the_first_round_against_the_open() -> None:
    t = fight(FIGHT, waits=True)
    assert terms(t, "k", "g") == {"WM-COMBAT-5": 1}
    assert terms(t, "k", "g", number=2) == {}
    assert terms(t, "g", "k") == {}
    chariots = unit("wolf_chariots", "a", 0, 0, stands=KNIGHTS, charged=True)
    assert terms(fight({"k": chariots, "g": goblins(40, 47)}, waits=True), "k", "g") == {
        "WM-COMBAT-5": 1,
        "WM-COMBAT-6": 1,
    }
    field = {"size": [120, 90], "terrain": [{"kind": "loose", "points": [[20, 46], [60, 46], [60, 60], [20, 60]]}]}
    assert terms(fight(FIGHT, waits=True, table=field), "k", "g") == {}


@pytest.mark.rule("WM-COMBAT-11", "WM-CONF-2", "WM-CONF-11")
def test_confused_stands_fight_with_one_die_less() -> None:
    pieces = {"k": knights(0, 0, stands=KNIGHTS, confused=True), "g": goblins(40, 47)}
    assert dice(fight(pieces, waits=True), "k", "g") == 2


@pytest.mark.rule("WM-COMBAT-9", "WM-CHAR-12")
def test_terror_costs_a_die_unless_one_causes_it() -> None:
    giant = unit("giant", "b", 0, 0, stands=[[40, 48, 270]])
    t = fight({"k": knights(0, 0, stands=KNIGHTS), "g": giant}, waits=True)
    assert terms(t, "k", "g", 1) == {"WM-COMBAT-9": -1}
    assert terms(t, "g", "k") == {}
    fanatics = unit("flagellants", "a", 0, 0, stands=[[40, 45, 90], [44, 45, 90], [36, 45, 90]])
    assert terms(fight({"k": fanatics, "g": giant}, waits=True), "k", "g") == {}
    rider = chief("orc_general", 40, 51, "b", mount="wyvern", joined="g")
    t = fight({"k": knights(0, 0, stands=KNIGHTS), "g": goblins(40, 47), "w": rider}, waits=True)
    assert terms(t, "k", "g") == {"WM-COMBAT-9": -1}


@pytest.mark.rule("WM-COMBAT-10", "WM-COMBAT-19")
def test_an_enemy_front_at_side_or_rear_costs_a_die_once() -> None:
    rear = {"h": foot(40, 40), "k": orcs(40, 38, facing=90)}
    assert terms(fight(rear, waits=True), "h", "k") == {"WM-COMBAT-10": -1}
    front = {"h": foot(40, 40), "k": orcs(40, 42)}
    assert terms(fight(front, waits=True), "h", "k") == {}
    both = {"h": foot(40, 40), "k": orcs(40, 38, facing=90), "l": orcs(40, 42)}
    assert terms(fight(both, waits=True), "h", "k") == {"WM-COMBAT-10": -1}


@pytest.mark.rule("WM-COMBAT-2")
def test_worked_example_sixteen_a_stand_chooses_among_those_it_touches() -> None:
    boars = unit("boar_riders", "b", 0, 0, stands=[[40, 43, 270]])
    pieces = {"h": foot(0, 0, stands=[[40, 40, 90]]), "b": boars, "o": orcs(48, 42)}
    t = fight(pieces, waits=True)
    t.done("a", "whom h.1 strikes")
    assert t.offers() == ["strike b", "strike o"]
    t = fight(pieces, waits=True, readings={"combat_target": "front_first"})
    assert t.game.waiting is not None and not hasattr(t.game.waiting, "domain")


@pytest.mark.rule("WM-COMBAT-4", "WM-COMBAT-18")
def test_a_unit_without_dice_rolls_one() -> None:
    guns = unit("cannon", "a", 0, 0, stands=[[40, 40, 90], [42, 40, 90]], confused=True)
    t = fight({"c": guns, "o": orcs(41, 43)}, waits=True)
    assert t.game.waiting is not None
    t.throw((1,))
    assert t.rolls[0].pools[0].dice[0] == ("d6", 1)


@pytest.mark.rule("WM-COMBAT-12", "WM-COMBAT-13", "WM-TERRAIN-21", "WM-TERRAIN-26")
def test_cover_makes_blows_harder() -> None:
    wood = {"size": [120, 90], "terrain": [{"kind": "wood", "points": [[20, 46], [60, 46], [60, 60], [20, 60]]}]}
    t = fight({"h": foot(40, 45), "g": goblins(40, 47)}, waits=True, table=wood)
    assert t.game.waiting is not None and t.game.waiting.reading.score == 5  # type: ignore[union-attr]


@pytest.mark.rule("WM-SUPP-1", "WM-SUPP-3", "WM-SUPP-6", "WM-RESULT-2", "WM-ENG-14")
def test_worked_example_eight_support_is_counted_after_casualties() -> None:
    pieces = {"front": foot(40, 40), "back": foot(40, 38), "o": orcs(40, 42)}
    t = fight(pieces, "441111111", "11", "444411111111", "1111")
    t.play("stand 1")
    result = t.happened(RoundFought)[0]
    assert (result.hits, result.supports) == ((2, 4), (3, 0))
    assert t.stands("o")[0][1] == 43  # 5 to 4: back by 1


@pytest.mark.rule("WM-SUPP-6")
def test_support_before_casualties_is_a_switch() -> None:
    lone = {"h": foot(0, 0, stands=[[40, 40, 90], [44, 40, 90]]), "o": orcs(0, 0, stands=[[38, 42, 270]])}
    for reading, supports in (({}, 0), ({"support_counted": "before_casualties"}, 1)):
        t = fight(lone, "111", "4441", "111", readings=reading)
        t.play("stand 2")
        assert t.happened(RoundFought)[0].supports == (supports, 0)


@pytest.mark.rule("WM-SUPP-2", "WM-SUPP-5", "WM-SUPP-7", "WM-ENG-2", "WM-ENG-12")
def test_who_supports_is_engaged_from_the_shooting_phase_on() -> None:
    pieces = {"front": foot(40, 40), "back": foot(40, 38), "o": orcs(40, 42)}
    assert not engaged(Bench(pieces=pieces | {"x": general(90, 20)}, step="orders").position, "back")
    assert engaged(fight(pieces, waits=True).position, "back")
    assert not engaged(fight(pieces | {"back": foot(40, 38, confused=True)}, waits=True).position, "back")
    assert not engaged(fight(pieces | {"back": foot(42, 38)}, waits=True).position, "back")


@pytest.mark.rule("WM-RETREAT-2", "WM-RETREAT-6")
def test_worked_example_nine_several_losers_share_the_difference() -> None:
    pieces = {"k": knights(0, 0, stands=KNIGHTS), "o": orcs(40, 47), "p": orcs(40, 49)}
    t = fight(pieces, "444444441", "11111111", "111111111111")
    t.play("stand 1", "stand 2")
    result = t.happened(RoundFought)[0]
    assert (result.hits, result.supports) == ((8, 0), (0, 3))
    t.done("b", "who retreats next", cite="WM-RETREAT-6")
    t.play("p")  # 8 to 3 between two units: 3 cm each
    assert [y for _, y, _ in t.stands("p")] == [52, 52, 52]
    assert [y for _, y, _ in t.stands("o")] == [50]


@pytest.mark.rule("WM-HITS-1", "WM-HITS-2", "WM-HITS-3", "WM-FORMN-7")
def test_a_stand_is_lost_for_every_three_hits_from_an_end() -> None:
    t = fight({"k": knights(0, 0, stands=KNIGHTS, charged=True), "g": goblins(40, 47)}, "444422222222", "111111")
    assert t.offers() == ["stand 1", "stand 3"]
    t.refusal("stand 2", "WM-FORMN-7")
    t.play("stand 3")
    assert t.happened(StandLost, unit="g", hits=3) and t.unit("g").hits == 1


@pytest.mark.rule("WM-RESULT-6", "WM-FALL-1", "WM-FALL-7", "WM-FALL-2")
def test_worked_example_ten_a_draw_makes_both_fall_back() -> None:
    pieces = {"h": foot(40, 40), "o": orcs(40, 42)}
    t = fight(pieces, "111111111", "111111111111", "6", "2", "245", "245")
    assert t.ask.prompt == "begin or let the other begin"
    t.play("begin")
    t.done("a", "h falls back 2 to 11 cm")
    back = tuple((x, y - 2_000, f) for x, y, f in t.state.stands["h"])
    t.refusal(tuple((x, y + 100, f) for x, y, f in back), "WM-FALL-5")
    t.play(back).done("b", "o falls back")


@pytest.mark.rule("WM-CHAR-6", "WM-COMBAT-15")
def test_the_best_joined_character_adds_his_dice() -> None:
    pieces = {
        "h": foot(40, 40),
        "o": orcs(40, 42),
        "g": general(40, 37.75, joined="h"),
        "i": chief("hero", 44, 37.75, joined="h"),
    }
    t = fight(pieces, waits=True)
    assert t.game.waiting is not None and t.game.waiting.pools[0].dice == (("d6", 11),)  # type: ignore[union-attr]
