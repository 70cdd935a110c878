"""A charger of Mk I turns to its target wherever it has it in melee range, and opens with a melee attack on it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Refusal, Term, forbids, modifies
from sandtable.core.texts import say
from sandtable.geometry.arcs import bearing
from sandtable.rulesets.warmachine.common.attacks.attacking import reaches_charge_target
from sandtable.rulesets.warmachine.common.movement.charge import ChargeReaches, in_melee_range
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.turn.activity import CHARGE, SPECIAL, Activity


@modifies(ChargeReaches)
def turns_to_it(p: Position, q: ChargeReaches) -> Iterator[Term]:
    """Melee range is a distance: also past the target it faces it when the charge has succeeded (M1-CHARGE-6)."""
    models = p.state.models
    if q.target in models:
        facing = bearing(models[q.model].at, models[q.target].at)
        if in_melee_range(p.with_state(p.state.with_model(q.model, facing=facing)), q.model, q.target):
            yield Term(1, "in melee range", "M1-CHARGE-9")


@forbids(SPECIAL)
def opens_on_its_target(p: Position, a: Activity) -> Refusal | None:
    """No special attack instead; after a short charge too the first attack is an ordinary one (M1-CHARGE-12)."""
    if a.moved == CHARGE and reaches_charge_target(p, a):
        return Refusal(say("the first attack is on {charged}", charged=a.charged), "M1-CHARGE-10")
    return None
