"""Order of events, refused set-ups, two pieces, gone, next turn, cases, printed names, bare places, words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.core import find
from sandtable.scenarios import Outcome, read_scenarios, run
from tests.record.yard import RULES

DOCS = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
OPEN = """\
title: x
ruleset: warcaster
table: {size: 30}
pieces:
  wolf: {seat: a, unit: dusk_wolf, at: [15, 8], arc: 2}
  grafter: {seat: b, unit: grafter, at: [15, 14]}
  scourge: {seat: b, unit: scourge, at: [15, 26]}
"""
SHOT = """\
dice: [attack: S S S S, S S, defence: 3x0, damage: 5xX, 6xX]
play: [activate wolf, attack grafter with rail_gun, pass, pass]
"""


def passes(text: str) -> Outcome:
    outcome = run(text)
    assert outcome.passed, str(outcome)
    return outcome


def fails(text: str, *words: str) -> Outcome:
    outcome = run(text)
    assert not outcome.passed
    assert outcome.error is None
    for word in words:
        assert word in str(outcome), str(outcome)
    return outcome


def test_events_in_order() -> None:
    passes(OPEN + SHOT + "expect:\n  - order: [Declared, Hit, {kind: Damaged, model: grafter}, {kind: Left}]\n")
    fails(OPEN + SHOT + "expect:\n  - order: [Hit, Declared]\n", "event 2 in order", "found it earlier: Declared")
    fails(OPEN + SHOT + "expect:\n  - order: [Hit, Fell]\n", "event 2 in order, kind Fell, after kind Hit")
    fails(OPEN + SHOT + "expect:\n  - order: [Declared, Declared]\n", "event 2 in order", "found it earlier")
    fails(OPEN + SHOT + "expect:\n  - order: [Hit]\n", "a list of two or more events")
    fails(OPEN + SHOT + "expect:\n  - order: [Hit, {kind: Left, times: 2}]\n", "'times:' has no meaning in 'order:'")


def test_a_destroyed_solo_is_gone_though_it_is_in_reserve() -> None:
    passes(OPEN + SHOT + "expect:\n  - grafter: gone\n  - grafter: {place: reserve}\n  - scourge: here\n")
    fails(OPEN + SHOT + "expect: [grafter: here]\n", "found grafter gone")
    late = OPEN.replace("seat: b, unit: grafter, at: [15, 14]", "seat: b, unit: grafter")
    fails(late + "expect: [grafter: gone]\n", "grafter was never on the table")
    fails(late + "expect: [grafter: here]\n", "grafter gone")


def test_two_pieces_without_an_attack() -> None:
    wall = OPEN.replace(
        "{size: 30}", "{size: 30, terrain: [{kind: obstacle, height: 1, at: [15, 12.6], size: [4, 0.5]}]}"
    )
    facts = "{from: wolf, to: grafter, distance: about 4.4, sight: true, cover: true, reach: [rail_gun, ripper]}"
    found = fails(wall + f"expect: [between: {facts}]\n")
    assert "reach" in str(found) and "distance" not in str(found) and "cover" not in str(found)
    passes(wall + "expect: [between: {from: wolf, to: grafter, sight: true, cover: true, reach: has rail_gun}]\n")
    passes(OPEN + "expect: [between: {from: wolf, to: grafter, cover: false, reach: lacks ripper}]\n")
    passes(OPEN + "expect: [between: {from: wolf, to: scourge, distance: about 16.0}]\n")
    tall = wall.replace("kind: obstacle, height: 1", "kind: structure, height: 4").replace("size: [4", "size: [20")
    passes(tall + "expect: [between: {from: wolf, to: grafter, sight: false}]\n")
    fails(OPEN + "expect: [between: {from: wolf, to: wolf, sight: true}]\n", "two pieces, not wolf twice")
    fails(OPEN + "expect: [between: {from: wolf, sight: true}]\n", "{from: piece, to: piece")
    mission = OPEN.replace("table: {size: 30}", "mission: boiling_point")
    rules = find("warcaster")
    start = rules.scenarios.position(rules, {"mission": "boiling_point"})
    passes(mission + f"expect: [between: {{from: wolf, to: {min(start.state.objectives)}, distance: '> 0'}}]\n")


def test_two_pieces_in_the_other_games() -> None:
    duel = "title: x\nruleset: duel\npieces: {rosalind: {at: [10, 10]}, gunther: {at: [10, 14]}}\n"
    passes(duel + "expect: [between: {from: rosalind, to: gunther, distance: 2.82, sight: true, reach: [throw]}]\n")
    lines = "title: x\nruleset: lines\npieces: {a1: {seat: a, at: [30, 20]}, b1: {seat: b, at: [30, 40]}}\n"
    passes(lines + "expect: [between: {from: a1, to: b1, distance: 18, sight: true}]\n")


def test_next_turn_answers_by_default_until_another_turn_begins() -> None:
    start = OPEN + "seed: 3\n"
    passes(start + "play: [next turn]\nexpect: [ask: {seat: b}, no event: {kind: TurnBegan, seat: a}]\n")
    passes(start + "play: [next turn, next turn]\nexpect: [event: {kind: TurnBegan, seat: a, box: 2}]\n")
    fails(OPEN + "dice: []\nplay: [next turn]\nexpect: [over: true]\n")
    passes(
        "title: x\nruleset: duel\nseed: 1\npieces: {rosalind: {at: [4, 4]}, gunther: {at: [20, 20]}}\n"
        "play: [next turn]\nexpect: [ask: {seat: b}]\n"
    )


CASES = """\
title: Cover
ruleset: warcaster
table: {size: 30, terrain: [{kind: obstacle, height: 1, at: [15, 14.5], size: [4, 0.5]}]}
pieces:
  wolf: {seat: a, unit: dusk_wolf, at: [15, 8]}
  marauder: {seat: b, unit: marauder, at: [15, 15.6]}
