"""Terror and Abomination: whoever comes into melee with the one, or within 3 inches of the other, checks or flees.

A passed check holds until the model or unit has got clear of the terrifying model.
"""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Effect, EffectEnded, Frame, Next, Return
from sandtable.rulesets.warmachine.common.measuring.distance import near
from sandtable.rulesets.warmachine.common.measuring.engagement import engages
from sandtable.rulesets.warmachine.common.state.conditions import bearers, begin
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.units.command import CheckOrFlee, cowards
from sandtable.rulesets.warmachine.common.units.members import is_in_formation, unit_of

TERROR, ABOMINATION = "terror", "abomination"
RADIUS = 3000
BRAVED = "braved_"


def body(p: Position, model: str) -> str:
    """Who checks for a model: its unit while it is in formation, else the model itself."""
    unit = unit_of(p, model)
    return unit if unit and is_in_formation(p, model) else model


def fears(p: Position) -> dict[str, tuple[str, ...]]:
    """Everybody who stands in terror now, and of whom."""
    found: dict[str, list[str]] = {}
    for entity in (n for n in bearers(p, TERROR) if n in p.state.models):
        for name in p.state.enemies(entity):
            if engages(p, entity, name) or engages(p, name, entity):
                found.setdefault(body(p, name), []).append(entity)
    for entity in (n for n in bearers(p, ABOMINATION) if n in p.state.models):
        for name in p.state.models:
            if name != entity and near(p, entity, name, RADIUS):
                found.setdefault(body(p, name), []).append(entity)
    return {who: tuple(dict.fromkeys(entities)) for who, entities in found.items()}


def fear_owed(d: Draft) -> Frame | None:
    """The next check that somebody owes; braveries that are over end."""
    if not any(n in d.state.models for n in (*bearers(d, TERROR), *bearers(d, ABOMINATION))):
        return None
    now = fears(d)
    for effect in d.state.effects:
        if effect.name.startswith(BRAVED) and effect.name.removeprefix(BRAVED) not in now.get(effect.on, ()):
            d.emit(EffectEnded(effect=effect, cite=d.rules.cite("terror")))
    known = {(e.on, e.name) for e in d.state.effects if e.name.startswith(BRAVED)}
    for who, entities in now.items():
        for entity in entities:
            if (who, BRAVED + entity) not in known and cowards(d, who):
                return Dread(who=who, entity=entity)
    return None


class Dread(Frame, frozen=True, kw_only=True):
    """One check against one terrifying model; it is not asked again while it stays near."""

    who: str
    entity: str

    def start(self, d: Draft) -> Next:
        begin(d, Effect(BRAVED + self.entity, self.who, self.entity, cite=d.rules.cite("terror")))
        return Call(CheckOrFlee(who=self.who, threat=self.entity), then=self.finish)

    def finish(self, d: Draft, *ignored: Any) -> Next:
        return Return()
