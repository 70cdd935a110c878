"""Between a match in memory and its rows: a header and lines of the record, and positions to go on from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from sandtable.core import Ask, Progress, Ruleset, find
from sandtable.core.texts import plain_text
from sandtable.match import WATCHING, Match, resumed
from sandtable.match.files import lines_of, record_of
from sandtable.record import Record, first, read, write
from sandtable.record.lines import as_source, parse, read_line, to_json, write_line
from sandtable.record.replay import revive
from sandtable.server.ask_frames import plain
from sandtable.server.seat_views import result_of, scene_of

EVERY = 50  # answers and rolls between two kept positions
TAIL = 20  # a match wakes with at least so many in memory, for the log and for undo


class Rows(NamedTuple):
    """What a match is made from: plain data that also goes to a worker."""

    ruleset: str
    header: str
    lines: tuple[str, ...]  # after `n`
    n: int = 0  # of the kept position; 0: as it began
    version: int = 0
    game: str = ""
    dice: str = ""


def header_of(match: Match) -> str:
    """The record of a match without its lines."""
    return write(record_of(match.fork(0))._replace(lines=(), end=None))


def new_lines(match: Match, since: int) -> list[str]:
    """The lines of what was played since so many entries in memory."""
    return [write_line(line) for line in lines_of(match, since)]


def kept_position(match: Match) -> dict[str, Any]:
    """The last position, to go on from."""
    game = msgspec.json.encode(match.game, enc_hook=plain_text).decode()
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
    waiting, result = match.game.waiting, result_of(match)
    return Prepared(
        ruleset=match.rules.name,
        header=header_of(match),
        lines=new_lines(match, 0),
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
        options=header.options,
        measuring=header.measuring,
        from_position=header.start is not None,
        new_dice=header.new_dice,
    )


def _start(rules: Ruleset, header: Record, rows: Rows) -> tuple[Progress, Any]:
    if not rows.game:
        return first(rules, header), header.dice
    game = revive(rules, msgspec.json.decode(rows.game), rows.version, 0)
    return Progress(game, ()), as_source(parse(rows.dice, 0), 0)


def record_text(header: str, lines: Sequence[str]) -> str:
    """The record as far as it was played, without its end."""
    return header + "".join(f"{line}\n" for line in lines)
