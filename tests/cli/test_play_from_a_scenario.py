"""`play --from FILE.yaml`: the position of a scenario file, with new dice."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandtable.cli.command import app
from sandtable.match import load

ONE = """title: Rosalind is hurt
ruleset: duel
pieces:
  rosalind: {at: [10, 10], facing: 90, health: 1}
  gunther: {at: [10, 12], facing: 270, health: 2}
turn: {seat: b}
"""
TWO = (
    ONE
    + """cases:
  - case: close by
    expect: [gunther: here]
  - case: further off
    pieces: {gunther: {at: [10, 14]}}
"""
)
RUN = CliRunner()


def play(file: Path, *words: str, typed: str = "look gunther\nquit\n") -> str:
    result = RUN.invoke(app, ["play", "--from", str(file), "--against", "self", *words], input=typed)
    return f"{result.output}{result.exception or ''}"


def test_a_position_is_played_kept_and_gone_on_with(tmp_path: Path) -> None:
    file, kept = tmp_path / "hurt.yaml", tmp_path / "kept.sand"
    file.write_text(ONE)
    shown = play(file, "--save", str(kept), "--seed", "3")
    assert "b:" in shown and "10, 12" in shown
    match = load(kept)
    assert match.from_position and not match.history
    assert file.read_text() == ONE
    played = play(file, "--save", str(kept), "--seed", "3", typed="auto\nauto\nquit\n")
    assert load(kept).history, played
    assert "verified" in RUN.invoke(app, ["replay", str(kept), "--verify"]).output


def test_a_case_is_named_by_words_that_only_it_has(tmp_path: Path) -> None:
    file = tmp_path / "two.yaml"
    file.write_text(TWO)
    assert "10, 14" in play(file, "--case", "further")
    assert "10, 12" in play(file, "--case", "Close by")
    for words in ((), ("--case", "off to nowhere"), ("--case", "o")):
        assert "give --case with words of one: close by; further off" in play(file, *words)


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ("title: x\n", (), "line 1: 'ruleset:' is missing"),
        ("title: x\nruleset: duel\noptions: {}\n", (), "has no position to play from"),
        (ONE, ("--at", "3"), "a scenario file has --case"),
        (ONE.replace("gunther", "gunter"), (), "gunther"),
    ],
)
def test_what_cannot_be_played_is_told(text: str, words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(text)
    assert said in play(file, *words)


@pytest.mark.parametrize("command", [["explain", "duel", "--scenario"], ["simulate", "duel", "--games", "1", "--from"]])
def test_a_file_that_is_no_scenario_is_told_by_its_line(command: list[str], tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("title: x\n")
    result = RUN.invoke(app, [*command, str(file)])
    assert result.exit_code == 1
    assert f"{file}, line 1: 'ruleset:' is missing" in str(result.exception)
