"""The first player picks the edge to deploy at; the second player has the opposite one (M1-SETUP-2)."""

from __future__ import annotations

from sandtable.core import Ask, Event, Frame, Next, Return, Wait, choice
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.table import SEATS, Table

SOUTH, NORTH = "south edge", "north edge"


class EdgeChosen(Event, frozen=True, kw_only=True):
    seat: int
    side: int  # 0: the edge at y = 0

    def apply(self, state: Table) -> Table:
        return state.but(sides=(self.side, 1 - self.side) if self.seat == 0 else (1 - self.side, self.side))

    def line(self, p: Position) -> str:
        return say("{seat} has the {what}", seat=SEATS[self.seat], what=(SOUTH, NORTH)[self.side])


class ChooseEdge(Frame, frozen=True, kw_only=True):
    def start(self, d: Draft) -> Next:
        ask = Ask(d.state.first, "pick an edge", choice(SOUTH, NORTH, cite="M1-SETUP-2"), SOUTH, "M1-SETUP-2")
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        d.emit(EdgeChosen(seat=d.state.first, side=(SOUTH, NORTH).index(key), cite="M1-SETUP-2"))
        return Return()
