"""Positions of scenario files: what may be written, and what is told of mistakes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sandtable.core import BadSetup
from sandtable.record.replay import revive
from sandtable.rulesets.warmaster.state.events.commanding import OrderGiven
from sandtable.scenarios.reference import words_of
from sandtable.testing.scenario_words import undeclared
from tests.rules.warmaster.kit import Bench, chief, foot, orcs, rules, unit


@pytest.mark.parametrize(
    ("piece", "told"),
    [
        ({"unit": "halberdirs", "line": [40, 30, 90]}, "did you mean halberdiers?"),
        ({"unit": "Halberdiers", "lien": [40, 30, 90]}, "did you mean line?"),
        ({"unit": "halberdiers"}, "one of line, column, stands"),
        ({"unit": "halberdiers", "line": [40, 30]}, "[x, y, facing] in cm and degrees"),
        ({"unit": "halberdiers", "line": [40, 30, 90], "lost": 3}, "one at least is left"),
        ({"unit": "cannon", "stands": [[40, 30, 90], [42, 30, 90], [44, 30, 90]]}, "3 stands; Cannon has 2"),
        ({"unit": "halberdiers", "stands": [[40, 30, 90]], "lost": 1}, "1 stands are there; 2 are left of 3"),
        ({"unit": "halberdiers", "line": [40, 30, 90], "joined": "o"}, "a unit has none"),
        ({"unit": "halberdiers", "character": "hero", "at": [4, 4]}, "either unit or character"),
        ({"unit": "knights", "line": [40, 30, 90], "skirmisher": True}, "skirmishers join infantry"),
        ({"character": "hero"}, "a place [x, y]"),
        ({"character": "hero", "at": [40, 30], "joined": "o"}, "no unit 'o' of seat a"),
        ({"character": "hero", "at": [40, 30], "mount": "war_altar"}, "ridden only by wizard"),
        ({"character": "hero", "at": [40, 30], "hits": 1}, "a character has none"),
        ({"unit": "halberdiers", "line": [40, 80, 90]}, "overlaps"),
        ({"unit": "halberdiers", "line": [1, 30, 90]}, "off the table"),
    ],
)
def test_a_faulty_piece_is_told_with_what_would_be_right(piece: dict[str, Any], told: str) -> None:
    with pytest.raises(BadSetup) as caught:
        rules().scenarios.position(rules(), {"pieces": {"x": {"seat": "a", **piece}, "o": orcs(40, 80)}})
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"step": "order"}, "did you mean orders?"),
        ({"table": "open_feild"}, "did you mean open_field?"),
        ({"table": {"terrain": [{"kind": "woods", "points": [[1, 1], [2, 1], [2, 2]]}]}}, "did you mean wood?"),
        ({"table": {"terrain": [{"type": "woods", "polygon": [[1, 1], [2, 1], [2, 2]]}]}}, "did you mean wood?"),
        ({"table": {"terrain": [{"kind": "wood", "type": "hill", "line": [[1, 1], [2, 1]]}]}}, "the same as kind"),
        ({"table": {"terrain": [{"polygon": [[1, 1], [2, 1], [2, 2]]}]}}, "is missing"),
        ({"readings": {"charge_edge": "zone"}}, "none of nearest_edge, zones"),
        ({"readings": {"magic_items": True}}, "no data for magic items"),
        ({"breaks_at": "half"}, "standard"),
    ],
)
def test_a_faulty_table_step_or_switch_is_told(given: dict[str, Any], told: str) -> None:
    with pytest.raises(BadSetup) as caught:
        rules().scenarios.position(rules(), given)
    assert told in str(caught.value)


@pytest.mark.rule("WM-OFFT-4", "WM-TURN-4")
def test_a_unit_that_waits_off_the_table_is_written_where_it_left() -> None:
    pieces = {"h": foot(40, 1, waiting=True, lost=1), "o": orcs(40, 80)}
    t = Bench(pieces=pieces, step="start", dice=["4"], waits=True)
    assert t.stands("h") == [(38, 1, 90), (42, 1, 90)]
    assert t.unit("h").frozen


@pytest.mark.rule("WM-MAGIC-1", "WM-CMD-11")
def test_spells_in_force_and_characters_with_units_are_written() -> None:
    pieces = {
        "h": foot(40, 30, spells=["Still Air"]),
        "hero": {"seat": "a", "character": "hero", "joined": "h"},
        "o": orcs(40, 80),
    }
    t = Bench(pieces=pieces, step="orders", dice=["44"], waits=True)
    t.play("hero orders h")
    assert t.position.rules.scenarios.facts(t.position, "h")["joined_by"] == ["hero"]
    given = next(event for event in t.events if isinstance(event, OrderGiven))
    assert (given.needed, given.obeyed) == (7, False)


def test_the_last_formation_written_counts_so_that_cases_may_change_it() -> None:
    pieces = {"h": {**foot(40, 30), "column": [40, 30, 90]}, "o": orcs(40, 80)}
    t = Bench(pieces=pieces, step="orders", waits=True)
    assert t.stands("h") == [(40, 30, 90), (40, 28, 90), (40, 26, 90)]


@pytest.mark.rule("WM-CMD-24")
def test_a_file_is_asked_in_the_step_it_names_even_if_nothing_can_be_done() -> None:
    t = Bench(pieces={"h": foot(40, 30, confused=True), "hero": chief("hero", 40, 26)}, step="orders", waits=True)
    assert t.offers() == ["end orders"]
    t.refusal("hero orders h", "WM-CMD-19")
    t = Bench(pieces={"h": foot(40, 30, confused=True), "o": orcs(40, 40)}, step="command", waits=True)
    t.refusal("h charges o", "WM-INIT-7")
    t.refusal("h evades", "WM-INIT-7")
    pieces = {"e": unit("giant_eagles", "a", 40, 30), "hero": chief("hero", 40, 20)}
    t = Bench(pieces=pieces, step="home_back", waits=True)
    t.refusal("e homes back", "WM-HOME-1")
    t = Bench(pieces={"h": foot(40, 30), "o": orcs(40, 40)}, step="shooting", waits=True)
    t.refusal("h shoots o", "WM-SHOOT-1")


def test_the_reference_has_every_key_roll_and_fact() -> None:
    found = words_of(rules())
    keys = {each["key"] for each in found["position"]}
    assert {"pieces.NAME.line", "table.terrain[].fort", "readings.charge_edge", "step"} <= keys
    assert {"order", "hit", "save", "drive_back"} <= set(found["rolls"])
    assert {"stands", "confused", "touching"} <= set(found["facts"]["unit"])


def test_games_say_nothing_that_the_words_do_not_have() -> None:
    assert undeclared(rules(), (21,), rules().sample_options()) == []


def test_a_game_saved_by_version_1_goes_on() -> None:
    """It lacks the values that version 2 added."""
    t = Bench(pieces={"h": foot(40, 30), "hero": chief("hero", 40, 26), "o": orcs(40, 80)}, step="orders", waits=True)
    saved = json.loads(rules().codec.save(t.game))
    for unit_data in saved["state"]["units"].values():
        del unit_data["won_in"], unit_data["spent"]
    del saved["state"]["characters"]["hero"]["done_by"]
    assert revive(rules(), saved, 1, 0) == t.game


@pytest.mark.rule("WM-DATA-3")
def test_terrain_may_be_written_with_type_and_polygon() -> None:
    wood, hedge = [[30, 40], [48, 38], [52, 50]], [[60, 30], [84, 30]]
    ours = [{"id": "w", "kind": "wood", "points": wood}, {"id": "h", "kind": "low_linear", "line": hedge}]
    theirs = [{"id": "w", "type": "wood", "polygon": wood}, {"id": "h", "type": "low_linear", "line": hedge}]
    maps = [Bench(table={"terrain": terrain}, pieces={"o": orcs(40, 80)}).state.map for terrain in (ours, theirs)]
    assert maps[0] == maps[1] and [f.kind for f in maps[1].features] == ["wood", "low_linear"]
    table = {"table": [180, 120], "symmetry": "half_turn", "features": 2, "scenarios": ["pitched"], "terrain": theirs}
    lists = ["empire_1000", "orcs_1000"]
    state, _ = rules().new_game({"armies": lists, "scenario": "pitched", "table": table})
    assert state.map == maps[0]
    again = {**table, "terrain": [{**theirs[0], "kind": "hill"}]}
    with pytest.raises(BadSetup, match="give one of them"):
        rules().new_game({"armies": lists, "scenario": "pitched", "table": again})
