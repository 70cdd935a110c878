"""Evaluate the answers to one question: all in one imagined game, the better ones in more.

All answers of a round get the same hidden cards and the same dice, so that luck favours none.
"""

from __future__ import annotations

from math import inf
from random import Random
from time import thread_time
from typing import Any, NamedTuple

from sandtable.bots.eye import eye
from sandtable.bots.rollout import Lookahead, Plan, Played, candidates
from sandtable.core import Ask, Game, Position, View

LEAST = 8  # answers played for each candidate
ROUNDS = (1, 3, 6, 10, 16)  # imagined games for each candidate still considered
SEED_STEP = 7919


class Rated(NamedTuple):
    """An answer, its average value, and the planned answers after it."""

    value: Any
    worth: float
    samples: int
    line: Plan


class Evaluator:
    def __init__(
        self,
        view: View,
        seed: int,
        widths: tuple[int, ...],
        plan: Plan = (),
        *,
        least: int = LEAST,
        rounds: tuple[int, ...] = ROUNDS,
        until: float = inf,
        fewest: int = 1,
        knows: bool = False,
    ) -> None:
        self.view, self.seed, self.widths, self.plan = view, seed, widths, plan
        self.least, self.rounds = least, rounds
        self.until = until  # processor time of this thread
        self.knows = knows  # what may be reckoned instead of searched for, and what games have taught
        self.rng = Random(seed)
        self.games: list[Game] = []
        self.imagine()
        ask = self.games[0].waiting
        assert isinstance(ask, Ask)
        known = view.rules.judging.reckoned(Position(view.rules, self.games[0].state), ask) if knows else None
        self.found = list(known or ()) or candidates(view.rules, self.games[0], ask, widths[0], self.rng, plan, fewest)
        self.totals = [0.0] * len(self.found)
        self.counts = [0] * len(self.found)
        self.lines: list[Plan] = [()] * len(self.found)
        self.played: Played = {}
        self.nodes = 0
        self.dicey = False

    def imagine(self) -> None:
        game = self.view.imagine(self.rng)
        if self.view.measuring == "free":
            for _ in self.view.rules.judging.appraise(Position(self.view.rules, game.state), self.view.seat):
                pass  # fills the cache, which most later tables share
        self.games.append(game)

    def game(self, sample: int) -> Game:
        """An imagined game by number."""
        while sample >= len(self.games):
            self.imagine()
        return self.games[sample]

    def evaluate(self, nodes: int) -> list[Rated]:
        """The candidates, best first; each is played at least once, whatever the budget."""
        if len(self.found) == 1:
            return [Rated(self.found[0], 0.0, 0, ())]
        running = list(range(len(self.found)))
        for upto in self.rounds:
            for sample in range(self.counts[running[0]], upto):
                left = nodes - self.nodes if sample == 0 else nodes // 2
                share = max(self.least, left // len(running))
                for i in running:
                    if sample and (self.nodes > nodes or self.late()):
                        return self.ranked(running)
                    self.look(i, sample, share)
            running.sort(key=lambda i: -self.totals[i] / self.counts[i])
            if not self.dicey:
                break
            running = running[: max(2, len(running) // 3)]
        return self.ranked(running)

    def late(self) -> bool:
        return self.until != inf and thread_time() > self.until

    def look(self, i: int, sample: int, share: int) -> None:
        """One answer in one imagined game."""
        luck = self.seed + SEED_STEP * sample
        ahead = Lookahead(
            self.view.rules, self.view.seat, self.widths, luck, share, self.plan, eye(self.view, luck), self.played,
            self.knows,
        )  # fmt: skip
        self.dicey = self.dicey or ahead.eye is not None  # estimates differ from game to game, as dice do
        self.totals[i] += ahead.worth(ahead.after(self.game(sample), self.found[i]))
        self.counts[i] += 1
        self.nodes += ahead.nodes
        self.dicey = self.dicey or ahead.rolled
        self.lines[i] = self.lines[i] or ahead.line

    def ranked(self, running: list[int]) -> list[Rated]:
        """Those still considered first, by value; then the others."""
        seen = [i for i in range(len(self.found)) if self.counts[i]]
        seen.sort(key=lambda i: (i not in running, -self.totals[i] / self.counts[i]))
        return [Rated(self.found[i], self.totals[i] / self.counts[i], self.counts[i], self.lines[i]) for i in seen]
