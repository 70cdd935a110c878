"""The regular: one step ahead, odds times values."""

from __future__ import annotations

from typing import Any

from sandtable.bots.weighing import Scales
from sandtable.core import View

NODES = 60  # answers played in its head for one decision
WIDTHS = (10, 3, 2)  # answers looked at: to the question itself, to what follows from it, to what follows from that


class Regular:
    name = "regular"

    def __init__(self, seed: int = 0, nodes: int | None = None) -> None:
        self.seed, self.nodes, self.asked = seed, nodes or NODES, 0

    def choose(self, view: View) -> Any:
        self.asked += 1
        scales = Scales(view, self.seed * 1_000_003 + self.asked, WIDTHS)
        return scales.weigh(self.nodes)[0].value
