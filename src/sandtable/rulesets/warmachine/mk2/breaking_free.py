"""Locks in Mk II: the held warjack tries to break free when its combat action starts, then for focus (M2-POWER-20).

Neither holder nor held makes special or power attacks (M2-POWER-18). A crippled fist serves for none (M2-POWER-5).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import (
    Call,
    EffectBegan,
    Frame,
    Next,
    Offer,
    Option,
    Refusal,
    Return,
    Sequence,
    Term,
    forbids,
    forces,
    modifies,
    offers,
)
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.attacking import price, targets
from sandtable.rulesets.warmachine.common.measuring.engagement import WeaponWorks, weapons_of
from sandtable.rulesets.warmachine.common.power.locks import BreakFree, end_lock, holds_of, in_a_lock, locks_on
from sandtable.rulesets.warmachine.common.power.power_attacks import BARS, FistWorks
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.conditions import INERT, STATIONARY
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import SPECIAL, SPECIAL_ATTACK, Activity, focus, pay
from sandtable.rulesets.warmachine.common.turn.deeds import Deed, no_action
from sandtable.rulesets.warmachine.common.turn.windows import COMBAT_BEGINS
from sandtable.rulesets.warmachine.mk2.systems import crippled

VERB, TRIED = "break", "tried to break free"


@offers(COMBAT_BEGINS)
def try_to_break_free(d: Draft, a: Activity, seat: int) -> Iterator[Offer]:
    if d.state.status[a.model].seat != seat or TRIED in a.marks:
        return
    for effect in locks_on(d, a.model):
        frame = BreakFree(victim=a.model, holder=effect.source)
        yield Offer(f"break free of {effect.source}", frame, cite="M2-POWER-20", must=True)


class TryAgain(Frame, frozen=True, kw_only=True):
    """A try for focus, or at the start of the combat action the forced one against every holder."""

    activity: Activity
    holder: str

    def start(self, d: Draft) -> Next:
        a, holders = self.activity, [self.holder]
        if a.action:
            pay(d, a.model, 1, "breaking free", "M2-POWER-20")
        else:
            holders += [effect.source for effect in locks_on(d, a.model)]
        tries = tuple(BreakFree(victim=a.model, holder=name) for name in dict.fromkeys(holders))
        return Call(tries[0] if len(tries) == 1 else Sequence(frames=tries), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        """A try for focus comes after the initial attacks: further ones are bought too."""
        a = self.activity
        return Return(a.marked(TRIED).but(action=a.action or MELEE, bought=a.bought + bool(a.action)))


class BreakingFree(Deed):
    """The forced try as an action of its own, and after the initial attacks further tries for 1 focus each."""

    verb = VERB

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if not a.may_act or (a.action and (not focus(p, a.model) or attacks_left(p, a))):
            return
        for effect in locks_on(p, a.model):
            key = f"{VERB} free of {effect.source}"
            yield self.option(p, a, key, "M2-POWER-20", target=effect.source, cost=int(bool(a.action)))

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        holder = key.removeprefix(f"{VERB} free of ")
        held = dict.fromkeys(effect.source for effect in locks_on(p, a.model))
        if holder not in held:
            why = say("{holder} does not hold {model}", holder=holder, model=a.model)
            return Refusal(why, "M2-POWER-20", instead=", ".join(held))
        if not a.may_act:
            return no_action(p, a)
        if attacks_left(p, a):
            return Refusal(say("{model} makes its initial attacks first", model=a.model), "M2-POWER-20")
        return Refusal(say("{model} has no focus to try again", model=a.model), "M2-POWER-20")

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return TryAgain(activity=a, holder=key.removeprefix(f"{VERB} free of "))


def attacks_left(p: Position, a: Activity) -> bool:
    """Whether a held warjack has initial attacks to make before it tries again."""
    return any(
        weapon.kind == MELEE and not price(p, a, slot) and p.holds(WeaponWorks(a.model, slot)) and targets(p, a, weapon)
        for slot, weapon in weapons_of(p, a.model).items()
    )


@forbids(BARS)
def no_power_in_a_lock(p: Position, a: Activity, verb: str) -> Refusal | None:
    return Refusal(say("{model} is in a lock", model=a.model), "M2-POWER-18") if in_a_lock(p, a.model) else None


@forbids(SPECIAL_ATTACK)
def no_special_attack_in_a_lock(p: Position, a: Activity) -> Refusal | None:
    return Refusal(say("{model} is in a lock", model=a.model), "M2-POWER-18") if in_a_lock(p, a.model) else None


@forbids(SPECIAL)
def held_models_only_fight(p: Position, a: Activity) -> Refusal | None:
    """The holder may still take a special action (M2-POWER-18)."""
    return Refusal(say("{model} is held", model=a.model), "M2-POWER-20") if locks_on(p, a.model) else None


@forbids("attack")
def held_models_shoot_at_nobody(p: Position, a: Activity, slot: str = "") -> Refusal | None:
    """Also where neither of the two has a melee range left (M2-POWER-20)."""
    weapon = weapons_of(p, a.model).get(slot)
    if weapon is None or weapon.kind == MELEE or not locks_on(p, a.model):
        return None
    return Refusal(say("{model} is held, and makes melee attacks only", model=a.model), "M2-POWER-20")


@forbids("pushed")
def held_fast(p: Position, model: str) -> Refusal | None:
    """Neither model of a lock is pushed (M2-POWER-17)."""
    return Refusal(say("{model} is in a lock", model=model), "M2-POWER-17") if in_a_lock(p, model) else None


@forces(EffectBegan)
def holder_frozen(d: Draft, event: EffectBegan) -> Iterator[Frame]:
    """A holder made stationary lets go (M2-POWER-21); an inert one is as stationary (M2-JACK-2)."""
    if event.effect.name in (STATIONARY, INERT):
        for effect in holds_of(d, event.effect.on):
            end_lock(d, event.effect.on, effect.source, "M2-POWER-21")
    yield from ()


@modifies(FistWorks)
def crippled_fist(p: Position, q: FistWorks) -> Iterator[Term]:
    if weapons_of(p, q.model)[q.slot].loc in crippled(p, q.model):
        yield Term(-1000, "crippled", "M2-POWER-5")
