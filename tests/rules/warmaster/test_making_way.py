"""Making way: what lies between, whole units in the path; and lone characters whom forced moves pass over."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Frame, begin
from sandtable.rulesets.warmaster.combat.reforming import Reforming
from sandtable.rulesets.warmaster.combat.rounds import Outcome
from sandtable.rulesets.warmaster.combat.winners import Winners
from sandtable.rulesets.warmaster.forced.making_way import BACK, MakeWay
from sandtable.rulesets.warmaster.forced.push import pushing
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.table import Engagement
from tests.rules.warmaster.kit import Bench, crossbows, foot, goblins, hero, orcs, poses, rules, unit

HEDGE = {"kind": "low_linear", "line": [[0, 71], [120, 71]]}
ORCS = unit("black_orcs", "b", 40, 60, 270)


def ground(*terrain: dict[str, Any]) -> dict[str, Any]:
    return {"size": [120, 90], "terrain": list(terrain)}


def driven(behind: dict[str, Any], *dice: str, terrain: tuple[dict[str, Any], ...] = ()) -> Bench:
    """Black orcs are driven straight up the table into those behind them."""
    pieces = {"x": crossbows(40, 40), "o": ORCS, **behind}
    thrown = ["444", "111", *dice]
    return Bench(pieces=pieces, table=ground(*terrain), step="shooting", waits=True, dice=thrown).play("x shoots o")


def push(pieces: dict[str, Any], *terrain: dict[str, Any], far: float = 13_000) -> tuple[Bench, MakeWay]:
    """What `p` can do for orcs who go straight up the table."""
    t = Bench(pieces={"o": ORCS, **pieces}, table=ground(*terrain), step="orders", waits=True)
    rects = pushing(crowd(t.position).of("o"))
    return t, MakeWay(unit="p", pusher="o", rects=rects, way=(0.0, 1.0), far=far)


# --- back ---
@pytest.mark.rule("WM-MKWY-6", "WM-MKWY-1", "WM-MOVE-13")
def test_who_moves_back_does_not_leap_over_a_friend_who_makes_way_first() -> None:
    t = driven({"p": goblins(40, 63), "q": goblins(40, 66)}, "442").play("move back")
    assert t.ask.prompt == "does q make way for p" and t.stands("p")[0][1] == 63
    t.play("move back", "as it was")
    assert [t.stands(name)[0][1] for name in "opq"] == pytest.approx([70, 72, 74], abs=0.02)


@pytest.mark.rule("WM-MKWY-7", "WM-MKWY-1")
def test_who_cannot_move_back_because_a_friend_stands_may_still_move_aside() -> None:
    t = driven({"p": goblins(40, 63), "q": goblins(40, 66)}, "442").play("move back", "stand")
    assert t.ask.prompt == "does p make way for o" and t.offers() == ["move aside", "stand"]
    t.play("move aside", "aside 1")
    assert t.ask.prompt == "does q make way for o", "it stood for p; now it is in the way of o"
    t.play("stand", "as it was")
    assert t.stands("o")[0][1] == pytest.approx(64, abs=0.02) and t.stands("q")[0][1] == 66
    halted = driven({"p": goblins(40, 63), "q": goblins(40, 66)}, "442").play("move back", "stand", "stand")
    assert halted.ask.prompt == "where o re-forms", "nobody is asked beyond one who stands"
    assert halted.play("as it was").stands("o")[0][1] == pytest.approx(61, abs=0.02)


@pytest.mark.rule("WM-MKWY-1", "WM-CONF-7")
def test_who_has_made_way_for_one_may_make_way_for_another() -> None:
    behind = {
        "p": unit("wolf_chariots", "b", 0, 0, stands=[[40, 64, 270]]),
        "q": goblins(0, 0, stands=[[40, 68, 270]]),
    }
    t = driven(behind, "442", "11", "11", "11").play("move back", "move aside", "aside 1")
    assert t.stands("p")[0][1] == pytest.approx(73, abs=0.02)
    assert t.ask.prompt == "does q make way for o", "it is beside the path of p, in that of o"
    t.play("move back", "as it was")
    assert t.stands("q")[0][1] == pytest.approx(72, abs=0.02) and t.stands("o")[0][1] == 70
    assert [r.pools[0].size for r in t.rolls if r.purpose == "confusion"] == [2, 2, 2]
    halted = driven(behind, "442").play("move back", "move aside", "aside 1", "stand", "as it was")
    assert halted.stands("o")[0][1] == pytest.approx(66, abs=0.02)


@pytest.mark.rule("WM-MKWY-4", "WM-GEO-14")
def test_no_unit_moves_back_across_barred_ground() -> None:
    chariots = {"p": unit("wolf_chariots", "b", 40, 64.5, 270)}
    t, way = push(chariots)
    assert way.places(t.position, BACK) is not None
    t, way = push(chariots, HEDGE)
    assert way.places(t.position, BACK) is None
    t, way = push({"p": goblins(40, 63)}, {"kind": "river_deep", "points": [[0, 67], [120, 67], [120, 69], [0, 69]]})
    assert way.places(t.position, BACK) is None


@pytest.mark.rule("WM-MKWY-4", "WM-GEO-14")
def test_no_unit_moves_back_past_an_enemy_or_an_engaged_friend_that_it_would_touch() -> None:
    t, way = push({"p": goblins(40, 63), "e": foot(0, 0, stands=[[40, 68, 90]])})
    assert way.places(t.position, BACK) is None
    for x, may in ((48, False), (48.2, True)):  # in touch as they pass, or not
        t, way = push({"p": goblins(40, 63), "e": foot(0, 0, stands=[[x, 68, 90]])})
        assert (way.places(t.position, BACK) is not None) is may
    fight = {"e": foot(0, 0, stands=[[48, 72, 270]]), "f": goblins(0, 0, stands=[[48, 70, 90]])}
    t, way = push({"p": goblins(40, 63), **fight}, far=14_000)
    assert way.places(t.position, BACK) is None
    fight = {"e": foot(0, 0, stands=[[48, 60, 90]]), "f": goblins(0, 0, stands=[[48, 62, 270]])}
    t, way = push({"p": goblins(40, 63), **fight})
    assert way.places(t.position, BACK) is not None, "one who is touched at the start may be left"


# --- aside ---
CHARIOTS = {"p": unit("wolf_chariots", "b", 42, 64.5, 270)}  # x = 44, 42, 40; the path is x = 34 to 46


@pytest.mark.rule("WM-MKWY-3", "WM-MKWY-7")
def test_if_all_are_in_the_path_the_stand_with_the_shortest_way_out_goes_straight_out() -> None:
    t, way = push(CHARIOTS)
    found = [poses for _, poses in way.aside().each(t.position)]
    assert found and all(places[0] == poses((47, 64.5, 270))[0] for places in found)
    domain = way.aside()
    refused = domain.refuse(t.position, poses((29, 64.5, 270), (31, 64.5, 270), (33, 64.5, 270)))
    assert refused is not None and refused.cite == "WM-MKWY-3"
    assert domain.refuse(t.position, poses((47, 64.5, 270), (48, 67.5, 180), (50, 64.5, 0))) is None, "turned freely"
    for facing, x in ((270, 47.5), (90, 47)):  # not just clear; turned
        refused = domain.refuse(t.position, poses((x, 64.5, facing), (49.5, 64.5, 270), (51.5, 64.5, 270)))
        assert refused is not None and refused.cite == "WM-MKWY-3"


@pytest.mark.rule("WM-MKWY-3", "WM-MKWY-4")
def test_a_whole_unit_is_arranged_in_a_row_where_there_is_no_room_for_a_column() -> None:
    row = poses((47, 64.5, 270), (49, 64.5, 270), (51, 64.5, 270))
    behind = {"kind": "low_linear", "line": [[0, 67], [120, 67]]}
    beside = {"kind": "low_linear", "line": [[46.2, 62], [46.2, 50]]}
    t, way = push(CHARIOTS, behind, beside, far=9_000)
    found = [poses for _, poses in way.aside().each(t.position)]
    assert found[0] == row
    t, way = push(CHARIOTS, {"kind": "low_linear", "line": [[47, 50], [47, 80]]})
    assert list(way.aside().each(t.position)) == [], "the shortest way out is barred; another is not open to it"


@pytest.mark.rule("WM-MKWY-2", "WM-MKWY-7", "WM-MOVE-13")
def test_stands_in_the_path_go_anywhere_beside_it_in_touch_with_those_that_stay() -> None:
    """The path ends at x = 46; one stand of orcs is in it, the others are at x = 49 and 53."""
    t, way = push({"p": orcs(49, 64), "q": goblins(0, 0, stands=[[49, 67, 270]])})
    assert [x for x, _, _ in t.stands("p")] == [53, 49, 45]
    domain = way.aside()

    def cite(*places: tuple[float, float, float]) -> str:
        refused = domain.refuse(t.position, poses(*places))
        return "" if refused is None else refused.cite

    stay = ((53, 64, 270), (49, 64, 270))
    assert cite(*stay, (52, 61.7, 300)) == "WM-MKWY-7", "it would overlap its own unit"
    assert cite(*stay, (49, 62, 90)) == "" and cite(*stay, (48.5, 61, 0)) == "", "at any facing"
    assert cite(*stay, (47.9, 62, 270)) == "WM-MKWY-7" and cite(*stay, (48.01, 62, 270)) == "", "outside the path"
    assert cite((53, 64.1, 270), (49, 64, 270), (49, 62, 270)) == "WM-MKWY-2"
    assert cite(*stay, (49, 66, 270)) == "WM-MOVE-13", "q stands there"
    assert cite(*stay, (49, 60, 270)) == "WM-MKWY-7", "apart"


@pytest.mark.rule("WM-MKWY-7", "WM-MKWY-2")
def test_the_owner_places_the_stands_that_move_aside() -> None:
    t = driven({"p": orcs(49, 64)}, "442").play("move aside")
    assert (t.ask.prompt, t.ask.cite) == ("where p moves aside to", "WM-MKWY-7")
    t.play(poses((53, 64, 270), (49, 64, 270), (49, 66, 90)), "as it was")
    assert t.stands("p")[2] == (49, 66, 90) and t.stands("o")[0][1] == 70


# --- lone characters ---
@pytest.mark.rule("WM-CHAR-9")
def test_who_makes_way_drives_a_lone_enemy_character_from_its_path() -> None:
    behind = {"p": unit("wolf_chariots", "b", 48, 64.5, 270), "hero": hero(50.5, 70)}
    t = driven(behind, "661").play("move back")
    assert t.ask.prompt == "where hero flees to" and t.stands("p")[0][1] == pytest.approx(76, abs=0.02)


def from_here(pieces: dict[str, Any], frame: Frame, *terrain: dict[str, Any], **marks: dict[str, Any]) -> Bench:
    """A fight of all units that has come to some frame; what is marked on units."""
    t = Bench(pieces=pieces, table=ground(*terrain), step="orders", waits=True)
    state = t.state.but(phase="combat", engagements={"fight_1": Engagement(tuple(t.state.stands))})
    for name, marked in marks.items():
        state = state.unit(name, **marked)
    return t.go_on(begin(rules(), state, frame).game)


def winners(unit_: str, enemy: str) -> Winners:
    outcome = Outcome((1, 0), ((unit_, (enemy,)), (enemy, (unit_,))), (), (1, 1))
    return Winners(key="fight_1", seat=0, outcome=outcome, far=1)


@pytest.mark.rule("WM-CHAR-9", "WM-REFORM-3")
@pytest.mark.parametrize(("x", "flees"), [(60.5, True), (65.5, False)])
def test_who_re_forms_drives_lone_enemy_characters_from_its_way(x: float, flees: bool) -> None:
    pieces = {"h": foot(60, 40), "bh": hero(x, 36.5, "b"), "o": orcs(60, 60)}
    t = from_here(pieces, Reforming(), h={"touched": True}).play("re-form h")
    t.play(poses((56, 40, 90), (56, 38, 90), (56, 36, 90)))
    assert (t.match.ask is not None and t.ask.prompt == "where bh flees to") is flees


@pytest.mark.rule("WM-CHAR-9", "WM-PURSUE-11")
@pytest.mark.parametrize(("x", "flees"), [(45, True), (48, False)])
def test_a_supporting_pursuit_drives_lone_enemy_characters_from_its_way(x: float, flees: bool) -> None:
    pieces = {
        "h": foot(0, 0, stands=[[40, 50, 90]]),
        "back": foot(40, 40),
        "o": orcs(0, 0, stands=[[40, 52, 270]]),
        "bh": hero(x, 44, "b"),
    }
    t = from_here(pieces, winners("h", "o"), h={"pursued": True}, o={"retreated": True}).play("back supports")
    assert t.stands("back")[0][1] == 48
    assert (t.match.ask is not None and t.ask.prompt == "where bh flees to") is flees


@pytest.mark.rule("WM-CHAR-9", "WM-PURSUE-10")
@pytest.mark.parametrize(("x", "flees"), [(92.8, True), (90, False)])
def test_a_pursuit_that_bends_goes_over_lone_characters_where_it_bends(x: float, flees: bool) -> None:
    """At y = 57.5 the straight line would be x = 94.8 to 98.8."""
    house = {"kind": "building", "points": [[96, 56], [106, 56], [106, 59], [96, 59]]}
    pieces = {
        "h": foot(0, 0, stands=[[100, 50, 90]]),
        "o": orcs(0, 0, stands=[[94, 66, 270]]),
        "bh": hero(x, 57.5, "b"),
    }
    t = from_here(pieces, winners("h", "o"), house, o={"retreated": True}).play("h pursues o")
    assert t.stands("h") == [(94, 64, 90)]
    assert (t.match.ask is not None and t.ask.prompt == "where bh flees to") is flees


@pytest.mark.rule("WM-CHAR-9", "WM-DRIVE-15")
@pytest.mark.parametrize(("x", "flees"), [(42.9, True), (43.9, False)])
def test_driven_stands_that_go_round_something_go_over_lone_characters_there(x: float, flees: bool) -> None:
    """At y = 66 the straight lines end at x = 40."""
    house = {"kind": "building", "points": [[31, 58], [33.5, 58], [33.5, 68.5], [31, 68.5]]}
    t = driven({"hero": hero(x, 66)}, "442", terrain=(house,)).play("line, stand 3 in place 1")
    assert [x for x, _, _ in t.stands("o")] == [32, 28, 36]
    assert (t.match.ask is not None and t.ask.prompt == "where hero flees to") is flees
