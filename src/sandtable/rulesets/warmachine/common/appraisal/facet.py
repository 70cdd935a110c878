"""What bots and advice ask of WARMACHINE."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from sandtable.core import Arrangement, Ask, Facing, Judging, Line, Path, Region, Split, Subset, Term
from sandtable.rulesets.warmachine.common.appraisal.boosting import boosting
from sandtable.rulesets.warmachine.common.appraisal.judgement import appraise, outlook
from sandtable.rulesets.warmachine.common.damage.damage import ROLL, Boost
from sandtable.rulesets.warmachine.common.setup.deployment import Deployment
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.suggestions.menus import sensible_of_troopers, wise
from sandtable.rulesets.warmachine.common.suggestions.moves import facings
from sandtable.rulesets.warmachine.common.suggestions.reckoned import reckoned
from sandtable.rulesets.warmachine.common.suggestions.unit_plans import wanted_charges, wanted_orders, wanted_pace
from sandtable.rulesets.warmachine.common.turn.activation import ActivationMenu
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from sandtable.rulesets.warmachine.common.units.marching import PACES
from sandtable.rulesets.warmachine.common.units.orders import OrderMenu
from sandtable.rulesets.warmachine.common.units.unit_menus import END, ChargeTargets, UnitMenu

FEW = 8  # troopers whose moves may all be looked at
FIXED = Random(0)  # of no consequence: the first answer is the one that is wanted
UNFINISHED = (Region, Path, Arrangement, Split, Facing, Line, Subset, OrderMenu)


class WarmachineJudging(Judging):
    points = "points"
    nodes = 24
    questions = 25

    def appraise(self, p: Position, seat: int) -> Iterable[Term]:
        return appraise(p, seat)

    def outlook(self, p: Position, ask: Ask) -> Iterator[Term]:
        return outlook(p, ask)

    def considered(self, p: Position, ask: Ask) -> Iterable[Any] | None:
        """No attacks at friends, none that looks far out of range; boosts where they beat one more attack; no feat
        before the armies are in reach of each other. Troopers move one by one: to search for the places of all at once
        takes longer than it gains.

        A facing is not appraised: everybody looks at the enemy.
        """
        domain = ask.domain
        if isinstance(domain, Boost):
            wanted = boosting(p, domain)
            return [o.key for o in domain.offered if wanted is None or (o.key != ROLL) is wanted]
        if isinstance(domain, ActivationMenu):
            return [o.key for o in wise(p, domain.activity, domain.options(p))]
        if isinstance(domain, OrderMenu):
            return wanted_orders(p, domain)
        if isinstance(domain, ChargeTargets):
            return wanted_charges(p, domain)
        if isinstance(domain, UnitMenu) and (paces := wanted_pace(p, domain)):
            return [o.key for o in paces]
        if isinstance(domain, UnitMenu) and domain.acting:
            return [*(o.key for o in sensible_of_troopers(p, domain)), END]
        if isinstance(domain, UnitMenu) and not domain.acting and len(moving(domain)) <= FEW:
            return [o.key for o in domain.options(p) if o.verb not in PACES]
        if isinstance(domain, Facing) and domain.piece in p.state.models:
            return facings(p, domain, 1, FIXED)
        return None

    def reckoned(self, p: Position, ask: Ask) -> Iterable[Any] | None:
        return reckoned(p, ask)

    def unfinished(self, ask: Ask) -> bool:
        return isinstance(ask.domain, UNFINISHED) and not isinstance(ask.domain, Deployment)


def moving(domain: UnitMenu) -> list[Activity]:
    """The troopers that have not moved yet."""
    return [a for a in domain.activities if a.may_move or a.down]
