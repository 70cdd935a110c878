"""What a scenario's expectations look at: the match as everybody or as one seat sees it."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.core import Event, Game, Position, Ruleset, State, View
from sandtable.match import Match


class LoggedEvent(NamedTuple):
    """An event and its line in the log."""

    event: Event
    line: str


class Snapshot(NamedTuple):
    """What can be looked at: by everybody, or by one seat."""

    rules: Ruleset
    game: Game
    position: Position
    logged: tuple[LoggedEvent, ...]
    states: tuple[Any, ...]  # the first one, then after each event


class Observer(NamedTuple):
    """A match that can be looked at, and the state before its first event."""

    match: Match
    first: State

    def snapshot(self, seat: int | None = None) -> Snapshot:
        """Everything, or what one seat may know."""
        rules, game, events = self.match.rules, self.match.game, self.match.events
        states: list[Any] = [self.first]
        for event in events:
            states.append(event.apply(states[-1]))
        logged = []
        for event, state in zip(events, states[1:], strict=True):
            seen = event if seat is None else event.seen_by(seat)
            if seen is not None:
                known = state if seat is None else rules.redact(state, seat)
                logged.append(LoggedEvent(seen, seen.line(Position(rules, known))))
        position = self.match.position if seat is None else View(rules, game, seat).position()
        return Snapshot(rules, game, position, tuple(logged), tuple(states))

    def log(self) -> tuple[str, ...]:
        """The story so far, one line an event, with the rule."""
        return tuple(t.line + (f"  [{t.event.cite}]" if t.event.cite else "") for t in self.snapshot().logged)
