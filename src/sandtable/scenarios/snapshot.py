"""What expectations are checked against: the match with everything open, or as one seat sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sandtable.core import Event, Game, Position, Ruleset, State, View
from sandtable.core.scenario_words import Reader
from sandtable.match import Match
from sandtable.scenarios.vocabulary import Vocabulary, names_in, vocabulary


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
    names: Callable[[], tuple[str, ...]]  # every name that was ever there, seats among them

    @property
    def vocabulary(self) -> Vocabulary:
        return vocabulary(self.rules)

    def reader(self) -> Reader:
        """Reads phrases about whatever was on the table so far."""
        return Reader(self.vocabulary.words.names, self.names())


class Observer:
    """A match and the state before its first event. States and log lines are made once for each event."""

    def __init__(self, match: Match, first: State) -> None:
        self.match, self.first = match, first
        self._events: list[Event] = []
        self._states: list[Any] = [first]
        self._logged: dict[int | None, list[LoggedEvent | None]] = {}
        self._names: dict[str, None] = {}
        self._named = 0  # states whose names are known

    def snapshot(self, seat: int | None = None) -> Snapshot:
        """Everything, or what one seat may know."""
        rules, game = self.match.rules, self.match.game
        self._follow()
        logged = self._logged.setdefault(seat, [])
        for event, state in zip(self._events[len(logged) :], self._states[len(logged) + 1 :], strict=True):
            seen = event if seat is None else event.seen_by(seat)
            known = state if seat is None or seen is None else rules.redact(state, seat)
            logged.append(None if seen is None else LoggedEvent(seen, seen.line(Position(rules, known))))
        position = self.match.position if seat is None else View(rules, game, seat).position()
        told = tuple(each for each in logged if each is not None)
        return Snapshot(rules, game, position, told, tuple(self._states), self.names)

    def names(self) -> tuple[str, ...]:
        """Every name that was ever there. Each state is looked at once."""
        for state in self._states[self._named :]:
            self._names.update(dict.fromkeys(names_in(self.match.rules, state)))
        self._named = len(self._states)
        return tuple(self._names)

    def _follow(self) -> None:
        """Take in what happened since; after an undo begin again."""
        events = self.match.events
        known = len(self._events)
        if len(events) < known or any(a is not b for a, b in zip(self._events, events, strict=False)):
            self._events, self._states, self._logged, known = [], [self.first], {}, 0
            self._names, self._named = {}, 0
        for event in events[known:]:
            self._events.append(event)
            self._states.append(event.apply(self._states[-1]))

    def log(self) -> tuple[str, ...]:
        """The log, one line an event, with the rule."""
        return tuple(t.line + (f"  [{t.event.cite}]" if t.event.cite else "") for t in self.snapshot().logged)
