"""Save and load matches. A file is replaced as a whole, and a loaded match can be played on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

import msgspec

from sandtable.chance import Typed
from sandtable.core import Game, Progress, Roll, Ruleset, UnknownRuleset, find
from sandtable.core.texts import plain_text
from sandtable.match.match import Entry, Match
from sandtable.record import (
    End,
    Line,
    Record,
    RecordError,
    check_rules,
    first,
    first_hash,
    hash_of,
    last_game,
    read,
    replay,
    source_after,
    write,
)
from sandtable.record.record import line_of
from sandtable.record.replay import options_now


def save(match: Match, path: str | Path) -> None:
    """Write a match to a file. A crash in the middle leaves the old file as it was."""
    replaced(Path(path), write(record_of(match)))


def replaced(path: Path, text: str) -> None:
    """Replace a file's text atomically."""
    part = path.with_name(f".{path.name}.{token_hex(4)}.part")
    try:
        with part.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException as e:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        if isinstance(e, OSError):  # a full disk does not name the file
            raise OSError(e.errno, e.strerror or str(e), str(path)) from e
        raise


def load(path: str | Path, rules: Ruleset | None = None, *, recover: bool = False) -> Match:
    """A match from a file, every line checked on the way, ready to go on. Raises RecordError.

    `recover` opens what is whole of a file that was cut short; a file made with older rules that can no longer be
    replayed goes on from its last position.
    """
    path = Path(path)
    try:
        record = read(path.read_bytes(), recover=recover)
        return match_of(rules or ruleset_of(record), record, recover=recover)
    except RecordError as e:
        raise e.of(path.name) from e.__cause__


def ruleset_of(record: Record) -> Ruleset:
    """The installed ruleset a record needs."""
    try:
        return find(record.ruleset)
    except UnknownRuleset as e:
        raise RecordError(str(e), line_of("ruleset"), "ruleset", "an installed ruleset", record.ruleset) from e


def record_of(match: Match) -> Record:
    rules, lines = match.rules, tuple(lines_of(match))
    record = Record(
        ruleset=rules.name,
        version=rules.version,
        data=rules.data_version,
        options=match.options,
        seats=rules.seats,
        dice=match.first_source,
        hash="",
        lines=lines,
        end=End(len(lines), match.source, plain_data(match.game)),
        start=plain_data(match.start.game) if match.from_position else None,
        measuring=match.measuring,
        new_dice=match.new_dice,
    )
    return record._replace(hash=first_hash(rules, record, match.start.game))


def lines_of(match: Match, since: int = 0) -> Iterator[Line]:
    """The history as lines, those after so many."""
    rules = match.rules
    before = match.history[since - 1] if since else None
    game, source = (before.game, before.source) if before else (match.start.game, match.first_source)
    for n, entry in enumerate(match.history[since:], match.before + since + 1):
        line = line_for(rules, n, entry, game.waiting)
        if entry.source != source_after(line, source, game, rules):
            line = line._replace(dice=entry.source)
        yield line
        game, source = entry.game, entry.source


def plain_data(game: Game) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(game, enc_hook=plain_text))
    return data


def line_for(rules: Ruleset, n: int, entry: Entry, waiting: object) -> Line:
    line = Line(n, hash_of(rules, entry.game))
    if entry.seat is None:
        purpose = waiting.purpose if isinstance(waiting, Roll) else ""
        return line._replace(roll=entry.value, purpose=purpose)
    line = line._replace(seat=rules.seat_name(entry.seat), concede=entry.conceded)
    return line._replace(why=entry.value or "") if entry.conceded else line._replace(answer=entry.value)


def match_of(rules: Ruleset, record: Record, *, recover: bool = False) -> Match:
    """The match of a record."""
    try:
        start, steps = first(rules, record), list(replay(rules, record))
    except RecordError as e:
        check_rules(rules, record)
        if record.end is None or record.same_bytes(rules):
            raise
        if not recover:
            e.reason += "; recover=True goes on from the last position, without its history"
            raise
        return from_last_position(rules, record)
    match = table(rules, record, start)
    match.history = [
        Entry(
            None if step.line.seat is None else rules.seats.index(step.line.seat),
            value_of(step.line),
            step.progress.game,
            step.progress.events,
            step.source,
            step.line.concede,
        )
        for step in steps
    ]
    if record.end is None:
        match._throw()  # cut short between an answer and its dice
    return match


def value_of(line: Line) -> Any:
    if line.concede:
        return line.why or None
    return line.answer if line.roll is None else line.roll


def from_last_position(rules: Ruleset, record: Record) -> Match:
    game = last_game(rules, record)
    assert game is not None
    assert record.end is not None
    match = table(rules, record, Progress(game, ()))
    match.first_source = record.end.dice
    match.from_position = True
    return match


def table(rules: Ruleset, record: Record, start: Progress) -> Match:
    # Typed dice wait for people, so nothing is thrown while the history is put back.
    match = Match(
        rules,
        start,
        Typed(),
        options=options_now(rules, record),
        measuring=record.measuring,
        from_position=record.start is not None,
        new_dice=record.new_dice,
    )
    match.first_source = record.dice
    return match
