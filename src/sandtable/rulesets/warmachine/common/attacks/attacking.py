"""The combat action: one attack with each weapon of one kind, then additional ones for focus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Flag, Frame, Next, Option, Query, Refusal, Return, Term
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.area import AreaAttack
from sandtable.rulesets.warmachine.common.attacks.attack import Attack
from sandtable.rulesets.warmachine.common.attacks.spray import SprayAttack
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.measuring.distance import near
from sandtable.rulesets.warmachine.common.measuring.engagement import (
    MeleeRange,
    WeaponWorks,
    close,
    in_melee,
    reach_of,
    weapons_of,
)
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import (
    foes_seen_by,
    in_the_way,
    seen_by,
    seen_over,
    sees,
)
from sandtable.rulesets.warmachine.common.state.cards import MELEE, RANGED, Weapon
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import (
    BY_MARSHAL,
    CHARGE,
    CHARGE_MINIMUM,
    FORFEIT,
    MARSHAL,
    POWER,
    SPECIAL,
    SPECIAL_ATTACK,
    STAY,
    Activity,
    affords,
    has_choice,
    lacks_focus,
    settle,
)
from sandtable.rulesets.warmachine.common.turn.deeds import Deed, at_itself, in_keys, no_action, words_after
from sandtable.rulesets.warmachine.common.turn.windows import ATTACK_DECLARED, COMBAT_BEGINS

ONE_MORE = "one more with "  # and a weapon: the mark of an attack that an ability adds
LACKS = "weapon it lacks"  # hooks by this key say why a model has not the weapon, or the trait, that it names
NOT_AIMING = "not aiming"  # the mark of a model that gave aiming up for something else


class InitialAttacks(Query, frozen=True):
    """How many attacks the combat action gives with one weapon."""

    model: str
    slot: str

    def base(self, p: Position) -> Iterator[Term]:
        yield Term(1, "one attack with each weapon", p.rules.cite("the combat action"), "base")


class LobsOver(Flag, frozen=True):
    """Whether a weapon's attacks are lobbed over models in between, unless they are near the target."""

    model: str
    slot: str


class ShootsInMelee(Flag, frozen=True):
    """Whether a model may shoot at models in its melee range while it is in melee, and after a charge."""

    model: str


def attack_frame(p: Position, strike: Strike) -> Frame:
    """The frame that plays an attack: at one model, along a spray, or over an area."""
    weapon = p.rules.cards.weapons[p.state.models[strike.attacker].card].get(strike.weapon)
    spell = p.rules.cards.spells.get(strike.spell)
    if weapon is not None and weapon.spray and not strike.special:
        return SprayAttack(strike=strike)
    if (weapon is not None and weapon.aoe and not strike.special) or (spell is not None and spell.aoe):
        return AreaAttack(strike=strike)
    return Attack(strike=strike)


def kind_barred(p: Position, a: Activity, weapon: Weapon) -> Refusal | None:
    """Why a model may make no attack of this weapon's kind now."""
    if not a.may_act:
        return no_action(p, a)
    if a.action in (SPECIAL, FORFEIT):
        used = Refusal(say("{model} has used its action", model=a.model), p.rules.cite("special actions"))
        return p.forbidden(Attacking.verb, a) or used
    if a.action and a.action != weapon.kind and not (a.action == POWER and weapon.kind == MELEE):
        return Refusal(
            say("{model} makes {action} attacks in this activation", model=a.model, action=a.action),
            p.rules.cite("no mixed attacks"),
        )
    if p.holds(ShootsInMelee(a.model)):
        return None
    if weapon.kind == RANGED and a.moved == CHARGE:
        return Refusal(say("{model} has charged", model=a.model), p.rules.cite("a charger makes melee attacks"))
    if weapon.kind == RANGED and in_melee(p, a.model):
        return Refusal(say("{model} is in melee", model=a.model), p.rules.cite("no ranged attacks in melee"))
    return None


def number_barred(p: Position, a: Activity, slot: str, weapon: Weapon) -> Refusal | None:
    """Why a model has no attack left with this weapon."""
    used = a.made.count(slot)
    if weapon.kind == RANGED and used >= weapon.rof:
        return Refusal(say("{slot} has fired {used} times", slot=slot, used=used), p.rules.cite("rate of fire"))
    cost = price(p, a, slot)
    if cost and card(p, a.model).kind not in ("warjack", "warcaster"):
        return Refusal(say("{model} makes no additional attacks", model=a.model), p.rules.cite("attacks without focus"))
    if not affords(p, a.model, cost, "attack"):
        return lacks_focus(p, a.model, "for another attack", "additional attacks", "attack")
    return None


