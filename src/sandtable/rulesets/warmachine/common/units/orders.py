"""Orders: given at the start of a unit's activation; without one its troopers advance and act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Effect, Event, Frame, Option, Options, Refusal, Term, forbids, forces, modifies
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.cover import Concealed
from sandtable.rulesets.warmachine.common.state.conditions import begin, borne, card, has
from sandtable.rulesets.warmachine.common.state.moments import ActivationStarts
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import gains
from sandtable.rulesets.warmachine.common.turn.activation import not_over
from sandtable.rulesets.warmachine.common.turn.activity import ADVANCE, CHARGE, OUT, RUN, Activity, FocusCost
from sandtable.rulesets.warmachine.common.turn.other_words import usual
from sandtable.rulesets.warmachine.common.units.members import can_order, members

NO_ORDER = "no order"
ORDERED = "ordered_"  # the effect of a warcaster's order, by what it says


class Ordered(Event, frozen=True, kw_only=True):
    """Troopers of a unit have got its order."""

    unit: str
    order: str
    troopers: tuple[str, ...]

    def line(self, p: Position) -> str:
        return say("{unit} is ordered: {order}", unit=self.unit, order=self.order.replace("_", " "))


class OrderMenu(Options, frozen=True, kw_only=True):
    """The orders a unit may get now."""

    unit: str

    def options(self, p: Position) -> tuple[Option, ...]:
        cite = p.rules.cite("orders")
        found = [Option(f"order {o}", "", cite, verb="order", actor=self.unit, using=o) for o in orders(p, self.unit)]
        return (*found, Option(NO_ORDER, "", cite, verb=NO_ORDER, actor=self.unit))

    def missing(self, p: Position, key: str) -> Refusal:
        return not_over(p, key) or super().missing(p, key)

    def begun(self, p: Position, words: str) -> tuple[str, str] | None:
        """``march north 5``, ``run north 9``, ``all charge juggernaut``: the order that this needs."""
        said = for_all(usual(words.strip().casefold().removeprefix(f"{self.unit} "))).split()
        if len(said) < 2 or said[0] not in ("all", "march"):
            return None
        order = f"order {said[1]}" if said[0] == "all" and said[1] in (RUN, CHARGE) else NO_ORDER
        return (order, " ".join(said)) if self.refuse(p, order) is None else None


def for_all(said: str) -> str:
    """A deed of a unit with more words after it is a deed of all of it: ``run north 9``, ``attack juggernaut``."""
    verb, _, rest = said.partition(" ")
    if verb == ADVANCE and rest:
        return f"march {rest}"
    return f"all {said}" if verb in (RUN, CHARGE, "attack") and rest else said


def orders(p: Position, unit: str) -> list[str]:
    """What its commander may order."""
    return known_orders(p, unit) if can_order(p, unit) else []


def known_orders(p: Position, unit: str) -> list[str]:
    """Run, charge, and what is on the cards of its troopers."""
    printed = [o for name in members(p, unit) for o in card(p, name).orders]
    found = [] if crew(p, unit) else [RUN, CHARGE]
    return [*found, *dict.fromkeys(printed)]


def crew(p: Position, unit: str) -> bool:
    """A weapon crew neither runs nor charges."""
    entry = p.rules.cards.entries.get(p.state.units[unit].entry)
    return entry is not None and entry.kind == "crew"


def given_order(p: Position, unit: str) -> str:
    """The order a warcaster gave a unit before its activation; empty: none."""
    found = (e.name for e in borne(p).get(unit, ()) if e.name.startswith(ORDERED))
    return next(found, "").removeprefix(ORDERED)


@forbids(RUN)
def run_by_order(p: Position, a: Activity) -> Refusal | None:
    """Units run only when ordered to run or charge."""
    if OUT in a.marks or (a.unit and crew(p, a.unit)):
        return None  # to regain formation; crews never run at all
    if a.unit and a.order not in (RUN, CHARGE) and not gains(p, a.model, "free_run"):
        return Refusal(say("{unit} has no order to run", unit=a.unit), p.rules.cite("units run by order"))
    return None


@forbids(CHARGE)
def charge_by_order(p: Position, a: Activity) -> Refusal | None:
    """Units charge when ordered to, or where a spell lets them: then not if ordered to run, nor out of formation."""
    if not a.unit or a.order == CHARGE or crew(p, a.unit):
        return None
    if OUT in a.marks and gains(p, a.model, "free_charge"):
        return Refusal(say("{model} returns to its unit", model=a.model), p.rules.cite("returning to formation"))
    if not gains(p, a.model, "free_charge"):
        return Refusal(say("{unit} has no order to charge", unit=a.unit), p.rules.cite("units charge by order"))
    if a.order == RUN:
        return Refusal(say("{model} is ordered to run", model=a.model), p.rules.cite("what an order binds to"))
    return None


@modifies(FocusCost)
def granted_for_nothing(p: Position, q: FocusCost) -> Iterator[Term]:
    """A spell or feat that lets warjacks run or charge without focus."""
    if q.deed in (RUN, CHARGE) and gains(p, q.model, f"free_{q.deed}"):
        yield Term(0, "granted", p.rules.cite("uses of focus by warjacks"), "most")


@forbids("advance")
def bound_by_order(p: Position, a: Activity) -> Refusal | None:
    """Whoever is ordered to run or charge does that, or stays."""
    if a.unit and a.order in (RUN, CHARGE) and not a.stood:
        return Refusal(
            say("{model} is ordered to {order}", model=a.model, order=a.order), p.rules.cite("what an order binds to")
        )
    return None


GO_TO_GROUND, SHIELD_WALL = "go_to_ground", "shield_wall"
FORMING = "forming_shield_wall"  # an effect, where the wall is judged at the end of the activation


@forces(Ordered)
def takes_cover(d: Draft, event: Ordered) -> Iterator[Frame]:
    """Whoever follows the order has concealment until its next activation."""
    for name in event.troopers if event.order == GO_TO_GROUND else ():
        cite = d.rules.cite("orders on a card")
        begin(d, Effect(GO_TO_GROUND, name, until=ActivationStarts(name), cite=cite))
    yield from ()


@forbids("attack", "special", "power attack", "cast")
def lies_low(p: Position, a: Activity, *more: Any) -> Refusal | None:
    """It may advance, but neither attacks nor acts."""
    return (
        Refusal(say("{model} goes to ground", model=a.model), p.rules.cite("orders on a card"))
        if a.order == GO_TO_GROUND
        else None
    )


@modifies(Concealed)
def gone_to_ground(p: Position, q: Concealed) -> Iterator[Term]:
    if has(p, q.model, GO_TO_GROUND):
        yield Term(1, "gone to ground", p.rules.cite("concealment"))