rules: [WC-COVER-1]
play: [activate wolf]
expect: [wolf: here]
cases:
  - case: at the wall
    expect: [between: {from: wolf, to: marauder, cover: true}]
  - case: two inches behind it
    rules: [WC-COVER-3]
    pieces: {marauder: {at: [15, 17.6]}}
    expect: [between: {from: wolf, to: marauder, cover: false}]
  - case: nobody there
    pieces: {marauder: null}
    play: [refuse: attack wolf with rail_gun]
    expect: [ask: {seat: a}]
"""


def test_cases_share_a_position_and_change_it() -> None:
    outcome = passes(CASES)
    assert [case.title for case in outcome.cases] == [
        "Cover: at the wall",
        "Cover: two inches behind it",
        "Cover: nobody there",
    ]
    assert outcome.rules == ("WC-COVER-1", "WC-COVER-3")
    second = read_scenarios(CASES)[1]
    assert second.given is not None and second.given["pieces"]["marauder"]["unit"] == "marauder"
    assert len(second.expect) == 2


def test_a_failure_says_whose_case_it_is_and_its_line() -> None:
    outcome = fails(CASES.replace("cover: false", "cover: true"), "(case 'two inches behind it')")
    assert [failure.line for failure in outcome.failures] == [16]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("case: nobody there", "case: at the wall", "two cases called 'at the wall'"),
        ("case: nobody there", "notes: x", "beginning with 'case:'"),
        ("    pieces: {marauder: null}", "    title: x", "'title:' belongs to the file"),
        ("    pieces: {marauder: null}", "    banana: 1", "banana: unknown key"),
    ],
)
def test_faulty_cases(old: str, new: str, words: str) -> None:
    fails(CASES.replace(old, new), words)


def test_cases_that_are_no_list_and_too_many() -> None:
    fails("title: x\nruleset: duel\ncases: {}\n", "a list of 1 to 50 cases")
    fails("title: x\nruleset: duel\ncases:\n" + "".join(f"  - case: c{n}\n" for n in range(51)), "1 to 50")


TOO_MUCH = OPEN.replace("arc: 2", "arc: 4")


def test_a_refused_position() -> None:
    passes(TOO_MUCH + "refused: {by: WC-ARC-4, about: wolf, says: holds up to 3}\n")
    passes(TOO_MUCH + "refused: Dusk Wolf holds up to 3\n")
    fails(TOO_MUCH + "refused: {by: WC-ARC-3}\n", "a set-up refused: by WC-ARC-3", "(WC-ARC-4)")
    fails(TOO_MUCH + "refused: {by: WC-ARC-444}\n", "no rule 'WC-ARC-444'")
    fails(OPEN + "refused: {by: WC-ARC-4}\n", "expected a refused set-up, found it allowed")
    fails(TOO_MUCH + "refused: {by: WC-ARC-4}\nplay: [pass]\n", "what is refused is not played")
    fails(TOO_MUCH + "refused: {bye: WC-ARC-4}\n", "{by: RULE-ID, says: words, about: piece}")


def test_a_misspelt_key_is_no_refusal_by_the_rules() -> None:
    fails(TOO_MUCH.replace("table: {size", "table: {siez") + "refused: {by: WC-ARC-4}\n", "unknown key")
    twice = TOO_MUCH.replace("at: [15, 14]", "at: [15, 34]")
    fails(twice + "refused: {by: WC-ARC-4}\n", "no other reason to refuse the set-up", "grafter reaches")
    passes(twice + "refused: [{by: WC-ARC-4}, {about: grafter, says: over the edge}]\n")


def test_a_refused_force() -> None:
    rack = (
        "[velocity_projector, pyrokinetic_surge, null_collider, force_barrier, temporal_cycle, displacement_index, "
        "divination_algorithm, arcane_synthesis, encrypted_command, impulse_inducer, ascension_catalyst, "
        "interdiction_protocol]"
    )
    units = ", ".join(["{unit: hunter}"] * 5)
    text = (
        "title: Five hunters\nruleset: warcaster\noptions:\n  mission: surface_tension\n  forces:\n"
        f"    - {{name: x, faction: marcher, units: [{units}], rack: {rack}}}\n    - continuum_full\n"
    )
    passes(text + "refused: {by: WC-FORCE-3}\n")
    fails(text + "refused: {by: WC-FORCE-2}\n", "WC-FORCE-3")


def test_units_by_printed_name_and_what_single_troopers_have() -> None:
    passes(
        OPEN.replace("unit: dusk_wolf", "unit: Dusk Wolf")
        + "  rangers: {seat: a, unit: Ranger Fire Team, at: [[3, 3], [6, 3]], lost: [2], effects: {1: [Lock Down]}}\n"
        "expect:\n  - rangers.1: {effects: [lock_down], at: [3, 3]}\n  - rangers.3: {effects: [], at: [6, 3]}\n"
        "  - rangers: {lost: [rangers.2], models: 2}\n  - rangers.2: gone\n"
    )


def test_a_bare_place_where_one_piece_is_placed_and_places_in_words() -> None:
    head = "title: New\nruleset: yard\noptions: {turns: 2}\n"
    start = "dice: [4, 4, 2, 1]\nplay: [Move the wolf, stay, b: muster, "
    for placed in ("{b: {place: [3, 1]}}", "{place: [3, 1]}", "[3, 1]", "{place: {late: [3, 1]}}", "late 3 1"):
        outcome = run(head + start + placed + "]\nexpect: [late: {at: [3, 1]}]\n", lambda name: RULES)
        assert outcome.passed, f"{placed}: {outcome}"


@pytest.mark.parametrize("way", ["move: north 4", "north 4", "move: [15, 12]", "move: 15 12", "move: 15 10; 15 12"])
def test_ways_in_words(way: str) -> None:
    text = OPEN.replace("arc: 2", "arc: 0")
    passes(text + f"play:\n  - activate wolf\n  - move\n  - {way}\nexpect: [wolf: {{at: [15, 12]}}]\n")


@pytest.mark.parametrize("block", [b for b in re.findall(r"```yaml\n(.*?)```", DOCS, re.DOTALL) if "title:" in b])
def test_the_examples_of_the_page_pass(block: str) -> None:
    passes(block)
