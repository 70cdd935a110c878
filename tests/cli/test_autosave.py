"""A game at the prompt is on disk after every answer, whatever becomes of the program."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandtable.cli import app
from sandtable.cli.terminal.session import Session
from sandtable.match import Match, load
from sandtable.match.folders import data_folder, games_folder
from sandtable.record import read
from tests.cli.person import game, script, sit
from tests.cli.test_play_commands import COMMAND, read_until

RUN = CliRunner()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data" / "sandtable" / "games"


def play(*words: str, lines: str = "") -> str:
    result = RUN.invoke(app, ["play", *words], input=lines)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output


def test_after_every_answer_the_file_has_it_before_the_next_question(tmp_path: Path) -> None:
    file, match, lengths = tmp_path / "game.sand", game("duel"), list[int]()

    def reply(s: Session) -> str:
        record = read(file.read_bytes(), recover=True)
        assert [line.answer if line.roll is None else line.roll for line in record.lines] == [
            entry.value for entry in match.history
        ]
        lengths.append(len(record.lines))
        if len(lengths) > 6:
            raise EOFError
        return "undo" if len(lengths) == 4 else "auto"

    sit(match, reply, file)
    assert lengths[-1] > lengths[0]
    assert load(file).history == match.history


def test_kill_9_loses_nothing_and_the_name_is_enough_to_go_on(home: Path) -> None:
    leader, follower = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
    words = [*COMMAND, "play", "duel", "--terminal", "--seed", "2", "--seat", "b", "--against", "regular:5"]
    process = subprocess.Popen(words, stdin=follower, stdout=follower, stderr=follower, env=env, close_fds=True)
    os.close(follower)
    try:
        read_until(leader, "b> ")
        os.write(leader, b"1\n")
        read_until(leader, "Enter: ")
    finally:
        process.kill()
        process.wait()
        os.close(leader)
    file = home / "duel-2.sand"
    record = read(file.read_bytes(), recover=True)
    assert record.end is None and any(line.seat == "b" for line in record.lines)
    listed = play("--resume")
    assert "duel-2" in listed and "against regular:5" in listed
    assert f"{len(record.lines)} answers and rolls" in listed
    resumed = play("--resume", "duel-2", lines="quit\n")
    assert f"The game goes on after {len(record.lines)} answers and rolls" in " ".join(resumed.split())
    assert "you are b, regular:5 is the other" in resumed
    assert "sandtable play --resume duel-2" in resumed
    assert [entry.value for entry in load(file).history][: len(record.lines)] == [
        line.answer if line.roll is None else line.roll for line in record.lines
    ]


def test_a_torn_last_line_is_left_out_and_the_rest_goes_on(home: Path) -> None:
    play("duel", "--seed", "4", lines="1\nauto\nauto\n")
    file = home / "duel-4.sand"
    rows = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(rows[:-2]) + rows[-2][:17], encoding="utf-8")
    assert "The game goes on after" in play("--resume", "duel-4", lines="quit\n")
    load(file)


def test_the_list_has_only_what_can_go_on(home: Path) -> None:
    assert "No game waits" in play("--resume")
    play("duel", "--seed", "5", lines="quit\n")
    play("duel", "--seed", "6", lines="concede yes\n")
    (home / "notes.sand").write_text("no record", encoding="utf-8")
    listed = play("--resume")
    assert "duel-5" in listed
    assert "duel-6" not in listed and "notes" not in listed
    assert "no saved game 'nothing'" in str(RUN.invoke(app, ["play", "--resume", "nothing"]).exception)
    assert "which game?" in play("--terminal")


def test_another_game_is_not_written_over_unasked(tmp_path: Path) -> None:
    file = tmp_path / "mine.sand"
    play("duel", "--seed", "1", "--save", str(file), lines="1\n")
    before = file.read_bytes()
    assert "holds another game" in play("duel", "--seed", "2", "--save", str(file), lines="1\n")
    assert file.read_bytes() == before
    shown = play("duel", "--seed", "3", lines=f"save {file}\nno\n")
    assert "holds another game" in shown and "Nothing was written" in shown
    assert file.read_bytes() == before
    assert "Saved to" in play("duel", "--seed", "3", lines=f"save {file}\nyes\n")
    assert file.read_bytes() != before


def test_a_file_that_goes_on_is_no_other_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.sand"
    play("duel", "--seed", "1", "--save", str(file), lines="1\n")
    assert "holds another game" not in play("--resume", str(file), "--save", str(file), lines="1\n")


def test_a_full_disk_is_told_once_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    monkeypatch.setattr(Match, "save", lambda match, path: None)  # the last resort is another test's matter
    session, shown = sit(game("duel"), script(["auto", "auto", "auto"]), tmp_path / "game.sand")
    told = " ".join(shown.split())
    assert told.count("The game is not kept") == 1
    assert len(session.match.history) > 3


def test_games_are_kept_where_the_platform_keeps_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert games_folder() == tmp_path / "data" / "sandtable" / "games"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")  # to be ignored, says the specification
    monkeypatch.setattr("sys.platform", "linux")
    assert data_folder() == tmp_path / ".local" / "share" / "sandtable"
    monkeypatch.setattr("sys.platform", "darwin")
    assert data_folder() == tmp_path / "Library" / "Application Support" / "sandtable"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert data_folder() == tmp_path / "local" / "sandtable"
