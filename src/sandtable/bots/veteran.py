"""The veteran: looks widely, many times, remembers what it planned, and asks what the enemy will make of it.

A turn has one budget, shared over its questions as they come. With nodes its choices repeat exactly; with seconds it
thinks as long as it may.
"""

from __future__ import annotations

from collections.abc import Hashable
from time import thread_time
from typing import Any

from sandtable.bots.rollout import Plan
from sandtable.bots.weighing import Scales
from sandtable.core import View

NODES = 4000  # answers played in its head for one turn
WIDTHS = (24, 6, 3, 2)
PART, LEAST = 0.16, 0.012  # of what is left for the turn, a question may take so much; and no less of the whole
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
        scales = Scales(view, self.seed * 1_000_003 + self.asked, WIDTHS, self.plan)
        best = scales.weigh(nodes, self.clock(began, share))[0]
        took = thread_time() - began
        if self.seconds is None:
            self.spent += scales.nodes
        else:
            self.spent += took
            if scales.nodes > 50:
                self.rate = 0.8 * self.rate + 0.2 * scales.nodes / max(took, 1e-6)
        self.plan = (*best.line, *self.plan)[:12]
        return best.value

    def clock(self, began: float, share: float) -> Any:
        if self.seconds is None:
            return lambda: False
        return lambda: thread_time() - began > share
