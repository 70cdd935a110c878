"""The regular: looks one step ahead."""

from __future__ import annotations

from typing import Any

from sandtable.bots.evaluation import Evaluator
from sandtable.core import View

WIDTHS = (8, 2)  # answers looked at: to the question itself, and to what follows from it
LEAST = 3  # answers played for each answer looked at


class Regular:
    name = "regular"

    def __init__(self, seed: int = 0, nodes: int | None = None) -> None:
        self.seed, self.nodes, self.asked = seed, nodes, 0

    def choose(self, view: View) -> Any:
        self.asked += 1
        evaluator = Evaluator(view, self.seed * 1_000_003 + self.asked, WIDTHS, least=LEAST)
        return evaluator.evaluate(self.nodes or view.rules.judging.nodes)[0].value
