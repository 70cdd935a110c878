"""The veteran: looks widely, many times, remembers what it planned, and asks what the enemy will make of it.

A turn has one budget, shared over its questions as they come. With nodes its choices repeat exactly; with seconds it
thinks as long as it may.
"""

from __future__ import annotations

from collections.abc import Hashable
from time import thread_time
from typing import Any

from sandtable.bots.replies import after_reply
from sandtable.bots.rollout import Ahead, Plan
from sandtable.bots.weighing import APART, Scales, Weighed
from sandtable.core import View

NODES = 4000  # answers played in its head for one turn
WIDTHS = (24, 6, 3, 2)
NARROW, FEW = (12, 4, 2), 200  # how widely it looks with no more than so many answers to play
PART, LEAST = 0.16, 0.012  # of what is left for the turn, a question may take so much; and no less of the whole
CLOSE = 80.0  # answers this near to the best are looked at with the enemy's reply
RIVALS, REPLIES = 2, 3  # so many of them, in so many games
HEED = 0.3  # how much the reply counts beside the position itself
LIGHT = 150  # questions settled with less thought than this matter less
DEAR = 600  # answers played for it: not when less than twice this is left for the turn
RATE = 4000.0  # answers a second, until it has been measured


class Veteran:
    name = "veteran"

    def __init__(self, seed: int = 0, nodes: int | None = None, seconds: float | None = None) -> None:
        self.seed, self.nodes, self.seconds, self.asked = seed, nodes or NODES, seconds, 0
        self.turn: Hashable = None
        self.spent = 0.0  # of the turn's budget
        self.rate = RATE
        self.plan: Plan = ()

    def choose(self, view: View) -> Any:
        self.asked += 1
        turn = view.rules.turn_of(view.state)
        if turn != self.turn:
            self.turn, self.spent, self.plan = turn, 0.0, ()
        began = thread_time()
        whole = float(self.nodes) if self.seconds is None else self.seconds
        share = max(PART * (whole - self.spent), LEAST * whole)
        nodes = round(share if self.seconds is None else share * self.rate)
        widths = WIDTHS if nodes > FEW else NARROW
        scales = Scales(view, self.seed * 1_000_003 + self.asked, widths, self.plan)
        best = self.chosen(view, scales, scales.weigh(nodes), whole)
        took = thread_time() - began
        if self.seconds is None:
            self.spent += scales.nodes
        else:
            self.spent += took
            if scales.nodes > 50:
                self.rate = 0.8 * self.rate + 0.2 * scales.nodes / max(took, 1e-6)
        self.plan = (*best.line, *self.plan)[:12]
        return best.value

    def chosen(self, view: View, scales: Scales, ranked: list[Weighed], whole: float) -> Weighed:
        """The best; of several nearly as good, the one that stands up best to the enemy's next turn."""
        rivals = [w for w in ranked[:RIVALS] if w.worth > ranked[0].worth - CLOSE and w.samples]
        left = (whole - self.spent) * (1.0 if self.seconds is None else self.rate) - scales.nodes
        if len(rivals) < 2 or left < 2 * DEAR or scales.nodes < LIGHT:
            return ranked[0]
        values = []
        for w in rivals:
            total = 0.0
            for sample in range(REPLIES):
                seed = scales.seed + APART * sample
                ahead = Ahead(view.rules, view.seat, WIDTHS, seed, 100, (*w.line, *self.plan))
                end = ahead.after(scales.games[sample % len(scales.games)], w.value)
                worth, nodes = after_reply(view.rules, view.seat, end, seed)
                total += worth
                scales.nodes += ahead.nodes + nodes
            values.append((1 - HEED) * w.worth + HEED * total / REPLIES)
        return rivals[values.index(max(values))]
