"""Orders: given at the start of a unit's activation; without one its troopers advance and act."""

from __future__ import annotations

from sandtable.core import Option, Options, Refusal, forbids
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import gains
from sandtable.rulesets.warmachine.common.turn.activity import CHARGE, RUN, Activity
from sandtable.rulesets.warmachine.common.units.members import can_order, commander, members

NO_ORDER = "no order"
OUT = "out of formation"  # the mark of a trooper that began its activation so
ORDERED = "ordered_"  # the effect of a warcaster's order, by what it says


class OrderMenu(Options, frozen=True, kw_only=True):
    """The orders a unit may get now."""

    unit: str

    def options(self, p: Position) -> tuple[Option, ...]:
        cite = p.rules.cite("orders")
        found = [Option(f"order {o}", "", cite, verb="order", actor=self.unit, using=o) for o in orders(p, self.unit)]
        return (*found, Option(NO_ORDER, "", cite, verb=NO_ORDER, actor=self.unit))


def orders(p: Position, unit: str) -> list[str]:
    """Run, charge, and what is on the cards of its troopers."""
    if not can_order(p, unit):
        return []
    printed = [o for name in members(p, unit) for o in card(p, name).orders]
    found = [] if crew(p, unit) else [RUN, CHARGE]
    return [*found, *dict.fromkeys(printed)]


def crew(p: Position, unit: str) -> bool:
    """A weapon crew neither runs nor charges."""
    entry = p.rules.cards.entries.get(p.state.units[unit].entry)
    return entry is not None and entry.kind == "crew"


def giver(p: Position, unit: str) -> str:
    return commander(p, unit)


@forbids(RUN)
def run_by_order(p: Position, a: Activity) -> Refusal | None:
    """Units run only when ordered to run or charge."""
    if OUT in a.marks:
        return None  # to regain formation
    if a.unit and a.order not in (RUN, CHARGE) and not gains(p, a.model, "free_run"):
        return Refusal(say("{unit} has no order to run", unit=a.unit), p.rules.cite("units run by order"))
    return None


@forbids(CHARGE)
def charge_by_order(p: Position, a: Activity) -> Refusal | None:
    """Units charge only when ordered to."""
    if a.unit and a.order != CHARGE and not gains(p, a.model, "free_charge"):
        return Refusal(say("{unit} has no order to charge", unit=a.unit), p.rules.cite("units charge by order"))
    return None


@forbids("advance")
def bound_by_order(p: Position, a: Activity) -> Refusal | None:
    """Whoever is ordered to run or charge does that, or stays."""
    if a.unit and a.order in (RUN, CHARGE) and not a.stood:
        return Refusal(
            say("{model} is ordered to {order}", model=a.model, order=a.order), p.rules.cite("what an order binds to")
        )
    return None
