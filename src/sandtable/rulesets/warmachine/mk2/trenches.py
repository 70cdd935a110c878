"""Trenches: cover against attackers outside, and no blast damage from outside (M2-TERRAIN-11)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Refusal, Term, forbids, modifies
from sandtable.core.texts import say
from sandtable.geometry.distance import contains, overlap
from sandtable.geometry.shapes import Disc
from sandtable.rulesets.warmachine.common.attacks.cover import COVER, GROUP, Hiding
from sandtable.rulesets.warmachine.common.damage.damage import Blow, Damage
from sandtable.rulesets.warmachine.common.measuring.distance import disc
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.terrain.features import ground_of
from sandtable.tabletop.terrain.features import Feature, shapes

TRENCH = "trench"


def trench_of(p: Position, model: str) -> Feature | None:
    """The trench a model is wholly inside."""
    base = disc(p, p.state.models[model])
    trenches = (f for f in p.state.map.features if ground_of(p, f).kind == TRENCH)
    return next((f for f in trenches if any(contains(part, base) for part in shapes(f))), None)


def reaches_into(feature: Feature, area: Disc) -> bool:
    """Whether any part of a base, or a point, is in it."""
    return any(overlap(area, part) or contains(part, area) for part in shapes(feature))


@modifies(Hiding)
def dug_in(p: Position, q: Hiding) -> Iterator[Term]:
    trench = trench_of(p, q.strike.target)
    if trench is not None and not reaches_into(trench, disc(p, p.state.models[q.strike.source])):
        yield Term(COVER, f"in {trench.id}", "M2-TERRAIN-11", group=GROUP)


@forbids(Damage)
def blast_proof(p: Position, blow: Blow) -> Refusal | None:
    if not blow.blast or blow.point is None:
        return None
    trench = trench_of(p, blow.target)
    if trench is not None and not reaches_into(trench, Disc(*blow.point, 0)):
        return Refusal(say("{target} is in {id}", target=blow.target, id=trench.id), "M2-TERRAIN-11")
    return None
