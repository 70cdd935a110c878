"""Healing and repair: boxes of the owner's choice are cleared."""

from __future__ import annotations

from sandtable.core import Frame, Next, Return
from sandtable.rulesets.warmachine.common.damage.grid import boxes_marked, cleared, taken
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.events import FocusSpent, Healed
from sandtable.rulesets.warmachine.common.state.rules import Draft


class Heal(Frame, frozen=True, kw_only=True):
    """A warcaster clears boxes of its own, one for each focus point spent."""

    model: str
    points: int
    cite: str

    def start(self, d: Draft) -> Next:
        points = min(self.points, taken(d.state.status[self.model].marks))
        if points <= 0 or card(d, self.model).grid:
            return Return()
        d.emit(FocusSpent(who=self.model, points=points, on="healing", cite=self.cite))
        marks = d.state.status[self.model].marks
        boxes = boxes_marked(marks)[-points:]
        d.emit(Healed(who=self.model, points=points, marks=cleared(marks, boxes), cite=self.cite))
        return Return()
