"""Aggression Theorem: one model attacks at once (WC-CYPHER-42)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Refusal
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.attacks.immediate_attack import AttackNow, ImmediateAttack
from sandtable.rulesets.warcaster.cyphers.cypher_card import CypherCard, Way
from sandtable.rulesets.warcaster.cyphers.cypher_targets import barred_on
from sandtable.rulesets.warcaster.state.rules import Position


class AggressionTheorem(CypherCard):
    """``play aggression_theorem on rangers.1``: a model that has somebody to attack (WC-CYPHER-10)."""

    def ways(self, p: Position, seat: int) -> Iterator[Way]:
        for unit in self.targets(p, seat):
            for model in p.state.models_of(unit):
                if self.has_a_target(p, model):
                    yield (model,)

    def sought(self, p: Position, seat: int) -> Iterator[Way]:
        for unit in p.state.in_play(seat):
            for model in p.state.models_of(unit):
                yield (model,)

    def has_a_target(self, p: Position, model: str) -> bool:
        return any(AttackNow(model=model).attacks(p))

    def effect(self, p: Position, way: Way) -> Frame:
        (model,) = way
        return ImmediateAttack(model=model, optional=False, cite="WC-CYPHER-42")

    def refusal(self, p: Position, seat: int, way: Way) -> Refusal | None:
        name = " ".join(way)  # several words name no model
        model = p.state.models.get(name)
        if model is None:
            return Refusal("it is played on one model on the table", "WC-CYPHER-42")
        if barred := barred_on(p, seat, self.id, model.unit):
            return barred
        if self.has_a_target(p, name):
            return None
        return Refusal(say("{way} has nobody to attack", way=name), "WC-CYPHER-10")


AGGRESSION_THEOREM = AggressionTheorem("aggression_theorem")
