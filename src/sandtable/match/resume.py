"""A match taken up again from a kept position and the lines after it, without judging its own answers anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.chance import Source, Typed
from sandtable.core import Game, Progress, Ruleset, answer, concede
from sandtable.match.files import value_of
from sandtable.match.match import Entry, Match
from sandtable.record.record import Line
from sandtable.record.replay import source_after


def resumed(
    rules: Ruleset,
    start: Progress,
    source: Source,
    lines: Iterable[Line],
    *,
    before: int = 0,
    options: Mapping[str, Any] | None = None,
    measuring: str = "free",
    from_position: bool = False,
    new_dice: bool = False,
) -> Match:
    """For lines that were judged when they were played; records from elsewhere go through `match_of`."""
    match = Match(
        rules,
        start,
        Typed(),  # nothing is thrown while the history is put back
        options=options,
        measuring=measuring,
        from_position=from_position,
        new_dice=new_dice,
        before=before,
    )
    match.first_source = source
    for line in lines:
        progress = played(rules, match.game, line)
        after = source_after(line, match.source, match.game, rules)
        seat = None if line.seat is None else rules.seats.index(line.seat)
        match.history.append(Entry(seat, value_of(line), progress.game, progress.events, after, line.concede))
    return match


def played(rules: Ruleset, game: Game, line: Line) -> Progress:
    if line.roll is not None:
        return answer(rules, game, line.roll, trusted=True)
    if line.concede:
        return concede(rules, game, rules.seats.index(line.seat or ""), line.why)
    return answer(rules, game, line.answer, trusted=True)
