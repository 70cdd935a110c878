"""Clauses at their edges: retreats of mixed formations and supporters, advances of several, cover met by chance, bolts
and steam tanks at charges, fall backs without room, units that were split."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Roll
from sandtable.rulesets.warmaster.combat.attacks import combat_cover
from sandtable.rulesets.warmaster.combat.fall_back import FallBack
from sandtable.rulesets.warmaster.combat.retreats import directions
from sandtable.rulesets.warmaster.combat.rounds import Outcome
from sandtable.rulesets.warmaster.combat.winners import WinnerMenu
from sandtable.rulesets.warmaster.shooting.driven_formation import Reformed
from sandtable.rulesets.warmaster.state.events.fighting import RoundFought
from sandtable.rulesets.warmaster.state.table import Engagement
from sandtable.rulesets.warmaster.terrain.cover import DEFENDED, OPEN
from tests.rules.warmaster.kit import Bench, chief, crossbows, foot, general, goblins, knights, orcs, poses, unit


def at(pieces: dict[str, Any], step: str, *dice: str, **given: Any) -> Bench:
    return Bench(pieces=pieces, step=step, dice=list(dice), waits=True, **given)


def purpose(t: Bench) -> str:
    waiting = t.game.waiting
    return waiting.purpose if isinstance(waiting, Roll) else ""


def outcome(touched: dict[str, tuple[str, ...]], supported: dict[str, tuple[str, ...]]) -> Outcome:
    return Outcome((0, 0), tuple(touched.items()), tuple(supported.items()), (1, 1))


@pytest.mark.rule("WM-RETREAT-5")
def test_in_mixed_facings_the_stand_that_touches_most_enemies_decides() -> None:
    """Two orc stands at one front, one goblin stand at two others: as many edges, but not of one stand."""
    pieces = {
        "h": foot(0, 0, stands=[[40, 40, 90], [41, 37, 0], [41, 33, 0]]),
        "o": orcs(0, 0, stands=[[38, 42, 270], [42, 42, 270]]),
        "g": goblins(0, 0, stands=[[43, 36.4, 180]]),
    }
    t = at(pieces, "orders")
    (way,) = directions(t.position, "h", outcome({"h": ("o", "g")}, {}), "")
    assert way == pytest.approx((0, -1))


@pytest.mark.rule("WM-RETREAT-16", "WM-RETREAT-4")
def test_supporters_retreat_as_those_they_supported_even_after_them() -> None:
    pieces = {"s": foot(40, 40), "f": foot(52, 42), "o": orcs(60, 46)}
    p = at(pieces, "orders").position
    p = p.with_state(p.state.but(engagements={"fight_1": Engagement(("s", "f", "o"))}))
    behind = outcome({"s": (), "f": ("o",)}, {"s": ("f",)})
    assert directions(p, "s", behind, "fight_1", {"f": (0.0, -1.0)}) == [(0.0, -1.0)]
    first = directions(p, "s", behind, "fight_1")
    assert first == directions(p, "f", behind, "fight_1"), "as those it supported will go, though they touch nobody"
    fought = outcome({"s": ("o",), "f": ("o",)}, {"s": ("f",)})
    (alone,) = directions(p, "s", fought, "fight_1", {"f": (0.0, -1.0)})
    assert alone[0] < -0.5, "it did more than support: away from the nearest enemy"


@pytest.mark.rule("WM-RETREAT-16")
def test_a_supporter_of_two_that_retreat_differently_chooses_one_of_the_ways() -> None:
    p = at({"s": foot(40, 40), "f": foot(40, 44), "e": foot(60, 44), "o": orcs(90, 80)}, "orders").position
    both = outcome({"s": (), "f": ("o",), "e": ("o",)}, {"s": ("f", "e")})
    assert directions(p, "s", both, "", {"f": (0.0, -1.0), "e": (-1.0, 0.0)}) == [(0.0, -1.0), (-1.0, 0.0)]


@pytest.mark.rule("WM-ADV-8", "WM-ENG-4")
def test_two_that_advance_on_the_same_enemy_fight_it_in_this_phase() -> None:
    pieces = {
        "k": foot(0, 0, stands=[[98, 50, 90]]),
        "h": foot(0, 0, stands=[[102, 50, 90]]),
        "o": goblins(0, 0, stands=[[100, 52, 270]]),
        "x": orcs(100, 62),
    }
    t = at(pieces, "combat", "444", "111", "11").play("strike k", "k advances x", "h advances x")
    turn = t.state.turn
    while t.match.ask is not None and t.state.turn == turn:
        t.play(t.offers()[0])
    assert purpose(t) == "hit" and len(t.happened(RoundFought)) == 1 and t.state.turn == turn
    assert {u for fight in t.state.engagements.values() for u in fight.units} == {"k", "h", "x"}


@pytest.mark.rule("WM-COMBAT-13", "WM-TERRAIN-23", "WM-ENG-9")
def test_a_charger_that_meets_another_unit_later_meets_it_in_its_cover() -> None:
    wood = {"size": [120, 90], "terrain": [{"kind": "wood", "points": [[44, 50], [60, 50], [60, 60], [44, 60]]}]}
    p = at({"k": knights(40, 48), "o": orcs(40, 60), "w": orcs(52, 55)}, "orders", table=wood).position
    stand, other = p.state.stands["w"][0], p.state.stands["o"][0]
    p = p.with_state(p.state.but(covers={"k": (("o", other, OPEN),)}).unit("k", charged=True))
    assert combat_cover(p, "k", "w", stand) == DEFENDED and combat_cover(p, "k", "o", other) == OPEN
    p = p.with_state(p.state.but(covers={"k": (("w", stand, OPEN),)}))
    assert combat_cover(p, "k", "w", stand) == OPEN, "as it was when the charge began"


@pytest.mark.rule("WM-SHOOT-24", "WM-MAGIC-9")
def test_a_unit_charged_after_it_was_shot_at_is_not_driven_back() -> None:
    pieces = {
        "x": crossbows(40, 40), "h": foot(60, 40), "w": chief("wizard", 60, 36), "g": general(20, 20),
        "o": orcs(50, 55),
    }  # fmt: skip
    t = at(pieces, "shooting", "411", "1", "5").play("x shoots o", "w casts voice_of_command at h")
    t.play("h charges o")
    while t.match.ask is not None and t.ask.prompt != "shoot or cast":
        t.play(t.offers()[0])
    if t.match.ask is not None:
        t.play("end shooting")
    assert purpose(t) == "hit" and t.state.phase == "combat"
    assert (t.unit("o").hits, t.unit("o").carried, t.unit("o").driving) == (1, 1, 0)
    assert t.cited("WM-SHOOT-24")


@pytest.mark.rule("WM-ART-5", "WM-SHOOT-20")
def test_a_bolt_goes_through_the_stands_of_a_charger_in_line_where_they_end() -> None:
    sides = [[[90, 58], [98.8, 58], [98.8, 90], [90, 90]], [[101.2, 58], [110, 58], [110, 90], [101.2, 90]]]
    walls = {"size": [180, 120], "terrain": [{"kind": "building", "points": points} for points in sides]}
    column = [[100, 56, 90], [100, 52, 90], [100, 48, 90]]
    pieces = {
        "g": general(100, 20),
        "h": knights(0, 0, stands=column),
        "c": unit("bolt_thrower", "b", 0, 0, stands=[[100, 75, 270]]),
    }
    t = at(pieces, "orders", "11", table=walls).play("g orders h", "h charges c", "shoot")
    waiting = t.game.waiting
    assert isinstance(waiting, Roll) and waiting.pools[0].dice == (("d6", 3),)


@pytest.mark.rule("WM-DATA-12", "WM-TERRAIN-24")
def test_a_steam_tank_that_charges_is_shot_at_as_defended() -> None:
    pieces = {
        "g": general(100, 20),
        "t": unit("steam_tank", "a", 0, 0, stands=[[100, 50, 90]]),
        "x": crossbows(100, 62, "b"),
        "k": knights(100, 80, "b"),
    }
    t = at(pieces, "orders", "11", "444").play("g orders t", "t charges x", "shoot")
    assert t.unit("t").hits == 0 and purpose(t) != "save"
    t = at({**pieces, "t": knights(0, 0, stands=[[100, 50, 90]])}, "orders", "11", "444")
    assert purpose(t.play("g orders t", "t charges x", "shoot")) == "save"


@pytest.mark.rule("WM-FALL-14")
def test_a_unit_without_room_for_the_least_distance_goes_as_far_as_it_can() -> None:
    blocks = [[[90, 40], [97.9, 40], [97.9, 51], [90, 51]], [[102.1, 40], [110, 40], [110, 51], [102.1, 51]]]
    blocks.append([[97.9, 40], [102.1, 40], [102.1, 46.5], [97.9, 46.5]])
    table = {"size": [180, 120], "terrain": [{"kind": "building", "points": points} for points in blocks]}
    p = at({"h": foot(0, 0, stands=[[100, 50, 90]]), "o": orcs(0, 0, stands=[[100, 52, 270]])}, "orders", table=table)
    domain = FallBack(piece="h", least=4_000, far=12_000, drawn=True)
    assert domain.fallback(p.position)[:2] == pytest.approx((100_000, 47_490), abs=11)
    wrong = {(100, 50, 90): "WM-FALL-14", (100, 48, 90): "WM-FALL-5", (100, 46, 90): "WM-FALL-15"}
    for (x, y, facing), cite in wrong.items():
        why = domain.refuse(p.position, poses((x, y, facing)))
        assert why is not None and why.cite == cite
    roomy = FallBack(piece="h", least=2_000, far=12_000, drawn=True)
    assert roomy.refuse(p.position, poses((100, 48, 90))) is None
    shut = [*blocks, [[97.9, 46.4], [102.1, 46.4], [102.1, 48.2], [97.9, 48.2]]]
    table = {"size": [180, 120], "terrain": [{"kind": "building", "points": points} for points in shut]}
    p = at({"h": foot(0, 0, stands=[[100, 50, 90]]), "o": orcs(0, 0, stands=[[100, 52, 270]])}, "orders", table=table)
    assert domain.fallback(p.position)[:2] == pytest.approx((100_000, 49_190), abs=120), "not 1 cm, but out of touch"
    why = domain.refuse(p.position, poses((100, 50, 90)))
    assert why is not None and why.cite == "WM-FALL-14"


@pytest.mark.rule("WM-FORMN-8")
@pytest.mark.parametrize(("key", "left"), [("keep stand 1", (44, 49, 270)), ("keep stand 2", (36, 49, 270))])
def test_the_owner_of_a_split_unit_says_which_stands_stay(key: str, left: tuple[float, float, float]) -> None:
    wall = {"kind": "building", "points": [[38.5, 48.5], [41.5, 48.5], [41.5, 52], [38.5, 52]]}
    pieces = {"k": knights(0, 0, stands=[[38, 44, 90], [40, 44, 90], [42, 44, 90]]), "o": orcs(40, 47)}
    table = {"size": [120, 90], "terrain": [wall]}
    t = at(pieces, "combat", "55" + "1" * 7, "11", "1" * 12, table=table).play("k stands")
    if purpose(t) == "roll_off":
        t.throw((6,), (1,)).play("begin")
    while t.ask.cite != "WM-FORMN-8":
        t.play("end reforming")
    assert t.offers() == ["keep stand 1", "keep stand 2"] and t.ask.seat == 1
    t.play(key)
    assert t.stands("o") == [left]


def passing(kind: dict[str, Any], at_: tuple[float, float], **more: Any) -> Bench:
    """A unit at (100, 50) is ordered 20 cm ahead, an orc hero alone at a place in its way."""
    pieces = {
        "g": general(100, 45),
        "h": kind,
        "bh": chief("orc_hero", *at_, "b", **more),
        "o": orcs(100, 90),
    }
    t = at(pieces, "orders", "11").play("g orders h")
    if t.ask.prompt == "carry out the order":
        t.play("march")
    return t.play((("h", (100_000, 70_000, 90_000)),))


@pytest.mark.rule("WM-CHAR-9")
def test_ground_troops_drive_lone_characters_out_of_their_way_flyers_only_where_they_land() -> None:
    t = passing(foot(100, 50), (100, 60))
    assert t.ask.prompt == "where bh flees to" and t.ask.seat == 1
    t.play("join o")
    assert t.character("bh").joined == "o"
    beside = passing(foot(100, 50), (107.25, 60))
    assert beside.ask.prompt != "where bh flees to", "in touch with the lane, not on it"
    flown = passing(unit("giant_eagles", "a", 100, 50), (100, 60))
    assert flown.ask.prompt != "where bh flees to"
    landed = passing(unit("giant_eagles", "a", 100, 50), (100, 70))
    assert landed.ask.prompt == "where bh flees to"


@pytest.mark.rule("WM-CHAR-9", "WM-CHARGE-1")
def test_a_charge_drives_lone_characters_out_of_its_way() -> None:
    pieces = {"g": general(100, 20), "h": foot(100, 50), "bh": chief("orc_hero", 100, 56, "b"), "o": orcs(100, 66)}
    t = at(pieces, "orders", "11").play("g orders h", "h charges o")
    while t.ask.prompt.startswith("place"):
        t.play(t.offers()[0])
    assert t.ask.prompt == "where bh flees to"


@pytest.mark.rule("WM-MAGIC-11")
@pytest.mark.parametrize(("kind", "moves"), [("flagellants", False), ("halberdiers", True)])
def test_gerroff_does_not_move_those_who_are_never_driven_back(kind: str, moves: bool) -> None:
    pieces = {"w": chief("orc_shaman", 40, 40), "g": general(20, 20), "f": unit(kind, "b", 40, 60, 270)}
    t = at(pieces, "shooting", "5", "2").play("w casts gerroff at f")
    assert (t.stands("f")[0][1] != 60) == moves


@pytest.mark.rule("WM-DRIVE-10", "WM-DRIVE-15")
def test_the_stands_of_driven_flyers_fly_to_their_places() -> None:
    """A row of friends across the table is between them and where they go."""
    row = [[2 + 4 * n, 64, 270] for n in range(12)]
    friends = {f"f{n}": goblins(0, 0, stands=row[3 * n : 3 * n + 3]) for n in range(4)}
    pieces = {"c": crossbows(37, 40), "e": unit("giant_eagles", "b", 37, 60, 270), **friends}
    p = at(pieces, "orders", table={"size": [48, 90]}).position
    there = poses((39, 67, 270), (37, 67, 270), (35, 67, 270))
    domain = Reformed(unit="e", shifted=there, first=1, origin=(37_000, 40_000, 4_000, 2_000, 90_000))
    column = poses((37, 71, 270), (37, 67, 270), (37, 75, 270))
    assert domain.refuse(p, column) is None
    turned = domain.refuse(p, poses((37, 71, 90), (37, 67, 270), (37, 75, 270)))
    assert turned is not None and turned.cite == "WM-DRIVE-6"


@pytest.mark.rule("WM-OFFT-12")
@pytest.mark.parametrize("fled", [False, True])
def test_a_unit_that_left_the_table_out_of_a_fight_is_no_mark_for_an_advance_out_of_it(fled: bool) -> None:
    p = at({"k": foot(40, 40), "o": orcs(90, 80), "x": orcs(40, 55)}, "orders").position
    stands = {name: poses for name, poses in p.state.stands.items() if name != "o"}
    fight = {"fight_1": Engagement(("k", "x"), 1, True)}
    state = p.state.but(stands=stands, engagements=fight).unit("o", where="destroyed").unit("x", frozen=True, fled=fled)
    p = p.with_state(state)
    menu = WinnerMenu(key="fight_1", units=("k",), outcome=outcome({"k": ("o",), "x": ()}, {}))
    assert menu.advancing(p, "k") == (() if fled else ("x",))
    if fled:
        assert menu.missing(p, "k advances x").cite == "WM-OFFT-12"
    elsewhere = p.with_state(p.state.but(engagements={"fight_1": Engagement(("k",), 1, True)}))
    assert menu.advancing(elsewhere, "k") == ("x",), "out of another fight it is"
