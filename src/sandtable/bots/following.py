"""Playing an answer along its plan: strictly until dice are thrown, then as one sees fit."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.bots.rollout import ASIDE, Ahead, rests
from sandtable.core import Ask, Game, Position


class Step(NamedTuple):
    """One answer of the seat: the game it was given in, what was asked, and the game it led to."""

    game: Game
    ask: Ask
    value: Any
    after: Game
    dice: bool  # thrown for this answer


class Following(Ahead):
    """What it answers before any dice is what was planned, so that many games show the same move."""

    def reply(self, game: Game, ask: Ask, level: int) -> Game:
        if ask.seat == self.seat and not self.rolled and (found := self.planned(game, ask)):
            return self.decide(game, ask, found[0])
        return super().reply(game, ask, level)

    def planned(self, game: Game, ask: Ask) -> list[Any]:
        p, domain = Position(self.rules, game.state), ask.domain
        return [value for known, value in self.plan if known == domain and domain.refuse(p, value) is None]

    def steps(self, game: Game, value: Any) -> list[Step]:
        """The answer and the plan, one by one, as far as the plan goes."""
        depth, frame = len(game.stack), game.stack[-1]
        found: list[Step] = []
        for _ in range(ASIDE):
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
            if not isinstance(asked, Ask) or (rests(after, depth, frame) and not self.rules.unfinished(asked)):
                break
            game = after
        return found
