"""A Run order also binds whoever stood up (M2-KD-14); slowed models do not charge (M2-MOVE-33)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Refusal, Term, forbids, modifies
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.movement.charge import NamesTarget
from sandtable.rulesets.warmachine.common.state.conditions import DOWN, FLEEING, STATIONARY, has
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import Stat, gains
from sandtable.rulesets.warmachine.common.turn.activity import RUN, Activity
from sandtable.rulesets.warmachine.common.units.members import commander, in_formation
from sandtable.rulesets.warmachine.common.units.unit_menus import ORDERED


@forbids(ORDERED)
def nobody_orders(p: Position, unit: str) -> Refusal | None:
    """Its commander is absent, knocked down, stationary, fleeing or out of formation."""
    name, reason = commander(p, unit), ""
    if not name:
        return Refusal(say("{unit} has no commander", unit=unit), "M2-ACT-9")
    if has(p, name, DOWN):
        reason = "is knocked down"
    elif has(p, name, STATIONARY):
        reason = "is stationary"
    elif has(p, name, FLEEING):
        reason = "flees"
    elif name not in in_formation(p, unit):
        reason = "is out of formation"
    return Refusal(say("{name} {reason} and gives no order", name=name, reason=reason), "M2-ACT-9") if reason else None


@forbids("attack", "special", "power attack", "cast")
def ordered_to_run(p: Position, a: Activity, *more: Any) -> Refusal | None:
    """Having given up its movement it does nothing more, having given up its action it advances."""
    if a.unit and a.order == RUN and a.stood:
        return Refusal(say("{model} is ordered to run", model=a.model), "M2-KD-14")
    return None


@forbids("charge", "slam", "trample")
def slowed(p: Position, a: Activity) -> Refusal | None:
    """A penalty to SPD other than from rough terrain."""
    if any(t.op == "add" and t.value < 0 for t in p.terms(Stat(a.model, "SPD"))):
        return Refusal(say("{model} is slowed", model=a.model), "M2-MOVE-33")
    return None


@modifies(NamesTarget)
def charges_by_a_spell(p: Position, q: NamesTarget) -> Iterator[Term]:
    """A trooper that charges without an order names its target before any of its unit moves, too (M2-MOVE-17)."""
    if q.activity.unit and gains(p, q.activity.model, "free_charge"):
        yield Term(1, "may charge without an order", "M2-MOVE-17")
