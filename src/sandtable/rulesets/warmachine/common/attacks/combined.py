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
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import seen_from, sees
from sandtable.rulesets.warmachine.common.state.cards import MELEE, RANGED
from sandtable.rulesets.warmachine.common.state.events import Combined
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import has_ability
from sandtable.rulesets.warmachine.common.turn.activity import CHARGE_MINIMUM, STAY, Activity, Mate
from sandtable.rulesets.warmachine.common.turn.deeds import Deed, in_keys, words_after

VERB = "combine"
ABILITY = {MELEE: "combined_melee_attack", RANGED: "combined_ranged_attack"}
TOPIC = {MELEE: "combined attacks", RANGED: "combined shots"}
PARTICIPANTS = {MELEE: "participants of a combined attack", RANGED: "participants of a combined shot"}

HELPED = "helped"  # the mark of an attack given up for another's, one for each


def slot_for(p: Position, a: Activity | Mate, kind: str) -> str:
    """The first working weapon of a kind with an initial attack left."""
    if a.model not in p.state.models or a.action not in ("", kind):
        return ""
    for slot, weapon in weapons_of(p, a.model).items():
        if weapon.kind == kind and p.holds(WeaponWorks(a.model, slot)) and (not a.made or has_left(p, a, slot)):
            return slot
    return ""


def slot_to_combine(p: Position, mate: Mate, kind: str) -> str:
    """The weapon that a trooper could help with; empty: it has none, or cannot combine attacks."""
    slot = slot_for(p, mate, kind)
    return slot if slot and has_ability(p, mate.model, ABILITY[kind]) else ""


def has_left(p: Position, a: Activity | Mate, slot: str) -> bool:
    """Whether it has another attack with a weapon that costs nothing."""
    own = a if isinstance(a, Activity) else Activity(model=a.model, action=a.action, made=a.made, marks=a.marks)
    return not price(p, own, slot) and number_barred(p, own, slot, weapons_of(p, a.model)[slot]) is None


def mates(p: Position, a: Activity, target: str, kind: str) -> tuple[str, ...]:
    """Who may take part beside the main attacker."""
    return p.rules.edition.combining.joined(p, a.model, helpers_at(p, a, target, kind), kind)


def helpers_at(p: Position, a: Activity, target: str, kind: str) -> tuple[str, ...]:
    """Who could help, wherever they stand in their unit."""
    return tuple(mate.model for mate in a.mates if no_helper(p, a, mate, target, kind) is None)


def no_helper(p: Position, a: Activity, mate: Mate, target: str, kind: str) -> Refusal | None:
    """Why a trooper could not help, wherever it stands in its unit."""
    name, cite, part = mate.model, p.rules.cite(TOPIC[kind]), p.rules.cite(PARTICIPANTS[kind])
    slot = slot_to_combine(p, mate, kind)
    if not slot or name == target:
        return Refusal(say("{name} has no attack to combine", name=name), cite)
    if kind == MELEE and not near(p, name, target, reach_of(weapons_of(p, name)[slot])):
        return Refusal(say("{target} is not in the melee range of {name}", target=target, name=name), part)
    if kind == RANGED and in_melee(p, name):  # it shoots at nobody, or only at models in melee
        return Refusal(say("{name} is in melee", name=name), p.rules.cite("no ranged attacks in melee"))
    if not (sees(p, name, target) if kind == MELEE else seen_from(p, name, target)):
        return Refusal(say("{name} does not see {target}", name=name, target=target), part)
    if mate.charged and kind == RANGED:
        return Refusal(say("{name} has charged", name=name), p.rules.cite("a charger makes melee attacks"))
    own = Activity(model=name, unit=a.unit, order=mate.order, stood=mate.stood, marks=mate.marks)
    if why := p.forbidden("attack", own, slot):
        return why
    if kind == MELEE and mate.charged and not mate.made and not may_join(p, mate, target):
        if is_charge_attack(p, mate):
            return Refusal(say("the charge attack of {name} is its own", name=name), cite)
        first = say("{name} attacks {target} first, which it charged", name=name, target=mate.charged)
        return Refusal(first, p.rules.cite("the first attack of a charger"))
    return None


def is_charge_attack(p: Position, a: Activity | Mate) -> bool:
    """Whether its next attack is a charge attack that the edition lets nobody combine."""
    return bool(a.charged) and a.far >= CHARGE_MINIMUM and p.rules.edition.combining.bars_charge_attacks()


def may_join(p: Position, mate: Mate, target: str) -> bool:
    """Whether a trooper that charged may help: its first attack is on its charge target, if it can be."""
    if is_charge_attack(p, mate):
        return False
    other = mate.charged
    if other == target or other not in p.state.models:
        return True
    return not (near(p, mate.model, other, p.value(MeleeRange(mate.model))) and sees(p, mate.model, other))


