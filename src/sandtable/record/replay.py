"""Playing a record again through the rules, checking every line on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from sandtable.chance import OutOfDice, Source
from sandtable.core import Game, Progress, Refused, Roll, Ruleset, answer, ask_again, begin, concede
from sandtable.core.data_versions import newer
from sandtable.core.texts import plain_text
from sandtable.record.faults import RecordError
from sandtable.record.record import ENGINE, FIRST, Line, Record, hash_of, line_of
from sandtable.record.text import first_hash

WENT_ELSEWHERE = "the game went another way here"
OTHER_HEADER = "the header or the first game is not what was written"


class Step(NamedTuple):
    """One line played: where it led, and the dice it left behind."""

    line: Line
    progress: Progress
    source: Source
    threw: bool = False  # the match's own dice fell so; otherwise a roll was typed in


def check_rules(rules: Ruleset, record: Record) -> None:
    """Are these the rules the record was made with, or newer ones?"""
    if record.ruleset != rules.name:
        raise RecordError("another ruleset is needed", line_of("ruleset"), "ruleset", rules.name, record.ruleset)
    if record.version > rules.version:
        raise RecordError(
            f"made with a newer version of {rules.name}",
            line_of("ruleset"),
            "ruleset",
            f"version {rules.version} or older",
            f"version {record.version}",
        )
    if record.data != rules.data_version and newer(record.data, rules.data_version):
        raise RecordError(
            f"made with newer data of {rules.name}",
            line_of("data"),
            "data",
            f"{rules.data_version} or older",
            record.data,
        )
    if record.seats != rules.seats:
        raise RecordError("other seats", line_of("seats"), "seats", ", ".join(rules.seats), ", ".join(record.seats))


def first(rules: Ruleset, record: Record) -> Progress:
    """How it began."""
    check_rules(rules, record)
    field = "options" if record.start is None else "start"
    try:
        if record.start is not None:
            progress = Progress(revive(rules, record.start, record.version, line_of("start")), ())
        else:
            progress = begin(rules, *rules.new_game(options_of(rules, options_now(rules, record))))
    except RecordError:
        raise
    except Exception as e:  # an altered header may break a ruleset anywhere: report the line
        raise RecordError(f"no game can begin so: {_error_text(e)}", line_of(field), field) from e
    if record.same_bytes(rules):
        check_hash(first_hash(rules, record, progress.game), record.hash, line_of("hash"), rules, record)
    return progress


def replay(rules: Ruleset, record: Record) -> Iterator[Step]:
    """Every line played in turn. Raises RecordError at the first one that is illegal or leads elsewhere.

    Hashes of older rules or an older engine are over other bytes: there legality is checked line by line, and the
    last game at the end. A fault then says which rules it was made with.
    """
    try:
        yield from _lines(rules, record)
    except RecordError as e:
        if record.version < rules.version:
            e.reason += f"; the record was made with version {record.version} of the rules, this is {rules.version}"
        raise


def _lines(rules: Ruleset, record: Record) -> Iterator[Step]:
    game, source = first(rules, record).game, record.dice
    for line in record.lines:
        try:
            threw = line.roll is not None and _throws(source, game, rules)
            progress, source = _play(rules, game, line, source)
        except RecordError:
            raise
        except Exception as e:
            raise RecordError(f"the rules cannot go on from here: {_error_text(e)}", line.at) from e
        game = progress.game
        if record.same_bytes(rules):
            check_hash(hash_of(rules, game), line.hash, line.at, rules, record)
        yield Step(line, progress, source, threw)
    _check_end(rules, record, game, source)


def last_game(rules: Ruleset, record: Record) -> Game | None:
    """The game where play stopped, as the file keeps it, brought up to this version of the rules."""
    if record.end is None:
        return None
    game = revive(rules, record.end.game, record.version, FIRST + len(record.lines))
    return game if record.engine == ENGINE else ask_again(rules, game)  # an older engine asked with fewer fields


def revive(rules: Ruleset, raw: Mapping[str, Any], version: int, line: int) -> Game:
    """A game from plain data, through the ruleset's migration when it is of an older version."""
    try:
        data = rules.migrate(fresh(raw), version) if version < rules.version else raw
        game = rules.codec.revive(data)
    except Exception as e:  # an altered game may break a ruleset anywhere
        raise RecordError(f"this is no game of {rules.name}: {_error_text(e)}", line, "game") from e
    if not isinstance(game, Game):
        raise RecordError(f"this is no game of {rules.name}", line, "game", "a Game", raw)
    return game


def fresh(raw: Mapping[str, Any]) -> dict[str, Any]:
    """A copy that a migration may change as it likes."""
    copy: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(raw, enc_hook=plain_text))
    return copy


