"""Matches on disk: saved whole, opened ready to go on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from sandtable.chance import Scripted, Seeded, Typed
from sandtable.match import Match, load, save
from sandtable.match.files import record_of
from sandtable.record import RecordError, write
from tests.record.played import from_a_position, go_on, played
from tests.record.yard import RULES, YardRules


def same(one: Match, other: Match) -> bool:
    return (
        one.history == other.history
        and one.start.game == other.start.game
        and (one.first_source, one.source) == (other.first_source, other.source)
        and (one.options, one.measuring, one.from_position) == (other.options, other.measuring, other.from_position)
    )


def test_a_match_saved_in_the_middle_goes_on_identically(tmp_path: Path) -> None:
    whole, half = played(4), played(4, 3)
    save(half, tmp_path / "game.sand")
    again = load(tmp_path / "game.sand", RULES)
    assert same(again, half)
    assert again.log() == half.log()
    for answer in [entry.value for entry in whole.history[len(half.history) :] if entry.seat is not None]:
        again.answer(answer)
    assert same(again, whole)


def test_the_log_tells_each_event_with_the_table_as_it_then_stood() -> None:
    match = from_a_position(Scripted((((1, 1, 0), (0,)), ((0, 0, 0), (0,)), ((2, 1, 1), (1,)))))
    match.answer("attack ant with zebra")
    match.answer("pass")
    match.answer("pass")
    assert "ant has 1 left: 2 strikes against ARM 2  [Y-DMG]" in match.log()
    assert match.log("b")[1] == match.log()[1]


def test_undo_after_loading_rolls_the_same_dice(tmp_path: Path) -> None:
    match = played(4, 4)
    match.save(tmp_path / "game.sand")
    again = load(tmp_path / "game.sand", RULES)
    match.undo()
    again.undo()
    assert same(again, match)


def test_dice_by_hand_new_dice_and_scripts_are_kept(tmp_path: Path) -> None:
    typed = from_a_position(Typed())
    typed.answer("attack ant with zebra")
    typed.throw([[0, 0, 0], [0]])
    scripted = from_a_position(Scripted((((0, 0, 0), (0,)),)))
    scripted.answer("attack ant with zebra")
    scripted.answer("attack zebra with mole")
    scripted.throw([[0, 1, 0], [0]])
    forked = played(4, 4).fork(at=3, source=Seeded(99))
    go_on(forked, 4, 2)
    for i, match in enumerate((typed, scripted, forked)):
        save(match, tmp_path / f"{i}.sand")
        assert same(load(tmp_path / f"{i}.sand", RULES), match)


def test_by_the_book_stays_by_the_book(tmp_path: Path) -> None:
    match = Match(RULES, played(1).start, Seeded(1), measuring="book", options={"turns": 8})
    save(match, tmp_path / "game.sand")
    assert load(tmp_path / "game.sand", RULES).measuring == "book"


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.sand"
    save(played(1, 1), path)
    before = path.read_bytes()

    def full(handle: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="disk full"):
        save(played(1, 4), path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["game.sand"]


def test_a_file_cut_short_is_offered_for_recovery(tmp_path: Path) -> None:
    match, path = played(4), tmp_path / "cut.sand"
    rows = write(record_of(match)).splitlines(keepends=True)
    dice = next(i for i, row in enumerate(rows) if i > 12 and '"roll"' in row)
    path.write_text("".join(rows[:dice]) + rows[dice][:20], encoding="utf-8")
    with pytest.raises(RecordError, match=r"^cut\.sand, line .*recover=True") as caught:
        load(path, RULES)
    assert caught.value.truncated
    again = load(path, RULES, recover=True)
    assert again.history == match.history[: len(again.history)]
    assert again.ask is not None or again.over, "the dice that were cut off are thrown again"


def test_a_missing_ruleset_is_named(tmp_path: Path) -> None:
    path = tmp_path / "game.sand"
    save(played(1, 1), path)
    with pytest.raises(RecordError, match="no ruleset named 'yard'") as caught:
        load(path)
    assert (caught.value.line, caught.value.field) == (3, "ruleset")


def test_what_cannot_be_written_says_so(tmp_path: Path) -> None:
    match = played(1, 1)
    match.options["why"] = object()
    with pytest.raises(RecordError, match="cannot be written"):
        save(match, tmp_path / "game.sand")
    assert list(tmp_path.iterdir()) == []


class Stricter(YardRules):
    """The next edition: its set-up knows no options, so old matches no longer replay."""

    version = 2

    def new_game(self, options: Any) -> Any:
        return super().new_game({**options, "turns": 3})

    def migrate(self, raw: dict[str, Any], version: int) -> dict[str, Any]:
        raw["state"]["turns"] += 100
        return raw


def test_an_old_match_that_no_longer_replays_goes_on_from_its_last_position(tmp_path: Path) -> None:
    match, path = played(4, 6), tmp_path / "old.sand"
    save(match, path)
    with pytest.raises(RecordError, match="without its history"):
        load(path, Stricter())
    again = load(path, Stricter(), recover=True)
    assert again.game.state.turns == match.game.state.turns + 100
    assert again.source == match.source
    assert again.history == []
    assert again.from_position
    go_on(again, 1, 3)
    save(again, path)
    assert same(load(path, Stricter()), again)
