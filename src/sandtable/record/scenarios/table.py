"""The table a scenario is played on: the game so far, its dice, and everything that has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from sandtable.chance import Seeded
from sandtable.core import Event, Game, Position, Progress, Refused, Roll, Ruleset, View, answer, begin, concede
from sandtable.record.scenarios.answers import Misplay, Move, answer_to
from sandtable.record.scenarios.dice import DiceFault, Script, parts_of
from sandtable.record.scenarios.phrases import plain
from sandtable.record.scenarios.scenario import Scenario

MOST_THROWS = 10_000  # without an answer: a throw that never counts


class Told(NamedTuple):
    """An event and its line in the log."""

    event: Event
    line: str


class Scene(NamedTuple):
    """What can be looked at: by everybody, or by one seat."""

    rules: Ruleset
    game: Game
    position: Position
    told: tuple[Told, ...]
    states: tuple[Any, ...]  # the first one, then after each event


class Table:
    def __init__(self, rules: Ruleset, scenario: Scenario) -> None:
        self.rules = rules
        self.script = Script(parts_of(scenario.dice)) if scenario.dice is not None else None
        self.source = Seeded(scenario.seed) if scenario.seed is not None else None
        given, options = scenario.given, scenario.options
        start = rules.scenarios.position(rules, given) if given is not None else rules.new_game(options or {})
        self.states: list[Any] = [start.state]  # the first one, then after each event
        self.events: list[Event] = []
        self.game = Game(rules.name, start.state)
        self._went(begin(rules, start.state, start.frame))

    def _went(self, progress: Progress) -> None:
        state = self.game.state
        for event in progress.events:
            state = event.apply(state)
            self.states.append(state)
        self.events.extend(progress.events)
        self.game = progress.game

    def throw(self) -> None:
        """Throw what the game waits for, as often as it does. Raises DiceFault; without any dice it just waits."""
        for _ in range(MOST_THROWS):
            roll = self.game.waiting
            if not isinstance(roll, Roll):
                return
            if self.source is not None:
                faces, self.source = self.source.throw(roll, self.rules.dice)
            elif self.script is not None:
                faces = self.script.throw(roll, self.rules.dice)
            else:
                return
            try:
                self._went(answer(self.rules, self.game, faces))
            except Refused as e:
                raise DiceFault(str(e), None) from e
        raise DiceFault(f"{MOST_THROWS} throws and none counted", None)

    def play(self, move: Move) -> None:
        """Play one answer and throw the dice it leads to. Raises Misplay or DiceFault."""
        waiting = self.game.waiting
        if isinstance(waiting, Roll):
            raise DiceFault(f"no dice are given for {waiting.purpose}", None, short=True)
        if isinstance(move.value, str) and plain(move.value) == "concede" and move.seat is not None and waiting:
            self._went(concede(self.rules, self.game, move.seat))
            return
        if waiting is not None and move.seat is not None and move.seat != waiting.seat:
            asked, wanted = self.rules.seat_name(waiting.seat), self.rules.seat_name(move.seat)
            raise Misplay(f"it is not {wanted}'s choice: {asked} is asked {waiting.prompt!r}")
        value = answer_to(self.rules, self.game, move.value)
        try:
            self._went(answer(self.rules, self.game, value, move.seat))
        except Refused as e:
            raise Misplay(f"{move.text!r} is refused: {e.refusal}") from e
        self.throw()

    def scene(self, seat: int | None = None) -> Scene:
        """Everything, or what one seat may know."""
        if seat is None:
            told = self._tell(lambda event: event, lambda state: state)
            return Scene(self.rules, self.game, Position(self.rules, self.game.state), told, tuple(self.states))
        told = self._tell(lambda event: event.seen_by(seat), lambda state: self.rules.redact(state, seat))
        return Scene(self.rules, self.game, View(self.rules, self.game, seat).position(), told, tuple(self.states))

    def log(self) -> tuple[str, ...]:
        """The story so far, one line an event, with the rule."""
        return tuple(t.line + (f"  [{t.event.cite}]" if t.event.cite else "") for t in self.scene().told)

    def _tell(self, known: Callable[[Event], Event | None], visible: Callable[[Any], Any]) -> tuple[Told, ...]:
        pairs: Iterable[tuple[Event, Any]] = zip(self.events, self.states[1:], strict=True)
        seen = ((known(event), state) for event, state in pairs)
        return tuple(
            Told(event, event.line(Position(self.rules, visible(state)))) for event, state in seen if event is not None
        )
