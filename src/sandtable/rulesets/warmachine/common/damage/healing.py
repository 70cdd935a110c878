"""Healing and repair: boxes of the owner's choice are cleared, never more than are marked."""

from __future__ import annotations

from sandtable.core import Ask, Frame, Next, Return, Subset, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.damage.grid import boxes_marked, cleared, columns, taken
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.events import FocusSpent, Healed
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position


class Heal(Frame, frozen=True, kw_only=True):
    """A warcaster clears boxes of its own, one for each focus point spent. All boxes of a row are alike."""

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


def box_name(column: int, box: int, letter: str) -> str:
    """``3.2 L``: the second box of column 3, of the left arm."""
    return f"{column + 1}.{box + 1} {letter}"


def box_names(p: Position, model: str) -> dict[str, tuple[int, int]]:
    """The marked boxes of a model by name."""
    status = p.state.status[model]
    grid = columns(p.rules.cards.models[status.card])
    return {box_name(c, b, grid[c][b]): (c, b) for c, b in boxes_marked(status.marks)}


class Repair(Frame, frozen=True, kw_only=True):
    """Marked boxes of a warjack are cleared: the owner picks which."""

    model: str
    points: int
    cite: str

    def start(self, d: Draft) -> Next:
        names = tuple(box_names(d, self.model))
        points = min(self.points, len(names))
        if points == len(names):
            return self.chosen(d, names)
        domain = Subset(names=names, least=points, most=points, cite=self.cite)
        seat = d.state.status[self.model].seat
        about = (self.model,) if self.model in d.state.models else ()
        ask = Ask(
            seat, say("boxes of {model} to clear", model=self.model), domain, names[:points], self.cite, about=about
        )
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, names: tuple[str, ...]) -> Next:
        if names:
            known, marks = box_names(d, self.model), d.state.status[self.model].marks
            after = cleared(marks, tuple(known[name] for name in names))
            d.emit(Healed(who=self.model, points=len(names), marks=after, cite=self.cite))
        return Return()
