"""What has happened at a table, event by event, each with the table just after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sandtable.core import Event

if TYPE_CHECKING:
    from sandtable.match.match import Match


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
