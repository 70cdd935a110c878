"""Shield wall in Mk II: affected models in base contact with each other, tested all the time (M2-ACT-8)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Effect, Frame, Term, forces, modifies
from sandtable.rulesets.warmachine.common.damage.damage import Armour
from sandtable.rulesets.warmachine.common.measuring.distance import in_contact
from sandtable.rulesets.warmachine.common.state.conditions import begin, has
from sandtable.rulesets.warmachine.common.state.moments import ActivationStarts
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.units.members import members
from sandtable.rulesets.warmachine.common.units.orders import SHIELD_WALL, Ordered
from sandtable.rulesets.warmachine.mk2.shields import from_behind

BONUS = 4


@forces(Ordered)
def affected(d: Draft, event: Ordered) -> Iterator[Frame]:
    for name in event.troopers if event.order == SHIELD_WALL else ():
        begin(d, Effect(SHIELD_WALL, name, until=ActivationStarts(name), cite="M2-ACT-8"))
    yield from ()


@modifies(Armour)
def in_the_wall(p: Position, q: Armour) -> Iterator[Term]:
    """Not for damage that comes from its back arc."""
    unit = p.state.status[q.model].unit
    if not unit or not has(p, q.model, SHIELD_WALL) or from_behind(p, q.model, q.blow):
        return
    if any(n != q.model and has(p, n, SHIELD_WALL) and in_contact(p, q.model, n) for n in members(p, unit)):
        yield Term(BONUS, "shield wall", "M2-ACT-8")
