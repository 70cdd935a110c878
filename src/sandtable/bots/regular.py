"""The regular: one step ahead, odds times values."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from sandtable.bots.rollout import Ahead, candidates
from sandtable.core import Ask, View

LEAST = 8  # answers played for each answer looked at
NODES = 120  # answers played in its head for one decision
WIDTHS = (14, 4, 2)  # answers looked at: to the question itself, to what follows from it, to what follows from that
ROUNDS = (1, 3, 6)  # games imagined for each answer that is still in the running


class Weighed(NamedTuple):
    """An answer and what it is worth on average."""

    value: Any
    worth: float
    samples: int


class Regular:
    name = "regular"

    def __init__(self, seed: int = 0, nodes: int | None = None) -> None:
        self.seed, self.nodes, self.asked = seed, nodes or NODES, 0

    def choose(self, view: View) -> Any:
        self.asked += 1
        return weigh(view, self.seed * 1_000_003 + self.asked, self.nodes)[0].value


def weigh(view: View, seed: int, nodes: int, widths: tuple[int, ...] = WIDTHS) -> list[Weighed]:
    """Every answer looked at, the best first: many once, the better ones in more imagined games."""
    rng = Random(seed)
    game = view.imagine(rng)
    ask = game.waiting
    assert isinstance(ask, Ask)
    found = candidates(view.rules, game, ask, widths[0], rng)
    if len(found) == 1:
        return [Weighed(found[0], 0.0, 0)]
    totals = dict.fromkeys(range(len(found)), 0.0)
    counts = dict.fromkeys(totals, 0)
    running, used, dicey = list(totals), 0, False
    for upto in ROUNDS:
        for sample in range(max(counts.values()), upto):
            imagined = game if sample == 0 else view.imagine(rng)
            share = max(LEAST, (nodes - used) // len(running) if sample == 0 else nodes // (2 * len(running)))
            for i in running:
                if used > nodes and sample:
                    break
                ahead = Ahead(view.rules, view.seat, widths, seed + 7919 * sample, share)
                totals[i] += ahead.worth(ahead.after(imagined, found[i]))
                counts[i] += 1
                used += ahead.nodes
                dicey = dicey or ahead.rolled
        running.sort(key=lambda i: -totals[i] / max(1, counts[i]))
        if not dicey or used > nodes:
            break
        running = running[: max(2, len(running) // 3)]
    rest = [i for i in totals if i not in running and counts[i]]
    order = running + sorted(rest, key=lambda i: -totals[i] / counts[i])
    return [Weighed(found[i], totals[i] / counts[i], counts[i]) for i in order if counts[i]]
