"""Scenario files that cannot be read or set up: what is wrong, and on which line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.core import Position, Ruleset
from sandtable.scenarios import run, run_many
from tests.record.yard import YardRules, YardScenarios
from tests.scenarios.test_scenarios import HEAD, SHOT, finder
from tests.seeds import examples


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("title: x\nruleset: yard\npieces: {a: [}\n", 3, "not YAML"),
        ("title: x\ntitle: y\nruleset: yard\n", 2, "'title' is given twice; the first is on line 1"),
        ("ruleset: yard\nplay: []\n", 1, "'title:' is missing"),
        ("title: x\nruleset: 7\n", 2, "'ruleset:' is missing or no text"),
        ("title: x\nruleset: farm\n", 2, "no ruleset named 'farm'"),
        ("title: x\nruleset: yard\nrules: [Y-ATK, Y-NOPE]\n", 3, "Y-NOPE, not in the rulebook of yard"),
        ("title: x\nruleset: yard\nrules: {a: b}\n", 3, "'rules:' is a list of words"),
        ("title: x\nruleset: yard\noptions: {turns: 2}\npieces: {}\n", 3, "either 'options:' or a position (pieces)"),
        ("title: x\nruleset: yard\nseed: many\n", 3, "'seed:' is a whole number"),
        ("title: x\nruleset: yard\nexpects: []\n", 3, "did you mean 'expect' by 'expects'?"),
        ("title: &a x\nruleset: yard\nnotes: *a\n", 3, "write it out"),
        ("title: x\nruleset: yard\nseed: 123456789012345678901234567890\n", 3, "is no number a table needs"),
        ("title: x\nruleset: !!python/none yard\n", 2, "without a !tag"),
        ("- title\n- x\n", 1, "a scenario is a list of 'name: value' lines"),
        ("title: x\nruleset: yard\n? [a]\n: b\n", 3, "a name is one word"),
        ("title: x\nruleset: yard\ndeep: " + "[" * 60 + "]" * 60 + "\n", 3, "nested too deeply"),
        ("title: x\nruleset: yard\ndeep: " + "[" * 5000 + "\n", 3, "nested too deeply"),
    ],
)
def test_a_faulty_file_names_the_line(text: str, line: int | None, words: str) -> None:
    outcome = run(text, finder)
    assert outcome.error is None
    assert words in str(outcome)
    assert outcome.failures[0].line == line


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("dusk_wolf", "dusk_wulf", 5, "did you mean dusk_wolf?"),
        ("step: activation", "step: activaton", 6, "no step 'activaton'"),
        ("play:", "paly:", 7, "did you mean 'play' by 'paly'?"),
    ],
)
def test_a_fault_of_the_position_names_the_line_it_is_on(old: str, new: str, line: int, words: str) -> None:
    text = """title: x
ruleset: warcaster
pieces:
  m: {seat: b, unit: marauder, at: [10, 20]}
  wolf: {seat: a, unit: dusk_wolf, at: [10, 10]}
turn: {seat: a, step: activation}
play: [activate wolf]
"""
    outcome = run(text.replace(old, new))
    assert (outcome.failures[0].line, words in str(outcome)) == (line, True)


def test_yes_no_on_and_off_are_words() -> None:
    outcome = run(HEAD + "expect: [no: {off: on}]\n", finder)
    assert "nobody called 'no'" in str(outcome)


def test_broken_rules_are_a_failure_with_the_error_kept() -> None:
    class Broken(YardRules):
        def invariants(self, p: Position) -> list[str]:
            raise TypeError("no such rule")

    outcome = run(HEAD, lambda name: Broken())
    assert "expected the position to be set up, found the rules breaking: TypeError" in str(outcome)
    assert isinstance(outcome.error, TypeError)


def test_a_ruleset_without_a_form_gets_typed_faults_too() -> None:
    class Unformed(YardScenarios):
        def form(self, rules: Ruleset) -> None:  # type: ignore[override]
            return None

    class Rules(YardRules):
        scenarios = Unformed()

    for wrong in ("at: 7", "at: [x, y]", "at: [1]", "seats: 3"):
        outcome = run(HEAD.replace("at: [2, 2]", wrong), lambda name: Rules())
        assert outcome.error is None and outcome.failures[0].fault
        assert "the position cannot be read" in str(outcome)


def test_a_ruleset_without_words_knows_what_could_never_be_answered() -> None:
    """Yard declares no words: what is on offer and the names on the table are all it knows."""
    for refused, right in (("attack marauder with gate", True), ("zzz", False), ("attack marauder with gat", False)):
        outcome = run(HEAD + f"play: [refuse: {refused}]\n", finder)
        assert outcome.error is None and outcome.passed is right, outcome


def test_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "empty").mkdir()
    (tmp_path / "deep" / "er" / "good.yaml").write_text(HEAD, encoding="utf-8")
    (tmp_path / "deep" / "bad.yml").write_bytes(b"\xff\xfe")
    (tmp_path / "deep" / "notes.txt").write_text("not a scenario", encoding="utf-8")
    outcomes = list(run_many([tmp_path / "deep", tmp_path / "empty", str(tmp_path / "missing.yaml")], finder))
    assert [outcome.passed for outcome in outcomes] == [False, True, False, False]
    found = [failure.found for outcome in outcomes for failure in outcome.failures]
    assert found[0] == "something that is not UTF-8 text"
    assert found[1].startswith("none in")
    assert found[2] == "No such file or directory"


WORDS = st.sampled_from(
    [*HEAD.split(), *SHOT.split(), "expect:", "{", "}", "[", "]", "\n", "- ", ": ", "&a", "*a", "1e9"]
)


@settings(max_examples=examples(300), deadline=None)
@given(st.one_of(st.text(), st.lists(WORDS).map(" ".join)))
def test_junk_is_a_failure_and_nothing_else(rest: str) -> None:
    for text in (rest + "\n", HEAD + rest + "\n", HEAD + SHOT + "expect:\n  - " + rest + "\n"):
        outcome = run(text, finder)
        assert outcome.error is None
