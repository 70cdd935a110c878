"""How far a unit's activation has come, and what attacks it has left (WC-ACT-2, WC-ACT-5, WC-ACT-6, WC-ACT-7)."""

from __future__ import annotations

from sandtable.core import Query, Refusal, Term, Value
from sandtable.core.legality import Check, Checks, allowed
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.state.printed import type_of
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import weapons_of


class MadeAttack(Value, frozen=True, kw_only=True, cache_hash=True):
    """An attack that a model has made, or given up, in its activation."""

    model: str
    weapon: str
    extra: bool = False  # does not count against what the model may do (WC-CYPHER-29)


class Activity(Value, frozen=True, kw_only=True, cache_hash=True):
    """How far an activation has come: what rules about it read."""

    unit: str
    moved: bool = False
    attacks: tuple[MadeAttack, ...] = ()
    acted: tuple[str, ...] = ()  # models that used a special action in place of their attacks
    closed: bool = False  # the attack step is over: the unit moved after it
    marks: tuple[str, ...] = ()  # abilities used or in force until the activation ends

    def made_by(self, model: str) -> int:
        return sum(1 for a in self.attacks if a.model == model and not a.extra)

    def made_with(self, model: str, slot: str) -> int:
        return sum(1 for a in self.attacks if a.model == model and a.weapon == slot and not a.extra)

    def after(self, *attacks: MadeAttack) -> Activity:
        return self.but(attacks=(*self.attacks, *attacks))

    def marked(self, *names: str) -> Activity:
        return self.but(marks=(*self.marks, *names))


ONE_ATTACK = (Term(1, "one attack", "WC-ACT-5", "base"),)
ONE_OF_SQUAD = (Term(1, "one attack", "WC-ACT-6", "base"),)
EACH_ONCE = (Term(1, "each weapon once", "WC-ACT-7", "base"),)


class AttacksAllowed(Query, frozen=True):
    """How many attacks a model may make in all in this activation (WC-ACT-5, WC-ACT-6, WC-ACT-7)."""

    activity: Activity
    model: str

    def base(self, p: Position) -> tuple[Term, ...]:
        kind = type_of(p, self.model)
        if kind == "warjack":
            return (Term(len(weapons_of(p, self.model)), "one attack with each weapon", "WC-ACT-7", "base"),)
        return ONE_OF_SQUAD if kind == "squad" else ONE_ATTACK


class AttacksWith(Query, frozen=True):
    """How many attacks a model may make with one weapon in this activation."""

    activity: Activity
    model: str
    slot: str

    def base(self, p: Position) -> tuple[Term, ...]:
        return EACH_ONCE


def spent(p: Position, activity: Activity, model: str) -> bool:
    """Whether it has made all its attacks, whatever the weapon."""
    return activity.made_by(model) >= p.value(AttacksAllowed(activity, model))


# Each check is asked with the position, the activity, the model and its weapon.
ATTACK_LEFT: Checks = (
    Check(
        lambda p, a, model, slot: a.closed,
        lambda p, a, model, slot: Refusal(say("{unit} has moved after its attacks", unit=a.unit), "WC-ACT-2"),
    ),
    Check(  # WC-ACT-8, WC-ACT-9
        lambda p, a, model, slot: model in a.acted,
        lambda p, a, model, slot: Refusal(
            say("{model} used a special action instead of its attacks", model=model), "WC-ACT-2"
        ),
    ),
    Check(
        lambda p, a, model, slot: spent(p, a, model),
        lambda p, a, model, slot: Refusal(
            say("{model} has no attack left in this activation", model=model), "WC-ACT-2"
        ),
    ),
    Check(
        lambda p, a, model, slot: a.made_with(model, slot) >= p.value(AttacksWith(a, model, slot)),
        lambda p, a, model, slot: Refusal(
            say("{model} has no attack with {slot} left in this activation", model=model, slot=slot), "WC-ACT-2"
        ),
    ),
)


def may_attack(p: Position, activity: Activity, model: str, slot: str) -> bool:
    """Whether this model has an attack with this weapon left, whatever there is to attack."""
    return allowed(ATTACK_LEFT, p, activity, model, slot)


def activated(activity: Activity, strike: Strike) -> Strike:
    """The marks of the activation go with each of its attacks, so that rules can read them from the strike."""
    return strike.but(in_activation=True).marked(*activity.marks)
