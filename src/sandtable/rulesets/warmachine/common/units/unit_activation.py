"""Activating a unit: an order, all movement, then the actions of one trooper after another, then checks.

One menu offers the deeds of all its troopers: ``guns.3 advance``, ``guns.3 attack juggernaut with rifle``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Option, Options, Refusal, Return, Settle, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, has, is_helpless, is_still
from sandtable.rulesets.warmachine.common.state.events import ActivationBegan, ActivationOver
from sandtable.rulesets.warmachine.common.state.moments import ActivationIsOver, ActivationStarts
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activation import deed_of, opened
from sandtable.rulesets.warmachine.common.turn.activity import ADVANCE, CHARGE, RUN, Activity
from sandtable.rulesets.warmachine.common.turn.windows import ACTIVATION_BEGINS
from sandtable.rulesets.warmachine.common.units.members import in_formation, members
from sandtable.rulesets.warmachine.common.units.orders import NO_ORDER, OUT, OrderMenu

MOVES = ("stand", ADVANCE, RUN, CHARGE)
ACT, END = "act", "end"


class UnitMenu(Options, frozen=True, kw_only=True):
    """What the troopers of a unit may do next: move, or once all have moved, act."""

    unit: str
    acting: bool
    activities: tuple[Activity, ...]
    current: str = ""  # the trooper whose action is under way

    def options(self, p: Position) -> tuple[Option, ...]:
        def found() -> Iterator[Option]:
            for a in self.activities:
                yield from self.of(p, a)
            cite = p.rules.cite("movement before action of a unit")
            yield (
                Option(END, "", cite, verb="end activation", actor=self.unit, ends=True)
                if self.acting
                else Option(ACT, "", cite, verb=ACT, actor=self.unit)
            )

        return p.memo(("unit menu", self), lambda: tuple(found()))

    def sought(self, p: Position) -> Iterator[Option]:
        """What the trooper whose turn it is, or the first one, could be asked to do."""
        live = [a for a in self.activities if not a.over and a.model in p.state.models]
        for a in ([a for a in live if a.model == self.current] or live)[:1]:
            for deed in p.rules.deeds:
                if (deed.verb in MOVES) is not self.acting:
                    for option in deed.sought(p, a):
                        yield option.but(key=f"{a.model} {option.key}")

    def of(self, p: Position, a: Activity) -> tuple[Option, ...]:
        """One trooper's options, with its name in front."""

        def found() -> Iterator[Option]:
            if a.over or a.model not in p.state.models:
                return
            for deed in p.rules.deeds:
                if (deed.verb in MOVES) is not self.acting:
                    for option in deed.options(p, a):
                        yield option.but(key=f"{a.model} {option.key}")

        return p.memo(("trooper menu", a, self.acting), lambda: tuple(found()))

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if answer == (END if self.acting else ACT):
            return None
        if isinstance(answer, str):
            a = self.activity(answer)
            if a is not None and any(o.key == answer for o in self.of(p, a)):
                return None
        return super().refuse(p, answer)

    def activity(self, key: str) -> Activity | None:
        return next((a for a in self.activities if a.model == key.split(" ")[0]), None)

    def missing(self, p: Position, key: str) -> Refusal:
        a = self.activity(key)
        if a is None:
            return super().missing(p, key)
        rest = key.partition(" ")[2]
        deed = deed_of(p, rest)
        if deed is not None and (deed.verb in MOVES) is self.acting:
            return Refusal(
                "all troopers move before any of them acts", p.rules.cite("movement before action of a unit")
            )
        return (deed and deed.missing(p, a, rest)) or super().missing(p, key)


