"""Combined attacks: two or more troopers of a unit make one attack with the stats of one of them.

Each participant adds 1 to the attack and damage rolls and has used its attack, also one found out of range.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Option, Refusal, Return, Subset, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.attack import Attack
from sandtable.rulesets.warmachine.common.attacks.attacking import (
    CHARGE_MINIMUM,
    Attacking,
    kind_barred,
    number_barred,
    price,
    strike_of,
    targets,
)
from sandtable.rulesets.warmachine.common.attacks.ranges import range_of
from sandtable.rulesets.warmachine.common.measuring.distance import near
from sandtable.rulesets.warmachine.common.measuring.engagement import (
    MeleeRange,
    WeaponWorks,
    in_melee,
    reach_of,
    weapons_of,
)
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import seen_by, sees
from sandtable.rulesets.warmachine.common.state.cards import MELEE, RANGED
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import has_ability
from sandtable.rulesets.warmachine.common.turn.activity import CHARGE, STAY, Activity, Mate
from sandtable.rulesets.warmachine.common.turn.deeds import Deed, words_after

VERB = "combine"
ABILITY = {MELEE: "combined_melee_attack", RANGED: "combined_ranged_attack"}


HELPED = "helped"  # the mark of an attack given up for another's, one for each


def slot_for(p: Position, a: Activity | Mate, kind: str) -> str:
    """The first working weapon of a kind with an initial attack left."""
    if a.model not in p.state.models or a.action not in ("", kind):
        return ""
    for slot, weapon in weapons_of(p, a.model).items():
        if weapon.kind == kind and p.holds(WeaponWorks(a.model, slot)) and (not a.made or has_left(p, a, slot)):
            return slot
    return ""


def has_left(p: Position, a: Activity | Mate, slot: str) -> bool:
    """Whether it has another attack with a weapon that costs nothing."""
    own = a if isinstance(a, Activity) else Activity(model=a.model, action=a.action, made=a.made, marks=a.marks)
    return not price(p, own, slot) and number_barred(p, own, slot, weapons_of(p, a.model)[slot]) is None


def mates(p: Position, a: Activity, target: str, kind: str) -> tuple[str, ...]:
    """Who may take part beside the main attacker."""
    return p.rules.edition.combining.joined(p, a.model, helpers_at(p, a, target, kind), kind)


def helpers_at(p: Position, a: Activity, target: str, kind: str) -> tuple[str, ...]:
    """Who could help, wherever they stand in their unit."""
    found = []
    for mate in a.mates:
        name = mate.model
        slot = slot_for(p, mate, kind)
        if not slot or name == target or not has_ability(p, name, ABILITY[kind]):
            continue
        if kind == MELEE and not near(p, name, target, reach_of(weapons_of(p, name)[slot])):
            continue
        seen = sees(p, name, target) if kind == MELEE else target in seen_by(p, name)
        if not seen or (kind == RANGED and (mate.charged or in_melee(p, name))):
            continue  # such a trooper shoots at nobody, or only at models in melee
        own = Activity(model=name, unit=a.unit, order=mate.order, stood=mate.stood, marks=mate.marks)
        if p.forbidden("attack", own, slot) is not None:
            continue
        if kind == MELEE and mate.charged and not mate.made and not may_join(p, mate, target):
            continue
        found.append(name)
    return tuple(found)


def may_join(p: Position, mate: Mate, target: str) -> bool:
    """Whether a trooper that charged may help: its first attack is on its charge target, if it can be."""
    policy = p.rules.edition.combining
    if mate.far >= CHARGE_MINIMUM and policy.bars_charge_attacks():
        return False
    other = mate.charged
    if other == target or other not in p.state.models:
        return True
    return not (near(p, mate.model, other, p.value(MeleeRange(mate.model))) and sees(p, mate.model, other))


class Helpers(Subset, frozen=True, kw_only=True):
    """Who takes part beside the main attacker."""

    apart: tuple[str, ...] = ()  # who could, but stands too far from the others

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if isinstance(answer, tuple) and (far := [n for n in answer if n in self.apart]):
            why = say("{name} is too far from the others", name=far[0])
            return Refusal(why, p.rules.cite("formation of a combined attack"), instead=", ".join(self.names[:12]))
        return super().refuse(p, answer)


class Combine(Frame, frozen=True, kw_only=True):
    activity: Activity
    target: str
    slot: str
    helpers: tuple[str, ...] = ()

    def start(self, d: Draft) -> Next:
        kind = weapons_of(d, self.activity.model)[self.slot].kind
        names = mates(d, self.activity, self.target, kind)
        cite = d.rules.cite("combined attacks")
        others = helpers_at(d, self.activity, self.target, kind)
        domain = Helpers(names=names, least=1, cite=cite, apart=tuple(n for n in others if n not in names))
        seat = d.state.status[self.activity.model].seat
        ask = Ask(
            seat, say("who combines with {model}", model=self.activity.model), domain, names[:1], cite, about=names
        )
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, helpers: tuple[str, ...]) -> Next:
        a, weapon = self.activity, weapons_of(d, self.activity.model)[self.slot]
        strike = strike_of(a, self.target, self.slot, weapon)
        mates = [mate for mate in a.mates if mate.model in helpers]
        if any(m.charged != self.target or m.far < CHARGE_MINIMUM or m.made for m in mates):
            strike = strike.but(charge=False)  # a charge attack only if it is that of every participant
        counted = 1
        for mate in mates:
            own = strike.but(attacker=mate.model, weapon=slot_for(d, mate, weapon.kind))
            counted += weapon.kind == MELEE or near(d, mate.model, self.target, range_of(d, own))
        after = a.but(action=weapon.kind, moved=a.moved or STAY, made=(*a.made, self.slot))
        me = self.but(activity=after, helpers=helpers)
        return Call(Attack(strike=strike.but(combined=counted)), then=me.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity, self.helpers)


def charge_attack_barred(p: Position, a: Activity) -> bool:
    policy = p.rules.edition.combining
    return a.moved == CHARGE and a.far >= CHARGE_MINIMUM and policy.bars_charge_attacks()


class Combining(Deed):
    verb = VERB

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if not a.unit or not a.mates or not a.may_act:
            return
        for slot, weapon in weapons_of(p, a.model).items():
            if not has_ability(p, a.model, ABILITY[weapon.kind]) or not p.holds(WeaponWorks(a.model, slot)):
                continue
            if kind_barred(p, a, weapon) or number_barred(p, a, slot, weapon) or p.forbidden("attack", a, slot):
                continue
            if weapon.spray or weapon.aoe or (weapon.kind == MELEE and charge_attack_barred(p, a)):
                continue
            if price(p, a, slot):
                continue
            for target in targets(p, a, weapon):
                if weapon.kind == RANGED and in_melee(p, target):
                    continue
                if mates(p, a, target, weapon.kind):
                    key = f"{VERB} {target} with {slot}"
                    yield self.option(p, a, key, p.rules.cite("combined attacks"), target=target, using=slot)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        """Whoever may not attack so alone may not with others; then what combining needs besides."""
        words = words_after(key, VERB, "with")
        weapon = weapons_of(p, a.model).get(words[-1]) if len(words) == 2 else None
        topic = "combined attacks"
        if weapon is not None:
            if why := Attacking().missing(p, a, f"{Attacking.verb}{key.removeprefix(VERB)}"):
                return why
            if not has_ability(p, a.model, ABILITY[weapon.kind]):
                melee = weapon.kind == MELEE
                who = p.rules.cite("who combines blades") if melee else p.rules.cite("who combines shots")
                return Refusal(say("{model} makes no combined attacks", model=a.model), who)
        if weapon is not None and words[0] in p.state.models:
            apart = helpers_at(p, a, words[0], weapon.kind) and not mates(p, a, words[0], weapon.kind)
            if weapon.kind == RANGED and in_melee(p, words[0]):
                topic = "a combined shot into melee"
            elif apart and not in_melee(p, words[0]):
                topic = "formation of a combined attack"
        return Refusal(say("{model} cannot combine so", model=a.model), p.rules.cite(topic))

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        target, slot = words_after(key, VERB, "with")
        return Combine(activity=a, target=target, slot=slot)
