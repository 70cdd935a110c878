"""Clouds in Mk I: +2 DEF of their own, beside concealment or cover (M1-MOD-24, M1-CLOUD-1, M1-CLOUD-4)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Refusal, Term, forbids, modifies
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.attack_roll import Defence
from sandtable.rulesets.warmachine.common.measuring.distance import touches
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import template
from sandtable.rulesets.warmachine.common.terrain.clouds import ADDING
from sandtable.rulesets.warmachine.common.terrain.features import ground_of


@forbids(ADDING)
def once_a_turn(p: Position, model: str) -> Refusal:
    """Overlapping clouds do not add: whoever is in several at the end of the turn is hurt once (M1-CLOUD-5)."""
    return Refusal(say("{model} is in another cloud too", model=model), "M1-CLOUD-4")


@modifies(Defence)
def in_a_cloud(p: Position, q: Defence) -> Iterator[Term]:
    """Against ranged and magic attacks, sprays too; overlapping clouds do not add."""
    if q.strike.kind == MELEE:
        return
    for feature in p.state.map.features:
        area = template(feature)
        if ground_of(p, feature).cloud and area is not None and touches(p, q.strike.target, area):
            yield Term(2, f"in {feature.id}", "M1-MOD-24", group="cloud")
