"""A name that a game does not know is an error with the nearest known one, never an expectation that holds."""

from __future__ import annotations

import pytest

from sandtable.scenarios import Outcome, run

HEAD = """\
title: A shot in the open
ruleset: warcaster
table: {size: 30}
pieces:
  wolf: {seat: a, unit: dusk_wolf, at: [15, 8]}
  marauder: {seat: b, unit: marauder, at: [15, 18]}
dice: [attack: 4x0, defence: 2x0]
"""
PLAY = "play: [activate wolf, attack marauder with rail_gun]\n"


def played(text: str) -> Outcome:
    outcome = run(text)
    assert outcome.error is None, outcome
    return outcome


def faulty(text: str, *words: str) -> Outcome:
    """The file is at fault, and says so in these words."""
    outcome = played(text)
    assert any(failure.fault for failure in outcome.failures), str(outcome)
    for word in words:
        assert word in str(outcome), str(outcome)
    return outcome


def test_the_shot_itself_passes() -> None:
    expect = "expect: [no event: Damaged, no roll: damage, marauder: {damage: 0}, event: {kind: Missed, times: 1}]\n"
    assert played(HEAD + PLAY + expect).passed


@pytest.mark.parametrize(
    ("expect", "words"),
    [
        ("no event: {kind: Damagd}", "no event kind 'Damagd'; did you mean Damaged?"),
        ("no event: Damagd", "no event kind 'Damagd'; did you mean Damaged?"),
        ("no event: damagd", "no event kind 'damagd'; did you mean Damaged?"),
        ("no event: {kind: Damaged, whom: wolf}", "Damaged has no 'whom'; it has by, model, points"),
        ("no event: {kind: Damaged, modle: wolf}", "did you mean model?"),
        ("no event: {kind: Damaged, model: maruader}", "nobody is called 'maruader'; did you mean marauder?"),
        ("no event: {kind: Damaged, cites: WC-ATK-99}", "no rule 'WC-ATK-99' in the rulebook"),
        ("no event: {kind: 7}", "an event kind is a word"),
        ("no roll: damgae", "no roll 'damgae'; did you mean 'damage' by 'damgae'?"),
        ("no roll: blast on maruader", "no piece 'maruader'; did you mean marauder?"),
        ("no roll: {pool: damgae}", "no pool 'damgae'"),
        ("no roll: {purpose: damage, gold: 3}", "a roll has no 'gold'"),
        ("no roll: {purpose: damage, seat: c}", "no seat 'c'"),
        ("no roll: {purpose: damage, cites: WC-X}", "no rule 'WC-X'"),
        ("hides: {seat: b, event: Damagd}", "no event kind 'Damagd'"),
        ("ask: {promt: activate wolf}", "did you mean 'prompt' by 'promt'?"),
        ("ask: {excludes: {attack marauder with rail_gun: WC-ATK-99}}", "no rule 'WC-ATK-99'"),
        ("ask: {seat: c}", "no seat 'c'"),
        ("order: [Hit, Damagd]", "no event kind 'Damagd'"),
        (
            "between: {from: wolf, to: maruader, sight: true}",
            "no piece 'maruader' on the table; did you mean marauder?",
        ),
    ],
)
def test_an_unknown_name_in_an_expectation_is_a_fault(expect: str, words: str) -> None:
    outcome = faulty(HEAD + PLAY + f"expect:\n  - {expect}\n", words)
    assert outcome.failures[0].line == 10


@pytest.mark.parametrize(
    ("expect", "words"),
    [
        ("maruader: {damage: 0}", "nobody called 'maruader'; did you mean 'marauder'?"),
        ("marauder: {damge: 0}", "did you mean 'damage'?"),
        ("between: {from: wolf, to: marauder, covr: false}", "did you mean 'cover'?"),
    ],
)
def test_an_unknown_piece_or_fact_names_the_nearest(expect: str, words: str) -> None:
    assert words in str(played(HEAD + PLAY + f"expect:\n  - {expect}\n"))


