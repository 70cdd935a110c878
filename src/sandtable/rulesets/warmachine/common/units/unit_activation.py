"""Activating a unit: an order, all movement, then the actions of one trooper after another, then checks.

One menu offers the deeds of all its troopers: ``guns.3 advance``, ``guns.3 attack juggernaut with rifle``.
"""

from __future__ import annotations

from typing import Any

from sandtable.core import Ask, Call, EffectEnded, Frame, Next, Return, Settle, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.movement.charge import NamesTarget
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, borne, has, is_still
from sandtable.rulesets.warmachine.common.state.events import ActivationBegan, ActivationOver
from sandtable.rulesets.warmachine.common.state.moments import ActivationIsOver, ActivationStarts
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activation import deed_of, opened
from sandtable.rulesets.warmachine.common.turn.activity import OUT, Activity
from sandtable.rulesets.warmachine.common.turn.standing_up import HALVES, STAY_DOWN, Rising, StandUp
from sandtable.rulesets.warmachine.common.turn.windows import ACTIVATION_BEGINS
from sandtable.rulesets.warmachine.common.units.live_troopers import closed, having_helped, live, with_done
from sandtable.rulesets.warmachine.common.units.marching import PACES, Marching
from sandtable.rulesets.warmachine.common.units.members import commander, in_formation, members
from sandtable.rulesets.warmachine.common.units.orders import NO_ORDER, ORDERED, Ordered, OrderMenu, given_order
from sandtable.rulesets.warmachine.common.units.terror import arrived
from sandtable.rulesets.warmachine.common.units.together import AttackTogether, ChargeTogether, sensible_targets
from sandtable.rulesets.warmachine.common.units.unit_menus import (
    ACT,
    ALL_ATTACK,
    ALL_CHARGE,
    DECLARED,
    END,
    NAMES,
    TOGETHER,
    ChargeTargets,
    UnitMenu,
)


