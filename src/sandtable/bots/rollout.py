"""Lookahead: play a choice in an imagined game, through the same driver, until its effect can be judged.

A choice is played until control is back where it was asked: the menu again, or the next step of the turn. On the way
the same seat answers by looking ahead with a smaller width; the others answer by default. The ruleset's appraisal
judges the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from sandtable.bots.eye import Eye
from sandtable.chance import Seeded
from sandtable.core import Ask, Domain, Frame, Game, Position, Roll, Ruleset, answer

MOST_ASKS = 14  # answered on the way; then the choice is judged as it is

MORE_PLACES = 2  # extra candidates where the answer is a place

KEPT = 512  # answers whose outcome is remembered

Plan = tuple[tuple[Domain, Any], ...]  # planned answers by domain
Played = dict[tuple[int, Any], tuple[Game, Game]]  # games before and after, by the id of the first and the answer


class Lookahead:
    """One search: a seat, its dice, and the width at each level."""

    def __init__(
        self,
        rules: Ruleset,
        seat: int,
        widths: Sequence[int],
        seed: int,
        limit: int = 1_000_000,
        plan: Plan = (),
        eye: Eye | None = None,
        played: Played | None = None,
        learned: bool = False,
    ) -> None:
        self.eye = eye  # None: distances may be measured
        self.learned = learned  # count what games have taught (`Judging.chance`)
        self.played: Played = {} if played is None else played  # by this search, or by several of one question
        self.rules, self.seat, self.widths, self.limit, self.plan = rules, seat, widths, limit, plan
        self.dice, self.rng = Seeded(seed), Random(seed)
        self.nodes = 0  # answers played
        self.rolled = False  # dice were thrown since the last reset
        self.line: Plan = ()  # what this seat answered on the way
        self.judged: tuple[Game, float] | None = None  # the game that was chosen last, and its worth

    # --- judging ---
    def worth(self, game: Game) -> float:
        if self.judged is not None and self.judged[0] is game:
            return self.judged[1]
        if game.result is not None or game.waiting is None:
            return self.ended(game)
        p = Position(self.rules, game.state if self.eye is None else self.eye.appraised(game))
        value = sum(t.value for t in self.rules.judging.appraise(p, self.seat))
        if isinstance(game.waiting, Ask):
            more = sum(t.value for t in self.rules.judging.outlook(p, game.waiting))
            value += more if game.waiting.seat == self.seat else -more
        return float(value) + (self.convinced(p, game) if self.learned else 0.0)

    def convinced(self, p: Position, game: Game) -> float:
        """What the chance to win adds."""
        chance = self.rules.judging.chance(p, self.seat, game.waiting if isinstance(game.waiting, Ask) else None)
        return 0.0 if chance is None else self.rules.judging.conviction * (2.0 * chance - 1.0)

    def ended(self, game: Game) -> float:
        winner = game.result.winner if game.result else None
        score = self.rules.score(game.state)
        lead = 1000.0 * (score[self.seat] - max(s for i, s in enumerate(score) if i != self.seat))
        won = float(self.rules.judging.won)
        return lead + (0.0 if winner is None else won if winner == self.seat else -won)

    # --- playing ---
    def step(self, game: Game, value: Any) -> Game:
        self.nodes += 1
        if self.eye is not None:
            game = self.eye.declared(game, value)
        if isinstance(game.waiting, Roll):
            return answer(self.rules, game, value, trusted=True).game
        known = self.played.get((id(game), value))  # the same table again: all that is known of it is still there
        if known is not None:
            return known[1]
        after = answer(self.rules, game, value, trusted=True).game
        if len(self.played) < KEPT:
            self.played[id(game), value] = game, after
        return after

    def throw(self, game: Game) -> Game:
        """Until nobody waits for dice."""
        while isinstance(game.waiting, Roll):
            self.rolled = True
            faces, self.dice = self.dice.throw(game.waiting, self.rules.dice)
            game = self.step(game, faces)
        return game

    def after(self, game: Game, value: Any, level: int = 0) -> Game:
        """The game after a choice and everything that follows at once."""
        depth, frame = len(game.stack), game.stack[-1]
        game = self.throw(self.step(game, value))
        for _ in range(MOST_ASKS):
            ask = game.waiting
            if not isinstance(ask, Ask) or rests(self.rules, game, ask, depth, frame):
                return game
            game = self.throw(self.reply(game, ask, level + 1))
        return game

    def reply(self, game: Game, ask: Ask, level: int) -> Game:
        """The game after an ask on the way."""
        if ask.seat != self.seat or self.nodes >= 2 * self.limit:
            return self.step(game, ask.silence(Position(self.rules, game.state)))
        width = self.widths[level] if level < len(self.widths) and self.nodes < self.limit else 1
        found = candidates(self.rules, game, ask, width, self.rng, self.plan)
        if len(found) == 1:
            return self.decide(game, ask, found[0])
        best, chosen, final, dicey = -1e18, found[0], game, False
        before, heard, line, kept = self.dice, self.rolled, self.line, self.line
        for value in found:
            self.dice, self.rolled, self.line = before, False, (*line, (ask.domain, value))
            end = self.after(game, value, level)
            dicey = dicey or self.rolled
            if (worth := self.worth(end)) > best:
                best, chosen, final, kept = worth, value, end, self.line
        self.rolled, self.line = heard or dicey, line
        if dicey:
            return self.decide(game, ask, chosen)  # go on with new dice, not those it was chosen by
        self.line, self.judged = kept, (final, best)
        return final

    def decide(self, game: Game, ask: Ask, value: Any) -> Game:
        self.line = (*self.line, (ask.domain, value))
        return self.step(game, value)


def rests(rules: Ruleset, game: Game, ask: Ask, depth: int, frame: Frame) -> bool:
    """Control is back where it was, or further out; a frame that goes on to its next question is not done."""
    now = game.stack[-1]
    if len(game.stack) > depth or rules.judging.unfinished(ask):
        return False
    goes_on = len(game.stack) == depth and type(now) is type(frame) and now.at != frame.at
    return not goes_on or rules.judging.at_menu(ask)


def candidates(
    rules: Ruleset, game: Game, ask: Ask, width: int, rng: Random, plan: Plan = (), fewest: int = 1
) -> list[Any]:
    """Up to `width` answers to search: all when they are few, else suggestions of the domain and the default.

    Planned answers come first if they are still legal. A shortlist of the ruleset is enough from `fewest` answers on;
    a shorter one comes first, and of a longer one the first if it is in order.
    """
    p, domain = Position(rules, game.state), ask.domain
    considered = rules.judging.considered(p, ask)
    few = [] if considered is None else list(considered)
    if fewest <= len(few) <= width or (width < len(few) and rules.judging.best_first):
        return few[:width]
    found = few if len(few) < fewest else []
    if width > 1:
        options = domain.options(p)
        if options is None:
            width += MORE_PLACES
        elif len(options) <= width:
            return list(dict.fromkeys([*found, *(o.key for o in options)])) or [ask.silence(p)]
    found += [value for known, value in plan if known == domain and domain.refuse(p, value) is None][:2]
    if width > 1 or not found:
        found += [c for c in domain.candidates(p, width, rng) if c not in found]
    if width > 1 and (silence := ask.silence(p)) not in found and silence != ():
        found = [*found[: width - 1], silence]
    return found or [ask.silence(p)]
