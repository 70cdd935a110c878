"""How seats choose while odds are worked out: stated, never guessed.

`never`   nobody uses anything: the default of every ask
`always`  every reaction offered is used, the first on the list
`best`    every ask is answered so that its seat fares best, by expected worth, through the rules themselves
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random
from typing import Any

from sandtable.chance.keys import key_of
from sandtable.chance.spread import spread
from sandtable.core import Ask, Game, Position, Roll, Ruleset, answer

Policy = Callable[[Position, Ask], Any]
Worth = Callable[[Game, int], float]  # how good a finished position is for a seat
FEW = 6  # answers compared where a choice is not finite


def never(p: Position, ask: Ask) -> Any:
    """Seats say nothing: the default of every ask."""
    return ask.default


def always(p: Position, ask: Ask) -> Any:
    """Whatever is offered first, if it is not the default."""
    options = ask.domain.options(p)
    if options is None:
        return ask.default
    return next((o.key for o in options if o.key != ask.default), ask.default)


class Best:
    """Expectimax over the frames that are played: each seat takes the answer worth most to it.

    Values are remembered by position, so merged positions are looked at once.
    """

    def __init__(self, rules: Ruleset, base: Game, worth: Worth) -> None:
        self.rules, self.base, self.worth = rules, base, worth
        self.known: dict[tuple[Hashable, int], float] = {}

    def choose(self, game: Game) -> Any:
        """The best answer to the ask this game waits at."""
        ask = game.waiting
        assert isinstance(ask, Ask)
        return max(self.answers(game, ask), key=lambda a: self.value(self.after(game, a), ask.seat))

    def answers(self, game: Game, ask: Ask) -> list[Any]:
        p = Position(self.rules, game.state)
        options = ask.domain.options(p)
        if options is not None:
            return [ask.default, *(o.key for o in options if o.key != ask.default)]
        return [ask.default, *(c for c in ask.domain.candidates(p, FEW, Random(0)) if c != ask.default)]

    def after(self, game: Game, value: Any) -> Game:
        return answer(self.rules, game, value, trusted=True).game

    def value(self, game: Game, seat: int) -> float:
        if game.over:
            return self.worth(game, seat)
        key = (key_of(game, self.base), seat)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._value(game, seat)
        return found

    def _value(self, game: Game, seat: int) -> float:
        if isinstance(game.waiting, Roll):
            ways = spread(game.waiting, self.rules.dice)
            total = sum(w.weight * self.value(self.after(game, w.faces), seat) for w in ways.ways)
            return total / ways.total
        return self.value(self.after(game, self.choose(game)), seat)