def price(p: Position, a: Activity, slot: str) -> int:
    """What an attack costs: an initial one nothing, an additional one 1 focus."""
    most = p.value(InitialAttacks(a.model, slot)) + a.marks.count(ONE_MORE + slot)
    replaced = a.action == POWER or SPECIAL_ATTACK in a.marks
    initial = not replaced and not a.bought and a.made.count(slot) < most
    return 0 if initial else 1


def targets(p: Position, a: Activity, weapon: Weapon, *, friends: bool = True) -> list[str]:
    """Everybody who may be attacked with a weapon. A charger's first attack is on its charge target, if any can be.

    Without friends those are not even looked at.
    """
    seen = in_reach(p, a, weapon, friends=friends)
    if a.moved != CHARGE or a.made:
        return seen
    if a.charged in seen:
        return [a.charged]
    return [] if reaches_charge_target(p, a) else seen


def reaches_charge_target(p: Position, a: Activity) -> bool:
    """Whether a charger can attack its charge target with any weapon."""
    return any(
        p.holds(WeaponWorks(a.model, slot)) and not kind_barred(p, a, weapon) and a.charged in in_reach(p, a, weapon)
        for slot, weapon in weapons_of(p, a.model).items()
    )


def in_reach(p: Position, a: Activity, weapon: Weapon, *, friends: bool = True) -> list[str]:
    """Everybody whom a weapon can be used on: in sight, and for melee in reach."""
    status = p.state.status
    if weapon.kind == MELEE:
        seen = [
            n for n in close(p, a.model)
            if near(p, a.model, n, reach_of(weapon)) and (friends or status[n].seat != status[a.model].seat)
            and sees(p, a.model, n)
        ]  # fmt: skip
    elif not friends and not lobs_over(p, a.model, weapon):
        seen = list(foes_seen_by(p, a.model))
    else:
        visible = seen_with(p, a.model, weapon)
        others = (*p.state.enemies(a.model), *(p.state.friends(a.model) if friends else ()))
        seen = [name for name in others if name in visible]
    if weapon.kind != MELEE and (a.moved == CHARGE or shoots_close(p, a.model)):
        seen = [name for name in seen if near(p, a.model, name, p.value(MeleeRange(a.model)))]
    return seen


def shoots_close(p: Position, model: str) -> bool:
    """Whether a model shoots in melee, and so only at models in its melee range."""
    return p.holds(ShootsInMelee(model)) and in_melee(p, model)


def seen_with(p: Position, model: str, weapon: Weapon) -> frozenset[str]:
    """Whom a model sees to attack with a weapon."""
    return seen_over(p, model) if lobs_over(p, model, weapon) else seen_by(p, model)


def lobs_over(p: Position, model: str, weapon: Weapon) -> bool:
    """Whether a model sees past others with a weapon."""
    slot = next((s for s, w in weapons_of(p, model).items() if w is weapon), "")
    return bool(slot) and p.holds(LobsOver(model, slot))


def no_target(p: Position, model: str, weapon: Weapon, target: str) -> Refusal | None:
    """Why a model cannot aim a weapon at another: nobody attacks himself, or one he does not see."""
    if target == model:
        return at_itself(p, model)
    if target in seen_with(p, model, weapon):
        return None
    hiding = in_the_way(p, model, target)
    return Refusal(
        say("{model} does not see {target}[: {hiding} in the way]", model=model, target=target, hiding=hiding),
        p.rules.cite("attacks need line of sight"),
    )