class UnitActivation(Frame, frozen=True, kw_only=True):
    unit: str
    activities: tuple[Activity, ...] = ()
    acting: bool = False
    current: str = ""

    def start(self, d: Draft) -> Next:
        cite = d.rules.cite("one activation each")
        d.emit(ActivationBegan(who=self.unit, cite=cite))
        d.reach(ActivationStarts(self.unit))
        for name in members(d, self.unit):
            d.reach(ActivationStarts(name))
        domain = OrderMenu(unit=self.unit)
        if len(domain.options(d)) == 1:
            return self.ordered(d, NO_ORDER)
        seat = d.state.units[self.unit].seat
        ask = Ask(
            seat,
            say("order {unit}", unit=self.unit),
            domain,
            NO_ORDER,
            d.rules.cite("orders"),
            about=members(d, self.unit),
        )
        return Wait(ask, then=self.ordered)

    def ordered(self, d: Draft, key: str) -> Next:
        order = "" if key == NO_ORDER else key.removeprefix("order ")
        formed = in_formation(d, self.unit)
        found = []
        for name in members(d, self.unit):
            if is_still(d, name) or has(d, name, FLEEING):
                continue
            own = order if name in formed else ""
            a = opened(d, Activity(model=name, unit=self.unit, order=own))
            found.append(a if name in formed else a.marked(OUT))
        d.rules.edition.formation.ordered(d, self.unit, order)
        return Call(d.rules.before_unit_moves(d, self.unit), then=self.but(activities=tuple(found)).begin)

    def begin(self, d: Draft, *ignored: Any) -> Next:
        if not self.activities:
            return self.finished(d)
        return Call(ACTIVATION_BEGINS.opened(d, self.activities[0]), then=self.menu)

    def menu(self, d: Draft, *ignored: Any) -> Next:
        live = tuple(a for a in self.activities if self.able(d, a))
        if self.acting:
            fresh = tuple(a.model for a in live if not a.action and a.may_act)
            live = tuple(a.but(mates=tuple(n for n in fresh if n != a.model)) for a in live)
        me = self.but(activities=live)
        if not live:
            return me.finished(d)
        domain = UnitMenu(unit=self.unit, acting=self.acting, activities=live, current=self.current)
        seat = d.state.units[self.unit].seat
        default = END if self.acting else ACT
        cite = d.rules.cite("movement before action of a unit")
        prompt = say("act with {unit}" if self.acting else "move {unit}", unit=self.unit)
        ask = Ask(seat, prompt, domain, default, cite, about=members(d, self.unit))
        return Wait(ask, then=me.chosen)

    @staticmethod
    def able(d: Draft, a: Activity) -> bool:
        """Still there, up, and not fleeing."""
        if a.model not in d.state.models or has(d, a.model, FLEEING):
            return False
        return a.down or not is_helpless(d, a.model)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == END:
            return self.finished(d)
        if key == ACT:
            return Call(d.rules.after_unit_moves(self.unit), then=self.but(acting=True).menu)
        name, _, rest = key.partition(" ")
        a = next(x for x in self.activities if x.model == name)
        deed = deed_of(d, rest)
        assert deed is not None
        me = self.closed(name) if self.acting else self
        return Call(deed.frame(d, a, rest), then=me.did)

    def closed(self, name: str) -> Any:
        """A trooper finishes its action before the next one starts."""
        if self.current in ("", name):
            return self.but(current=name)
        done = tuple(a.but(over=True) if a.model == self.current else a for a in self.activities)
        return self.but(activities=done, current=name)

    def did(self, d: Draft, activity: Activity | None = None, helpers: tuple[str, ...] = ()) -> Next:
        """Helpers of a combined attack have used theirs."""
        after = self
        if activity is not None:
            changed = tuple(activity if a.model == activity.model else a for a in self.activities)
            used = tuple(a.but(action=activity.action, over=True) if a.model in helpers else a for a in changed)
            after = self.but(activities=used)
        return Call(Settle(), then=after.menu)

    def finished(self, d: Draft) -> Next:
        return Call(d.rules.after_unit_acts(d, self.unit), then=self.over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        d.rules.edition.formation.finished(d, self.unit)
        for name in (self.unit, *members(d, self.unit)):
            d.reach(ActivationIsOver(name))
        if d.state.activating == self.unit:
            d.emit(ActivationOver(who=self.unit, cite=d.rules.cite("one activation each")))
        return Call(Settle(), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return()
