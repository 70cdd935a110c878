"""A warcaster orders a unit: one order a turn to one friendly unit in his command range (M1-ORDER-4).

The unit carries it out when it activates later in the same turn, whether its leader lives or not.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Effect, Frame, Next, Option, Refusal, Return, forbids
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.measuring.distance import command_area, near
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, begin, card, has, is_helpless
from sandtable.rulesets.warmachine.common.state.events import Declared
from sandtable.rulesets.warmachine.common.state.moments import TurnEnds
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from sandtable.rulesets.warmachine.common.turn.deeds import Deed
from sandtable.rulesets.warmachine.common.units.members import commander, in_formation, members
from sandtable.rulesets.warmachine.common.units.orders import ORDERED, given_order, known_orders
from sandtable.rulesets.warmachine.common.units.unit_menus import ORDERED as ORDERED_NOW

VERB, GAVE = "order", "gave an order"


@forbids(ORDERED_NOW)
def nobody_orders(p: Position, unit: str) -> Refusal | None:
    """Its leader is lost (M1-ORDER-9), stationary, fleeing or out of formation."""
    leader = commander(p, unit)
    if not leader:
        return Refusal(say("{unit} has no leader", unit=unit), "M1-ORDER-9")
    if is_helpless(p, leader):
        return Refusal(say("{leader} is stationary", leader=leader), "M1-ORDER-8")
    if has(p, leader, FLEEING):
        return Refusal(say("{leader} flees", leader=leader), "M1-FLEE-5")
    if leader not in in_formation(p, unit):
        return Refusal(say("{leader} is out of formation", leader=leader), "M1-ORDER-10")
    return p.forbidden("give order", leader)


def barred(p: Position, a: Activity) -> Refusal | None:
    if card(p, a.model).kind != "warcaster":
        return Refusal(say("{model} is no warcaster", model=a.model), "M1-ORDER-4")
    if GAVE in a.marks:
        return Refusal(say("{model} has given his order", model=a.model), "M1-ORDER-4")
    if a.down or a.over or has(p, a.model, FLEEING):
        return Refusal(say("{model} can give no order now", model=a.model), "M1-ORDER-8")
    return p.forbidden("give order", a.model)


def no_unit(p: Position, caster: str, unit: str) -> Refusal | None:
    """Why a unit cannot be ordered by him."""
    if p.state.units[unit].seat != p.state.status[caster].seat or not members(p, unit):
        return Refusal(say("{unit} is no friendly unit", unit=unit), "M1-ORDER-4")
    if all(has(p, n, FLEEING) for n in members(p, unit)):
        return Refusal(say("{unit} flees", unit=unit), "M1-FLEE-5")
    if unit in p.state.activated:
        return Refusal(say("{unit} has activated this turn", unit=unit), "M1-ORDER-5")
    if given_order(p, unit):
        return Refusal(say("{unit} has its order", unit=unit), "M1-ORDER-5")
    if not within_command(p, caster, unit):
        return Refusal(
            say("{unit} is not within the command range of {caster}", unit=unit, caster=caster), "M1-ORDER-4"
        )
    return p.forbidden("ordered by", caster, unit)


def not_a_unit(p: Position, name: str) -> Refusal:
    """Orders go to units: everybody else runs and charges at will (M1-ORDER-3)."""
    unit = p.state.status[name].unit
    orders = ", ".join(f"{VERB} {unit} {order}" for order in known_orders(p, unit)) if unit else ""
    return Refusal(say("{name} is no unit", name=name), "M1-ORDER-4", instead=orders)


def within_command(p: Position, caster: str, unit: str) -> bool:
    """Its leader in formation is, or where there is none any trooper in formation (M1-CMD-9)."""
    formed, leader = in_formation(p, unit), commander(p, unit)
    tested = (leader,) if leader in formed else formed
    return any(near(p, caster, n, command_area(p, caster)) for n in tested)


class GiveOrder(Frame, frozen=True, kw_only=True):
    activity: Activity
    unit: str
    order: str

    def start(self, d: Draft) -> Next:
        caster = self.activity.model
        said = say("order {unit} {order}", unit=self.unit, order=self.order.replace("_", " "))
        d.emit(Declared(who=caster, what=said, cite="M1-ORDER-4"))
        begin(d, Effect(ORDERED + self.order, self.unit, caster, until=TurnEnds(), cite="M1-ORDER-4"))
        return Return(self.activity.marked(GAVE))


class Ordering(Deed):
    """Any time in his activation (M1-TURN-9)."""

    verb = VERB

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if card(p, a.model).kind != "warcaster" or barred(p, a) is not None:
            return
        for unit in p.state.units:
            if no_unit(p, a.model, unit) is None:
                for order in known_orders(p, unit):
                    key = f"{VERB} {unit} {order}"
                    option = self.option(p, a, key, "M1-ORDER-4", target=unit, using=order)
                    yield option.but(verb="give order", about=(a.model,))

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        if why := barred(p, a):
            return why
        words = key.split(" ")
        if len(words) > 1 and words[1] in p.state.models:
            return not_a_unit(p, words[1])
        if len(words) < 2 or words[1] not in p.state.units:
            return None
        unit, order = words[1], " ".join(words[2:])
        if why := no_unit(p, a.model, unit) or p.forbidden("order to", unit, order):
            return why
        known = known_orders(p, unit)
        return Refusal(say("{unit} has no such order", unit=unit), "M1-ORDER-4", instead=", ".join(known))

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        _, unit, order = key.split(" ")
        return GiveOrder(activity=a, unit=unit, order=order)
