"""Multi fire: up to its rate of fire without focus; everybody else without focus shoots once (M1-ATK-11)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Term, modifies
from sandtable.rulesets.warmachine.common.attacks.attacking import InitialAttacks
from sandtable.rulesets.warmachine.common.measuring.engagement import weapons_of
from sandtable.rulesets.warmachine.common.state.rules import Position


@modifies(InitialAttacks)
def up_to_its_rate(p: Position, q: InitialAttacks) -> Iterator[Term]:
    weapon = weapons_of(p, q.model)[q.slot]
    if "multi_fire" in weapon.traits:
        yield Term(weapon.rof - 1, "multi fire", "M1-ATK-11")
