"""Army break, victory points, army choice, set-up, turns (WM-BREAK, WM-VP, WM-ARMY, WM-SCEN, WM-TURN, WM-DATA)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import BadSetup
from sandtable.rulesets.warmaster.ending.victory import break_point, points, withdrawn
from sandtable.rulesets.warmaster.interface.switches import SWITCHES
from sandtable.rulesets.warmaster.lists.army_choice import cost, faults
from sandtable.rulesets.warmaster.state.entries import ArmyList
from sandtable.rulesets.warmaster.state.events.commanding import PhaseBegan
from tests.rules.warmaster.kit import Bench, foot, general, orcs, rules, unit

LISTS = sorted(rules().library.lists)


@pytest.mark.rule("WM-BREAK-1")
def test_the_break_point_is_half_the_units_rounded_up() -> None:
    assert [break_point(n) for n in (5, 6, 12, 21, 23)] == [3, 3, 6, 11, 12]


@pytest.mark.rule("WM-ARMY-1", "WM-ARMY-2", "WM-ARMY-3", "WM-ARMY-5", "WM-DATA-1", "WM-DATA-2", "WM-BREAK-1")
@pytest.mark.parametrize("name", LISTS)
def test_the_lists_are_legal_and_their_sums_are_right(name: str) -> None:
    library = rules().library
    chosen = library.lists[name]
    assert faults(library, chosen) == []
    assert cost(library, chosen) == chosen.total <= chosen.limit
    count = sum(n for u, n in chosen.units.items() if not library.units[u].attached)
    assert break_point(count) == chosen.break_point


def cites(**changes: Any) -> set[str]:
    base: dict[str, Any] = {
        "id": "x",
        "army": "empire",
        "limit": 1000,
        "characters": {"general": 1},
        "units": {"halberdiers": 2, "crossbowmen": 2},
    }
    return {fault.cite for fault in faults(rules().library, ArmyList(**(base | changes)))}


@pytest.mark.rule("WM-ARMY-1", "WM-ARMY-2", "WM-ARMY-3", "WM-ARMY-4", "WM-ARMY-5", "WM-DATA-2")
def test_faults_of_lists_are_cited() -> None:
    assert cites() == set()
    assert cites(units={"halberdiers": 1, "crossbowmen": 2}) == {"WM-ARMY-3"}
    assert cites(units={"halberdiers": 2, "crossbowmen": 2, "cannon": 2}) == {"WM-ARMY-3"}
    assert cites(units={"halberdiers": 15, "crossbowmen": 2}) == set()  # a dash means no limit
    assert cites(characters={}) == {"WM-ARMY-2"} == cites(characters={"general": 2}, limit=2000) - {"WM-ARMY-3"}
    assert "WM-ARMY-1" in cites(limit=200)
    assert cites(units={"halberdiers": 2, "crossbowmen": 2, "goblins": 1}) == {"WM-ARMY-1"}
    assert cites(mounts={"general": ["griffon", "griffon"]}) == {"WM-ARMY-5"}
    assert cites(mounts={"general": ["war_altar"]}) == {"WM-ARMY-5"}
    assert cites(units={"halberdiers": 2, "crossbowmen": 2, "skirmishers": 1}) == {"WM-DATA-2"}


@pytest.mark.rule("WM-ARMY-3")
def test_below_1000_points_the_minima_hold_unless_both_agree() -> None:
    small = {"army": "empire", "limit": 500, "characters": {"general": 1}, "units": {"halberdiers": 4}}
    with pytest.raises(BadSetup, match="WM-ARMY-3"):
        rules().new_game({"armies": [small, "orcs_500"]})
    rules().new_game({"armies": [small, "orcs_500"], "readings": {"below_1000": "no_minima"}})


@pytest.mark.rule("WM-ARMY-6")
def test_magic_items_are_refused_with_the_reason() -> None:
    with pytest.raises(BadSetup, match="no data for magic items"):
        rules().new_game({"readings": {"magic_items": True}})


@pytest.mark.parametrize("name", sorted(SWITCHES))
def test_every_value_of_every_switch_is_an_option_of_a_new_match(name: str) -> None:
    for value in SWITCHES[name].values:
        state = rules().new_game({"readings": {name: value}, "deploy": "auto"}).state
        assert state.readings == ({} if value == SWITCHES[name].default else {name: value})
    with pytest.raises(BadSetup, match=name):
        rules().new_game({"readings": {name: "sideways"}})


@pytest.mark.rule("WM-VP-1", "WM-VP-2")
def test_points_for_units_destroyed_reduced_and_characters_slain() -> None:
    pieces = {"h": foot(40, 40), "o": orcs(0, 0, stands=[[60, 60, 270]])}
    pieces["c"] = unit("cannon", "b", 0, 0, stands=[[90, 60, 270]])
    t = Bench(pieces=pieces, step="orders", waits=True)
    assert points(rules(), t.state, 0) == 30  # half of 60; guns are too few to count by halves
    knights = Bench(
        pieces={"k": unit("harriers", "b", 0, 0, stands=[[60, 60, 270]]), "h": foot(40, 40)}, step="orders", waits=True
    )
    assert points(rules(), knights.state, 0) == 40  # half of 75, up to the next 5
    gone = t.state.unit("o", where="destroyed")
    assert points(rules(), gone, 0) == 60


@pytest.mark.rule("WM-VP-2")
@pytest.mark.parametrize(
    ("stands", "skirmisher", "scored"),
    [
        ([[60, 60, 270], [60, 62, 270]], True, 0),  # an ordinary stand and the skirmisher: two are left
        ([[60, 60, 270]], True, 35),  # the skirmisher alone: half of 45 and 25
        ([[60, 60, 270]], False, 25),  # an ordinary stand alone, of a unit that never had one
    ],
)
def test_a_skirmisher_is_one_of_the_stands_a_unit_is_down_to(stands: Any, skirmisher: bool, scored: int) -> None:
    piece = unit("halberdiers", "b", 0, 0, stands=stands, skirmisher=skirmisher)
    t = Bench(pieces={"h": piece, "o": orcs(40, 40, "a")}, step="orders", waits=True)
    assert points(rules(), t.state, 0) == scored


@pytest.mark.rule("WM-BREAK-2", "WM-BREAK-6")
def test_too_many_units_lost_break_an_army_halves_only_by_the_switch() -> None:
    pieces = {"h": foot(40, 40), "o": orcs(0, 0, stands=[[60, 60, 270]]), "p": orcs(0, 0, stands=[[90, 60, 270]])}
    for reading, gone in (({}, {}), ({"half_lost_units_count_for_break": "true"}, {1: "WM-BREAK-2"})):
        t = Bench(pieces=pieces, step="orders", waits=True, breaks_at=[9, 1], readings=reading)
        assert withdrawn(t.position) == gone


@pytest.mark.rule("WM-BREAK-5", "WM-VP-3")
def test_a_side_that_withdrew_cannot_win() -> None:
    lone = unit("goblins", "a", 0, 0, stands=[[40, 45, 90]])
    spent = unit("black_orcs", "b", 0, 0, stands=[[90, 80, 270]])  # worth 55 to its enemy, more than goblins
    t = Bench(
        pieces={"k": lone, "o": orcs(40, 47), "p": spent},
        step="combat",
        breaks_at=[1, 9],
        dice=["11", "4" * 12],
        waits=True,
    )
    assert t.match.over and t.match.result is not None
    assert (rules().score(t.state), t.match.result.winner) == ((55, 30), None)


@pytest.mark.rule("WM-BREAK-4")
def test_a_player_may_concede() -> None:
    t = Bench(pieces={"h": foot(40, 40), "c": general(40, 30), "o": orcs(80, 80)}, step="orders", waits=True)
    t.match.concede("a")
    assert t.match.over and t.match.result is not None and t.match.result.winner == 1


@pytest.mark.rule("WM-SCEN-1", "WM-SCEN-2", "WM-SCEN-3", "WM-SCEN-4", "WM-DATA-8", "WM-GEO-12")
def test_units_are_deployed_alternately_in_their_zones_beginning_with_the_larger_army() -> None:
    t = Bench(options={}, dice=["1"], waits=True)
    assert t.ask.seat == 1  # six units against five
    t.play("deploy goblins_1")
    t.refusal(((60_000, 20_000, 270_000), (64_000, 20_000, 270_000), (68_000, 20_000, 270_000)), "WM-SCEN-1")
    t.refusal((64_000, 60_000 + 14_989, 270_000), "WM-SCEN-1")  # a stand is 2 cm deep, the zone begins at 75
    t.refusal((), "WM-SCEN-2")
    t.play((64_000, 80_000, 270_000))
    assert t.state.stands["goblins_1"] == (
        (68_000, 80_000, 270_000),
        (64_000, 80_000, 270_000),
        (60_000, 80_000, 270_000),
    )
    assert t.ask.seat == 0
    t.refusal("deploy goblins_2", "WM-SCEN-2")
    t.play("the rest as suggested")
    assert t.ask.seat == 1 and len(t.state.on_table(0)) == 1


@pytest.mark.rule("WM-SCEN-5")
def test_the_rest_of_an_army_is_deployed_as_suggested() -> None:
    t = Bench(options={}, dice=["1"], waits=True)
    t.play("the rest as suggested", "the rest as suggested")
    auto = Bench(options={"deploy": "auto"}, dice=["1"], waits=True)
    assert t.state.stands == auto.state.stands and t.state.spots == auto.state.spots


@pytest.mark.rule("WM-SCEN-4")
def test_a_die_says_who_has_which_side() -> None:
    sides = Bench(options={}, dice=["4"], waits=True)
    assert [s.edge for s in sides.state.sides] == ["north", "south"]


@pytest.mark.rule("WM-SCEN-5", "WM-TURN-9", "WM-TURN-11", "WM-TURN-1")
def test_armies_deploy_by_themselves_and_dice_say_who_goes_first() -> None:
    t = Bench(options={"deploy": "auto"}, dice=["1", "2", "5"], waits=True)
    assert len(t.state.stands) == 11 and len(t.state.spots) == 4
    assert t.state.active == 1 and t.state.last == 12
    assert all(0 <= y <= 15_000 for u in t.state.on_table(0) for _, y, _ in t.state.stands[u])


@pytest.mark.rule("WM-TURN-10", "WM-DATA-13")
@pytest.mark.parametrize(("face", "turns"), [("1", 6), ("2", 6), ("3", 7), ("4", 7), ("5", 8), ("6", 8)])
def test_a_die_says_how_long_the_battle_lasts(face: str, turns: int) -> None:
    options = {"armies": ["empire_1000", "orcs_1000"], "scenario": "pitched", "deploy": "auto"}
    t = Bench(options=options, dice=["1", "2", "5", face], waits=True)
    assert t.state.last == 2 * turns
    endless = (
        rules()
        .new_game({"armies": ["empire_1000", "orcs_1000"], "scenario": "to_the_break", "table": "open_field"})
        .state
    )
    assert endless.last == 30 and endless.capped


@pytest.mark.rule("WM-DATA-9")
def test_each_side_has_an_edge_of_its_own() -> None:
    options = {"armies": ["empire_1000", "orcs_1000"], "scenario": "end_to_end", "table": "mill_town"}
    assert [s.edge for s in rules().new_game(options).state.sides] == ["west", "east"]


@pytest.mark.rule("WM-DATA-3", "WM-DATA-4", "WM-SCEN-4")
def test_tables_map_onto_themselves_by_a_half_turn() -> None:
    library = rules().library
    for name, raw in library.tables.items():
        wide, high = raw["size"]
        for shape in ("points", "line"):
            every = [tuple(map(tuple, f[shape])) for f in raw["terrain"] if shape in f]
            turned = {frozenset((wide - x, high - y) for x, y in f) for f in every}
            assert turned == {frozenset(f) for f in every}, name


@pytest.mark.parametrize("seed", range(5))
def test_a_table_by_a_seed_is_symmetric_and_playable(seed: int) -> None:
    state = rules().new_game({"table": {"random": seed}, "deploy": "auto"}).state
    assert len(state.map.features) >= 4
    again = rules().new_game({"table": {"random": seed}, "deploy": "auto"}).state
    assert state.map == again.map


@pytest.mark.rule("WM-TURN-2", "WM-TURN-3", "WM-TURN-4", "WM-TURN-6", "WM-TURN-7")
def test_the_phases_and_steps_of_a_turn() -> None:
    t = Bench(
        pieces={"h": foot(40, 40), "c": general(40, 36), "o": orcs(120, 100)}, step="start", dice=["11"], waits=True
    )
    assert t.ask.prompt == "give an order" and t.state.phase == "command"
    t.play("end orders")
    assert t.ask.prompt == "move c"
    t.play("stay")
    lines = [e.phase for e in t.happened(PhaseBegan)]
    assert lines[:2] == ["shooting", "combat"]
