"""Terrain, sight and cover (WM-TERRAIN, WM-VIS, WM-DATA)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmaster.measuring.crowd import crowd, flies
from sandtable.rulesets.warmaster.measuring.lines import away
from sandtable.rulesets.warmaster.measuring.sight import sees
from sandtable.rulesets.warmaster.measuring.ways import Fault, unit_ways
from sandtable.rulesets.warmaster.state.rules import land
from sandtable.rulesets.warmaster.terrain.cover import cover
from tests.rules.warmaster.kit import Bench, crossbows, foot, goblins, hero, knights, orcs, poses, unit

KINDS = ("hill", "wood", "village", "broken", "loose", "river_deep", "building", "cliff")
OPEN = {  # what each troop type may enter (WM-TERRAIN-1 and on)
    "infantry": {"hill", "wood", "village", "broken", "loose"},
    "cavalry": {"hill", "loose"},
    "monster": {"hill", "loose"},
    "chariot": {"hill"},
    "artillery": {"hill"},
    "machine": {"hill"},
}


def ground(*features: dict[str, Any]) -> dict[str, Any]:
    return {"size": [120, 90], "terrain": list(features)}


def area(kind: str, x0: float, y0: float, x1: float, y1: float, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "points": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]], **more}


def table(pieces: dict[str, Any], *features: dict[str, Any], step: str = "orders", **given: Any) -> Bench:
    return Bench(pieces=pieces, step=step, waits=True, table=ground(*features), **given)


@pytest.mark.rule(
    "WM-TERRAIN-1", "WM-TERRAIN-2", "WM-TERRAIN-3", "WM-TERRAIN-4", "WM-TERRAIN-5", "WM-TERRAIN-6", "WM-TERRAIN-13"
)
@pytest.mark.parametrize("troops", sorted(OPEN))
def test_who_may_enter_what(troops: str) -> None:
    for kind in KINDS:
        t = table({"h": foot(20, 20)}, area(kind, 40, 40, 60, 60))
        shut = land(t.position).closed(troops).shapes
        assert bool(shut) is (kind not in OPEN[troops]), kind


@pytest.mark.rule("WM-TERRAIN-2", "WM-TERRAIN-4", "WM-DATA-4")
def test_fords_and_bridges_open_deep_water() -> None:
    river, ford = area("river_deep", 0, 40, 120, 45), area("ford", 30, 39, 50, 46)
    for kind, opens in (("infantry", True), ("cavalry", True), ("chariot", False)):
        t = table({"h": foot(20, 20)}, river, ford)
        shut = land(t.position).closed(kind)
        assert bool(shut.overlaps(crowd(table({"h": foot(40, 42)}, river, ford).position).of("h")[1], 10)) is not opens
    bridge = table({"h": foot(20, 20)}, river, area("bridge", 30, 39, 50, 46))
    assert (
        not land(bridge.position).closed("chariot").overlaps(crowd(table({"h": foot(40, 42)}).position).of("h")[1], 10)
    )


@pytest.mark.rule("WM-TERRAIN-7")
def test_terrain_never_shortens_a_move() -> None:
    t = table({"h": foot(40, 30)}, area("wood", 20, 34, 60, 60))
    there = tuple((x, y + 20_000, f) for x, y, f in t.state.stands["h"])
    assert not isinstance(unit_ways(t.position, "h", there, 20_000), Fault)


@pytest.mark.rule("WM-TERRAIN-11", "WM-DATA-5")
def test_a_column_on_a_road_passes_through_closed_ground() -> None:
    wood, road = area("wood", 20, 40, 60, 60), {"kind": "road", "line": [[40, 0], [40, 90]], "width": 4}
    carts = unit("wolf_chariots", "a", 0, 0, stands=[[40, 36, 90], [40, 32, 90], [40, 28, 90]])
    up = poses((40, 50, 90), (40, 46, 90), (40, 42, 90))
    t = table({"w": carts}, wood, road)
    assert not isinstance(unit_ways(t.position, "w", up, 30_000), Fault)
    assert isinstance(unit_ways(table({"w": carts}, wood).position, "w", up, 30_000), Fault)
    line = unit("wolf_chariots", "a", 40, 36, 90)
    assert isinstance(unit_ways(table({"w": line}, wood, road).position, "w", up, 30_000), Fault)


# --- cover ---
def level(target: dict[str, Any], attacker: dict[str, Any], *features: dict[str, Any], stand: int = 1) -> int:
    t = table({"t": target, "a": attacker}, *features)
    return cover(
        t.position, "t", t.state.stands["t"][min(stand, len(t.state.stands["t"]) - 1)], crowd(t.position).of("a")
    )


@pytest.mark.rule("WM-TERRAIN-20", "WM-TERRAIN-21")
def test_woods_villages_and_broken_ground_defend_infantry_and_artillery() -> None:
    for kind, found in (("wood", 1), ("village", 1), ("broken", 1), ("loose", 0)):
        assert level(orcs(40, 60), foot(40, 30), area(kind, 30, 60.5, 50, 70)) == found
    assert level(unit("boar_riders", "b", 40, 64, 270), foot(40, 30), area("loose", 30, 60, 50, 70)) == 0
    assert level(orcs(40, 60), foot(40, 30), area("wood", 30, 61, 50, 70)) == 1  # at the edge
    assert level(orcs(40, 60), foot(40, 30), area("wood", 30, 61.02, 50, 70)) == 0


@pytest.mark.rule("WM-TERRAIN-9", "WM-TERRAIN-23")
def test_a_hedge_defends_those_within_1_cm_behind_it() -> None:
    hedge = {"kind": "low_linear", "line": [[30, 58], [50, 58]]}
    assert level(orcs(40, 60), foot(40, 30), hedge) == 1
    assert level(orcs(40, 60.02), foot(40, 30), hedge) == 0
    assert level(orcs(40, 60), foot(40, 80, facing=270), hedge) == 0


@pytest.mark.rule("WM-TERRAIN-10", "WM-TERRAIN-22", "WM-DATA-6")
def test_a_rampart_fortifies_and_is_seen_over_by_those_at_it() -> None:
    wall = {"kind": "high_linear", "line": [[30, 58], [50, 58]], "width": 1}
    assert level(orcs(40, 59.6), foot(40, 30), wall) == 2
    assert level(unit("boar_riders", "b", 40, 61, 270), foot(40, 30), wall) == 0
    near = table({"c": crossbows(40, 40), "o": orcs(40, 59.6)}, wall, step="shooting")
    assert sees(near.position, "c", "o")
    far = table({"c": crossbows(40, 40), "o": orcs(40, 62)}, wall)
    assert not sees(far.position, "c", "o")


@pytest.mark.rule("WM-TERRAIN-21", "WM-TERRAIN-23")
def test_higher_ground_defends_against_those_not_on_it() -> None:
    hill = area("hill", 30, 60, 50, 70)
    assert level(orcs(40, 60), foot(40, 30), hill) == 1  # half of the stand is on it
    assert level(orcs(40, 59.98), foot(40, 30), hill) == 0
    assert level(orcs(40, 66), foot(40, 61), hill) == 0


@pytest.mark.rule("WM-DATA-7", "WM-TERRAIN-22")
def test_the_court_of_a_fort_fortifies_against_those_outside() -> None:
    court = area("clear", 30, 50, 60, 70, id="court", fort=["w"])
    assert level(orcs(44, 60), foot(44, 30), court) == 2
    assert level(orcs(44, 66), foot(44, 56), court) == 0


@pytest.mark.rule("WM-TERRAIN-24", "WM-RETREAT-8")
def test_who_charged_or_retreated_is_in_the_open() -> None:
    wood = area("wood", 20, 46, 60, 60)
    cases: list[tuple[dict[str, Any], int]] = [({}, 5), ({"retreated": True}, 4), ({"charged": True}, 4)]
    for more, score in cases:
        t = table({"h": foot(40, 45), "g": goblins(40, 47, **more)}, wood, step="combat")
        assert t.game.waiting.reading.score == score  # type: ignore[union-attr]


# --- sight ---
@pytest.mark.rule("WM-VIS-1", "WM-VIS-2")
def test_sight_runs_ahead_of_the_front_edge() -> None:
    assert sees(table({"h": foot(40, 40), "o": orcs(60, 50)}).position, "h", "o")
    level_with = {"h": foot(40, 40), "o": orcs(60, 40)}
    assert not sees(table(level_with).position, "h", "o")
    assert sees(table(level_with | {"o": orcs(60, 40.1)}).position, "h", "o")
    assert not sees(table({"h": foot(40, 40), "o": orcs(40, 30)}).position, "h", "o")


@pytest.mark.rule("WM-VIS-3", "WM-VIS-10")
def test_stands_of_other_units_and_of_its_own_block_the_line() -> None:
    pieces = {"h": foot(40, 40), "o": orcs(40, 60)}
    assert sees(table(pieces).position, "h", "o")
    wall = {f"w{i}": foot(16 + 12 * i, 50) for i in range(6)}
    assert not sees(table(pieces | wall).position, "h", "o")
    column = unit("halberdiers", "a", 0, 0, stands=[[40, 40, 90], [40, 38, 90], [40, 36, 90]])
    p = table({"h": column, "o": orcs(40, 60)}).position
    assert sees(p, "h", "o")


@pytest.mark.rule("WM-VIS-5", "WM-VIS-12")
@pytest.mark.parametrize("kind", ["hill", "wood", "village", "building", "cliff", "broken", "loose", "river_deep"])
def test_what_blocks_sight(kind: str) -> None:
    p = table({"h": foot(40, 40), "o": orcs(40, 70)}, area(kind, 0, 50, 120, 56)).position
    assert sees(p, "h", "o") is (kind in ("broken", "loose", "river_deep"))


@pytest.mark.rule("WM-VIS-6")
def test_two_centimetres_into_a_wood() -> None:
    wood = area("wood", 0, 50, 120, 80)
    assert sees(table({"h": foot(40, 40), "o": orcs(40, 53)}, wood).position, "h", "o")
    assert not sees(table({"h": foot(40, 40), "o": orcs(40, 53.1)}, wood).position, "h", "o")
    assert sees(table({"h": foot(40, 60), "o": orcs(40, 64)}, wood).position, "h", "o")
    assert not sees(table({"h": foot(40, 60), "o": orcs(40, 64.1)}, wood).position, "h", "o")


@pytest.mark.rule("WM-VIS-7")
def test_a_stand_on_a_hill_sees_out_and_is_seen() -> None:
    hill = area("hill", 0, 50, 120, 56)
    assert sees(table({"h": foot(40, 53), "o": orcs(40, 70)}, hill).position, "h", "o")
    assert sees(table({"h": foot(40, 40), "o": orcs(40, 56.5)}, hill).position, "h", "o")


@pytest.mark.rule("WM-VIS-8")
def test_all_round_sight_is_for_shooting_not_for_charging() -> None:
    pieces = {"p": unit("pistoliers", "a", 40, 40), "o": orcs(40, 28, facing=90), "g": hero(90, 80)}
    assert "p shoots o" in Bench(pieces=pieces, step="shooting", waits=True).offers()
    t = Bench(pieces=pieces, step="command", waits=True)
    assert "p evades o" in t.offers() and "p charges o" not in t.offers()


@pytest.mark.rule("WM-VIS-11", "WM-FLY-5", "WM-FLY-9")
def test_flyers_see_and_are_seen_like_others_and_keep_their_type() -> None:
    p = table({"e": unit("giant_eagles", "a", 40, 40), "o": orcs(40, 70)}, area("hill", 0, 50, 120, 56)).position
    assert flies(p, "e") and not sees(p, "e", "o")
    monsters = unit("giant_eagles", "a", 0, 0, stands=[[38, 44, 90], [40, 44, 90], [42, 44, 90]], charged=True)
    t = Bench(pieces={"e": monsters, "g": goblins(40, 47)}, step="combat", waits=True)
    assert t.game.waiting.pools[0].size == 3 * (2 + 2)  # type: ignore[union-attr]


@pytest.mark.rule("WM-FLY-1", "WM-FLY-4")
def test_flyers_pass_over_everything_but_do_not_end_in_woods() -> None:
    wood = area("wood", 20, 50, 60, 60)
    t = table({"e": unit("giant_eagles", "a", 40, 40), "o": orcs(40, 65)}, wood)
    over = poses((38, 80, 90), (40, 80, 90), (42, 80, 90))
    assert not isinstance(unit_ways(t.position, "e", over, 100_000), Fault)
    inside = poses((38, 55, 90), (40, 55, 90), (42, 55, 90))
    assert isinstance(unit_ways(t.position, "e", inside, 100_000), Fault)


# --- geometry ---
@pytest.mark.rule("WM-GEO-1", "WM-GEO-4")
def test_anything_may_be_measured_at_any_time() -> None:
    t = table({"h": foot(40, 40), "o": orcs(40, 70), "c": hero(40, 30)})
    showing = t.rules.showing
    assert showing.measure(t.position, "h", "o") == pytest.approx(28_000)
    assert showing.measure(t.position, "c", "o") == pytest.approx(37_750)
    assert t.rules.unit == "cm"


@pytest.mark.rule("WM-GEO-9")
def test_a_shared_segment_below_a_tenth_is_a_corner() -> None:
    for offset, kind in ((3.9, "edge"), (3.91, "corner"), (4.0, "corner")):
        pieces = {"h": foot(0, 0, stands=[[40, 40, 90]]), "o": orcs(0, 0, stands=[[40 + offset, 42, 270]])}
        p = table(pieces).position
        met = crowd(p).row.contacts(crowd(p).of("h")[0], 10)
        assert met[1].kind == kind


@pytest.mark.rule("WM-GEO-13")
def test_straight_away_is_square_to_parallel_edges_and_to_an_edge_in_touch() -> None:
    p = table({"h": foot(0, 0, stands=[[40, 40, 90]]), "o": orcs(0, 0, stands=[[42, 50, 270]])}).position
    assert away(crowd(p).of("h")[0], crowd(p).of("o")[0]) == pytest.approx((0, 1))
    p = table({"h": foot(0, 0, stands=[[40, 40, 90]]), "o": orcs(0, 0, stands=[[42, 42, 270]])}).position
    assert away(crowd(p).of("h")[0], crowd(p).of("o")[0]) == pytest.approx((0, 1))
    p = table({"h": foot(0, 0, stands=[[40, 40, 90]]), "o": knights(0, 0, "b", stands=[[45, 46, 270]])}).position
    x, y = away(crowd(p).of("h")[0], crowd(p).of("o")[0])
    assert x == pytest.approx(2 / (4 + 9) ** 0.5) and y == pytest.approx(3 / (4 + 9) ** 0.5)
