"""Arm lock and headlock: an open fist holds an arm or the head of another warjack until it breaks free."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import (
    Call,
    Effect,
    EffectBegan,
    EffectEnded,
    Frame,
    Next,
    Option,
    Refusal,
    Return,
    Settle,
    Term,
    forbids,
    forces,
    modifies,
)
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.attack import Hit
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackRoll
from sandtable.rulesets.warmachine.common.measuring.engagement import WeaponWorks, weapons_of
from sandtable.rulesets.warmachine.common.power.power_attacks import (
    Contest,
    FistWorks,
    PowerAttack,
    PowerDeed,
    is_warjack,
    no_fist,
    open_fists,
)
from sandtable.rulesets.warmachine.common.state.conditions import DOWN, begin, borne, card, is_down
from sandtable.rulesets.warmachine.common.state.events import Damaged, Destroyed, Moved
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from sandtable.rulesets.warmachine.common.turn.deeds import Deed, no_action

VERB, RELEASE, WITH = "lock", "release", "with"
LOCKED, HOLDING = "locked_", "holding_"
WORDS = {"left": "L", "right": "R", "head": "H"}
HELD = "LRH"  # an effect on a holding fist has the place of what it holds, from 1, as its amount


def locks_on(p: Position, model: str) -> list[Effect]:
    """The locks that hold a model."""
    return [e for e in borne(p).get(model, ()) if e.name.startswith(LOCKED)]


def holds_of(p: Position, model: str) -> list[Effect]:
    """The locks a model holds: one effect a busy fist."""
    return [e for e in borne(p).get(model, ()) if e.name.startswith(HOLDING)]


def in_a_lock(p: Position, model: str) -> bool:
    return bool(locks_on(p, model) or holds_of(p, model))


def end_lock(d: Draft, holder: str, victim: str, cite: str) -> None:
    """Both sides of a lock end."""
    for effect in d.state.effects:
        pair = (effect.on, effect.source)
        held = effect.name.startswith(LOCKED) and pair == (victim, holder)
        if held or (effect.name.startswith(HOLDING) and pair == (holder, victim)):
            d.emit(EffectEnded(effect=effect, cite=cite))


def end_grip(d: Draft, grip: Effect, cite: str) -> None:
    """One fist lets go; what another fist of the same holder has in its grip stays held."""
    holder, victim = grip.on, grip.source
    others = [e for e in holds_of(d, holder) if e.source == victim and e != grip]
    if not grip.amount or not others:  # saves of older versions do not say what it holds
        end_lock(d, holder, victim, cite)
        return
    d.emit(EffectEnded(effect=grip, cite=cite))
    for effect in locks_on(d, victim):
        free = effect.source == holder and effect.name == LOCKED + HELD[grip.amount - 1]
        if free and not any(e.amount == grip.amount for e in others):
            d.emit(EffectEnded(effect=effect, cite=cite))


def end_all(d: Draft, model: str) -> None:
    """Every lock that a model is in ends."""
    cite = d.rules.cite("when a lock ends")
    for effect in d.state.effects:
        if effect.name.startswith((LOCKED, HOLDING)) and model in (effect.on, effect.source):
            d.emit(EffectEnded(effect=effect, cite=cite))


class Lock(PowerAttack, frozen=True, kw_only=True):
    location: str
    fist: str

    def start(self, d: Draft) -> Next:
        me = self.declare(d, VERB)
        return Call(AttackRoll(strike=self.strike(VERB, 0)), then=me.rolled)

    def rolled(self, d: Draft, hit: bool, critical: bool, *ignored: Any) -> Next:
        if hit and self.target in d.state.models:
            cite = d.rules.cite("locks")
            d.emit(Hit(who=self.target, strike=self.strike(VERB, 0), critical=critical, cite=cite))
            begin(d, Effect(LOCKED + self.location, self.target, self.model, cite=cite, each_source=True))
            place = HELD.index(self.location) + 1
            begin(d, Effect(HOLDING + self.fist, self.model, self.target, amount=place, cite=cite))
        return Call(Settle(), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


class Locking(PowerDeed):
    verb = VERB

    def barred(self, p: Position, a: Activity) -> Refusal | None:
        if is_warjack(p, a.model) and not open_fists(p, a.model):
            return no_fist(p, a.model, p.rules.cite("locks need an open fist"))
        return super().barred(p, a)

    def no_target(self, p: Position, a: Activity, target: str) -> Refusal | None:
        if card(p, target).kind != "warjack":
            return Refusal(say("{target} is no warjack", target=target), p.rules.cite("who can be locked"))
        if is_down(p, target):
            return Refusal(say("{target} is knocked down", target=target), p.rules.cite("no lock on the ground"))
        return None

    def ways(self, p: Position, target: str) -> Iterator[str]:
        """Which arm, or the head."""
        systems = set("".join(card(p, target).grid)) | {"H"}
        for word, letter in WORDS.items():
            if letter in systems:
                yield word

    def ways_at(self, p: Position, a: Activity, target: str, cost: int) -> Iterator[Option]:
        """Of several working fists the one that holds is named."""
        fists = open_fists(p, a.model)
        for option in super().ways_at(p, a, target, cost):
            if len(fists) < 2:
                yield option
            else:
                yield from (option.but(key=f"{option.key} {WITH} {fist}", using=fist) for fist in fists)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        said = key.split(" ")
        known = len(said) > 1 and said[1] in p.state.models and self.no_target(p, a, said[1]) is None
        if known and self.barred(p, a) is None and not {*said[2:3]} & {*self.ways(p, said[1])}:
            ways = ", ".join(self.ways(p, said[1]))
            return Refusal("it is not said what is locked", p.rules.cite("locks"), instead=ways)
        if why := super().missing(p, a, key):
            return why
        fists = open_fists(p, a.model)
        if len(fists) < 2 or key.endswith(tuple(f" {WITH} {fist}" for fist in fists)):
            return None
        return Refusal("it is not said which fist holds", p.rules.cite("locks"), instead=", ".join(fists))

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        target, word, *rest = key.removeprefix(f"{VERB} ").split(" ")
        fist = rest[-1] if rest else open_fists(p, a.model)[0]
        return Lock(activity=a, target=target, location=WORDS[word], fist=fist)


class Release(Frame, frozen=True, kw_only=True):
    activity: Activity
    victim: str

    def start(self, d: Draft) -> Next:
        end_lock(d, self.activity.model, self.victim, d.rules.cite("letting go of a lock"))
        return Return(self.activity)


class Releasing(Deed):
    """The holder may let go at any time in its activation."""

    verb = RELEASE

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        held = () if a.over or a.down else dict.fromkeys(effect.source for effect in holds_of(p, a.model))
        for name in held:
            yield self.option(p, a, f"{RELEASE} {name}", p.rules.cite("letting go of a lock"), target=name)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        held = dict.fromkeys(effect.source for effect in holds_of(p, a.model))
        if held and (a.over or a.down):
            return no_action(p, a)
        why = say("{model} does not hold {victim}", model=a.model, victim=key.removeprefix(f"{RELEASE} "))
        return Refusal(why, p.rules.cite("letting go of a lock"), instead=", ".join(held))

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return Release(activity=a, victim=key.removeprefix(f"{RELEASE} "))


class BreakFree(Frame, frozen=True, kw_only=True):
    """The locked model must exceed the holder."""

    victim: str
    holder: str
    holds_first: bool = False  # the holder's die is thrown first

    def start(self, d: Draft) -> Next:
        cite = d.rules.cite("breaking free")
        if self.holds_first:
            contest = Contest(one=self.holder, other=self.victim, cite=cite)
        else:
            contest = Contest(one=self.victim, other=self.holder, tie_wins=False, cite=cite)
        return Call(contest, then=self.contested)

    def contested(self, d: Draft, won: bool) -> Next:
        if won != self.holds_first:
            end_lock(d, self.holder, self.victim, d.rules.cite("breaking free"))
        return Return()


@modifies(WeaponWorks, FistWorks)
def held(p: Position, q: WeaponWorks) -> Iterator[Term]:
    """Weapons of a held arm or head, and a fist that holds, cannot be used."""
    found = borne(p)
    if q.model not in found:
        return
    loc = weapons_of(p, q.model)[q.slot].loc
    if any(e.name == LOCKED + loc for e in found[q.model]):
        yield Term(-1000, "locked", p.rules.cite("weapons in a lock"))
    if any(e.name == HOLDING + q.slot for e in found[q.model]):
        yield Term(-1000, "holds a lock", p.rules.cite("the fist that holds"))


@forbids("advance", "run", "charge", "slam", "trample")
def locked_in_place(p: Position, a: Activity) -> Refusal | None:
    """Neither model moves while the lock lasts."""
    return (
        Refusal(say("{model} is in a lock", model=a.model), p.rules.cite("who can be locked"))
        if in_a_lock(p, a.model)
        else None
    )


@forbids("head-butt")
def head_held(p: Position, a: Activity) -> Refusal | None:
    if any(e.name == LOCKED + "H" for e in locks_on(p, a.model)):
        return Refusal(say("{model}'s head is locked", model=a.model), p.rules.cite("weapons in a lock"))
    return None


@forces(EffectBegan)
def knocked_out_of_it(d: Draft, event: EffectBegan) -> Iterator[Frame]:
    if event.effect.name == DOWN:
        end_all(d, event.effect.on)
    yield from ()


@forces(Moved)
def torn_out_of_it(d: Draft, event: Moved) -> Iterator[Frame]:
    if event.forced:
        end_all(d, event.who)
    yield from ()


@forces(Destroyed)
def partner_lost(d: Draft, event: Destroyed) -> Iterator[Frame]:
    end_all(d, event.who)
    yield from ()


@forces(Damaged)
def fist_disabled(d: Draft, event: Damaged) -> Iterator[Frame]:
    for effect in holds_of(d, event.who) if event.systems else ():
        slot = effect.name.removeprefix(HOLDING)
        if weapons_of(d, event.who)[slot].loc in event.systems:
            end_grip(d, effect, d.rules.cite("when a lock ends"))
    yield from ()
