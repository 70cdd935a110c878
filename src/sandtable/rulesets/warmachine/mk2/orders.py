"""A Run order also binds whoever stood up (M2-KD-14); slowed models do not charge (M2-MOVE-33)."""

from __future__ import annotations

from typing import Any

from sandtable.core import Refusal, forbids
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import Stat
from sandtable.rulesets.warmachine.common.turn.activity import RUN, Activity


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
