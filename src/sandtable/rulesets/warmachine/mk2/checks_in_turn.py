"""What several troopers of one unit have to do one after another: flee, check, rally. Their player picks the order."""

from __future__ import annotations

from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Option, Options, Return, Wait
from sandtable.core.texts import say
from sandtable.geometry.units import TOL
from sandtable.geometry.watchers import within_reach
from sandtable.rulesets.warmachine.common.measuring.distance import disc, radius
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, has, is_still
from sandtable.rulesets.warmachine.common.state.events import Spot
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import speed
from sandtable.rulesets.warmachine.common.units.command import CheckOrFlee, cowards
from sandtable.rulesets.warmachine.common.units.members import in_formation, members
from sandtable.rulesets.warmachine.mk2.fleeing import FleeMove, Rally, rallying


class WhoIsNext(Options, frozen=True, kw_only=True):
    """The troopers that have not had their turn."""

    left: tuple[str, ...]
    verb: str
    cite: str

    def options(self, p: Position) -> tuple[Option, ...]:
        return tuple(Option(name, "", self.cite, verb=self.verb, actor=name) for name in self.left)


class InTurn(Frame, frozen=True, kw_only=True):
    """One after another, in an order of their player's choice."""

    abstract = True
    unit: str
    verb = ""
    cite = ""
    left: tuple[str, ...] | None = None  # not begun

    def start(self, d: Draft, *ignored: Any) -> Next:
        left = self.found(d) if self.left is None else tuple(n for n in self.left if self.owes(d, n))
        if not left:
            return Return()
        me = self.but(left=left)
        if len(left) == 1 or not self.matters(d, left):
            return me.chosen(d, left[0])
        seat, domain = d.state.units[self.unit].seat, WhoIsNext(left=left, verb=self.verb, cite=self.cite)
        prompt = say("which trooper of {unit} is next", unit=self.unit)
        return Wait(Ask(seat, prompt, domain, left[0], self.cite, about=left), then=me.chosen)

    def chosen(self, d: Draft, name: str) -> Next:
        rest = self.but(left=tuple(n for n in self.left or () if n != name))
        return Call(self.deed(d, name), then=rest.start)

    def found(self, p: Position) -> tuple[str, ...]:
        """Who has to, before the first one does."""
        return ()

    def owes(self, p: Position, name: str) -> bool:
        return name in p.state.models

    def matters(self, p: Position, left: tuple[str, ...]) -> bool:
        """Whether the order is worth a question."""
        return True

    def deed(self, p: Position, name: str) -> Frame:
        """What one of them does."""
        return FleeMove(model=name)


class FleeInTurn(InTurn, frozen=True, kw_only=True):
    """The fleeing troopers of a unit run, one at a time (M2-CMD-16, M2-ACT-5).

    Their player picks the order where one is in another's way.
    """

    verb, cite = "flee next", "M2-CMD-16"

    def matters(self, p: Position, left: tuple[str, ...]) -> bool:
        for name in left:
            way, r = straight_away(p, name), radius(p, p.state.models[name])
            others = (disc(p, p.state.models[n]) for n in left if n != name)
            if any(within_reach(way, r, base, 0, -2 * TOL) for base in others):  # not: along it
                return True
        return False

    def found(self, p: Position) -> tuple[str, ...]:
        return tuple(n for n in members(p, self.unit) if has(p, n, FLEEING) and not is_still(p, n))  # M2-STAT-8


def straight_away(p: Position, name: str) -> tuple[Spot, Spot]:
    """The run directly away from the nearest enemy."""
    me, foes = p.state.models[name], [p.state.models[n] for n in p.state.enemies(name)]
    if not foes:
        return me.at, me.at
    foe = min(foes, key=lambda f: (f.x - me.x) ** 2 + (f.y - me.y) ** 2)
    far, size = 2 * speed(p, name), max(1.0, ((me.x - foe.x) ** 2 + (me.y - foe.y) ** 2) ** 0.5)
    return me.at, (round(me.x + (me.x - foe.x) / size * far), round(me.y + (me.y - foe.y) / size * far))


class ChecksInTurn(InTurn, frozen=True, kw_only=True):
    """At the end of the unit's activation every trooper out of formation checks by itself (M2-FORM-8)."""

    verb, cite = "check next", "M2-FORM-8"

    def found(self, p: Position) -> tuple[str, ...]:
        formed = in_formation(p, self.unit)
        return tuple(n for n in members(p, self.unit) if n not in formed and self.owes(p, n))

    def owes(self, p: Position, name: str) -> bool:
        return name in p.state.models and bool(cowards(p, name))

    def deed(self, p: Position, name: str) -> Frame:
        return CheckOrFlee(who=name, cite=self.cite)


class RalliesInTurn(InTurn, frozen=True, kw_only=True):
    """Those who fled rally: the troopers in formation together, the others one by one (M2-CMD-11, M2-CMD-19)."""

    verb, cite = "rally next", "M2-CMD-19"

    def found(self, p: Position) -> tuple[str, ...]:
        return tuple(group[0] for group in rallying(p, self.unit))

    def deed(self, p: Position, name: str) -> Frame:
        return Rally(models=next((group for group in rallying(p, self.unit) if name in group), (name,)))