class Attacking(Deed):
    verb = "attack"

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        return self.found(p, a, friends=True)

    def at_enemies(self, p: Position, a: Activity) -> Iterator[Option]:
        return self.found(p, a, friends=False)

    def found(self, p: Position, a: Activity, *, friends: bool) -> Iterator[Option]:
        if a.down or a.over or not a.may_act:
            return
        cite = p.rules.cite("the combat action")
        for slot, weapon in weapons_of(p, a.model).items():
            if (
                not p.holds(WeaponWorks(a.model, slot))
                or kind_barred(p, a, weapon)
                or number_barred(p, a, slot, weapon)
            ):
                continue
            if p.forbidden(self.verb, a, slot) is not None:
                continue
            cost = price(p, a, slot)
            for target in targets(p, a, weapon, friends=friends):
                key = f"attack {target} with {slot}"
                yield self.option(p, a, key, cite, target=target, using=slot, cost=cost, odds=True)
                if cost and has_choice(p, a.model, cost, "attack"):
                    yield self.option(p, a, key + BY_MARSHAL, cite, target=target, using=slot, how=MARSHAL)

    def sought(self, p: Position, a: Activity) -> Iterator[Option]:
        """Every enemy with every weapon."""
        cite = p.rules.cite("the combat action")
        for slot in weapons_of(p, a.model):
            cost = price(p, a, slot)
            for target in p.state.enemies(a.model):
                yield self.option(p, a, f"attack {target} with {slot}", cite, target=target, using=slot, cost=cost)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        weapons = weapons_of(p, a.model)
        words = words_after(in_keys(key.removesuffix(BY_MARSHAL), weapons), "attack", "with")
        if len(words) == 1 and words[0] in p.state.models and weapons:
            return self.with_any(p, a, words[0])
        if len(words) == 1 and words[0] in p.state.status:
            return None  # nobody on the table
        if len(words) != 2 or words[1] not in weapons:
            return p.forbidden(LACKS, a.model, words[-1]) or Refusal(
                say("{model} has no weapon {words!r}", model=a.model, words=words[-1]),
                p.rules.cite("the combat action"),
                instead=", ".join(weapons),
            )
        target, slot = words
        weapon = weapons[slot]
        if not p.holds(works := WeaponWorks(a.model, slot)):
            term = next(term for term in p.terms(works) if term.value < 0)
            return Refusal(say("{slot} does not work: {why}", slot=slot, why=term.why), term.cite)
        if why := kind_barred(p, a, weapon) or number_barred(p, a, slot, weapon) or p.forbidden(self.verb, a, slot):
            return why
        if target not in p.state.models:
            return None
        if why := no_target(p, a.model, weapon, target):
            return why
        if weapon.kind == MELEE and not near(p, a.model, target, reach_of(weapon)):
            return Refusal(
                say("{target} is out of reach of {slot}", target=target, slot=slot), p.rules.cite("melee range")
            )
        if weapon.kind == RANGED and target not in in_reach(p, a, weapon):
            return Refusal(
                say("{target} is not in the melee range of {model}", target=target, model=a.model),
                p.rules.cite("shots in melee"),
            )
        if a.moved == CHARGE and not a.made and target != a.charged:
            return Refusal(
                say("the first attack is on {charged}", charged=a.charged),
                p.rules.cite("the first attack of a charger"),
            )
        return None

    def with_any(self, p: Position, a: Activity, target: str) -> Refusal:
        """No weapon is named: why none will do, or which of them would."""
        slots = list(weapons_of(p, a.model))
        barred = {slot: self.missing(p, a, f"{self.verb} {target} with {slot}") for slot in slots}
        able = [slot for slot in slots if barred[slot] is None]
        if not able and (why := barred[slots[0]]):
            return why
        return Refusal("it is not said with which weapon", p.rules.cite("the combat action"), instead=", ".join(able))

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        target, slot = words_after(key.removesuffix(BY_MARSHAL), "attack", "with")
        return MakeAttack(activity=a, target=target, slot=slot, marshalled=key.endswith(BY_MARSHAL))


class MakeAttack(Frame, frozen=True, kw_only=True):
    """An attack of the combat action, initial or bought."""

    activity: Activity
    target: str
    slot: str
    marshalled: bool = False

    def start(self, d: Draft) -> Next:
        if self.activity.action:
            return self.attack(d, self.activity)
        return Call(COMBAT_BEGINS.opened(d, self.activity, cite=d.rules.cite("the combat action")), then=self.attack)

    def attack(self, d: Draft, activity: Activity) -> Next:
        a, weapon = activity, weapons_of(d, activity.model)[self.slot]
        if self.target not in d.state.models or not d.holds(WeaponWorks(a.model, self.slot)):
            return Return(a)
        cost = price(d, a, self.slot)
        cite = d.rules.cite("additional attacks")
        settle(d, a.model, cost, "an additional attack", cite, self.marshalled)
        strike = strike_of(a, self.target, self.slot, weapon)
        after = a.but(
            action=a.action or weapon.kind,
            moved=a.moved or STAY,
            made=(*a.made, self.slot),
            bought=a.bought + bool(cost),
        )
        return Call(
            ATTACK_DECLARED.opened(d, strike, cite=d.rules.cite("declaring an attack")),
            then=self.but(activity=after).declared,
        )

    def declared(self, d: Draft, strike: Strike) -> Next:
        return Call(attack_frame(d, strike), then=self.told)

    def told(self, d: Draft, hit: bool = False, *ignored: Any) -> Next:
        hits = (*self.activity.hits, self.target if hit else "")
        return Return(self.activity.but(hits=hits))


def strike_of(a: Activity, target: str, slot: str, weapon: Weapon) -> Strike:
    charge = a.moved == CHARGE and not a.made and target == a.charged and a.far >= CHARGE_MINIMUM
    return Strike(
        attacker=a.model,
        target=target,
        kind=weapon.kind,
        weapon=slot,
        charge=charge and weapon.kind == MELEE,
        aimed=weapon.kind == RANGED and a.moved in ("", STAY) and not a.stood and NOT_AIMING not in a.marks,
        unaware=a.behind,
        activated=True,
        marks=a.marks,
    )
