"""Special attacks and special actions of models: one replaces the whole combat action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Effect, Frame, Next, Option, Refusal, Return, Term, forces, modifies
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.attack import Attack, Hit, affects
from sandtable.rulesets.warmachine.common.attacks.attacking import LACKS, kind_barred, no_target
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.measuring.engagement import WeaponWorks, weapons_of
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import seen_by
from sandtable.rulesets.warmachine.common.state.cards import RANGED
from sandtable.rulesets.warmachine.common.state.conditions import begin, has, one_round
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import Stat
from sandtable.rulesets.warmachine.common.turn.activity import (
    CHARGE,
    FORFEIT,
    SPECIAL,
    SPECIAL_ATTACK,
    STAY,
    Activity,
)
from sandtable.rulesets.warmachine.common.turn.deeds import Deed, in_keys, no_action, words_after

DAZZLED = "dazzled"


def special_barred(p: Position, a: Activity) -> Refusal | None:
    """Why a model may take no special action now."""
    if a.may_act and a.action:
        acted_already = Refusal(say("{model} has no action left", model=a.model), p.rules.cite("one action each"))
        return p.forbidden(SPECIAL, a) or acted_already
    return nothing_left(p, a) or p.forbidden(SPECIAL, a)


def nothing_left(p: Position, a: Activity, charging: bool = False) -> Refusal | None:
    """Why a model has no action left for something special."""
    if not a.may_act:
        return no_action(p, a)
    if a.action:
        used = Refusal(say("{model} has no action left", model=a.model), p.rules.cite("the combat action"))
        return (p.forbidden(SPECIAL, a) if a.action in (SPECIAL, FORFEIT) else None) or used
    if a.moved == CHARGE and not charging:
        return Refusal(say("{model} has charged", model=a.model), p.rules.cite("special actions"))
    return None


def attack_barred(p: Position, a: Activity, charging: bool = False) -> Refusal | None:
    """Why a model may make no special attack now: what bars these alone, then what bars special actions too."""
    return nothing_left(p, a, charging) or p.forbidden(SPECIAL_ATTACK, a) or p.forbidden(SPECIAL, a)


def acted(a: Activity) -> Activity:
    """After a special action."""
    return a.but(action=SPECIAL, moved=a.moved or STAY)


def attacked(a: Activity, kind: str, slot: str) -> Activity:
    """After a special attack: it replaces all initial attacks, further ones of its kind are bought."""
    return a.but(action=kind, moved=a.moved or STAY, made=(*a.made, slot)).marked(SPECIAL_ATTACK)


def working(p: Position, model: str, trait: str) -> list[str]:
    """Weapons with a trait that can be used for special attacks."""
    found = [slot for slot, weapon in weapons_of(p, model).items() if trait in weapon.traits]
    found = [slot for slot in found if p.holds(WeaponWorks(model, slot))]
    return [slot for slot in found if p.forbidden("special weapon", model, slot) is None]


def broken(p: Position, model: str, trait: str) -> Refusal | None:
    """Why none of its weapons with a trait can be used for special attacks."""
    if working(p, model, trait):
        return None
    for slot in (slot for slot, weapon in weapons_of(p, model).items() if trait in weapon.traits):
        if not p.holds(works := WeaponWorks(model, slot)):
            term = next(term for term in p.terms(works) if term.value < 0)
            return Refusal(say("{slot} does not work: {why}", slot=slot, why=term.why), term.cite)
        return p.forbidden("special weapon", model, slot)
    lacks = say("{model} has no weapon with {trait}", model=model, trait=trait)
    return p.forbidden(LACKS, model, trait) or Refusal(lacks, p.rules.cite("the combat action"))


def wrong_weapon(p: Position, model: str, trait: str, key: str) -> Refusal | None:
    """A phrase names a weapon that has not the trait."""
    slot = in_keys(key, weapons_of(p, model)).partition("with ")[2]
    if slot not in weapons_of(p, model) or trait in weapons_of(p, model)[slot].traits:
        return None
    why = say("{slot} has no {trait}", slot=slot, trait=trait)
    return Refusal(why, p.rules.cite("the combat action"), instead=", ".join(working(p, model, trait)))


def aimless(p: Position, a: Activity, trait: str, key: str) -> Refusal | None:
    """Why no weapon with a trait may be used now, or not on the target that a phrase names."""
    if why := broken(p, a.model, trait) or wrong_weapon(p, a.model, trait, key):
        return why
    weapons = [weapons_of(p, a.model)[slot] for slot in working(p, a.model, trait)]
    barred = [kind_barred(p, a, weapon) for weapon in weapons]
    if barred and all(barred):
        return barred[0]
    target = words_after(key, trait, "with")[0]
    return no_target(p, a.model, weapons[0], target) if target in p.state.models else None


class SpecialAttack(Frame, frozen=True, kw_only=True):
    """A special attack with a weapon on a target."""

    activity: Activity
    target: str
    slot: str
    what: str

    def start(self, d: Draft) -> Next:
        a, weapon = self.activity, weapons_of(d, self.activity.model)[self.slot]
        strike = Strike(
            attacker=a.model, target=self.target, kind=weapon.kind, weapon=self.slot, special=self.what,
            aimed=weapon.kind == RANGED and a.moved in ("", STAY) and not a.stood,
            unaware=a.behind, activated=True, marks=a.marks,
        )  # fmt: skip
        after = attacked(a, weapon.kind, self.slot)
        return Call(Attack(strike=strike), then=self.but(activity=after).told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


class Dazzling(Deed):
    """A ranged special attack without damage: the model hit is worse at fighting for one round."""

    verb = "dazzle"

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if attack_barred(p, a) is not None:
            return
        for slot in working(p, a.model, self.verb):
            if kind_barred(p, a, weapons_of(p, a.model)[slot]) is None:
                seen = seen_by(p, a.model)
                for target in p.state.models:
                    if target != a.model and target in seen:
                        key = f"dazzle {target} with {slot}"
                        yield self.option(p, a, key, p.rules.cite("special attacks"), target=target, using=slot)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        return attack_barred(p, a) or aimless(p, a, self.verb, key)

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        target, slot = words_after(key, "dazzle", "with")
        return SpecialAttack(activity=a, target=target, slot=slot, what=self.verb)


@forces(Hit)
def dazzled(d: Draft, event: Hit) -> Iterator[Frame]:
    if event.strike.special == "dazzle" and affects(d, event.strike, event.who):
        cite = d.rules.cite("special attacks")
        begin(d, Effect(DAZZLED, event.who, event.strike.attacker, until=one_round(d), cite=cite))
    yield from ()


@modifies(Stat)
def blinded(p: Position, q: Stat) -> Iterator[Term]:
    if q.name in ("MAT", "RAT") and has(p, q.model, DAZZLED):
        yield Term(-2, "dazzled", p.rules.cite("special attacks"))
