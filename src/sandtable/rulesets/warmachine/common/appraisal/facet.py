"""What bots and advice ask of WARMACHINE."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Arrangement, Ask, Facing, Judging, Line, Option, Path, Region, Split, Subset, Term
from sandtable.rulesets.warmachine.common.appraisal.boosting import boosting
from sandtable.rulesets.warmachine.common.appraisal.judgement import appraise, outlook
from sandtable.rulesets.warmachine.common.damage.damage import ROLL, Boost
from sandtable.rulesets.warmachine.common.setup.deployment import Deployment
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.suggestions.menus import sensible
from sandtable.rulesets.warmachine.common.turn.activation import ActivationMenu
from sandtable.rulesets.warmachine.common.units.orders import OrderMenu

UNFINISHED = (Region, Path, Arrangement, Split, Facing, Line, Subset, OrderMenu)


class WarmachineJudging(Judging):
    points = "points"
    nodes = 80

    def appraise(self, p: Position, seat: int) -> Iterator[Term]:
        return appraise(p, seat)

    def outlook(self, p: Position, ask: Ask) -> Iterator[Term]:
        return outlook(p, ask)

    def considered(self, p: Position, ask: Ask, options: tuple[Option, ...]) -> tuple[Option, ...]:
        """No attacks at friends, none that looks far out of range; boosts where they beat one more attack."""
        domain = ask.domain
        if isinstance(domain, Boost):
            wanted = boosting(p, domain)
            return options if wanted is None else tuple(o for o in options if (o.key != ROLL) is wanted)
        if isinstance(domain, ActivationMenu):
            return tuple(o for o in options if sensible(p, domain.activity, o))
        return options

    def unfinished(self, ask: Ask) -> bool:
        return isinstance(ask.domain, UNFINISHED) and not isinstance(ask.domain, Deployment)
