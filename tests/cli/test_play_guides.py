"""The start of a game in ten lines; how to win, the turn, the score and advice at any time."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.cli.terminal.answer_input import amounts_of
from sandtable.cli.terminal.guide import without
from sandtable.cli.terminal.screen import Screen
from sandtable.cli.terminal.watching import Watching
from sandtable.match import new_match
from tests.cli.person import after, game, script, sit


@pytest.mark.parametrize("ruleset", ["warcaster", "duel", "lines"])
def test_the_start_tells_whom_one_leads_how_to_win_and_what_a_turn_is_in_ten_lines(
    ruleset: str, tmp_path: Path
) -> None:
    _, shown = sit(game(ruleset), script([]), tmp_path / "game.sand")
    start = shown.split("Type help for everything")[0].split("\n")
    assert len(start) <= 10
    assert all(any(line.startswith(head) for line in start) for head in ("You lead: ", "To win", "A turn: "))
    assert "Seed 3." in shown


def test_mission_turn_and_score_are_told_at_any_time(tmp_path: Path) -> None:
    match = game("warcaster", mission="boiling_point")
    _, shown = sit(match, script(["mission", "turn", "score"]), tmp_path / "game.sand")
    assert "each objective that this unit secures" in after(shown, "mission") and "WC-SKIRMISH-6" in after(
        shown, "mission"
    )
    assert "Gate placement step" in after(shown, "turn") and "WC-TURN-13" in after(shown, "turn")
    assert "Score: a (you) 0, b (recruit) 0" in after(shown, "score")
    assert not [e for e in match.history if e.seat == 0], "no command changed the game"


@pytest.mark.parametrize(
    ("ruleset", "turn"),
    [
        ("warmachine-mk1", "maintenance, control, activation."),
        ("warmachine-mk2", "maintenance, control, activation."),
        ("warmaster", "command (initiative, home backs, orders, characters), shooting and magic, combat."),
        ("warcaster", "ready, charging, first cypher, activation, second cypher, deployment, gate placement,"),
    ],
)
def test_the_start_names_the_steps_of_a_turn(ruleset: str, turn: str, tmp_path: Path) -> None:
    _, shown = sit(game(ruleset), script([]), tmp_path / "game.sand")
    assert f"A turn: {turn}\n" in shown


def test_nothing_about_winning_is_told_twice(tmp_path: Path) -> None:
    _, shown = sit(game("warmachine-mk2"), script(["mission"]), tmp_path / "game.sand")
    start = " ".join(shown.split("Type help for everything")[0].split())
    assert "To win (Caster kill): A player whose last warcaster is destroyed" in start
    _, shown = sit(game("warmachine-mk1"), script(["mission"]), tmp_path / "other.sand")
    assert after(shown, "mission").count("M1-SETUP-6") == 1, "one rule on two topics"


@pytest.mark.parametrize(
    ("title", "text", "told"),
    [
        ("Bash", "Bash: 2d6 +\n MAT", "2d6 + MAT"),
        ("Stray shots", "stray shots; one more", "One more"),
        ("Conceding", "Conceding.", ""),
        ("Cover", "Covered models hide", "Covered models hide"),
        ("Cover", "Cover counts once", "Cover counts once"),
        ("", ": odd", ": odd"),
    ],
)
def test_a_text_is_told_without_the_title_before_it(title: str, text: str, told: str) -> None:
    assert without(title, text) == told


def test_the_step_of_the_turn_is_named(tmp_path: Path) -> None:
    told: list[str] = []

    def reply(s: object) -> str:
        if len(told) > 12:
            raise EOFError
        told.append("turn" if len(told) == 12 else "")
        return told[-1]

    _, shown = sit(game("warcaster", mission="boiling_point"), reply, tmp_path / "game.sand")
    assert "step " in after(shown, "turn") and "of 9." in after(shown, "turn")


def test_advice_explains_the_best_answers(tmp_path: Path) -> None:
    _, shown = sit(game("duel"), script(["advice", "advice 1", "advice x", "advice 99"]), tmp_path / "game.sand")
    told = after(shown, "advice")
    assert "1. " in told and "Expected gain" in told
    assert "2. " not in after(shown, "advice 1")
    assert "how many answers" in after(shown, "advice x") and "up to 10" in after(shown, "advice 99")


def test_undo_takes_back_as_many_answers_as_typed(tmp_path: Path) -> None:
    lines = ["1", "toward gunther", "1", "undo 2", "undo 9", "undo no"]
    session, shown = sit(game("duel"), script(lines), tmp_path / "game.sand")
    assert [e.value for e in session.match.history if e.seat == 0] == ["activate rosalind"]
    assert "Taken back: move rosalind" in after(shown, "undo 2")
    assert "you have given 1 answers" in after(shown, "undo 9")
    assert "undo 3" in after(shown, "undo no")


def test_odds_and_why_not_take_what_the_prompt_takes(tmp_path: Path) -> None:
    _, shown = sit(
        game("duel"), script(["why not", "why not auto", "why not default", "odds auto"]), tmp_path / "g.sand"
    )
    assert "is legal" in after(shown, "why not auto") and "is legal" in after(shown, "why not default")
    assert "If " in after(shown, "odds auto")


def test_a_number_means_the_amount_where_amounts_are_asked() -> None:
    assert amounts_of(["charge 2", "charge 1", "charge 0"]) == {2: "charge 2", 1: "charge 1", 0: "charge 0"}
    assert amounts_of(["charge 3", "charge 2", "none"]) == {3: "charge 3", 2: "charge 2"}
    assert amounts_of(["activate one", "activate two"]) is None
    assert amounts_of(["attack a with gun 1", "attack b with gun 2", "end"]) is None


def test_a_game_is_watched_turn_by_turn_and_joined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    match, out = new_match("duel", seed=7), io.StringIO()
    lines = iter(["", "what", "log", "join b", "quit"])

    def reader(prompt: str) -> str:
        return next(lines)

    assert Watching(match, Screen(out), reader, 7).play() is False
    shown = out.getvalue()
    assert "two bots play. Seed 7." in shown and shown.count("Duel · Round") >= 2
    assert "Seats: a, b." in shown and "turn of seat a" in shown
    assert "You lead: gunther" in shown and "you are b, recruit is the other" in shown
    assert "sandtable play --resume duel-7" in shown


def test_where_nobody_can_be_asked_the_game_is_played_to_its_end() -> None:
    match, out = new_match("duel", seed=7), io.StringIO()
    assert Watching(match, Screen(out), None, 7).play() is True
    assert match.over and out.getvalue().count("Duel · Round") > 5


def test_watching_ends_with_the_input() -> None:
    lines: Iterator[str] = iter(["all"])
    match = new_match("duel", seed=7)
    assert Watching(match, Screen(io.StringIO()), lambda prompt: next(lines), 7).play() is True

    def gone(prompt: str) -> str:
        raise EOFError

    assert Watching(new_match("duel", seed=7), Screen(io.StringIO()), gone, 7).play() is False


def test_terrain_has_names_is_looked_at_measured_to_and_listed(tmp_path: Path) -> None:
    lines = ["look wood 1", "look wall", "range rosalind wood 1", "range wall_1 wood_1"]
    _, shown = sit(game("duel"), script(lines), tmp_path / "game.sand", plain=True)
    assert re.search(r"Terrain: wall 1 at [\d.]+, [\d.]+", shown) and "Terrain: wood 1 at " in shown
    assert "wood 1 at " in after(shown, "look wood 1") and re.search(r": [\d.]+ in ", after(shown, "look wood 1"))
    assert "wall 1 at " in after(shown, "look wall")
    assert re.search(r"to wood 1: [\d.]+ in, wood 1 lies ", after(shown, "range rosalind wood 1"))
    assert re.search(r"wall 1 to wood 1: [\d.]+ in", after(shown, "range wall_1 wood_1"))


def test_short_texts_of_matches_asks_and_odds() -> None:
    match = new_match("duel", seed=7)
    assert repr(match) == "<Match duel: 1 answers and rolls, a: activate a model>"
    assert repr(match.ask) == "<Ask a: activate a model, 2 options>"
    assert repr(match.view(1)) == "<View of duel by b: somebody else chooses>"
    odds = match.odds("activate rosalind")
    assert repr(odds).startswith("<Odds ") and len(repr(odds)) < 120
