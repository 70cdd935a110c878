"""What expectations are checked against: the match with everything open, or as one seat sees it."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.core import Event, Game, Position, Ruleset, State, View
from sandtable.match import Match


class LoggedEvent(NamedTuple):
    """An event and its line in the log."""

    event: Event
    line: str


class Snapshot(NamedTuple):
    """A position and its log, with everything open or as one seat sees it."""

    rules: Ruleset
    game: Game
    position: Position
    logged: tuple[LoggedEvent, ...]
    states: tuple[Any, ...]  # the first one, then after each event


class Observer(NamedTuple):
    """A match and the state before its first event."""

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
        """The log, one line an event, with the rule."""
        return tuple(t.line + (f"  [{t.event.cite}]" if t.event.cite else "") for t in self.snapshot().logged)
