"""What bots and advice ask of Warcaster."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Arrangement, Ask, Judging, Path, Region, Split, Term
from sandtable.rulesets.warcaster.appraisal import appraise, changes, outlook
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.turn.void_gates import GateCharge


class WarcasterJudging(Judging):
    points = "victory points"

    def appraise(self, p: Position, seat: int) -> Iterator[Term]:
        return appraise(p, seat)

    def outlook(self, p: Position, ask: Ask) -> Iterator[Term]:
        return outlook(p, ask)

    def changes(self, before: Position, after: Position, seat: int) -> Iterator[Term]:
        return changes(before, after, seat)

    def unfinished(self, ask: Ask) -> bool:
        return isinstance(ask.domain, (Region, Path, Arrangement, Split, GateCharge))