@pytest.mark.parametrize(
    ("refuse", "words"),
    [
        ("refuse: zzz", "no answer 'zzz'"),
        ("refuse: atack marauder with rail_gun", "did you mean 'attack' by 'atack'?"),
        ("refuse: attack marauder with rial_gun", "no weapon 'rial gun'; did you mean rail_gun?"),
        ("refuse: attack maruader with rail_gun", "no piece 'maruader'; did you mean marauder?"),
        ("refuse: activate wulf", "no piece 'wulf'; did you mean wolf?"),
        ("refuse: {move: [[1, 2]]}", "one of the options by name is asked for"),
        ("{refuse: pass, by: WC-XX}", "no rule 'WC-XX'"),
        ("{refuse: activate marauder, bye: WC-TURN-8}", "did you mean 'by' by 'bye'?"),
    ],
)
def test_what_is_refused_must_be_a_possible_answer(refuse: str, words: str) -> None:
    faulty(HEAD.replace("dice: [attack: 4x0, defence: 2x0]\n", "") + f"play:\n  - {refuse}\n", words)


WAY = HEAD.replace("dice: [attack: 4x0, defence: 2x0]\n", "")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("refuse: {place: {wolf: [1, 2]}}", "{refuse: {move: [[15, 28]]}, by: WC-MOVE-1}"),
        ("refuse: {share: {wolf: 1}}", "{refuse: {move: [[15, 8, 3]]}}"),
        ("refuse: {answer: 7}", "refuse: {move: north 20}"),
    ],
)
def test_the_kind_of_answer_must_fit_the_question(wrong: str, right: str) -> None:
    start = "play:\n  - activate wolf\n  - move\n  - "
    faulty(WAY + start + wrong + "\n", "is answered by a way")
    assert played(WAY + start + right + "\n").passed


def test_a_share_is_refused_only_among_those_who_may_have_one() -> None:
    gates = WAY.replace("at: [15, 8]}", "at: [15, 8], arc: 1}") + "turn: {step: charging}\nplay:\n  - clear\n  - "
    assert played(gates + "{refuse: {share: {wolf: 2}}}\n").passed
    faulty(gates + "{refuse: {share: {wulf: 2}}}\n", "a share: {name: number} for wolf")


def test_nothing_is_refused_while_nobody_is_asked() -> None:
    shot = "play: [activate wolf, attack marauder with rail_gun, refuse: attack marauder with rail_gun]\n"
    faulty(WAY + shot, "the game waiting for dice: attack and defence")


def test_the_other_seats_answer_may_be_refused() -> None:
    assert played(WAY + "play: [b: {refuse: activate marauder}]\n").passed


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("tabel: {size: 30}", 3, "tabel: unknown key; did you mean table?"),
        ("table: {siez: 30}", 3, "table.siez: unknown key; did you mean size?"),
        ("table: {terain: [{kind: forest, at: [9, 9], size: 2}]}", 3, "did you mean terrain?"),
        ("table: {terrain: [{kind: obstacle, hieght: 1, at: [9, 9], size: 2}]}", 3, "did you mean height?"),
        (
            "table: {terrain: [{kind: forest, at: [9, 9], size: 2, banana: 1}]}",
            3,
            "table.terrain.1.banana: unknown key",
        ),
        ("table: {terain: [{kind: forest, at: [9, 9], size: 2, banana: 1}]}", 3, "table.terain.1.banana: unknown key"),
        ("paly: [pass]", 3, "did you mean 'play' by 'paly'?"),
        ("rules: [WC-ATK-4, WC-ATK-99]", 3, "WC-ATK-99, not in the rulebook of warcaster; did you mean"),
    ],
)
def test_unknown_keys_of_a_position(text: str, line: int, words: str) -> None:
    outcome = run(f"title: x\nruleset: warcaster\n{text}\n")
    assert words in str(outcome), str(outcome)
    assert outcome.failures[0].line == line


@pytest.mark.parametrize("ruleset", ["duel", "lines"])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("play: [refuse: zzz]", "zzz"),
        ("expect: [no event: {kind: Moevd}]", "no event kind 'Moevd'; did you mean Moved?"),
        ("expect: [no roll: ordre attack]", "no roll 'ordre attack'"),
        ("expect: [gone: gone]", "nobody was ever called 'gone'"),
    ],
)
def test_other_games_are_checked_by_the_same_words(ruleset: str, text: str, words: str) -> None:
    pieces = {
        "duel": "pieces: {rosalind: {at: [10, 10]}, gunther: {at: [10, 20]}, wat: {at: [4, 4]}}",
        "lines": "pieces: {a1: {seat: a, at: [30, 20]}, b1: {seat: b, at: [30, 40]}}",
    }
    if ruleset == "lines":
        words = words.replace("Moevd'; did you mean Moved?", "Moevd'")
    outcome = run(f"title: x\nruleset: {ruleset}\n{pieces[ruleset]}\n{text}\n")
    assert outcome.error is None and words in str(outcome), str(outcome)
