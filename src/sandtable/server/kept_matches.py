"""Between a match in memory and its rows: a header and lines of the record, and positions to go on from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from zlib import compress, decompress

import msgspec

from sandtable.chance import Source
from sandtable.core import Ask, Game, Progress, Ruleset, find
from sandtable.core.texts import parts_of, plain_text, remade
from sandtable.match import WATCHING, Match, resumed
from sandtable.match.files import lines_of, plain_data, record_of
from sandtable.record import End, Record, first, first_hash, read, write
from sandtable.record.lines import as_source, parse, read_line, to_json, write_end, write_line
from sandtable.record.replay import options_now, revive
from sandtable.server.ask_frames import plain
from sandtable.server.seat_views import result_of, scene_of

EVERY = 12  # answers and rolls between two kept positions
TAIL = 12  # a match wakes with at least so many in memory, for the log and for undo


class Rows(NamedTuple):
    """What a match is made from: plain data that also goes to a worker."""

    ruleset: str
    header: str
    lines: tuple[str, ...]  # after `n`
    n: int = 0  # of the kept position; 0: as it began
    version: int = 0
    game: bytes = b""
    dice: str = ""


def header_of(match: Match) -> str:
    """The record of a match without its lines."""
    return write(record_of(match.fork(0))._replace(lines=(), end=None))


def new_lines(match: Match, since: int) -> list[str]:
    """The lines of what was played since so many entries in memory."""
    return [write_line(line) for line in lines_of(match, since)]


def kept_position(match: Match) -> dict[str, Any]:
    """The last position, to go on from."""
    kept = {"game": match.game, "texts": _texts(match.game)}
    game = compress(msgspec.json.encode(kept, enc_hook=plain_text), 1)
    n = match.before + len(match.history)
    return {"n": n, "version": match.rules.version, "game": game, "dice": to_json(match.source)}


class Prepared(msgspec.Struct, frozen=True):
    """A match that is to begin here: its rows, and what a list of matches shows of it."""

    ruleset: str
    header: str
    lines: list[str]
    position: dict[str, Any]
    turn: str  # the seat that is asked
    subtitle: str
    result: str  # JSON of a ResultFrame; empty: not over


def prepared(match: Match) -> Prepared:
    """Of a match that is whole in memory."""
    return _prepared(match, header_of(match), new_lines(match, 0))


def _prepared(match: Match, header: str, lines: list[str]) -> Prepared:
    waiting, result = match.game.waiting, result_of(match)
    return Prepared(
        ruleset=match.rules.name,
        header=header,
        lines=lines,
        position=kept_position(match),
        turn=match.rules.seat_name(waiting.seat) if isinstance(waiting, Ask) else "",
        subtitle=plain(match.position, scene_of(match, WATCHING).subtitle)[:200],
        result="" if result is None else msgspec.json.encode(result).decode(),
    )


def match_from(rows: Rows) -> Match:
    """The match, with what came after the kept position as its history."""
    rules = find(rows.ruleset)
    header = read(rows.header, recover=True)
    start, source = _start(rules, header, rows)
    lines = [read_line(parse(text, 0), 0, n) for n, text in enumerate(rows.lines, rows.n + 1)]
    return resumed(
        rules,
        start,
        source,
        lines,
        before=rows.n,
        options=options_now(rules, header),
        measuring=header.measuring,
        from_position=header.start is not None,
        new_dice=header.new_dice,
    )


def _start(rules: Ruleset, header: Record, rows: Rows) -> tuple[Progress, Any]:
    if not rows.game:
        return first(rules, header), header.dice
    kept = msgspec.json.decode(decompress(rows.game))
    if "game" not in kept:  # written before texts were kept beside it
        kept = {"game": kept, "texts": {}}
    game = _with_texts(revive(rules, kept["game"], rows.version, 0), kept["texts"])
    return Progress(game, ()), as_source(parse(rows.dice, 0), 0)


def _texts(game: Game) -> dict[str, Any]:
    """How the pending question and the result are worded: a saved game has only their plain text."""
    asked = {"prompt": parts_of(game.waiting.prompt)} if isinstance(game.waiting, Ask) else {}
    return asked if game.result is None else {**asked, "reason": parts_of(game.result.reason)}


def _with_texts(game: Game, texts: dict[str, Any]) -> Game:
    waiting, result = game.waiting, game.result
    if isinstance(waiting, Ask):
        waiting = waiting.but(prompt=remade(waiting.prompt, texts.get("prompt")))
    if result is not None:
        result = result.but(reason=remade(result.reason, texts.get("reason")))
    return game.but(waiting=waiting, result=result)


def record_text(header: str, lines: Sequence[str], end: str) -> str:
    """The record as far as it was played; `end` is its last line."""
    return header + "".join(f"{line}\n" for line in (*lines, end))


def end_line(rows: Rows) -> str:
    """The last line of a record: where play stopped."""
    match = match_from(rows)
    return write_end(End(match.before + len(match.history), match.source, plain_data(match.game)))


def forked(rows: Rows, earlier: Sequence[str], source: Source) -> Prepared:
    """The same lines with other dice after the last of them. `rows` end where the fork begins, `earlier` are before."""
    match = match_from(rows)
    branch = match.fork(None, source)
    if branch.roll is not None:
        branch.throw()
    rules, header = match.rules, read(rows.header, recover=True)._replace(new_dice=True)
    lines = [*earlier, *new_lines(branch, 0)]
    if not match.before + len(match.history):  # from the very beginning: also the dice of the set-up are others
        header = header._replace(dice=source)
    header = header._replace(hash=first_hash(rules, header, first(rules, read(rows.header, recover=True)).game))
    return _prepared(branch, write(header._replace(lines=(), end=None)), lines)
