"""What verifying compares, what it says it could not, and forgeries that used to pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.chance import Seeded, Typed
from sandtable.core import BadSetup, Refused
from sandtable.match import Match, load, save
from sandtable.match.files import record_of
from sandtable.record import Record, Verdict, first_hash, read, verify, write
from sandtable.record.record import ENGINE
from tests.record.played import from_a_position, go_on, played
from tests.record.yard import RULES, YardRules

GOLDEN = Path(__file__).parent / "golden"


class NextYard(YardRules):
    version = 2

    def migrate(self, raw: dict[str, object], version: int) -> dict[str, object]:
        return raw


def verdict(record: Record) -> Verdict:
    return verify(RULES, read(write(record)))


def sealed(record: Record) -> Record:
    """A forger's header: its hash made to fit."""
    return record._replace(hash=first_hash(RULES, record, played(5, 0).start.game))


def test_an_honest_record_is_verified_whole() -> None:
    found = verdict(record_of(played(5)))
    assert found.verified
    assert (found.compared, found.legal, found.header, found.end) == (found.lines, found.lines, True, True)
    assert found.thrown > 0 and found.typed == 0
    assert str(found).startswith(f"verified: {found.lines} lines, every answer legal, every hash right")


def better_luck() -> tuple[Match, int]:
    """A branch from the second line on with other dice, and its first roll that they changed."""
    for seed in range(99, 199):
        honest, cheat = (played(5, 4).fork(at=2, source=source) for source in (None, Seeded(seed)))
        for match in (honest, cheat):
            go_on(match, 5, 6)
        at = next(n for n, entry in enumerate(cheat.history) if n >= 2 and entry.seat is None)
        if honest.history[at].value != cheat.history[at].value and honest.history[:at] != cheat.history[:at]:
            return cheat, at
    raise AssertionError("no other faces came up")


@pytest.mark.parametrize("allowed", [False, True])
def test_a_doctored_roll_is_found_though_every_hash_fits_and_the_line_brings_dice(allowed: bool) -> None:
    """The faces of a branch with better dice, told as if the match's own had fallen so."""
    cheat, at = better_luck()
    record = record_of(cheat)
    lines = list(record.lines)
    lines[1] = lines[1]._replace(dice=None)  # nothing tells where the dice changed hands ...
    lines[at] = lines[at]._replace(dice=cheat.history[at].source)  # ... but after the roll, where it hid the faces
    forged = sealed(record._replace(lines=tuple(lines), new_dice=allowed))
    (fault,) = verdict(forged).faults
    assert (fault.line, fault.field) == (lines[at].at, "roll")
    assert "own dice fall otherwise" in str(fault)


def test_new_dice_are_reported_and_fail_where_the_match_did_not_allow_them() -> None:
    branch = played(5, 4).fork(at=3, source=Seeded(99))
    go_on(branch, 5, 3)
    record = record_of(branch)
    assert record.new_dice
    allowed = verdict(record)
    assert allowed.verified
    assert [(c.line, c.dice) for c in allowed.changes] == [(record.lines[2].at, Seeded(99))]
    assert f"other dice after line {record.lines[2].at}" in str(allowed)
    forged = verdict(sealed(record._replace(new_dice=False)))
    assert not forged.verified
    assert (forged.faults[0].line, forged.faults[0].field) == (record.lines[2].at, "dice")


def test_a_branch_with_new_dice_may_be_saved_loaded_and_verified(tmp_path: Path) -> None:
    branch = played(5, 4).fork(source=Seeded(99))
    go_on(branch, 5, 3)
    save(branch, tmp_path / "branch.sand")
    again = load(tmp_path / "branch.sand", RULES)
    assert again.new_dice
    assert verdict(record_of(again)).verified


@pytest.mark.parametrize("claim", [{"engine": ENGINE - 1}, {"version": 1}])
def test_zero_hashes_under_an_older_version_are_not_called_right(claim: dict[str, int]) -> None:
    record = record_of(played(5))._replace(**claim, hash="0" * 16)  # type: ignore[arg-type]
    record = record._replace(lines=tuple(line._replace(hash="0" * 16) for line in record.lines))
    rules = NextYard() if "version" in claim else RULES
    found = verify(rules, read(write(record)))
    assert found.faults == ()
    assert not found.verified
    assert (found.compared, found.header) == (0, False)
    assert f"0 of {found.lines} hashes compared" in str(found)
    assert "cannot be compared" in found.left_out[0]


