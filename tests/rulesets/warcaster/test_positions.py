"""Positions of scenario files: all errors are told at once, each with a suggested fix."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.core import BadSetup, find
from sandtable.scenarios import run

RULES = find("warcaster")
TOP = {"id": "roof", "kind": "structure", "height": 3, "at": [10, 10], "size": [4, 4]}


def faults(**given: Any) -> list[str]:
    """Every fault of a position; none when it can be set up."""
    try:
        RULES.scenarios.position(RULES, given)
    except BadSetup as e:
        return [str(fault) for fault in e.faults] or ["told as one"]
    return []


def piece(unit: str = "hunter", at: Any = (15, 8), **more: Any) -> dict[str, Any]:
    return {"seat": "a", "unit": unit, "at": list(at), **more}


def only(found: list[str], *words: str) -> None:
    """Exactly these faults, by words of each."""
    assert len(found) == len(words), found
    for fault, word in zip(found, words, strict=True):
        assert word in fault, found


def test_all_faults_are_told_at_once() -> None:
    given = {
        "mision": "boiling_point",
        "mission": "boiling_pot",
        "pieces": {
            "wolf": {"seat": "c", "unit": "dusk_wulf", "at": [3, 3], "ark": 2},
            "rangers": [3, 3],
        },
        "seats": {"a": {"wel": 4}, "c": {}},
        "turn": {"seat": "d", "step": "activate"},
    }
    with pytest.raises(BadSetup) as caught:
        RULES.scenarios.position(RULES, given)
    said = str(caught.value)
    for fault in (
        "mision: unknown key; did you mean mission?",
        "mission: no mission 'boiling_pot'; did you mean boiling_point?",
        "wolf.ark: unknown key; did you mean arc?",
        "wolf.unit: no unit 'dusk_wulf'; did you mean dusk_wolf?",
        "wolf.seat: no seat 'c'; seats: a, b",
        "rangers: {seat: a",
        "seats.a.wel: unknown key; did you mean well?",
        "seats.c: unknown key",
        "turn.seat: no seat 'd'",
        "turn.step: no step 'activate'; did you mean activation?",
    ):
        assert fault in said


def test_faults_of_every_sort_at_once() -> None:
    """Wrong keys, what a card forbids, terrain, and where bases stand; nothing that follows from another fault."""
    found = faults(
        table={"size": 30, "terrain": [{"kind": "forest", "at": [29, 29], "size": 4}, {"kind": "obstacle", "size": 3}]},
        pieces={
            "wolf": piece("dusk_wolf", arc=4),
            "beside": piece(at=[15, 8.1]),
            "wrong": piece("huntr", [20, 20]),
            "off": piece(at=[29.9, 3]),
            "one": piece(at=[3, 3]),
            "two": piece(at=[3.5, 3]),
        },
        seats={"a": {"hand": ["cryo_lok"]}},
    )
    only(
        found,
        "wrong.unit: no unit 'huntr'; did you mean hunter?",
        "seats.a.hand.1: no Cypher 'cryo_lok'; did you mean cryo_lock?",
        "wolf.arc: Dusk Wolf holds up to 3, not 4 (WC-ARC-4)",
        "table.terrain.2: obstacle_2.at: two numbers",
        "off reaches",
        "two and one overlap by",
    )


@pytest.mark.parametrize(
    ("at", "over"),
    [([0.591, 3], ""), ([0.58, 3], "0.0"), ([-5, 3], "5.59"), ([29.409, 29.409], ""), ([3, 31], "1.59")],
)
def test_on_the_table(at: list[float], over: str) -> None:
    found = faults(table={"size": 30}, pieces={"hunter": piece(at=at)})
    only(found, *([f"hunter reaches {over}"] if over else []))


def test_no_overlap_and_nobody_inside_a_wall() -> None:
    wide = 2 * 0.591
    assert faults(pieces={"a1": piece(at=[5, 5]), "a2": piece(at=[5 + wide, 5])}) == []
    only(faults(pieces={"a1": piece(at=[5, 5]), "a2": piece(at=[5 + wide - 0.1, 5])}), "a2 and a1 overlap by 0.1")
    wall = {"kind": "obstacle", "height": 1, "at": [5, 6.5], "size": [4, 1]}
    assert faults(table={"terrain": [wall]}, pieces={"a1": piece(at=[5, 5.4])}) == []
    only(faults(table={"terrain": [wall]}, pieces={"a1": piece(at=[5, 5.6])}), "a1 stands in terrain at 5, 5.6")


@pytest.mark.parametrize(
    ("feature", "word"),
    [
        ({"kind": "forest", "at": [9, 9], "size": [0, 4]}, "table.terrain.1.size: "),
        ({"kind": "forest", "at": [9, 9], "radius": -1}, "radius: a number more than 0"),
        ({"kind": "forest", "at": [9, 9]}, "one of points, line, radius, size, not none"),
        ({"kind": "forest", "points": [[1, 1], [5, 5], [5, 1], [1, 5]]}, "its sides 1 and 3 cross or touch"),
        ({"kind": "forest", "points": [[1, 1], [5, 1]]}, "points: a list of a place"),
        ({"kind": "forest", "at": [28.5, 9], "size": [4, 1]}, "reaches 0.5 over the edge"),
        ({"kind": "forest", "at": [9, 9], "size": 4, "height": "tall"}, "height: a number from 0 to 100, not 'tall'"),
        ({"kind": "obstacle", "at": [9, 9], "size": 4, "height": 9}, "at most 1 tall"),
        (
            {"kind": "forest", "at": [9, 9], "size": 4, "gun": "rial_gun"},
            "no weapon 'rial_gun'; did you mean rail_gun?",
        ),
        ([9, 9], "not [9, 9]"),
    ],
)
def test_terrain_that_cannot_lie_there(feature: Any, word: str) -> None:
    only(faults(table={"size": 30, "terrain": [feature]}), word)


def test_two_features_of_one_name() -> None:
    wood = {"id": "wood", "kind": "forest", "at": [9, 9], "size": 2}
    only(faults(table={"terrain": [wood, {**wood, "at": [20, 20]}]}), "a second feature called 'wood'")
    only(faults(table={"map": "salt_pans", "size": 30}), "either a map or size, not both")


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"arc": 2}, "hunter.arc: Hunter holds up to 1, not 2 (WC-ARC-4)"),
        ({"arc": -1}, "hunter.arc: a whole number from 0"),
        ({"damage": 9}, "hunter.damage: "),
        ({"cortex": "ace"}, "hunter.cortex: Hunter has no cortex, not ace (WC-JACK-1)"),
        ({"cortex": "acee"}, "no cortex 'acee'; did you mean ace?"),
        ({"weapons": ["rail_gun"]}, "hunter.weapons: Hunter cannot carry rail_gun (WC-JACK-3)"),
        ({"effects": ["fyre"]}, "no continuous effect 'fyre'; did you mean fire?"),
        ({"effects": ["fire", "fire"]}, "'fire' is there twice"),
        ({"effects": ["system_failure"]}, "hunter.barred: melee or ranged"),
        ({"barred": "melee"}, "with system_failure among the effects"),
        ({"carrying": "ore"}, "hunter.carrying: no objective 'ore'; portable here: none"),
        ({"on": "roof"}, "hunter is 0 in up on roof"),
        ({"z": 3}, "hunter is 3 in up on nothing"),
        ({"lost": [1]}, "hunter.lost: only squads lose troopers"),
        ({"attachments": ["warder"]}, "warder joins squads of ranger, not hunter (WC-ATTACH-1)"),
        ({"place": "reserve"}, "in reserve it has no at (WC-UNIT-5)"),
        ({"place": "removed"}, "in removed it has no at"),
        ({"place": "nowhere"}, "no place 'nowhere'"),
        ({"token": 1}, "hunter.token: true or false, not 1"),
        ({"at": [[3, 3], [5, 5]]}, "hunter.at: Hunter has 1 model, 2 places given"),
        ({"at": "here"}, "hunter.at: "),
        ({"at": []}, "hunter.at: is missing"),
    ],
)
def test_what_a_piece_cannot_have(given: dict[str, Any], word: str) -> None:
    found = faults(table={"size": 30}, pieces={"hunter": {**piece(), **given}})
    assert found and word in found[0], found


def test_gates_have_their_own_limits() -> None:
    gate = piece("void_gate", [5, 5], arc=5)
    assert faults(pieces={"gate": gate}) == []
    only(faults(pieces={"gate": {**gate, "effects": ["fire"]}}), "a gate has no continuous effects (WC-CE-1)")
    three = {f"g{n}": piece("void_gate", [5 * n, 5], arc=1) for n in (1, 2, 3)}
    only(faults(pieces=three), "seat a has more than two gates")


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"seats": {"a": {"well": 3}}}, "seat a has 0 Arc on units and gates and 3 in the well, together not 7"),
        ({"seats": {"a": {"well": 8}}}, "seats.a.well: a whole number from 0 to 7, not 8"),
        ({"seats": {"a": {"hand": ["cryo_lock"], "discard": ["cryo_lock"]}}}, "seat a has a card twice"),
        ({"seats": {"a": {"hand": ["cryo_lock", "cryo_lock"]}}}, "'cryo_lock' is there twice"),
        ({"seats": {"a": {"in_play": {"force_barrier": "wulf"}}}}, "no piece 'wulf'"),
        ({"seats": {"a": {"vp": -1}}}, "seats.a.vp"),
        ({"seats": {"a": {"scored": ["mark"]}}}, "seats.a.scored: no objective 'mark'"),
        ({"seats": {"a": {"secondary": "recn"}}}, "no secondary mission 'recn'; did you mean recon?"),
        ({"turn": {"round": 4}}, "turn.round: a whole number from 1 to 3, not 4"),
        ({"turn": {"box": 0}}, "turn.box: a whole number from 1 to 5, not 0"),
        ({"turn": {"step": "end_of_pulse", "box": 3}}, "the Pulse round ends after box 5, not 3"),
        ({"sides": [0, 0]}, "sides: 0 is there twice"),
        ({"geyser": 7}, "geyser: a whole number from 0 to 3"),
        ({"mercy": "no"}, "mercy: true or false, not 'no'"),
        ({"objectives": {"ore": {"kind": "portable"}}}, "objectives.ore.at: is missing"),
        ({"objectives": {"ore": {"at": [40, 3]}}}, "ore lies off the table"),
        ({"table": {"size": 5}}, "table.size: a number from 6 to 100, not 5"),
        ({"table": {"map": "salt_pan"}}, "no map 'salt_pan'; did you mean salt_pans?"),
        ({"table": 30}, "table: "),
        ({"pieces": [1]}, "pieces: "),
    ],
)
def test_limits_of_wells_rounds_boxes_cards_and_the_table(given: dict[str, Any], word: str) -> None:
    only(faults(**{"pieces": {"hunter": piece()}, **given}), word)


def test_what_single_troopers_have() -> None:
    squad = piece("Ranger Fire Team", [[3, 3], [6, 3]], lost=[2], effects={1: ["lock_down"]}, seat="b")
    state = RULES.scenarios.position(RULES, {"pieces": {"r": squad}}).state
    assert state.models["r.1"].effects == ("lock_down",) and state.models["r.3"].effects == ()
    assert state.units["r"].lost == ("r.2",) and state.units["r"].card == "ranger_fire_team"
    assert state.models["r.3"].at == (6000, 3000)
    by_name = {**squad, "lost": ["r.2"], "effects": {"r.1": ["lock_down"]}}
    assert RULES.scenarios.position(RULES, {"pieces": {"r": by_name}}).state == state
    only(faults(pieces={"r": {**squad, "lost": [1, 2]}}), "r.at: 1 places for those not lost, 2 given")
    only(faults(pieces={"r": {**squad, "lost": [7]}}), "r.lost: Ranger Fire Team has r.1, r.2, r.3, not r.7")
    only(faults(pieces={"r": {**squad, "effects": {4: ["fire"]}}}), "r.effects: no trooper '4'; r has r.1, r.2, r.3")
    only(faults(pieces={"r.1": squad}), "a name without a dot")


def test_a_height_follows_from_the_terrain_stood_on() -> None:
    table = {"size": 30, "terrain": [TOP]}
    state = RULES.scenarios.position(RULES, {"table": table, "pieces": {"h": piece(at=[10, 10], on="roof")}}).state
    assert state.models["h"].z == 3000
    only(faults(table=table, pieces={"h": piece(at=[10, 10], on="roof", z=2)}), "h is 2 in up on roof")
    only(faults(table=table, pieces={"h": piece(at=[15, 10], on="roof")}), "h is 3 in up on roof")


def test_each_fault_is_on_its_line() -> None:
    text = """title: x
ruleset: warcaster
table:
  size: 30
  terrain:
    - {kind: forest, at: [29, 29], size: 4}
pieces:
  wolf: {seat: a, unit: dusk_wolf, at: [15, 8], arc: 9}
  one: {seat: a, unit: hunter, at: [3, 3]}
  two:
    seat: a
    unit: huntr
    at: [3.5, 3]
  three: {seat: b, unit: hunter, at: [3.2, 3]}
"""
    outcome = run(text)
    assert outcome.error is None
    assert [(f.line, f.fault) for f in outcome.failures] == [(8, True), (12, True), (6, True), (14, True)]


def test_the_version_of_the_rules_has_games_kept_for_it() -> None:
    """Whoever raises the version keeps games of it, so that the next one can load them."""
    kept = {int(file.name.split("-")[1]) for file in (Path(__file__).parent / "golden").glob("version-*.sand")}
    assert kept == set(range(1, RULES.version + 1))
    assert RULES.order(RULES.new_game({}).state) == (0, 1)
