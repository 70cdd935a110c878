"""A unit of which nobody can do anything activates all the same, when all others have (M1-TURN-4, M1-TURN-11).

Its stationary troopers do nothing; at its end those out of formation check their nerve (M1-FORM-10).
"""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Frame, Next, Return
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, has, is_still
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.units.members import members


class StandStill(Frame, frozen=True, kw_only=True):
    seat: int

    def start(self, d: Draft, *ignored: Any) -> Next:
        found = frozen(d, self.seat)
        return Call(d.rules.activation(d, found[0]), then=self.start) if found else Return()


def frozen(p: Position, seat: int) -> list[str]:
    """Units of the seat that have not activated; those who fled have had their activation (M1-FLEE-11)."""
    left = [n for n, u in p.state.units.items() if u.seat == seat and n not in p.state.activated]
    return [n for n in left if any(is_still(p, m) and not has(p, m, FLEEING) for m in members(p, n))]