def test_every_header_field_is_covered() -> None:
    record = record_of(played(5))
    other = {
        "data": "0.9",
        "options": {"turns": 9},
        "measuring": "book",
        "dice": Seeded(6),
        "new_dice": True,
        "seats": ("a", "c"),
        "start": record.end.game if record.end else None,
    }
    for field, value in other.items():
        found = verdict(record._replace(**{field: value}))  # type: ignore[arg-type]
        assert found.faults, field
        assert not found.header


def test_options_are_covered_also_where_a_position_replaces_them() -> None:
    match = from_a_position(Seeded(1))
    record = record_of(match)
    assert verdict(record).verified
    assert verdict(record._replace(options={"turns": 99})).faults


def test_other_data_are_not_verified_even_where_every_hash_fits() -> None:
    found = verdict(sealed(record_of(played(5))._replace(data="0.9")))
    assert found.faults == () and not found.verified
    assert "made with data 0.9" in str(found)


def test_format_1_is_read_and_says_what_it_does_not_cover() -> None:
    record = read((GOLDEN / "engine-2.sand").read_bytes())
    found = verify(RULES, record)
    assert record.format == 1
    assert found.faults == () and found.legal == found.lines and found.compared == 0
    assert not found.verified
    assert "no hash covers the header" in str(found)


def test_a_record_without_its_end_is_not_verified() -> None:
    found = verdict_of_cut(record_of(played(5)))
    assert found.faults == () and not found.verified and not found.end
    assert "its end is missing" in str(found)


def verdict_of_cut(record: Record) -> Verdict:
    return verify(RULES, read(write(record._replace(end=None)), recover=True))


def test_typed_dice_are_counted_apart() -> None:
    match = from_a_position(Typed())
    match.answer("attack ant with zebra")
    match.throw([[0, 0, 0], [0]])
    found = verdict(record_of(match))
    assert found.verified
    assert (found.thrown, found.typed) == (0, 1)
    assert "1 rolls typed in by people" in str(found)


# --- undo, another answer, redo ---
def test_another_answer_ends_what_could_be_redone(tmp_path: Path) -> None:
    match = played(4, 2)
    before = len(match.history)
    match.answer("pass")
    match.undo()
    match.redo()
    assert len(match.history) == before + 1
    match.undo()
    assert len(match.history) == before
    match.answer("charge")
    with pytest.raises(BadSetup, match="nothing to redo"):
        match.redo()
    save(match, tmp_path / "game.sand")
    assert load(tmp_path / "game.sand", RULES).history == match.history


def test_a_concession_and_typed_dice_end_it_too() -> None:
    typed = from_a_position(Typed())
    typed.answer("attack ant with zebra")
    typed.throw([[0, 0, 0], [0]])
    typed.undo(1)
    typed.throw([[1, 1, 1], [0]])
    with pytest.raises(BadSetup, match="nothing to redo"):
        typed.redo()
    typed.undo()
    typed.concede("a")
    with pytest.raises(BadSetup, match="nothing to redo"):
        typed.redo()


def test_undo_twice_is_redone_twice() -> None:
    match = played(4, 4)
    whole = list(match.history)
    match.undo()
    match.undo()
    match.redo()
    match.redo()
    assert match.history == whole


def test_back_at_a_roll_the_match_throws_its_own_dice_and_no_others() -> None:
    match = played(5, 0)
    whole = list(match.history)
    match.undo(0)
    assert match.roll is not None
    with pytest.raises(Refused, match="throws its own dice"):
        match.throw([[6], [1]] if whole[0].value != ((6,), (1,)) else [[1], [6]])
    match.throw()
    assert match.history == whole


@pytest.mark.parametrize("at", [-1, 99, "1", None, 1.0])
def test_undo_and_fork_know_no_such_place(at: object) -> None:
    match = played(4, 2)
    if at is not None:
        with pytest.raises(BadSetup, match="nothing to undo to"):
            match.undo(at)  # type: ignore[arg-type]
        with pytest.raises(BadSetup, match="nothing to fork at"):
            match.fork(at)  # type: ignore[arg-type]
    assert match.history == played(4, 2).history
