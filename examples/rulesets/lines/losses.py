"""Hits remove stands, and their owner chooses which."""

from __future__ import annotations

from lines.events import StandLost, UnitDestroyed
from sandtable.core import Ask, Draft, Frame, Next, Option, Options, Position, Refusal, Return, Wait
from sandtable.core.texts import say

TOUGH = 2  # hits a stand can take


class EndStands(Options, frozen=True, kw_only=True):
    """A line must stay in one piece: only a stand at an end may go."""

    unit: str

    def options(self, p: Position) -> tuple[Option, ...]:
        stands = p.state.units[self.unit].stands
        ends = (stands[0], stands[-1])
        return tuple(Option(end, cite="LI-LOSS-2", verb="lose stand", target=self.unit, how=end) for end in ends)

    def missing(self, p: Position, key: str) -> Refusal:
        if key in p.state.units[self.unit].stands:
            return Refusal(
                say("without its {key} stand {unit} would break in two", key=key, unit=self.unit), "LI-LOSS-2"
            )
        return super().missing(p, key)


class Losses(Frame, frozen=True, kw_only=True):
    unit: str
    lost: int  # stands

    def start(self, d: Draft) -> Next:
        unit = d.state.units[self.unit]
        if self.lost >= len(unit.stands):
            d.emit(UnitDestroyed(unit=self.unit, cite="LI-LOSS-3"))
            return Return()
        if not self.lost:
            return Return()
        ask = Ask(unit.seat, "which stand is lost", EndStands(unit=self.unit), unit.stands[-1], "LI-LOSS-2")
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, stand: str) -> Next:
        d.emit(StandLost(unit=self.unit, stand=stand, cite="LI-LOSS-1"))
        return self.but(lost=self.lost - 1).start(d)
