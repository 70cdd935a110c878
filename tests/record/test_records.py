"""Records: what is written is read again, replays to the same games, and says where it was altered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.chance import Seeded
from sandtable.match.files import record_of
from sandtable.record import Record, RecordError, first_hash, hash_of, read, replay, verify, write
from sandtable.record.record import ENGINE
from tests.record.played import from_a_position, played
from tests.record.yard import RULES, YardRules
from tests.seeds import examples, seeds

GOLDEN = Path(__file__).parent / "golden"  # one record for each version of the engine; none is ever changed
GOOD = write(record_of(played(5, 6)))


class NewerYard(YardRules):
    version = 2

    def migrate(self, raw: dict[str, Any], version: int) -> dict[str, Any]:
        assert version == 1
        return raw


def altered(old: str, new: str) -> RecordError:
    assert GOOD.count(old) >= 1, f"{old!r} is not in the record"
    return fault(GOOD.replace(old, new, 1))


def fault(text: str | bytes) -> RecordError:
    try:
        found = verify(RULES, read(text)).faults
    except RecordError as e:
        return e
    assert found, "nothing was found wrong"
    return found[0]


@pytest.mark.parametrize("seed", seeds(6))
def test_what_is_written_is_read_again_and_verifies(seed: int) -> None:
    for answers in (0, 1, 3, 100):
        record = record_of(played(seed, answers))
        assert read(write(record)) == record
        assert verify(RULES, record).faults == ()


def test_a_replay_goes_through_every_position_of_the_match() -> None:
    match = played(3)
    steps = list(replay(RULES, record_of(match)))
    assert [step.progress.game for step in steps] == [entry.game for entry in match.history]
    assert [step.source for step in steps] == [entry.source for entry in match.history]
    assert steps[-1].line.hash == hash_of(RULES, match.game)


def test_a_match_begun_from_a_position_carries_it_in_its_own_order() -> None:
    match = from_a_position(Seeded(1))
    match.answer("attack ant with zebra")
    record = read(write(record_of(match)))
    assert record.start is not None
    assert list(record.start["state"]["pieces"]) == ["zebra", "ant", "mole"]
    assert verify(RULES, record).faults == ()


def test_a_concession_is_a_line() -> None:
    match = played(2, 2)
    match.concede("b")
    record = read(write(record_of(match)))
    assert record.lines[-1].concede
    assert record.lines[-1].seat == "b"
    assert verify(RULES, record).faults == ()


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.sand")), ids=lambda path: path.stem)
def test_a_golden_record_loads(path: Path) -> None:
    record = read(path.read_bytes())
    assert verify(RULES, record).faults == (), (
        "the engine's values changed their shape: raise ENGINE in record.py, "
        "then keep a new record with tests.record.played.keep_golden()"
    )
    assert write(record) == path.read_text(encoding="utf-8")
    assert len(record.lines) == 15


def test_there_is_a_golden_record_of_this_engine() -> None:
    record = read((GOLDEN / f"engine-{ENGINE}.sand").read_bytes())
    assert record.same_bytes(RULES)


def test_windows_line_ends_and_a_missing_last_one_are_fine() -> None:
    assert read(GOOD.replace("\n", "\r\n").encode()) == read(GOOD)
    assert read(GOOD.rstrip("\n")) == read(GOOD)


@pytest.mark.parametrize(
    ("old", "new", "line", "field"),
    [
        ("sandtable record 2", "sandtable record 3", 1, "format"),
        ("sandtable record 2", "sandtable record 0", 1, "format"),
        ("sandtable record 2", "a letter", 1, "format"),
        (f"engine: {ENGINE}", f"engine: {ENGINE + 1}", 2, "engine"),
        (f"engine: {ENGINE}", "engine: x", 2, "engine"),
        (f"engine: {ENGINE}", "engine: 0", 2, "engine"),
        ("ruleset: yard 1", "ruleset: yard 0", 3, "ruleset"),
        ("ruleset: yard 1", "ruleset: farm 1", 3, "ruleset"),
        ("ruleset: yard 1", "ruleset: yard 2", 3, "ruleset"),
        ("ruleset: yard 1", "ruleset: yard", 3, "ruleset"),
        ("data: 1", "data: 1.1", 4, "data"),
        ("data: 1\n", "", 4, "data"),
        ('options: {"turns":8}', 'options: {"turns":9}', 10, "hash"),
        ('options: {"turns":8}', 'options: {"turns":"x"}', 5, "options"),
        ('options: {"turns":8}', "options: [", 5, "options"),
        ('options: {"turns":8}', "options: 7", 5, "options"),
        ("seats: a, b", "seats: a, c", 6, "seats"),
        ("measuring: free", "measuring: maybe", 7, "measuring"),
        ("measuring: free", "measuring: book", 10, "hash"),
        ("data: 1", "data: 0", 10, "hash"),
        ('"state":5}', '"state":5,"changes":"free"}', 10, "hash"),
        ('"state":5}', '"state":5,"changes":"never"}', 8, "dice"),
        ('"Seeded","state":5', '"Loaded","state":5', 8, "dice"),
        ('"Seeded","state":5', '"Seeded","state":6', 10, "hash"),
        ("start: new", "start: old", 9, "start"),
        ("start: new", 'start: {"type":"Game"}', 9, "game"),
        ("hash: ", "hash: z", 10, "hash"),
        ("---", "--", 11, ""),
        ('"n":2', '"n":3', 13, "n"),
        ('"n":2', '"n":2.0', 13, "n"),
        ('"n":2', '"m":2', 13, "n"),
        ('"n":2,', '"n":2,"extra":1,', 13, "extra"),
        ('"purpose":"who begins"', '"purpose":"who ends"', 12, "purpose"),
        ('"end":true', '"end":1', 21, "end"),
        ('"lines":9', '"lines":8', 21, "lines"),
        ('"ruleset":"yard","state"', '"ruleset":"barn","state"', 21, "game"),
    ],
)
def test_an_altered_record_names_line_and_field(old: str, new: str, line: int, field: str) -> None:
    error = altered(old, new)
    assert (error.line, error.field) == (line, field)
    assert str(error).startswith(f"line {line}")


def test_an_illegal_answer_comes_with_the_rule() -> None:
    rows = GOOD.splitlines()
    at = next(i for i, row in enumerate(rows) if '"answer"' in row)
    line = read(GOOD).lines[at - 11]
    rows[at] = write(read(GOOD)._replace(lines=(line._replace(answer="attack moon with wolf"),))).splitlines()[11]
    error = fault("\n".join(rows) + "\n")
    assert (error.line, error.field) == (at + 1, "answer")
    assert "'attack moon with wolf' is not on offer" in str(error)


def test_the_first_line_that_leads_elsewhere_is_named() -> None:
    record = read(GOOD)
    wrong = tuple(line._replace(hash="0" * 16) if line.n >= 4 else line for line in record.lines)
    (error,) = verify(RULES, record._replace(lines=wrong)).faults
    assert (error.line, error.field, error.expected) == (record.lines[3].at, "hash", "0" * 16)
    assert error.found == record.lines[3].hash


def test_an_answer_for_another_seat_is_found() -> None:
    record = read(GOOD)
    first = next(line for line in record.lines if line.seat is not None)
    other = {"a": "b", "b": "a"}[str(first.seat)]
    lines = tuple(line._replace(seat=other) if line is first else line for line in record.lines)
    (error,) = verify(RULES, record._replace(lines=lines)).faults
    assert (error.line, error.field) == (first.at, "seat")


def test_dice_that_the_seed_does_not_throw_are_found_even_with_good_hashes() -> None:
    honest = played(5, 3)
    cheat = record_of(played(5, 3, Seeded(6)))._replace(dice=Seeded(5))
    cheat = cheat._replace(hash=first_hash(RULES, cheat, honest.start.game))
    assert record_of(honest).lines[0].roll != cheat.lines[0].roll
    (error,) = verify(RULES, cheat).faults
    assert (error.line, error.field) == (12, "roll")


def test_lines_after_the_end_of_the_game_are_found() -> None:
    record = record_of(played(5, 100))
    extra = record.lines[-1]._replace(n=len(record.lines) + 1, seat="a", roll=None, answer="pass")
    (error,) = verify(RULES, record._replace(lines=(*record.lines, extra))).faults
    assert error.line == extra.at


@pytest.mark.parametrize("text", ["", "\n", "\0", b"\xff\xfe", b"", "{}", "sandtable record 1", "x" * 100_000])
def test_what_is_no_record_says_so(text: str | bytes) -> None:
    with pytest.raises(RecordError, match="line"):
        read(text)


@pytest.mark.parametrize("deep", ["[" * 5000, '{"n":1' + "0" * 5000 + "}", '{"n":' * 5000])
def test_deep_and_huge_lines_are_refused(deep: str) -> None:
    rows = GOOD.splitlines()
    rows[12] = deep
    assert fault("\n".join(rows) + "\n").line == 13


def test_a_file_cut_short_anywhere_is_truncated_and_can_be_recovered() -> None:
    record = read(GOOD)
    body = GOOD.index("---\n") + 4
    for cut in range(len(GOOD) - 1):
        with pytest.raises(RecordError) as caught:
            read(GOOD[:cut])
        if cut >= body:
            assert caught.value.truncated
            assert "recover=True" in str(caught.value)
            kept: Record = read(GOOD[:cut], recover=True)
            assert kept.lines == record.lines[: len(kept.lines)]
            assert verify(RULES, kept).faults == ()


def test_an_older_version_is_migrated_and_still_checked() -> None:
    newer = NewerYard()
    record = record_of(played(5))
    assert verify(newer, record).faults == ()
    assert verify(RULES, record._replace(engine=1, hash="0" * 16)).faults == ()
    wrong = record._replace(lines=record.lines[:-1])
    assert verify(newer, wrong).faults[0].field in ("game", "dice")
    (error,) = verify(type("Unready", (YardRules,), {"version": 2})(), record).faults
    assert "cannot read saves of version 1" in str(error)


@settings(max_examples=examples(400), deadline=None)
@given(st.data())
def test_any_altered_byte_is_harmless_or_named(data: st.DataObject) -> None:
    raw = bytearray(GOOD.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    either_way(bytes(raw))


@settings(max_examples=examples(200), deadline=None)
@given(st.data())
def test_any_piece_cut_out_or_doubled_is_harmless_or_named(data: st.DataObject) -> None:
    raw = GOOD.encode()
    a, b = sorted((data.draw(st.integers(0, len(raw))), data.draw(st.integers(0, len(raw)))))
    either_way(raw[:a] + raw[b:] if data.draw(st.booleans()) else raw[:b] + raw[a:])


@settings(max_examples=examples(200), deadline=None)
@given(st.data())
def test_an_altered_start_is_harmless_or_named(data: st.DataObject) -> None:
    match = from_a_position(Seeded(1))
    match.answer("move zebra")
    match.answer([[1000, 0]])
    raw = bytearray(write(record_of(match)).encode())
    begin = raw.index(b"start: ")
    raw[data.draw(st.integers(begin, raw.index(b"\n", begin)))] = data.draw(st.integers(32, 126))
    either_way(bytes(raw))


def either_way(raw: bytes) -> None:
    for recover in (False, True):
        try:
            verify(RULES, read(raw, recover=recover))
        except RecordError:
            continue
