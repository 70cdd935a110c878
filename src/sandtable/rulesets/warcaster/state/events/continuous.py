"""Continuous effects (WC-CE)."""

from __future__ import annotations

from sandtable.core.texts import say
from sandtable.rulesets.warcaster.state.events.change import Change
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import Table


class EffectGained(Change, frozen=True, kw_only=True):
    model: str
    effect: str
    barred: str = ""

    def apply(self, state: Table) -> Table:
        m = state.models[self.model]
        return state.with_model(
            self.model, effects=tuple(sorted({*m.effects, self.effect})), barred=self.barred or m.barred
        )

    def line(self, p: Position) -> str:
        return say("{model} gains {name}", model=self.model, name=p.rules.cards.effects[self.effect]["name"])


class EffectExpired(Change, frozen=True, kw_only=True):
    model: str
    effect: str

    def apply(self, state: Table) -> Table:
        m = state.models[self.model]
        barred = "" if self.effect == "system_failure" else m.barred
        return state.with_model(self.model, effects=tuple(e for e in m.effects if e != self.effect), barred=barred)

    def line(self, p: Position) -> str:
        return say("{name} on {model} expires", name=p.rules.cards.effects[self.effect]["name"], model=self.model)