def source_after(line: Line, source: Source, game: Game, rules: Ruleset) -> Source:
    """The dice a line leaves behind: those it was thrown with, first of all; then others where the line says so.

    Dice typed in or given by hand leave the source as it was.
    """
    after = source
    if line.roll is not None and isinstance(game.waiting, Roll):
        try:
            faces, after = source.throw(game.waiting, rules.dice)
        except OutOfDice:
            faces = line.roll
        if faces != line.roll:
            raise RecordError("the match's own dice fall otherwise", line.at, "roll", faces, line.roll)
    return after if line.dice is None else line.dice


def _throws(source: Source, game: Game, rules: Ruleset) -> bool:
    try:
        return isinstance(game.waiting, Roll) and bool(source.throw(game.waiting, rules.dice))
    except OutOfDice:
        return False


def options_now(rules: Ruleset, record: Record) -> Mapping[str, Any]:
    """The options of a record as they make its game with this data; a match that is saved again keeps them so."""
    return rules.migrate_options(record.options, record.data, record.version)


def options_of(rules: Ruleset, raw: Any) -> Any:
    """Options as they were given: values by their tag, everything else as it stands."""
    if isinstance(raw, dict):
        tag = raw.get("type")
        if isinstance(tag, str) and tag in rules.codec.kinds:
            return rules.codec.construct(raw)
        return {key: options_of(rules, value) for key, value in raw.items()}
    return tuple(options_of(rules, value) for value in raw) if isinstance(raw, tuple) else raw


def check_hash(found: str, wanted: str, line: int, rules: Ruleset, record: Record) -> None:
    if found != wanted:
        because = WENT_ELSEWHERE if line >= FIRST or record.format == 1 else OTHER_HEADER
        if record.data != rules.data_version:
            because += f"; the record was made with data {record.data}, this is {rules.data_version}"
        raise RecordError(because, line, "hash", wanted, found)


def _play(rules: Ruleset, game: Game, line: Line, source: Source) -> tuple[Progress, Source]:
    if game.over:
        raise RecordError("the game is over before this", line.at, expected="the end", found="another line")
    if line.roll is not None:
        return _thrown(rules, game, line), source_after(line, source, game, rules)
    seat = _seat(rules, line)
    if line.concede:
        return concede(rules, game, seat, line.why), source_after(line, source, game, rules)
    if isinstance(game.waiting, Roll):
        raise RecordError(
            "dice come first", line.at, "roll", f"a roll: {game.waiting.purpose}", f"an answer of {line.seat}"
        )
    try:
        return answer(rules, game, line.answer, seat), source_after(line, source, game, rules)
    except Refused as e:
        field = "seat" if game.waiting is not None and game.waiting.seat != seat else "answer"
        raise RecordError(
            f"refused: {e.refusal}", line.at, field, "a legal answer", line.seat if field == "seat" else line.answer
        ) from e


def _thrown(rules: Ruleset, game: Game, line: Line) -> Progress:
    waiting = game.waiting
    if not isinstance(waiting, Roll):
        asked = rules.seat_name(waiting.seat) if waiting is not None else "nobody"
        raise RecordError("no dice are thrown here", line.at, "roll", f"an answer of {asked}", line.roll)
    if waiting.purpose != line.purpose:
        raise RecordError("dice for something else", line.at, "purpose", waiting.purpose, line.purpose)
    try:
        return answer(rules, game, line.roll)
    except Refused as e:
        raise RecordError(f"refused: {e.refusal}", line.at, "roll", "faces of these dice", line.roll) from e


def _seat(rules: Ruleset, line: Line) -> int:
    if line.seat not in rules.seats:
        raise RecordError("nobody sits there", line.at, "seat", " or ".join(rules.seats), line.seat)
    return rules.seats.index(line.seat)


def _check_end(rules: Ruleset, record: Record, game: Game, source: Source) -> None:
    if record.end is None:
        return
    at = FIRST + len(record.lines)
    if record.end.dice != source:
        raise RecordError("other dice than the lines leave behind", at, "dice", source, record.end.dice)
    kept = last_game(rules, record)
    if kept is not None and hash_of(rules, kept) != hash_of(rules, game):
        raise RecordError(
            "the lines lead to another game than the last line keeps",
            at,
            "game",
            hash_of(rules, game),
            hash_of(rules, kept),
        )


def _error_text(e: Exception) -> str:
    text = str(e).split("\n", 1)[0][:200]
    return text if isinstance(e, ValueError | LookupError) and text else f"{type(e).__name__} {text}".rstrip()
