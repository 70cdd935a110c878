"""What can be typed at any prompt, leaving and coming back, and a real terminal."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

import sandtable as st
from sandtable.cli import app
from sandtable.cli.terminal.odds import how_sure
from sandtable.cli.terminal.screen import Screen
from sandtable.cli.terminal.session import Session
from sandtable.match import load
from sandtable.match.folders import games_folder
from tests.cli.person import after, by_number, game, script, sit

COMMAND = [sys.executable, "-c", "from sandtable.cli import main; main()"]


def test_looking_measuring_and_reading_rules(tmp_path: Path) -> None:
    drawing = tmp_path / "table.svg"
    lines = [
        "help", "look gunther", "look nobody", "range rosalind odo", "range wat", "hand", "why", "why du-move-2",
        "rules free strike", "log", f"svg {drawing}", "svg /nowhere/table.svg", "options", "odds 1", "odds", "/board",
    ]  # fmt: skip
    session, shown = sit(game("duel"), script(lines), tmp_path / "game.sand")
    assert "concede" in after(shown, "help")
    assert "rosalind (a): 10.82 in south, out of sight" in after(shown, "look gunther")
    assert "odo (b): 1.82 in west, in sight" in after(shown, "look gunther")
    assert "there are: gunther" in after(shown, "look nobody")
    assert "rosalind to odo: 11.189 in" in after(shown, "range rosalind odo")
    assert "odo does not see rosalind" in after(shown, "range rosalind odo")
    assert "two names" in after(shown, "range wat")
    assert "DU-TURN-1" in after(shown, "why")
    assert "DU-MOVE-2" in after(shown, "why du-move-2")
    assert "DU-FREE" in after(shown, "rules free strike")
    assert "round 1" in after(shown, "log")
    assert drawing.read_text(encoding="utf-8").startswith("<svg")
    assert "No such file" in after(shown, "svg /nowhere/table.svg")
    assert "Activate Wat" in after(shown, "options")
    assert "answer" in after(shown, "odds")
    assert not session.match.history[1:], "no command changed the game"


def test_odds_are_told_for_the_target(tmp_path: Path) -> None:
    asked = False

    def reply(s: Session) -> str:
        nonlocal asked
        if asked:
            raise EOFError
        deeds = [
            i for i, o in enumerate(s.asked.options() if s.asked else (), 1) if o.key.startswith(("strike", "throw"))
        ]
        if deeds:
            asked = True
            return f"odds {deeds[0]}"
        return by_number(s)

    _, shown = sit(game("duel", 5), reply, tmp_path / "game.sand", seed=5)
    assert re.search(r"If \w+ (strikes|throws a knife at) \w+", shown)
    assert re.search(r"health: .*\d+: \d+(\.\d)?%", shown)


def test_odds_with_throws_say_how_sure_they_are() -> None:
    odds = st.odds("duel", attacker="rosalind", target="gunther", budget=1)
    assert not odds.exact
    said = re.fullmatch(r"each to ± (\d\.\d) points at 95%: (\d+) throws for (.+)% of it", how_sure(odds))
    assert said
    assert float(said[1]) <= 3
    assert int(said[2]) == odds.samples[0].throws


def test_undo_goes_back_before_ones_own_answer(tmp_path: Path) -> None:
    lines = ["undo", "1", "toward gunther", "undo", "undo", "2"]
    session, shown = sit(game("duel"), script(lines), tmp_path / "game.sand")
    assert "nothing of yours" in after(shown, "undo")
    assert shown.count("Taken back: move rosalind") == 1
    assert shown.count("Taken back: activate a model") == 1
    assert "Wat is activated" in shown
    assert [e.value for e in session.match.history if e.seat == 0] == ["activate wat"]


def test_undo_passes_over_the_opponents_moves(tmp_path: Path) -> None:
    turns: list[int] = []

    def reply(s: Session) -> str:
        mine = [i for i, e in enumerate(s.match.history) if e.seat == 0]
        last = len(s.match.history) - 1
        if not turns and mine and any(e.seat == 1 for e in s.match.history[mine[-1] :]):
            turns.append(last)
            return "undo"
        if turns:
            raise EOFError
        return by_number(s)

    session, _ = sit(game("duel"), reply, tmp_path / "game.sand")
    assert turns
    assert session.match.ask is not None
    assert session.match.ask.seat == 0
    assert len(session.match.history) <= turns[0]


def test_conceding_asks_first(tmp_path: Path) -> None:
    session, shown = sit(game("duel"), script(["concede", "no", "concede", "yes"]), tmp_path / "game.sand")
    assert "The game goes on" in shown
    assert session.match.result is not None
    assert session.match.result.winner == 1
    assert "b wins (not you)" in shown


@pytest.mark.parametrize("how", [EOFError, KeyboardInterrupt, "quit"])
def test_leaving_saves_and_says_how_to_come_back(how: type[BaseException] | str, tmp_path: Path) -> None:
    file = tmp_path / "my game.sand"

    def reply(s: Session) -> str:
        if len(s.match.history) < 12:
            return by_number(s)
        if isinstance(how, str):
            return how
        raise how

    session, shown = sit(game("duel"), reply, file, seat="b")
    command = shlex.split(shown.strip().splitlines()[-1])
    assert command[:4] == ["sandtable", "play", "duel", "--terminal"]
    assert command[command.index("--resume") + 1] == str(file)
    assert load(file).game == session.match.game
    again = CliRunner().invoke(app, command[1:], input="log 3\nquit\n")
    assert again.exit_code == 0, again.output
    assert "you are b" in again.output
    assert "goes on after" in again.output
    assert again.output.count("turn of seat") < 6, "the story is not told all over again"
    assert load(file).game == session.match.game


def test_a_game_is_kept_elsewhere_when_its_place_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    _, shown = sit(game("duel"), script(["1"]), tmp_path / "no" / "such" / "game.sand")
    assert "No such file" in " ".join(shown.split())
    assert load(tmp_path / "duel-3.sand").history


def test_saving_under_another_name_and_never_over_an_older_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        result = CliRunner().invoke(app, ["play", "duel", "--terminal", "--seed", "4"], input="save other.sand\n")
        assert result.exit_code == 0, result.output
    assert [p.name for p in tmp_path.iterdir()] == ["other.sand"]
    assert {"duel-4.sand", "duel-4-2.sand"} <= {p.name for p in games_folder().iterdir()}


def test_typed_dice_are_asked_for_and_hidden_draws_are_not(tmp_path: Path) -> None:
    session, shown = sit(game("duel", typed=True), by_number, tmp_path / "game.sand", against="self")
    assert session.match.over
    assert "Throw for attack: attack 2d6" in shown
    assert "Throw for draw a trick" not in shown
    assert load(tmp_path / "game.sand").game == session.match.game


def test_bad_settings_are_told_in_one_line(tmp_path: Path) -> None:
    run = CliRunner()
    refused = run.invoke(app, ["play", "duel", "--against", "nobody"])
    assert refused.exit_code == 1 and "bots: recruit, regular, veteran" in str(refused.exception)
    assert run.invoke(app, ["play", "duel", "--against", "veteran:soon"]).exit_code == 1
    assert run.invoke(app, ["play", "duel", "--dice", "loaded"]).exit_code == 1
    file = tmp_path / "game.sand"
    game("duel").save(file)
    wrong = run.invoke(app, ["play", "lines", "--resume", str(file)])
    assert wrong.exit_code == 1
    assert "a game of duel" in wrong.output


def test_no_colour_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)

    def shown(*, plain: bool = False) -> str:
        out = io.StringIO()
        out.isatty = lambda: True  # type: ignore[method-assign]
        Screen(out, plain=plain).say(("red", "bold red"), "\x1b[2J")
        return out.getvalue()

    assert shown().startswith("\x1b[")
    assert "\x1b[2J" not in shown(), "no name may steer the terminal"
    assert "\x1b" not in shown(plain=True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in shown()


def test_in_a_real_terminal_ctrl_c_saves(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "40", "XDG_DATA_HOME": str(tmp_path)}
    words = [*COMMAND, "play", "duel", "--terminal", "--seed", "2"]
    process = subprocess.Popen(
        words, stdin=follower, stdout=follower, stderr=follower, cwd=tmp_path, env=env, close_fds=True
    )
    os.close(follower)
    try:
        read_until(leader, "a> ")
        os.write(leader, b"1\n")
        assert "is activated" in read_until(leader, "Enter: ")
        read_until(leader, "a> ")
        until_asleep(process.pid)
        process.send_signal(signal.SIGINT)
        assert "sandtable play --resume duel-2" in read_until(leader, "--resume duel-2")
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()
        os.close(leader)
    assert load(tmp_path / "sandtable" / "games" / "duel-2.sand").history


def until_asleep(pid: int, still: float = 0.5, seconds: float = 60) -> None:
    """`input` does not notice a signal that comes between its prompt and its waiting until the next key."""
    used, since, end = "", time.monotonic(), time.monotonic() + seconds
    while time.monotonic() < min(since + still, end):
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        if used != (used := " ".join([stat[0], *stat[11:13]])) or stat[0] != "S":
            since = time.monotonic()
        time.sleep(0.02)


def read_until(leader: int, wanted: str, seconds: float = 60) -> str:
    """Byte by byte: what comes after it is left for the next call."""
    seen, end = b"", time.monotonic() + seconds
    while wanted.encode() not in seen and time.monotonic() < end:
        if select.select([leader], [], [], 0.2)[0]:
            try:
                seen += os.read(leader, 1)
            except OSError:
                break
    text = seen.decode("utf-8", "replace")
    assert wanted in text, text[-2000:]
    return text
