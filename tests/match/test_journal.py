"""A file that grows with the match: appended to, written anew after an undo, never torn."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sandtable.core import BadSetup
from sandtable.match import Journal, load
from sandtable.record import read
from tests.record.played import go_on, played
from tests.record.yard import RULES


def kept(path: Path) -> list[object]:
    """The answers and rolls in the file, all of them whole lines."""
    raw = path.read_bytes()
    assert raw.endswith(b"\n")
    return [line.answer if line.roll is None else line.roll for line in read(raw, recover=True).lines]


def test_lines_are_appended_and_the_file_is_never_written_again(tmp_path: Path) -> None:
    match, path = played(4, 0), tmp_path / "game.sand"
    with Journal(path) as journal:
        journal.keep(match)
        file = path.stat().st_ino
        for n in range(6):
            before = path.read_bytes()
            go_on(match, n, 1)
            journal.keep(match)
            assert path.read_bytes().startswith(before)
            assert kept(path) == [entry.value for entry in match.history]
        assert path.stat().st_ino == file
        assert load(path, RULES, recover=True).history == match.history
        journal.close(match)
    assert load(path, RULES).history == match.history
    assert [p.name for p in tmp_path.iterdir()] == ["game.sand"]


def test_undo_and_another_answer_are_in_the_file(tmp_path: Path) -> None:
    match, path = played(4, 3), tmp_path / "game.sand"
    with Journal(path) as journal:
        journal.keep(match)
        match.undo()
        journal.keep(match)
        assert kept(path) == [entry.value for entry in match.history]
        match.redo()
        match.undo()
        match.answer("pass")
        journal.keep(match)
        assert kept(path) == [entry.value for entry in match.history]
    assert load(path, RULES, recover=True).history == match.history


@pytest.mark.parametrize("harm", ["removed", "cut", "replaced", "longer"])
def test_a_file_that_somebody_touched_is_written_anew(harm: str, tmp_path: Path) -> None:
    match, path = played(4, 2), tmp_path / "game.sand"
    with Journal(path) as journal:
        journal.keep(match)
        if harm == "removed":
            path.unlink()
        elif harm == "cut":
            os.truncate(path, 100)
        elif harm == "longer":
            path.write_bytes(path.read_bytes() + b"junk")
        else:
            other = tmp_path / "other"
            other.write_text("nothing", encoding="utf-8")
            other.replace(path)
        go_on(match, 1, 1)
        journal.keep(match)
        assert kept(path) == [entry.value for entry in match.history]


def test_a_write_that_fails_leaves_whole_lines_and_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, path = played(4, 2), tmp_path / "game.sand"
    with Journal(path) as journal:
        journal.keep(match)
        before, write = path.read_bytes(), os.write

        def little(handle: int, data: bytes) -> int:
            if len(data) > 5:
                return write(handle, data[:5])
            raise OSError(28, "No space left on device")

        go_on(match, 1, 1)
        monkeypatch.setattr(os, "write", little)
        with pytest.raises(OSError, match=r"No space left on device: '.*game\.sand'"):
            journal.keep(match)
        assert path.read_bytes() == before
        monkeypatch.undo()
        journal.keep(match)
        assert kept(path) == [entry.value for entry in match.history]


def test_two_cannot_play_one_game(tmp_path: Path) -> None:
    match, path = played(4, 2), tmp_path / "game.sand"
    with Journal(path) as journal, Journal(path) as other:
        journal.keep(match)
        with pytest.raises(BadSetup, match="being played elsewhere"):
            other.keep(match.fork())
        go_on(match, 1, 1)
        journal.keep(match)
        assert kept(path) == [entry.value for entry in match.history]
