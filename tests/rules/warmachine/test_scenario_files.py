"""The worked examples of both books as scenario files: each passes, and cites rules that its ruleset has."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.scenarios import run

FILES = sorted((Path(__file__).parents[3] / "examples" / "scenarios" / "warmachine").glob("*.yaml"))


def test_every_worked_example_has_a_file() -> None:
    numbers = {name: [f.name.split("-")[1] for f in FILES if f.name.startswith(name)] for name in ("mk2", "mk1")}
    numbers["mk1"] += [f.name.split("-")[1] for f in FILES if f.name.startswith("escalation")]
    assert sorted(numbers["mk1"]) == [f"{n:02}" for n in range(1, 13)]
    assert sorted(numbers["mk2"]) == [f"{n:02}" for n in range(1, 13) if n != 3], "example 3 is a case of example 2"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_worked_example_passes(path: Path) -> None:
    outcome = run(str(path))
    assert outcome.passed, outcome.failures


@pytest.mark.parametrize(
    ("line", "at", "facing"),
    [
        ("ironclad advance north 4 facing juggernaut", [12, 14], 0),
        ("ironclad advance north 4; west 1 facing east", [11, 14], 0),
        ("ironclad advance north 4", [12, 14], 90),
    ],
)
def test_one_model_goes_and_turns_in_one_line(line: str, at: list[float], facing: float) -> None:
    places = {"ironclad": "a, at: [12, 10]", "stryker": "a, at: [40, 10]", "juggernaut": "b, at: [30, 14]"}
    pieces = "".join(f"  {n}: {{seat: {at}}}\n" for n, at in {**places, "sorscha": "b, at: [40, 40]"}.items())
    expected = f"ironclad: {{at: {at}, facing: {facing}}}"
    text = f"title: x\nruleset: warmachine-mk2\npieces:\n{pieces}play: [{line}]\nexpect:\n  - {expected}\n"
    outcome = run(text)
    assert outcome.passed, outcome.failures


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ironclad trample", "nobody tramples"),
        ("activate ironclad nonsense", "'nonsense' cannot be played"),
        ("ironclad advance north 4 facing juggernaut wildly", "does not answer"),
    ],
)
def test_words_that_answer_no_question_are_a_fault_unless_dice_came_between(line: str, told: str) -> None:
    pieces = "  ironclad: {seat: a, at: [12, 10]}\n  stryker: {seat: a, at: [40, 10]}\n"
    pieces += "  juggernaut: {seat: b, at: [30, 14]}\n  sorscha: {seat: b, at: [40, 40]}\n"
    outcome = run(f"title: x\nruleset: warmachine-mk1\npieces:\n{pieces}play: [{line}]\n")
    assert not outcome.passed and told in outcome.failures[0].found


@pytest.mark.parametrize(
    ("piece", "table", "told"),
    [
        (
            "effects: [burning]",
            "",
            "no effect 'burning'; `sandtable scenario words` with the ruleset prints all of them",
        ),
        ("", "{terrain: [{kind: stone_wall, at: [3, 3], size: 1}]}", "did you mean wall or linear_obstacle?"),
        ("facing: 90", "{size: [10, 10]}", "ironclad is off the table at 20, 10.5"),
    ],
)
def test_mistakes_name_what_would_be_known(piece: str, table: str, told: str) -> None:
    ironclad = ", ".join(filter(None, ("seat: a, at: [20, 10.5]", piece)))
    text = f"title: x\nruleset: warmachine-mk2\npieces:\n  ironclad: {{{ironclad}}}\n"
    outcome = run(text + (f"table: {table}\n" if table else ""))
    assert not outcome.passed
    assert told in str(outcome)


@pytest.mark.rule("M2-JACK-7")
def test_what_is_not_on_offer_is_refused_by_its_one_word() -> None:
    """`run` is a deed, though nobody may run here; `zzz` is nothing."""
    places = {"strangewayes": "a, at: [12, 4], fleeing: true", "charger": "a, at: [12, 8], master: strangewayes"}
    places |= {"stryker": "a, at: [46, 2]", "sorscha": "b, at: [40, 40]"}
    pieces = "".join(f"  {n}: {{seat: {at}}}\n" for n, at in places.items())
    text = f"title: x\nruleset: warmachine-mk2\npieces:\n{pieces}play: [activate charger, refuse: WORD]\n"
    assert run(text.replace("refuse: WORD", "{refuse: run, by: M2-JACK-7}")).passed
    assert run(f"{text.replace(', refuse: WORD', '')}expect:\n  - ask: {{excludes: {{run: M2-JACK-7}}}}\n").passed
    assert "nothing here is called 'zzz'" in str(run(text.replace("WORD", "zzz")).failures)