class Helpers(Subset, frozen=True, kw_only=True):
    """Who takes part beside the main attacker."""

    apart: tuple[str, ...] = ()  # who could, but stands too far from the others
    activity: Activity | None = None  # of the main attacker
    target: str = ""
    kind: str = ""

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        said, could = answer if isinstance(answer, tuple) else (), ", ".join(self.names[:12])
        if far := [n for n in said if n in self.apart]:
            why = say("{name} is too far from the others", name=far[0])
            return Refusal(why, p.rules.cite("formation of a combined attack"), instead=could)
        a = self.activity
        for mate in a.mates if a else ():
            if a and mate.model in said and (no := no_helper(p, a, mate, self.target, self.kind)):
                return Refusal(no.reason, no.cite, instead=could)
        return super().refuse(p, answer)


class Combine(Frame, frozen=True, kw_only=True):
    activity: Activity
    target: str
    slot: str
    helpers: tuple[str, ...] = ()

    def start(self, d: Draft) -> Next:
        kind = weapons_of(d, self.activity.model)[self.slot].kind
        names = mates(d, self.activity, self.target, kind)
        cite = d.rules.cite(TOPIC[kind])
        apart = tuple(n for n in helpers_at(d, self.activity, self.target, kind) if n not in names)
        domain = Helpers(
            names=names, least=1, cite=cite, apart=apart, activity=self.activity, target=self.target, kind=kind
        )
        seat = d.state.status[self.activity.model].seat
        prompt = say("who combines with {model}", model=self.activity.model)
        ask = Ask(seat, prompt, domain, names[:1], cite, about=(self.activity.model, *names, self.target))
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
        d.emit(Combined(who=a.model, helpers=helpers, cite=d.rules.cite(TOPIC[weapon.kind])))
        after = a.but(action=weapon.kind, moved=a.moved or STAY, made=(*a.made, self.slot))
        me = self.but(activity=after, helpers=helpers)
        return Call(Attack(strike=strike.but(combined=counted)), then=me.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity, self.helpers)


class Combining(Deed):
    verb = VERB

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        return self.found(p, a, friends=True)

    def at_enemies(self, p: Position, a: Activity) -> Iterator[Option]:
        return self.found(p, a, friends=False)

    def found(self, p: Position, a: Activity, *, friends: bool) -> Iterator[Option]:
        if not a.unit or not a.mates or not a.may_act:
            return
        for slot, weapon in weapons_of(p, a.model).items():
            if not has_ability(p, a.model, ABILITY[weapon.kind]) or not p.holds(WeaponWorks(a.model, slot)):
                continue
            if kind_barred(p, a, weapon) or number_barred(p, a, slot, weapon) or p.forbidden("attack", a, slot):
                continue
            if weapon.spray or weapon.aoe or (weapon.kind == MELEE and is_charge_attack(p, a)):
                continue
            if price(p, a, slot):
                continue
            able = a.but(mates=tuple([mate for mate in a.mates if slot_to_combine(p, mate, weapon.kind)]))
            for target in targets(p, a, weapon, friends=friends) if able.mates else ():
                if weapon.kind == RANGED and in_melee(p, target):
                    continue
                if mates(p, able, target, weapon.kind):
                    key = f"{VERB} {target} with {slot}"
                    yield self.option(p, a, key, p.rules.cite(TOPIC[weapon.kind]), target=target, using=slot)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        """Whoever may not attack so alone may not with others; then what combining needs besides."""
        weapons = weapons_of(p, a.model)
        key = in_keys(key, weapons)
        words = words_after(key, VERB, "with")
        weapon = weapons.get(words[-1]) if len(words) == 2 else None
        topic = TOPIC[weapon.kind] if weapon else "combined attacks"
        if why := Attacking().missing(p, a, f"{Attacking.verb}{key.removeprefix(VERB)}"):
            return why
        if weapon is not None and not has_ability(p, a.model, ABILITY[weapon.kind]):
            blades, shots = p.rules.cite("who combines blades"), p.rules.cite("who combines shots")
            unable = say("{model} makes no combined attacks", model=a.model)
            return Refusal(unable, blades if weapon.kind == MELEE else shots)
        if weapon is not None and words[0] in p.state.models:
            apart = helpers_at(p, a, words[0], weapon.kind) and not mates(p, a, words[0], weapon.kind)
            if weapon.kind == RANGED and in_melee(p, words[0]):
                cite = p.rules.cite("a combined shot into melee")
                return Refusal(say("{target} is in melee", target=words[0]), cite)
            if apart:
                cite = p.rules.cite("formation of a combined attack")
                return Refusal(say("{name} is too far from the others", name=a.model), cite)
            if weapon.kind == MELEE and is_charge_attack(p, a):
                return Refusal(say("the charge attack of {name} is its own", name=a.model), p.rules.cite(topic))
            if a.mates and (no := no_helper(p, a, a.mates[0], words[0], weapon.kind)):
                return Refusal(say("nobody can join {model}: {why}", model=a.model, why=no.reason), no.cite)
            return Refusal(say("nobody can join {model}", model=a.model), p.rules.cite(topic))
        return Refusal(say("{model} cannot combine so", model=a.model), p.rules.cite(topic))

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        target, slot = words_after(key, VERB, "with")
        return Combine(activity=a, target=target, slot=slot)
