"""Activating a unit: an order, all movement, then the actions of one trooper after another, then checks.

One menu offers the deeds of all its troopers: ``guns.3 advance``, ``guns.3 attack juggernaut with rifle``.
"""

from __future__ import annotations

from typing import Any

from sandtable.core import Ask, Call, EffectEnded, Frame, Next, Return, Settle, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, borne, has, is_helpless, is_still
from sandtable.rulesets.warmachine.common.state.events import ActivationBegan, ActivationOver
from sandtable.rulesets.warmachine.common.state.moments import ActivationIsOver, ActivationStarts
from sandtable.rulesets.warmachine.common.state.rules import Draft
from sandtable.rulesets.warmachine.common.turn.activation import deed_of, opened
from sandtable.rulesets.warmachine.common.turn.activity import CHARGE, OUT, Activity, Mate
from sandtable.rulesets.warmachine.common.turn.standing_up import HALVES, STAY_DOWN, Rising, StandUp
from sandtable.rulesets.warmachine.common.turn.windows import ACTIVATION_BEGINS
from sandtable.rulesets.warmachine.common.units.members import commander, in_formation, members
from sandtable.rulesets.warmachine.common.units.orders import NO_ORDER, ORDERED, Ordered, OrderMenu, given_order
from sandtable.rulesets.warmachine.common.units.terror import arrived
from sandtable.rulesets.warmachine.common.units.unit_menus import ACT, DECLARED, END, NAMES, ChargeTargets, UnitMenu


class UnitActivation(Frame, frozen=True, kw_only=True):
    unit: str
    activities: tuple[Activity, ...] = ()
    acting: bool = False
    current: str = ""
    risen: Activity | None = None  # the commander, if he stood up before the order

    def start(self, d: Draft) -> Next:
        cite = d.rules.cite("one activation each")
        d.emit(ActivationBegan(who=self.unit, cite=cite))
        d.reach(ActivationStarts(self.unit))
        for name in members(d, self.unit):
            d.reach(ActivationStarts(name))
        leader = d.rules.edition.knocked_down.rises_first(d, commander(d, self.unit))
        if not leader:
            return self.order(d)
        me = self.but(risen=opened(d, Activity(model=leader, unit=self.unit)))
        domain, cite = Rising(model=leader), d.rules.cite("standing up")
        ask = Ask(self.seat(d), say("stand up with {leader}", leader=leader), domain, STAY_DOWN, cite, about=(leader,))
        return Wait(ask, then=me.rises)

    def seat(self, d: Draft) -> int:
        return d.state.units[self.unit].seat

    def rises(self, d: Draft, key: str) -> Next:
        if key == STAY_DOWN or self.risen is None:
            return self.but(risen=None).order(d)
        return Call(StandUp(activity=self.risen, half=HALVES[key]), then=self.up)

    def up(self, d: Draft, activity: Activity) -> Next:
        return self.but(risen=activity).order(d)

    def order(self, d: Draft) -> Next:
        if given := given_order(d, self.unit):
            return self.ordered(d, f"order {given}")
        domain = OrderMenu(unit=self.unit)
        if len(domain.options(d)) == 1:
            return self.ordered(d, NO_ORDER)
        ask = Ask(
            self.seat(d),
            say("order {unit}", unit=self.unit),
            domain,
            NO_ORDER,
            d.rules.cite("orders"),
            about=members(d, self.unit),
        )
        return Wait(ask, then=self.ordered)

    def ordered(self, d: Draft, key: str) -> Next:
        order = "" if key == NO_ORDER else key.removeprefix("order ")
        for effect in borne(d).get(self.unit, ()):
            if effect.name.startswith(ORDERED):
                d.emit(EffectEnded(effect=effect, cite=d.rules.cite("orders")))
        formed = in_formation(d, self.unit)
        found = []
        for name in members(d, self.unit):
            if is_still(d, name) or has(d, name, FLEEING) or d.forbidden("trooper activation", name) is not None:
                continue
            own = order if name in formed else ""
            risen = self.risen if self.risen is not None and self.risen.model == name else None
            a = risen.but(order=own) if risen else opened(d, Activity(model=name, unit=self.unit, order=own))
            found.append(a if name in formed else a.marked(OUT))
        if order:
            troopers = tuple(a.model for a in found if a.order == order)
            d.emit(Ordered(unit=self.unit, order=order, troopers=troopers, cite=d.rules.cite("orders")))
        me = self.but(activities=tuple(found), risen=None)
        return Call(d.rules.before_unit_moves(d, self.unit), then=me.declare)

    def declare(self, d: Draft, *ignored: Any) -> Next:
        """Charge targets are named for all before anybody moves."""
        domain = ChargeTargets(unit=self.unit, activities=tuple(a for a in self.activities if a.order == CHARGE))
        if len(domain.options(d)) == 1:
            return self.begin(d)
        cite = d.rules.cite("units charge by order")
        ask = Ask(
            self.seat(d),
            say("charge targets of {unit}", unit=self.unit),
            domain,
            DECLARED,
            cite,
            about=members(d, self.unit),
        )
        return Wait(ask, then=self.declared)

    def declared(self, d: Draft, key: str) -> Next:
        if key == DECLARED:
            return self.begin(d)
        name, _, target = key.partition(f" {NAMES} ")
        named = tuple(a.but(declares=target) if a.model == name else a for a in self.activities)
        return self.but(activities=named).declare(d)

    def begin(self, d: Draft, *ignored: Any) -> Next:
        if not self.activities:
            return self.finished(d)
        d.rules.edition.dread.unit_sets_out(d, self.unit)
        return Call(
            ACTIVATION_BEGINS.opened(d, self.activities[0], cite=d.rules.cite("one activation each")), then=self.menu
        )

    def menu(self, d: Draft, *ignored: Any) -> Next:
        live = tuple(a for a in self.activities if self.able(d, a))
        if self.acting:
            live = tuple(a.but(mates=mates(live, a.model)) for a in live)
        me = self.but(activities=live)
        if not live:
            return me.finished(d)
        domain = UnitMenu(unit=self.unit, acting=self.acting, activities=live, current=self.current)
        left = () if self.acting else domain.stragglers(d)
        default = END if self.acting else f"{left[0]} advance" if left else ACT
        cite = d.rules.cite("movement before action of a unit")
        prompt = say("act with {unit}" if self.acting else "move {unit}", unit=self.unit)
        ask = Ask(self.seat(d), prompt, domain, default, cite, about=members(d, self.unit))
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
            return self.all_moved(d)
        name, _, rest = key.partition(" ")
        a = next(x for x in self.activities if x.model == name)
        deed = deed_of(d, rest)
        assert deed is not None
        me = self.closed(name) if self.acting else self
        return Call(deed.frame(d, a, rest), then=me.did)

    def all_moved(self, d: Draft) -> Next:
        arrived(d, self.unit)
        return Call(Settle(), then=self.but(acting=True).menu)

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
        arrived(d, self.unit)
        return Call(d.rules.after_unit_acts(d, self.unit), then=self.over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        for name in (self.unit, *members(d, self.unit)):
            d.reach(ActivationIsOver(name))
        if d.state.activating == self.unit:
            d.emit(ActivationOver(who=self.unit, cite=d.rules.cite("one activation each")))
        return Call(Settle(), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return()


def mates(live: tuple[Activity, ...], model: str) -> tuple[Mate, ...]:
    """The others that have not acted yet."""
    fresh = (a for a in live if not a.action and a.may_act and a.model != model)
    return tuple(Mate(model=a.model, charged=a.charged, far=a.far) for a in fresh)
