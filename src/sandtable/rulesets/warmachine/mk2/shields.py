"""Shields and bucklers in Mk II: they add up, and not against damage from behind (M2-WQ-1, M2-WQ-13, M2-WQ-17)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Term, modifies
from sandtable.geometry.arcs import in_front
from sandtable.geometry.shapes import Disc
from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.measuring.distance import behind, disc
from sandtable.rulesets.warmachine.common.measuring.engagement import WeaponWorks, weapons_of
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.mk2.systems import crippled

SHIELDS = {"shield": (2, "M2-WQ-13"), "buckler": (1, "M2-WQ-1")}


@modifies(Armour)
def shields(p: Position, q: Armour) -> Iterator[Term]:
    for slot, weapon in weapons_of(p, q.model).items():
        for trait, (value, cite) in SHIELDS.items():
            if trait not in weapon.traits or (weapon.loc and weapon.loc in crippled(p, q.model)):
                continue  # M2-WQ-2, M2-WQ-14
            if p.holds(WeaponWorks(q.model, slot)) and not from_behind(p, q.model, q.blow):
                yield Term(value, weapon.name, cite)


def from_behind(p: Position, model: str, blow: Blow) -> bool:
    """Whether damage comes from the back arc: a free strike counts so (M2-ENGAGE-22, M2-DMG-22)."""
    if blow.strike is not None and blow.strike.free:
        return True
    if blow.point is not None:
        me = p.state.models[model]
        return not in_front(disc(p, me), me.facing, Disc(*blow.point, 0))
    return bool(blow.origin) and blow.origin in p.state.models and behind(p, blow.origin, model)
