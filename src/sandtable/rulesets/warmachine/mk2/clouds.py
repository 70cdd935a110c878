"""Clouds in Mk II: a model with any part of its base in one has concealment (M2-TERRAIN-16)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Term, modifies
from sandtable.rulesets.warmachine.common.attacks.cover import CONCEALMENT, GROUP, Hiding, Ignores
from sandtable.rulesets.warmachine.common.measuring.distance import disc
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.terrain.features import features_under, ground_of


@modifies(Hiding)
def in_a_cloud(p: Position, q: Hiding) -> Iterator[Term]:
    strike = q.strike
    if p.holds(Ignores(strike, "cloud")):
        return
    for feature in features_under(p, disc(p, p.state.models[strike.target])):
        if ground_of(p, feature).cloud:
            yield Term(CONCEALMENT, f"in {feature.id}", "M2-TERRAIN-16", group=GROUP)
