"""A bench for rule tests: a small position, scripted dice, choices, and checks of the result.

    t = Bench(rules, {"pieces": {"wolf": …, "marauder": …}}, dice=["SSMMSX", "SMSS"])
    t.play("activate wolf", "attack marauder with rail_gun").done("a", "what next")
    assert t.cited("WC-ATK-9")

A position is what a scenario file gives. A ruleset's own kit is a subclass with words of its game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

from sandtable.chance import OutOfDice, Source
from sandtable.core import (
    Ask,
    Event,
    Frame,
    Game,
    Position,
    Progress,
    Query,
    Refusal,
    Roll,
    Ruleset,
    Term,
    View,
    begin,
)
from sandtable.lab.checks import Step, events_tell_all, round_trip
from sandtable.match import Match
from sandtable.testing import match_queries
from sandtable.testing.dice import PoolDice, Thrown

S = TypeVar("S")
E = TypeVar("E", bound=Event)


class Bench(Generic[S]):
    """A match played by a test. Every failure is an AssertionError."""

    laws: ClassVar[tuple[Callable[[Ruleset, Step], None], ...]] = (round_trip, events_tell_all)  # after every step

    def __init__(
        self,
        rules: Ruleset,
        given: Mapping[str, Any] | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        frame: Frame | None = None,
        dice: Sequence[Thrown] = (),
        waits: bool = False,
        made_up: bool = False,
    ) -> None:
        """A position, or with `options` a new game; `frame` instead of the frame it begins with.

        Dice are given pool by pool and thrown when the game wants them. Without enough of them the test fails; or, with
        `waits`, the game stops there: to look at what is to be thrown, or to `throw` by hand.

        A position that is `made_up` is read, but not judged: it may have what no real game has.
        """
        read = rules.scenarios.made_up if made_up else rules.scenarios.position
        start = rules.new_game(options or {}) if given is None else read(rules, given)
        self.rules = rules
        self._earlier: tuple[Event, ...] = ()  # before the game was last replaced
        self._source: Source = PoolDice.of(dice)
        self._waits = waits
        self._open(begin(rules, start.state, frame or start.frame))

    def _open(self, start: Progress) -> None:
        self.match = Match(self.rules, start, self._source, from_position=True)
        self._settle(0)

    # --- playing ---
    def play(self, *answers: Any) -> Self:
        """Each answer in turn: an option's key, a place or path in thousandths, an arrangement."""
        for value in answers:
            if self.match.ask is None:
                raise AssertionError(f"{value!r}: nobody is asked; waiting for {self.game.waiting}")
            before = len(self.match.history)
            self.match.answer(value)
            self._settle(before)
        return self

    def throw(self, *pools: Sequence[int]) -> Self:
        """Faces by hand, where the match waits for dice."""
        before = len(self.match.history)
        self.match.throw(pools)
        self._settle(before)
        return self

    def _settle(self, since: int) -> None:
        game = self.match.history[since - 1].game if since else self.match.start.game
        for number, entry in enumerate(self.match.history[since:], since):
            step = Step(number, game, entry.value, Progress(entry.game, entry.events))
            for law in self.laws:
                law(self.rules, step)
            game = entry.game
        if self.match.roll is None or (self._waits and not self.dice):
            return
        try:
            self.match.source.throw(self.match.roll, self.rules.dice)
        except OutOfDice as e:
            raise AssertionError(str(e)) from None

    def done(self, seat: str | None = None, prompt: str = "", *, cite: str = "", over: bool = False) -> Self:
        """All dice were used; and, when it is said, this seat is asked this now, or the game is over."""
        if self.dice:
            raise AssertionError(f"dice left over: {self.dice}")
        if over and not self.match.over:
            raise AssertionError(f"the game goes on: {self._waiting()}")
        if seat is not None or prompt or cite:
            ask = self.ask
            if seat is not None and self.match.seat(seat) != ask.seat:
                raise AssertionError(f"{seat} should be asked, but {self._waiting()}")
            if prompt.casefold() not in ask.prompt.casefold():
                raise AssertionError(f"{prompt!r} should be asked, but {self._waiting()}")
            if cite and cite != ask.cite:
                raise AssertionError(f"{cite} should be the rule, but {self._waiting()}")
        return self

    def _waiting(self) -> str:
        waiting = self.game.waiting
        if isinstance(waiting, Ask):
            return f"{self.rules.seat_name(waiting.seat)} is asked {waiting.prompt!r} [{waiting.cite}]"
        return f"dice are awaited: {waiting.purpose}" if isinstance(waiting, Roll) else "the game is over"

    # --- what it is played with ---
    @property
    def dice(self) -> list[Any]:
        """What is left of the dice. Set it to give others from here on."""
        source = self.match.source
        return list(source.left) if isinstance(source, PoolDice) else []

    @dice.setter
    def dice(self, dice: Sequence[Thrown]) -> None:
        self._source = PoolDice.of(dice)
        self.match = self.match.fork(source=self._source)

    @property
    def game(self) -> Game:
        """The game now. Set it to go on from another one."""
        return self.match.game

    @game.setter
    def game(self, game: Game) -> None:
        self.go_on(game, self.events)

    def go_on(self, game: Game, events: Sequence[Event] = ()) -> Self:
        """Go on from another game; these events are what has happened so far."""
        self._earlier, self._source = tuple(events), self.match.source
        self._open(Progress(game, ()))
        return self

    @property
    def state(self) -> S:
        state: S = self.game.state
        return state

    @property
    def position(self) -> Position:
        return self.match.position

    # --- looking ---
    @property
    def ask(self) -> Ask:
        """Who is asked, and what; fails when nobody is."""
        if not isinstance(self.game.waiting, Ask):
            raise AssertionError(f"nobody is asked: {self._waiting()}")
        return self.game.waiting

    @property
    def events(self) -> tuple[Event, ...]:
        return (*self._earlier, *self.match.events)

    @property
    def rolls(self) -> list[Roll]:
        return match_queries.rolls(self.events)

    def happened(self, kind: type[E], **fields: Any) -> list[E]:
        """The events of a kind with these fields."""
        return match_queries.happened(self.events, kind, **fields)

    def cited(self, rule: str) -> bool:
        """Some event, roll or term of a roll cites the rule."""
        return rule in match_queries.cites(self.events)

    def pool(self, name: str, number: int = -1) -> dict[str, int]:
        """The dice of a pool by name: {"A": 4, "P": 2}; the last roll that had such a pool unless numbered."""
        return dict([p.dice for r in self.rolls for p in r.pools if p.name == name][number])

    def offers(self) -> list[str]:
        """The keys on offer now."""
        return match_queries.offers(self.match)

    def legal(self, value: Any) -> bool:
        return self.match.why_not(value) is None

    def refusal(self, value: Any, by: str | None = None, *, short: int | None = None) -> Refusal:
        """The refusal of an answer: for this rule, by so many thousandths. The game stays as it was."""
        return match_queries.refusal(self.match, value, by, short=short)

    def view(self, seat: str) -> View:
        return self.match.view(seat)

    def value(self, query: Query) -> int:
        """The value of a query in this position."""
        return self.position.value(query)

    def terms(self, query: Query) -> Sequence[Term]:
        """The number's reasons."""
        return self.position.terms(query)
