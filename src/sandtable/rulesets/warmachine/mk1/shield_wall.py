"""Shield wall in Mk I: whoever ends the activation in tight formation has it until its next one (M1-FORM-1).

It is kept even by a trooper that is then moved out of the wall.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Effect, Frame, Term, forces, modifies
from sandtable.rulesets.warmachine.common.damage.damage import Armour
from sandtable.rulesets.warmachine.common.measuring.distance import behind
from sandtable.rulesets.warmachine.common.state.conditions import begin, end, has
from sandtable.rulesets.warmachine.common.state.events import ActivationOver
from sandtable.rulesets.warmachine.common.state.moments import ActivationStarts
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.units.members import members
from sandtable.rulesets.warmachine.common.units.orders import FORMING, SHIELD_WALL, Ordered
from sandtable.rulesets.warmachine.mk1.formation import tight

BONUS = 4


@forces(Ordered)
def forming(d: Draft, event: Ordered) -> Iterator[Frame]:
    for name in event.troopers if event.order == SHIELD_WALL else ():
        begin(d, Effect(FORMING, name, cite="M1-FORM-1"))
    yield from ()


@forces(ActivationOver)
def formed(d: Draft, event: ActivationOver) -> Iterator[Frame]:
    """Judged when the activation ends (M1-FORM-7, M1-FORM-12)."""
    if event.who in d.state.units:
        wall = tight(d, event.who)
        for name in members(d, event.who):
            if has(d, name, FORMING):
                end(d, name, FORMING, "M1-FORM-7")
                if name in wall:
                    begin(d, Effect(SHIELD_WALL, name, until=ActivationStarts(name), cite="M1-FORM-1"))
    yield from ()


@modifies(Armour)
def in_the_wall(p: Position, q: Armour) -> Iterator[Term]:
    """Not against an attacker in its back arc."""
    strike = q.blow.strike
    if not has(p, q.model, SHIELD_WALL):
        return
    if strike is None or strike.source not in p.state.models or not behind(p, strike.source, q.model):
        yield Term(BONUS, "shield wall", "M1-FORM-1")
