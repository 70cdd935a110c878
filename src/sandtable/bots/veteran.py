"""The veteran: a wide search in many imagined games. It keeps its plan and considers the enemy's reply.

A turn has one budget, shared over its questions. With nodes its choices repeat exactly; with seconds it uses its
whole time.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import inf
from time import thread_time
from typing import Any

from sandtable.bots.evaluation import LEAST as SOME
from sandtable.bots.evaluation import SEED_STEP, Evaluator, Rated
from sandtable.bots.eye import eye
from sandtable.bots.regular import LEAST as LITTLE
from sandtable.bots.regular import WIDTHS as NARROWEST
from sandtable.bots.replies import after_reply
from sandtable.bots.rollout import Lookahead, Plan
from sandtable.core import View

NODES = 4000  # answers searched in one turn
WIDTHS = (24, 6, 3, 2)
NARROW, FEW, TIMES = (12, 4, 2), 200, 5  # narrower widths for budgets up to this, or so many times a regular's
ROUNDS = (1, 3, 6, 10, 16, 32)
PART, LEAST = 0.25, 0.012  # most of the remaining budget for one question; least share of the whole
SEARCHED = 0.7  # of the questions of a turn, until they have been counted
COUNTED = 3  # so many make a turn that tells how many are usual
AHEAD = 2.0  # times an even share: the first questions of a turn matter most
SPARE = 0.04  # share of its seconds kept in reserve, to finish a search that has begun
CLOSE, RIVALS = 5.0, 2  # compare the replies to this many answers within CLOSE of the best
REPLIES = (2, 6)  # least and most games with replies
REPLY_WEIGHT = 0.5  # weight of the reply against the position itself
REPLY_COST = 150  # answers played for one reply, until it has been measured
RATE = 4000.0  # answers a second, until it has been measured


class Veteran:
    name = "veteran"

    def __init__(self, seed: int = 0, nodes: int | None = None, seconds: float | None = None) -> None:
        self.seed, self.nodes, self.seconds, self.asked = seed, nodes or NODES, seconds, 0
        self.turn: Hashable = None
        self.searched = 0  # questions of this turn with more than one answer to search
        self.usual = 0.0  # such questions in one turn; 0: not known
        self.spent = 0.0  # of the turn's budget
        self.rate = RATE
        self.plan: Plan = ()

    def choose(self, view: View) -> Any:
        self.asked += 1
        turn = view.rules.judging.turn_of(view.state)
        if turn != self.turn:
            if self.searched >= COUNTED:
                self.usual = self.searched if not self.usual else 0.5 * self.usual + 0.5 * self.searched
            self.turn, self.spent, self.plan = turn, 0.0, ()
            self.searched = 0
        began, share = thread_time(), self.share(self.usual or SEARCHED * view.rules.judging.questions)
        until = inf if self.seconds is None else began + share / self.rate
        regular = view.rules.judging.nodes
        widths = WIDTHS if share > max(FEW, TIMES * regular) else NARROW if share >= regular else NARROWEST
        evaluator = Evaluator(
            view,
            self.seed * 1_000_003 + self.asked,
            widths,
            self.plan,
            least=SOME if share >= regular else LITTLE,
            rounds=ROUNDS,
            until=until,
            knows=True,
        )
        self.searched += len(evaluator.found) > 1
        best = self.best_after_replies(view, evaluator, evaluator.evaluate(share), share)
        took = thread_time() - began
        if self.seconds is None:
            self.spent += evaluator.nodes
        else:
            self.spent += took
            if evaluator.nodes > 50:
                self.rate = 0.8 * self.rate + 0.2 * evaluator.nodes / max(took, 1e-6)
        self.plan = (*best.line, *self.plan)[:12]
        return best.value

    def share(self, questions: float) -> int:
        """The answers it may search for one question, of so many that a turn usually has."""
        whole = float(self.nodes) if self.seconds is None else (1 - SPARE) * self.seconds
        part = min(PART, AHEAD / max(1, questions - self.searched))
        share = max(part * (whole - self.spent), LEAST * whole)
        return round(share if self.seconds is None else share * self.rate)

    def best_after_replies(self, view: View, evaluator: Evaluator, ranked: list[Rated], share: int) -> Rated:
        """The best answer; of several nearly as good, the best after the enemy's next turn.

        Only where no dice were thrown and budget is left: with dice, more throws are worth more than replies.
        """
        rivals = [w for w in ranked[:RIVALS] if w.samples and w.worth >= ranked[0].worth - CLOSE]
        if len(rivals) < 2 or evaluator.dicey:
            return ranked[0]
        totals, rounds, cost = [0.0] * len(rivals), 0, REPLY_COST * len(rivals)
        while rounds < REPLIES[1] and evaluator.nodes + cost <= share and not evaluator.late():
            before, seed = evaluator.nodes, evaluator.seed + SEED_STEP * rounds
            for i, w in enumerate(rivals):
                ahead = Lookahead(
                    view.rules, view.seat, WIDTHS, seed, NARROW[0], (*w.line, *self.plan), eye(view, seed), learned=True
                )
                end = ahead.after(evaluator.game(rounds), w.value)
                worth, nodes = after_reply(view.rules, view.seat, end, seed, ahead.eye, learned=True)
                totals[i] += worth
                evaluator.nodes += ahead.nodes + nodes
            rounds, cost = rounds + 1, evaluator.nodes - before
        if rounds < REPLIES[0]:
            return ranked[0]
        values = [(1 - REPLY_WEIGHT) * w.worth + REPLY_WEIGHT * t / rounds for w, t in zip(rivals, totals, strict=True)]
        return rivals[values.index(max(values))]
