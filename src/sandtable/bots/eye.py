"""Distances by eye: how a bot judges a table that it may not measure.

Where the table measures by the book, a bot appraises positions, and plays declarations that are not measured before,
on a table as it estimates it (`Ruleset.by_eye`). What it may measure it plays on the true places.
"""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core import Ask, Game, Position, Ruleset, View
from sandtable.core.measurements import Measurement


class Eye:
    """The estimates of one seat in one imagined game: the same seed estimates alike."""

    def __init__(self, rules: Ruleset, seat: int, seed: int, looked: Any = None) -> None:
        self.rules, self.seat, self.seed = rules, seat, seed
        self.looked = looked  # the table it has before its eyes; what it imagines is estimated from there

    def appraised(self, game: Game) -> Any:
        """The state to appraise."""
        p = Position(self.rules, game.state)
        return game.state if self.rules.may_measure(p, self.seat, Measurement("hint")) else self.estimated(game.state)

    def declared(self, game: Game, value: Any) -> Game:
        """The game in which an answer is played."""
        ask = game.waiting
        if not isinstance(ask, Ask) or ask.seat != self.seat:
            return game
        p = Position(self.rules, game.state)
        if self.rules.may_measure(p, self.seat, Measurement("odds", answer=value)):
            return game
        return game.but(state=self.estimated(game.state))

    def estimated(self, state: Any) -> Any:
        return self.rules.by_eye(state, self.seat, Random(self.seed), self.looked)


def eye(view: View, seed: int) -> Eye | None:
    """None: this table measures freely."""
    return None if view.measuring == "free" else Eye(view.rules, view.seat, seed, view.state)
