"""What bots and advice ask of WARMACHINE."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Arrangement, Ask, Facing, Judging, Line, Path, Region, Split, Subset, Term
from sandtable.rulesets.warmachine.common.appraisal.judgement import appraise, outlook
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.units.orders import OrderMenu


class WarmachineJudging(Judging):
    points = "points"
    nodes = 80

    def appraise(self, p: Position, seat: int) -> Iterator[Term]:
        return appraise(p, seat)

    def outlook(self, p: Position, ask: Ask) -> Iterator[Term]:
        return outlook(p, ask)

    def unfinished(self, ask: Ask) -> bool:
        return isinstance(ask.domain, (Region, Path, Arrangement, Split, Facing, Line, Subset, OrderMenu))
