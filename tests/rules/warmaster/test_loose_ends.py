"""Rules that other chapters' tests pass by: pushes, pursuit's details, advances, flyers driven back."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Roll
from sandtable.lab.checks import walk
from sandtable.rulesets.warmaster.combat.attacks import BlowDice
from sandtable.rulesets.warmaster.combat.fall_back import contact_edge
from sandtable.rulesets.warmaster.combat.pursuit import pursuits, supporting_pursuit
from sandtable.rulesets.warmaster.combat.retreats import directions
from sandtable.rulesets.warmaster.combat.rounds import Outcome
from sandtable.rulesets.warmaster.ending.victory import points
from sandtable.rulesets.warmaster.forced.making_way import ASIDE, BACK, SUPPORT, MakeWay
from sandtable.rulesets.warmaster.forced.obstructions import room
from sandtable.rulesets.warmaster.forced.push import pushing
from sandtable.rulesets.warmaster.measuring.crowd import crowd, poses_of
from sandtable.rulesets.warmaster.state.events.losing import StandLost
from sandtable.rulesets.warmaster.state.events.moving import UnitMoved
from tests.rules.warmaster.kit import Bench, chief, crossbows, foot, goblins, knights, orcs, poses, rules, unit

KNIGHTS = [[38, 44, 90], [40, 44, 90], [42, 44, 90]]


def at(pieces: dict[str, Any], step: str = "orders", *dice: str, **given: Any) -> Bench:
    return Bench(pieces=pieces, step=step, dice=list(dice), waits=True, **given)


def way(t: Bench, unit_: str, far: float = 5_000) -> MakeWay:
    """A push straight up the table."""
    rects = crowd(t.position).of("o")
    return MakeWay(unit=unit_, pusher="o", rects=pushing(rects), way=(0.0, 1.0), far=far)


@pytest.mark.rule("WM-GEO-14")
def test_a_forced_move_is_swept_by_every_stand_or_by_the_first_as_the_switch_says() -> None:
    house = {"kind": "building", "points": [[43, 64], [50, 64], [50, 70], [43, 70]]}
    pieces = {"c": crossbows(0, 0, stands=[[40, 40, 90]]), "o": orcs(40, 60)}
    table = {"size": [120, 90], "terrain": [house]}
    t = at(pieces, "shooting", "4", "1", "6", table=table).play("c shoots o")
    moved = t.happened(UnitMoved, unit="o")
    stop = (moved[0].poses if moved else t.ask.domain.shifted)[1][1]  # type: ignore[attr-defined]
    assert stop == pytest.approx(63_000, abs=11)
    found = room(t.position, "o", crowd(at(pieces, table=table).position).of("o")[1:2], (0.0, 1.0), 6_000)
    assert found.far == pytest.approx(6_000)


@pytest.mark.rule("WM-MKWY-3", "WM-SUPP-3")
def test_infantry_wholly_in_the_path_of_infantry_may_re_form_in_support() -> None:
    column = [[40, 63, 270], [40, 65, 270], [40, 67, 270]]
    t = at({"o": orcs(40, 60), "p": goblins(0, 0, stands=column)})
    found = way(t, "p", 8_000).places(t.position, SUPPORT)
    assert found is not None and sorted(poses_of(found)) == sorted(poses((36, 70, 270), (40, 70, 270), (44, 70, 270)))
    assert way(t, "p", 5_000).places(t.position, SUPPORT) is None, "one stand is not in the path"
    level = at({"o": orcs(40, 60), "p": goblins(40, 63)})
    assert way(level, "p", 8_000).places(level.position, SUPPORT) is None, "moving back leads there"
    riders = at({"o": orcs(40, 60), "p": unit("wolf_riders", "b", 0, 0, stands=[[40, 64, 270]])})
    assert way(riders, "p", 8_000).places(riders.position, SUPPORT) is None
    barred = at({"o": orcs(40, 60), "p": goblins(0, 0, stands=column), "q": goblins(40, 72)})
    assert way(barred, "p", 8_000).places(barred.position, SUPPORT) is not None, "in touch with friends"
    taken = at({"o": orcs(40, 60), "p": goblins(0, 0, stands=column), "q": goblins(40, 71)})
    assert way(taken, "p", 8_000).places(taken.position, SUPPORT) is None, "others stand there"


@pytest.mark.rule("WM-MKWY-3", "WM-SUPP-3")
def test_more_stands_than_push_re_form_in_several_ranks() -> None:
    t = at({"o": orcs(0, 0, stands=[[40, 60, 270]]), "p": goblins(0, 0, stands=[[40, 66, 90], [40, 64, 90]])})
    found = way(t, "p", 8_000).places(t.position, SUPPORT)
    assert found is not None and sorted(poses_of(found)) == sorted(poses((40, 70, 270), (40, 72, 270)))


@pytest.mark.rule("WM-MKWY-3")
def test_re_forming_in_support_is_offered_and_carried_out() -> None:
    column = [[40, 63, 270], [40, 65, 270], [40, 67, 270]]
    pieces = {"c": crossbows(40, 36), "o": orcs(40, 60), "p": goblins(0, 0, stands=column)}
    t = at(pieces, "shooting", "441", "11", "44", "1", "1", "1").play("c shoots o")
    assert "re-form in support" in t.offers()
    t.play("re-form in support")
    assert sorted(y for _, y, _ in t.stands("p")) == pytest.approx([t.stands("p")[0][1]] * 3)
    assert {x for x, _, _ in t.stands("p")} == {36, 40, 44}


@pytest.mark.rule("WM-MKWY-2", "WM-MKWY-3", "WM-MKWY-7")
def test_a_unit_moves_back_as_a_whole_or_aside_with_the_stands_in_the_path() -> None:
    t = at({"o": orcs(40, 60), "p": orcs(46, 63)})
    back = way(t, "p").places(t.position, BACK)
    assert back is not None and [r.y for r in back] == pytest.approx([67_000] * 3, abs=11)
    part = at({"o": orcs(40, 60), "p": orcs(46, 63)}, readings={"move_back": "stands_in_path"})
    found = way(part, "p").places(part.position, BACK)
    assert found is None or [r.y for r in found].count(63_000) == 1
    aside = way(t, "p").places(t.position, ASIDE)
    assert aside is None or all(r.x >= 48_000 - 11 for r in aside)


@pytest.mark.rule("WM-MKWY-4")
def test_no_way_is_made_into_enemies_or_barred_ground() -> None:
    t = at({"o": orcs(40, 60), "p": orcs(40, 63), "e": foot(40, 66, facing=270)})
    assert way(t, "p").places(t.position, BACK) is None
    wood = {"size": [120, 90], "terrain": [{"kind": "wood", "points": [[20, 66], [60, 66], [60, 80], [20, 80]]}]}
    t = at({"o": orcs(40, 60), "p": unit("boar_riders", "b", 40, 64, 270)}, table=wood)
    assert way(t, "p").places(t.position, BACK) is None


@pytest.mark.rule("WM-MKWY-6", "WM-DICE-4")
def test_making_way_may_chain_depth_first() -> None:
    pieces = {"c": crossbows(40, 40), "o": orcs(40, 60), "p": orcs(40, 63), "q": orcs(40, 66)}
    t = at(pieces, "shooting", "411", "1", "5", "1", "11", "1").play("c shoots o", "move back")
    assert t.ask.prompt == "does q make way for p"
    t.play("move back")
    if t.match.ask is not None and t.ask.cite == "WM-DRIVE-15":
        t.play(t.ask.domain.fallback(t.position))
    assert [r.pools[0].size for r in t.rolls if r.purpose == "confusion"] == [1, 2, 1]
    assert t.stands("q")[0][1] == pytest.approx(69, abs=0.02)


@pytest.mark.rule("WM-DRIVE-10", "WM-FLY-6")
def test_driven_flyers_pass_over_others() -> None:
    pieces = {"c": crossbows(40, 40), "e": unit("giant_eagles", "b", 40, 60, 270), "p": orcs(40, 65)}
    t = at(pieces, "shooting", "444", "111", "666").play("c shoots e")
    if t.match.ask is not None and t.ask.prompt.startswith("which stand"):
        t.play(t.offers()[0])
    if t.match.ask is not None and t.ask.cite == "WM-DRIVE-15":
        t.play(t.ask.domain.fallback(t.position))
    assert min(y for _, y, _ in t.stands("e")) == pytest.approx(78, abs=0.01)


@pytest.mark.rule("WM-PURSUE-8", "WM-PURSUE-20")
def test_straight_pursuit_has_no_limit_unless_the_switch_sets_one() -> None:
    pieces = {"k": foot(0, 0, stands=[[40, 45, 90]]), "o": orcs(0, 0, stands=[[40, 70, 270]], retreated=True)}
    assert pursuits(at(pieces).position, "k", "o")
    assert not pursuits(at(pieces, readings={"pursuit_reach": "full_pace"}).position, "k", "o")


@pytest.mark.rule("WM-PURSUE-10", "WM-VIS-9")
def test_a_pursuit_without_a_stand_straight_ahead_is_made_like_a_charge_without_sight() -> None:
    pieces = {"k": knights(0, 0, stands=[[30, 44, 270]]), "o": orcs(0, 0, stands=[[40, 50, 270]], retreated=True)}
    assert pursuits(at(pieces).position, "k", "o")


@pytest.mark.rule("WM-PURSUE-11")
def test_infantry_that_reaches_nobody_pursues_in_support() -> None:
    pieces = {"h": foot(40, 44), "back": foot(40, 40), "o": orcs(40, 46)}
    t = at(pieces)
    state = t.state.unit("h", pursued=True)
    ends = supporting_pursuit(t.position.with_state(state), "back")
    assert ends == poses((36, 42, 90), (40, 42, 90), (44, 42, 90))


@pytest.mark.rule("WM-PURSUE-13", "WM-RESULT-8")
def test_a_winner_still_in_touch_keeps_contact_or_falls_back() -> None:
    # goblins retreat from the halberdiers and slide along the front of the knights at their side
    pieces = {"h": foot(40, 45), "k": knights(0, 0, stands=[[48, 47, 180]]), "g": goblins(40, 47)}
    t = at(pieces, "combat")
    while t.match.ask is not None:
        t.play("strike h")
    t.throw((4, *[1] * 8)).throw((1, 1, 1)).throw((1,) * t.game.waiting.pools[0].size)  # type: ignore[union-attr]
    assert t.stands("g")[0][1] == 48
    offers = t.offers()
    assert "k keeps contact" in offers and "k stands" not in offers and "k falls back" in offers


@pytest.mark.rule("WM-RETREAT-5", "WM-RETREAT-16", "WM-RETREAT-3")
def test_the_edge_with_most_enemies_gives_the_direction() -> None:
    pieces = {"h": foot(40, 40), "o": orcs(40, 42), "p": orcs(33, 40, facing=0, stands=[[33, 40, 0]])}
    t = at(pieces, "combat")
    found = directions(t.position, "h", Outcome((0, 0), (), (), (1, 2)), "fight_1")
    assert found == [pytest.approx((0, -1), abs=1e-9)]


@pytest.mark.rule("WM-FALL-13", "WM-FALL-4", "WM-FALL-15")
def test_the_line_of_contact_is_the_edge_that_touched() -> None:
    t = at({"h": foot(40, 40), "o": orcs(40, 42)}, "combat", "1" * 9, "1" * 12, "6", "2", "345", "345")
    line = contact_edge(t.position, "h", 1)
    assert (
        line is not None and line[0] == pytest.approx((40_000, 41_000)) and line[1] == pytest.approx((0, 1), abs=1e-9)
    )
    t.play("begin")
    t.refusal(poses((36, 43.5, 90), (40, 43.5, 90), (44, 43.5, 90)), "WM-FALL-4")


@pytest.mark.rule("WM-ADV-5", "WM-ADV-9", "WM-ADV-10", "WM-ADV-13")
def test_infantry_may_advance_on_cavalry_and_keeps_its_hits() -> None:
    pieces = {"h": foot(40, 45), "o": goblins(0, 0, stands=[[40, 47, 270]]), "b": unit("boar_riders", "b", 40, 58, 270)}
    t = at(pieces, "combat", "444111111", "41", "1")
    assert "h advances b" in t.offers()
    t.play("h advances b")
    if t.match.ask is not None and t.ask.prompt.startswith("place"):
        t.play(t.offers()[0])
    assert t.unit("h").advanced and t.unit("h").hits == 1


@pytest.mark.rule("WM-ADV-1", "WM-RESULT-7")
def test_worked_example_thirteen_some_advance_some_pursue() -> None:
    pieces = {
        "k": knights(0, 0, stands=[[44, 44, 90]]), "h": foot(0, 0, stands=[[53, 45, 90]]),
        "g": goblins(0, 0, stands=[[44, 47, 270], [48, 47, 270]], hits=3), "o": orcs(0, 0, stands=[[52, 47, 270]]),
    }  # fmt: skip
    dice = ("444", "111", "11", "1111")
    t = at(pieces, "combat", *dice)
    assert t.gone("g") and t.stands("o") == [(52, 49, 270)]  # 3 to 0 between two units
    assert {"k advances o", "k stands", "h pursues o"} <= set(t.offers())
    t = at(pieces, "combat", *dice, readings={"advance_condition": "whole_engagement"})
    assert "k advances o" not in t.offers()


@pytest.mark.rule("WM-ART-7", "WM-DRIVE-7")
def test_friends_hit_by_a_bounce_are_driven_back_last() -> None:
    pieces = {
        "c": unit("cannon", "a", 0, 0, stands=[[40, 20, 90]]),
        "o": orcs(0, 0, stands=[[40, 40, 270]]),
        "f": foot(0, 0, stands=[[40, 44, 90]]),
    }
    t = at(pieces, "shooting", "44", "4", "11", "1").play("c shoots o")
    driven = [r.pools[0].seat for r in t.rolls if r.purpose == "drive_back"]
    assert driven == [1, 0]


@pytest.mark.rule("WM-OFFT-10")
def test_a_unit_off_the_table_counts_as_lost_only_at_the_end() -> None:
    away = {"h": foot(40, 40), "o": orcs(80, 119, waiting=True), "g": chief("orc_general", 80, 110, "b")}
    t = at(away)
    assert points(rules(), t.state, 0) == 0
    t = at(away, "combat", last=1)
    assert t.match.over and rules().score(t.state) == (60, 0)


@pytest.mark.rule("WM-FORMN-8")
def test_a_split_unit_that_is_not_engaged_loses_the_smaller_part() -> None:
    split = goblins(0, 0, stands=[[36, 47, 270], [40, 47, 270], [50, 47, 270]])
    t = at({"h": foot(90, 20), "g": split}, "combat")
    assert t.happened(StandLost, unit="g", stand=2, cite="WM-FORMN-8")
    assert t.stands("g") == [(36, 47, 270), (40, 47, 270)]


@pytest.mark.rule("WM-CONF-13", "WM-ENG-8", "WM-PURSUE-16", "WM-PURSUE-18")
def test_losers_nobody_pursues_leave_the_fight_and_are_not_confused_by_it() -> None:
    t = at({"k": knights(0, 0, stands=KNIGHTS), "o": orcs(40, 47)}, "combat", "551111111", "11", "1" * 12)
    t.play("k stands")
    assert not t.unit("o").confused and t.state.engagements == {}


@pytest.mark.rule("WM-ENG-9", "WM-ENG-10")
def test_a_pursuit_into_another_fight_merges_the_two() -> None:
    pieces = {
        "k": knights(0, 0, stands=KNIGHTS), "o": orcs(0, 0, stands=[[40, 47, 270]]),
        "h": foot(0, 0, stands=[[45, 45.5, 90]]), "p": orcs(0, 0, stands=[[45, 47.5, 270]]),
    }  # fmt: skip
    t = at(pieces, "combat")
    assert t.offers() == ["fight_1", "fight_2"]
    t.play("fight_1").throw((5, 5, *[1] * 7)).throw((1, 1)).throw((1, 1, 1, 1))
    t.play("k pursues o")
    assert [set(fight.units) for fight in t.state.engagements.values()] == [{"k", "o", "h", "p"}]


@pytest.mark.rule("WM-ART-2")
def test_artillery_may_be_ordered_to_charge() -> None:
    pieces = {"c": unit("cannon", "a", 40, 40), "o": orcs(40, 50), "h": chief("hero", 40, 30)}
    t = at(pieces, "orders", "11").play("h orders c")
    assert "c charges o" in t.offers()


@pytest.mark.rule("WM-MOVE-17", "WM-DRIVE-5")
def test_distances_by_dice_ignore_formation() -> None:
    ragged = orcs(0, 0, stands=[[36, 60, 270], [40, 61, 270], [44, 60, 270]])
    t = at({"c": crossbows(40, 40), "o": ragged}, "shooting", "444", "116", "65").play("c shoots o")
    if t.match.ask is not None and t.ask.cite == "WM-DRIVE-15":
        t.play(t.ask.domain.fallback(t.position))
    assert t.stands("o")[1][1] == pytest.approx(72, abs=0.02)


@pytest.mark.rule("WM-CHARGE-24", "WM-CHARGE-11", "WM-CHARGE-20")
def test_a_blocked_straight_way_is_gone_round() -> None:
    pieces = {"k": knights(0, 0, stands=[[40, 30, 90]]), "w": foot(0, 0, stands=[[42.4, 38, 90]])}
    pieces |= {"o": orcs(0, 0, stands=[[40, 50, 270]]), "h": chief("hero", 60, 25)}
    t = at(pieces, "orders", "11").play("h orders k")
    t.play("k charges o")
    assert t.stands("k") == [(40, 47, 90)]


@pytest.mark.rule("WM-FALL-9")
def test_flyers_fall_back_over_others() -> None:
    e = unit("sky_riders", "a", 0, 0, stands=KNIGHTS)
    t = (
        at({"e": e, "f": foot(40, 39), "o": orcs(40, 47)}, "combat", "551111111", "11", "1" * 12)
        .play("e falls back")
        .throw((6, 6, 6))
    )
    assert t.legal(poses((38, 32, 90), (40, 32, 90), (42, 32, 90)))


@pytest.mark.rule("WM-DICE-1", "WM-DICE-7")
def test_every_roll_of_a_battle_is_of_sixes_and_names_its_purpose() -> None:
    """No rule asks for a D3, which would be a D6 halved."""
    thrown = set()
    for step in walk(rules(), 3, {"deploy": "auto"}):
        if isinstance(step.before.waiting, Roll):
            thrown |= {die for pool in step.before.waiting.pools for die, _ in pool.dice}
            assert step.before.waiting.purpose and step.before.waiting.cite in rules().rulebook
    assert thrown == {"d6"}


@pytest.mark.rule("WM-PURSUE-9", "WM-PURSUE-22")
def test_a_stand_behind_one_that_goes_straight_ahead_follows_it() -> None:
    stands = [[101, 85, 270], [97, 83, 270], [101, 83, 270]]
    pieces = {"g": goblins(0, 0, stands=stands), "e": foot(0, 0, stands=[[101, 78, 90]], retreated=True)}
    found = pursuits(at(pieces).position, "g", "e")
    assert found and all(len(set(ends)) == 3 and (101_000, 80_000, 270_000) in ends for ends in found)


@pytest.mark.rule("WM-COMBAT-3", "WM-FORMN-9")
def test_a_skirmisher_stand_fights_with_its_own_attack() -> None:
    h = unit("crossbowmen", "a", 0, 0, stands=[[36, 45, 90], [40, 45, 90], [44, 45, 90], [48, 45, 90]], skirmisher=True)
    t = at({"h": h, "o": orcs(42, 47)}, "combat")
    numbers = crowd(t.position).numbers("h")
    assert [t.value(BlowDice("h", n, "o", 1)) for n in numbers] == [3, 3, 3, 4]
