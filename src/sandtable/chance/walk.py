"""From one position to the next, remembered: the driver with nothing logged and nothing played twice."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from sandtable.chance.keys import Keys
from sandtable.chance.spread import Spread, spread
from sandtable.chance.tails import Tails
from sandtable.core import Ask, Draft, Frame, Game, Next, Return, Roll, Ruleset, Wait, advance
from sandtable.core.choices import Domain


class Kept(Frame, frozen=True, kw_only=True):
    """Lies beneath the frames that are played and keeps what they return."""

    value: tuple[Any, ...] = ()

    def returned(self, d: Draft, *value: Any) -> Next:
        return Wait(ENDED, then=self.but(value=value).over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Return()


ENDED = Ask(0, "what was to be played is over", Domain(), None)


def has_ended(game: Game) -> bool:
    return game.waiting is None or game.waiting is ENDED


class Here(NamedTuple):
    """Numbers for a position: equal positions have equal ones."""

    game: Game
    place: int  # the dice it waits for left out
    whole: int


class Walk:
    """Positions reached from a first one."""

    def __init__(self, rules: Ruleset, start: Game) -> None:
        self.rules = rules
        self.keys = Keys(start.state)
        self.tails = Tails(self.keys)
        self.played = 0  # answers given: what the budget counts
        self.remember = False  # for look-ahead, which comes to the same positions again
        self.steps: dict[Hashable, Game] = {}
        self.numbers: dict[Hashable, int] = {}
        self.heres: dict[int, Here] = {}  # by identity; the game is kept so that it stays its own

    def throws(self, roll: Roll) -> Spread:
        return spread(roll, self.rules.dice)

    def after(self, game: Game, value: tuple[Any, ...]) -> Game:
        """The next wait after a reading or an answer."""
        if not self.remember:
            self.played += 1
            return advance(self.rules, game, *value, tails=self.tails).game
        key = (self.here(game).place, value)
        found = self.steps.get(key)
        if found is None:
            self.played += 1
            found = self.steps[key] = advance(self.rules, game, *value, tails=self.tails).game
        return found

    def here(self, game: Game) -> Here:
        known = self.heres.get(id(game))
        if known is None:
            place, roll = self.keys.place(game), game.waiting if isinstance(game.waiting, Roll) else None
            number = self.numbers.setdefault(place, len(self.numbers))
            whole = number if roll is None else self.numbers.setdefault((number, roll), len(self.numbers))
            known = self.heres[id(game)] = Here(game, number, whole)
        return known

    def next_layer(self) -> None:
        """What was kept for positions that met on the way is not needed further on."""
        self.tails.found.clear()
        if not self.remember:
            self.keys.known.clear()
