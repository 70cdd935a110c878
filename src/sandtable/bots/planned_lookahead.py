"""Play an answer along its plan: strictly until dice are thrown, then by lookahead."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.bots.rollout import MOST_ASKS, Lookahead, rests
from sandtable.core import Arrangement, Ask, Game, Path, Position, Region, Roll

PLACING = (Path, Region, Arrangement)


class Step(NamedTuple):
    """One answer of the seat: the game it was given in, what was asked, and the game it led to."""

    game: Game
    ask: Ask
    value: Any
    after: Game
    dice: bool  # thrown for this answer


class PlannedLookahead(Lookahead):
    """Answers as planned until the first dice, so that all games show the same move.

    `settled` is the game after the first dice: later changes are not results of the answer alone.
    """

    settled: Game | None = None
    depth, dicey_depth = 0, -1  # of the stack at the last answer, and at the one that led to the first dice

    def after(self, game: Game, value: Any, level: int = 0) -> Game:
        if level == 0:
            self.depth = len(game.stack)
        return super().after(game, value, level)

    def throw(self, game: Game) -> Game:
        if isinstance(game.waiting, Roll) and self.dicey_depth < 0:
            self.dicey_depth = self.depth
        return super().throw(game)

    def reply(self, game: Game, ask: Ask, level: int) -> Game:
        if self.settled is None and self.dicey_depth >= 0:
            moves_on = ask.seat == self.seat and isinstance(ask.domain, PLACING)
            self.settled = game if moves_on or len(game.stack) <= self.dicey_depth else None
        if ask.seat == self.seat and not self.rolled and (found := self.planned(game, ask)):
            self.depth = len(game.stack)
            return self.decide(game, ask, found[0])
        return super().reply(game, ask, level)

    def planned(self, game: Game, ask: Ask) -> list[Any]:
        p, domain = Position(self.rules, game.state), ask.domain
        return [value for known, value in self.plan if known == domain and domain.refuse(p, value) is None]

    def steps(self, game: Game, value: Any) -> list[Step]:
        """The answer and the plan, one by one, as far as the plan goes."""
        depth, frame = len(game.stack), game.stack[-1]
        found: list[Step] = []
        for _ in range(MOST_ASKS):
            ask = game.waiting
            assert isinstance(ask, Ask)
            self.rolled = False
            if ask.seat != self.seat:
                after = self.throw(super().reply(game, ask, 1))
            elif not found or (known := self.planned(game, ask)):
                chosen = known[0] if found else value
                after = self.throw(self.step(game, chosen))
                found.append(Step(game, ask, chosen, after, self.rolled))
            else:
                break
            asked = after.waiting
            if not isinstance(asked, Ask) or rests(self.rules, after, asked, depth, frame):
                break
            game = after
        return found