class UnitActivation(Frame, frozen=True, kw_only=True):
    unit: str
    activities: tuple[Activity, ...] = ()
    acting: bool = False
    current: str = ""
    risen: tuple[Activity, ...] = ()  # troopers that were asked before the order whether they stand up
    lying: tuple[str, ...] = ()  # those that are still to be asked

    def start(self, d: Draft) -> Next:
        cite = d.rules.cite("one activation each")
        d.emit(ActivationBegan(who=self.unit, cite=cite))
        d.reach(ActivationStarts(self.unit))
        for name in members(d, self.unit):
            d.reach(ActivationStarts(name))
        choosing = d.rules.edition.formation.choosing(d, self.unit)
        return self.formed(d) if choosing is None else Call(choosing, then=self.formed)

    def formed(self, d: Draft, *ignored: Any) -> Next:
        first = commander(d, self.unit)
        models = sorted(members(d, self.unit), key=lambda name: name != first)
        return self.but(lying=d.rules.edition.knocked_down.rise_first(d, tuple(models))).each_rises(d)

    def each_rises(self, d: Draft) -> Next:
        lying = tuple(n for n in self.lying if n in d.state.models and d.forbidden("trooper activation", n) is None)
        if not lying:
            return self.order(d)
        name, me = lying[0], self.but(lying=lying)
        domain, cite = Rising(model=name), d.rules.cite("standing up")
        ask = Ask(self.seat(d), say("stand up with {name}", name=name), domain, STAY_DOWN, cite, about=(name,))
        return Wait(ask, then=me.rises)

    def seat(self, d: Draft) -> int:
        return d.state.units[self.unit].seat

    def rises(self, d: Draft, key: str) -> Next:
        one = opened(d, Activity(model=self.lying[0], unit=self.unit))
        rest = self.but(lying=self.lying[1:])
        if key == STAY_DOWN:  # he does nothing else
            return rest.but(risen=(*self.risen, one.but(over=True))).each_rises(d)
        return Call(StandUp(activity=one, half=HALVES[key]), then=rest.up)

    def up(self, d: Draft, activity: Activity) -> Next:
        return self.but(risen=(*self.risen, activity)).each_rises(d)

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
            risen = next((a for a in self.risen if a.model == name), None)
            a = risen.but(order=own) if risen else opened(d, Activity(model=name, unit=self.unit, order=own))
            found.append(a if name in formed else a.marked(OUT))
        if order:
            troopers = tuple(a.model for a in found if a.order == order)
            d.emit(Ordered(unit=self.unit, order=order, troopers=troopers, cite=d.rules.cite("orders")))
        me = self.but(activities=tuple(found), risen=())
        return Call(d.rules.before_unit_moves(d, self.unit), then=me.declare)

    def declare(self, d: Draft, *ignored: Any) -> Next:
        """Charge targets are named for all before anybody moves."""
        domain = ChargeTargets(unit=self.unit, activities=naming(d, self.activities))
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
        if key.startswith(ALL_CHARGE):
            return self.all_declared(d, key.removeprefix(ALL_CHARGE).strip())
        name, _, target = key.partition(f" {NAMES} ")
        named = tuple(a.but(declares=target) if a.model == name else a for a in self.activities)
        return self.but(activities=named).declare(d)

    def all_declared(self, d: Draft, target: str) -> Next:
        """Everybody else names a target; then all charge."""
        named = sensible_targets(d, naming(d, self.activities), target)
        told = tuple(a.but(declares=named[a.model]) if a.model in named else a for a in self.activities)
        return Call(self.but(activities=told).sets_out(d), then=self.but(activities=told).charge_all)

    def charge_all(self, d: Draft, *ignored: Any) -> Next:
        return self.together(d, ALL_CHARGE)

    def begin(self, d: Draft, *ignored: Any) -> Next:
        if not self.activities:
            return self.finished(d)
        return Call(self.sets_out(d), then=self.menu)

    def sets_out(self, d: Draft) -> Frame:
        d.rules.edition.dread.unit_sets_out(d, self.unit)
        return ACTIVATION_BEGINS.opened(d, self.activities[0], cite=d.rules.cite("one activation each"))

    def menu(self, d: Draft, *ignored: Any) -> Next:
        found = live(d, self.activities, acting=self.acting)
        me = self.but(activities=found)
        if not found:
            return me.finished(d)
        domain = UnitMenu(unit=self.unit, acting=self.acting, activities=found, current=self.current)
        left = () if self.acting else domain.stragglers(d)
        default = END if self.acting else f"{left[0]} advance" if left else ACT
        cite = d.rules.cite("movement before action of a unit")
        prompt = say("act with {unit}" if self.acting else "move {unit}", unit=self.unit)
        ask = Ask(self.seat(d), prompt, domain, default, cite, about=members(d, self.unit))
        return Wait(ask, then=me.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == END:
            return self.finished(d)
        if key == ACT:
            return self.all_moved(d)
        if key in TOGETHER or key.startswith(ALL_ATTACK):
            return self.together(d, key)
        name, _, rest = key.partition(" ")
        a = next(x for x in self.activities if x.model == name)
        deed = deed_of(d, rest)
        assert deed is not None
        me = self.closed(name) if self.acting else self
        return Call(deed.frame(d, a, rest), then=me.did)

    def together(self, d: Draft, key: str) -> Next:
        """One answer for all of them."""
        unit, activities = self.unit, self.activities
        if key in PACES:
            return Call(Marching(unit=unit, how=PACES[key], activities=activities), then=self.all_did)
        if key == ALL_CHARGE:
            return Call(ChargeTogether(unit=unit, activities=activities), then=self.all_did)
        target = key.removeprefix(ALL_ATTACK).strip()
        fight = AttackTogether(unit=unit, activities=activities, target=target, current=self.current)
        return Call(fight, then=self.all_did)

    def all_did(self, d: Draft, activities: tuple[Activity, ...], current: str = "") -> Next:
        return self.but(activities=activities, current=current).menu(d)

    def all_moved(self, d: Draft) -> Next:
        arrived(d, self.unit)
        return Call(Settle(), then=self.but(acting=True).menu)

    def closed(self, name: str) -> Any:
        """A trooper finishes its action before the next one starts."""
        return self.but(activities=closed(self.activities, self.current, name), current=name)

    def did(self, d: Draft, activity: Activity | None = None, helpers: tuple[str, ...] = ()) -> Next:
        found = with_done(self.activities, activity)
        if activity is not None:
            found = having_helped(d, found, helpers, activity.action)
        return Call(Settle(), then=self.but(activities=found).menu)

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


def naming(p: Position, activities: tuple[Activity, ...]) -> tuple[Activity, ...]:
    """Those who name their charge targets before anybody moves."""
    return tuple(a for a in activities if p.holds(NamesTarget(a)))
