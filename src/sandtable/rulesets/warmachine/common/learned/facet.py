"""The judgement of an edition for which networks have been taught (`benchmarks/teach.py`)."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

from sandtable.core import Ask, Term
from sandtable.rulesets.warmachine.common.appraisal.facet import WarmachineJudging
from sandtable.rulesets.warmachine.common.learned.numbers import AROUND, PAIR, PIECE, sides
from sandtable.rulesets.warmachine.common.learned.situation import MOST, Situation, is_known, situation
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.tabletop.network import Network, Side, read_network

FILE = "network.json"


class LearnedJudging(WarmachineJudging):
    """Reads its weights when it is asked for the first time."""

    conviction = 2500
    situations = Situation
    numbers = (PIECE, PAIR, AROUND)
    most = MOST

    def __init__(self, package: str) -> None:
        self.package = package  # which holds the weights

    def appraise(self, p: Position, seat: int) -> tuple[Term, ...]:
        """Kept with the table: networks ask for both seats, whoever judges for one."""
        return p.memo(("appraisal", seat), lambda: tuple(super(LearnedJudging, self).appraise(p, seat)))

    def chance(self, p: Position, seat: int, ask: Ask | None) -> float | None:
        found = self.situation(p, ask)
        return None if found is None else network(self.package).chance(*self.sides(p.rules, found, seat))

    def situation(self, p: Position, ask: Ask | None) -> Situation | None:
        if not p.state.turn or not is_known(p) or not (p.state.of(0) and p.state.of(1)):
            return None
        return situation(p, ask, (self.appraise(p, 0), self.appraise(p, 1)))

    def sides(self, rules: Any, found: Situation, seat: int) -> tuple[Side, Side]:
        return sides(rules.cards, found, seat)


@lru_cache(maxsize=8)
def network(package: str) -> Network:
    return read_network((files(package) / FILE).read_bytes())
