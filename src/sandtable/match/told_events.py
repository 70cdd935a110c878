"""What has happened at a table, event by event, each with the table just after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sandtable.core import Event
from sandtable.core.cues import Told
from sandtable.core.scene_changes import told
from sandtable.core.texts import english
from sandtable.match.eyes import Eyes

if TYPE_CHECKING:
    from sandtable.match.match import Match, SeatName


def events_with_tables(match: Match, since: int, opening: bool) -> Iterator[tuple[Event, Any]]:
    """Every event since so many answers and rolls; with `opening` those of the set-up, with the table it left."""
    state = match.history[since - 1].game.state if since else match.start.game.state
    for event in () if since or not opening else match.start.events:
        yield event, state
    for entry in match.history[since:]:
        for event in entry.events:
            state = event.apply(state)
            yield event, state
        state = entry.game.state


def lines_told(match: Match, seat: SeatName | None, since: int, opening: bool) -> Iterator[tuple[Event, str]]:
    """Every event as somebody may know it, with its line."""
    eyes = Eyes(match, seat)
    for happened, state in events_with_tables(match, since, opening):
        event = eyes.seen(happened)
        if event is not None:
            p = eyes.known(state)
            yield event, english(p, event.line(p))


def cues_told(match: Match, seat: SeatName | None, since: int) -> list[Told]:
    """What a client shows of every event, as somebody may know it."""
    eyes = Eyes(match, seat)
    state = match.history[since - 1].game.state if since else match.start.game.state
    found, before = [], eyes.known(state)
    for happened, after in events_with_tables(match, since, opening=True):
        event = eyes.seen(happened)
        now = before if after is state else eyes.known(after)  # many events change nothing: drawn once
        if event is not None:
            found.append(told(before, now, event))
        before, state = now, after
    return found
