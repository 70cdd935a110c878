"""Melee range, engaging and being engaged.

A model engages the enemies in its melee range and line of sight; either of the two is in melee. Stationary models
neither engage nor are engaged.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.core import Flag, Query, Term
from sandtable.rulesets.warmachine.common.measuring.distance import is_ahead, near, others_near
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import sees
from sandtable.rulesets.warmachine.common.state.cards import MELEE, Library, Weapon
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, has, is_helpless
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import PLACES

HALF_INCH, REACH = 500, 2000
LONGEST = 3000  # no melee range is longer


class WeaponWorks(Flag, frozen=True):
    """Whether a weapon can be used at all: not where its system is disabled or held."""

    model: str
    slot: str

    def base(self, p: Position) -> Iterator[Term]:
        yield Term(1, "weapon")


class MeleeRange(Query, frozen=True):
    """How far a model reaches with its longest working melee weapon; 0: it has none."""

    model: str

    def base(self, p: Position) -> Iterator[Term]:
        for slot, weapon in weapons_of(p, self.model).items():
            if weapon.kind == MELEE and p.holds(WeaponWorks(self.model, slot)):
                yield Term(reach_of(weapon), weapon.name, p.rules.cite("melee range"), "base")


def weapons_of(p: Position, name: str) -> dict[str, Weapon]:
    """Its weapons by slot."""
    return dict(p.rules.cards.weapons[p.state.models[name].card])


def reach_of(weapon: Weapon) -> int:
    """Half an inch, 2 inches with Reach."""
    return REACH if "reach" in weapon.traits else HALF_INCH


@lru_cache(maxsize=4096)
def longest_reach(cards: Library, card: str) -> int:
    """No melee range of a model with this card is longer, whatever it can use and whatever is on it."""
    return max([HALF_INCH, *(reach_of(w) for w in cards.weapons[card].values() if w.kind == MELEE)])


def threatens(p: Position, name: str) -> bool:
    """Whether it can engage at all."""
    policy = p.rules.edition.fleeing
    return not is_helpless(p, name) and (policy.engages() or not has(p, name, FLEEING))


def close(p: Position, name: str) -> tuple[str, ...]:
    """The other models near enough to be in melee with it, friend and foe."""

    return p.memo(("close", name), lambda: tuple(others_near(p, name, LONGEST)), PLACES)


def engages(p: Position, one: str, other: str) -> bool:
    """Whether one model engages another."""
    if p.state.status[one].seat == p.state.status[other].seat:
        return False
    if not near(p, one, other, longest_reach(p.rules.cards, p.state.models[one].card)):
        return False
    if not threatens(p, one) or is_helpless(p, other):
        return False
    reach = p.value(MeleeRange(one))
    return bool(reach) and near(p, one, other, reach) and sees(p, one, other)


def has_in_range(p: Position, one: str, other: str) -> bool:
    """Whether one model has an enemy in its melee range: before its front arc, seen and able to fight or not."""
    if p.state.status[one].seat == p.state.status[other].seat or not threatens(p, one):
        return False
    if not near(p, one, other, longest_reach(p.rules.cards, p.state.models[one].card)) or not is_ahead(p, one, other):
        return False
    reach = p.value(MeleeRange(one))
    return bool(reach) and near(p, one, other, reach)


def engaging(p: Position, name: str) -> tuple[str, ...]:
    """The enemies a model engages."""
    return p.memo(("engaging", name), lambda: tuple(e for e in close(p, name) if engages(p, name, e)))


def engaged_by(p: Position, name: str) -> tuple[str, ...]:
    """The enemies that engage a model."""
    return p.memo(("engaged", name), lambda: tuple(e for e in close(p, name) if engages(p, e, name)))


def in_melee(p: Position, name: str) -> bool:
    return bool(engaging(p, name) or engaged_by(p, name))


def in_melee_with(p: Position, name: str) -> tuple[str, ...]:
    """Everybody who engages it or is engaged by it."""
    return tuple(dict.fromkeys((*engaging(p, name), *engaged_by(p, name))))
