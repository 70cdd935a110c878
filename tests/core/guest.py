"""A small guest for engine tests: one attack with reactions, in the manner of a skirmish game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from sandtable.core import (
    Call,
    DiceSet,
    Die,
    Draft,
    Event,
    Frame,
    Happen,
    Hooks,
    Next,
    Offer,
    Pool,
    Return,
    Roll,
    Ruleset,
    Settle,
    State,
    Value,
    Wait,
    Window,
    forces,
    instead_of,
    offers,
)


class Model(Value, frozen=True):
    seat: int
    rat: int = 3
    defence: int = 2
    arm: int = 4
    health: int = 1
    arc: int = 0
    abilities: tuple[str, ...] = ()


class Field(State, frozen=True, kw_only=True):
    models: dict[str, Model]
    active: int = 0
    hands: tuple[int, int] = (5, 5)

    def with_model(self, name: str, **changes: Any) -> Field:
        return self.but(models={**self.models, name: self.models[name].but(**changes)})


class Strike(Value, frozen=True):
    """The subject of the attack's windows: what abilities may look at and replace."""

    attacker: str
    target: str
    pow: int
    rolled: tuple[int, int] = (0, 0)
    margin: int = 0
    void: bool = False
    reaction: bool = False


class ArcCleared(Event, frozen=True, kw_only=True):
    who: str

    def apply(self, state: Field) -> Field:
        return state.with_model(self.who, arc=state.models[self.who].arc - 1)


class Damaged(Event, frozen=True, kw_only=True):
    who: str
    points: int

    def apply(self, state: Field) -> Field:
        return state.with_model(self.who, health=max(0, state.models[self.who].health - self.points))


class Destroyed(Event, frozen=True, kw_only=True):
    who: str

    def apply(self, state: Field) -> Field:
        return state.but(models={k: m for k, m in state.models.items() if k != self.who})


class Saved(Event, frozen=True, kw_only=True):
    """Instead of being destroyed it stays with one health."""

    who: str

    def apply(self, state: Field) -> Field:
        return state.with_model(self.who, health=1)


class Trimmed(Event, frozen=True, kw_only=True):
    seat: int

    def apply(self, state: Field) -> Field:
        hands = list(state.hands)
        hands[self.seat] -= 1
        return state.but(hands=(hands[0], hands[1]))


def dice(pool: str) -> tuple[tuple[str, int], ...]:
    return tuple((d, pool.count(d)) for d in "AP" if d in pool)


class Attack(Frame, frozen=True, kw_only=True):
    strike: Strike

    def start(self, d: Draft) -> Next:
        a, t = d.state.models[self.strike.attacker], d.state.models[self.strike.target]
        pools = (
            Pool("attack", dice("A" * a.rat + "P" * a.arc), a.seat),
            Pool("defence", dice("A" * t.defence), t.seat),
        )
        return Wait(Roll("attack and defence", pools, cite="G-ATK"), then=self.rolled)

    def rolled(self, d: Draft, attack: int, defence: int) -> Next:
        return Call(window("W2", self.strike.but(rolled=(attack, defence)), d), then=self.compare)

    def compare(self, d: Draft, strike: Strike) -> Next:
        strike = strike.but(rolled=(0, 0), margin=max(0, strike.rolled[0] - strike.rolled[1]))
        me = self.but(strike=strike)
        return Call(window("W3", strike, d), then=me.hit) if strike.margin else me.after(d)

    def hit(self, d: Draft, strike: Strike) -> Next:
        me = self.but(strike=strike)
        if strike.void:
            return me.after(d)
        pool = Pool("damage", dice("A" * strike.pow + "P" * strike.margin))
        return Wait(Roll("damage", (pool,), cite="G-DMG"), then=me.hurt)

    def hurt(self, d: Draft, strikes: int) -> Next:
        target = d.state.models[self.strike.target]
        d.emit(Damaged(who=self.strike.target, points=strikes // target.arm, cite="G-DMG"))
        if d.state.models[self.strike.target].health == 0:
            return Call(Happen(event=Destroyed(who=self.strike.target, cite="G-DEAD")), then=self.after)
        return self.after(d)

    def after(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.settled)

    def settled(self, d: Draft, *ignored: Any) -> Next:
        return Call(window("W5", self.strike, d), then=self.end)

    def end(self, d: Draft, *ignored: Any) -> Next:
        return Return()


def window(name: str, strike: Strike, d: Draft) -> Window:
    return Window(name=name, subject=strike, seats=d.rules.order(d.state), cite="G-WIN")


class Spike(Frame, frozen=True, kw_only=True):
    """Pay 1 Arc: reroll the defence at W2, take the hit instead at W3."""

    payer: str
    strike: Strike

    def start(self, d: Draft) -> Next:
        d.emit(ArcCleared(who=self.payer, cite="G-SPIKE"))
        if self.strike.margin:
            return Return(self.strike.but(target=self.payer))
        pool = Pool("defence", dice("A" * d.state.models[self.payer].defence))
        return Wait(Roll("defence again", (pool,)), then=self.rerolled)

    def rerolled(self, d: Draft, defence: int) -> Next:
        return Return(self.strike.but(rolled=(self.strike.rolled[0], defence)))


@offers("W2", "W3")
def spikes(d: Draft, s: Strike, seat: int) -> Iterator[Offer]:
    need = "intercept" if s.margin else "refract"
    for name, m in d.state.models.items():
        ours = m.seat == seat == d.state.models[s.target].seat and (name == s.target) != bool(s.margin)
        if ours and m.arc and need in m.abilities:
            yield Offer(f"{name} spikes", Spike(payer=name, strike=s), cite="G-SPIKE")


@offers("W5")
def riposte(d: Draft, s: Strike, seat: int) -> Iterator[Offer]:
    target = d.state.models.get(s.target)
    ready = target is not None and target.seat == seat and "riposte" in target.abilities and not s.margin
    if ready and not s.reaction and s.attacker in d.state.models:
        back = Attack(strike=Strike(s.target, s.attacker, 3, reaction=True))
        yield Offer(f"{s.target} ripostes", Back(attack=back), cite="G-RIP")


class Back(Frame, frozen=True, kw_only=True):
    attack: Attack

    def start(self, d: Draft) -> Next:
        return Call(self.attack, then=self.done)

    def done(self, d: Draft, *ignored: Any) -> Next:
        return Return()


class Tough(Frame, frozen=True, kw_only=True):
    event: Destroyed

    def start(self, d: Draft) -> Next:
        return Wait(Roll("tough", (Pool("tough", (("d6", 1),)),), cite="G-TOUGH"), then=self.read)

    def read(self, d: Draft, face: int) -> Next:
        return Return(Saved(who=self.event.who, cite="G-TOUGH") if face >= 5 else self.event)


@instead_of(Destroyed)
def tough(d: Draft, event: Destroyed, seat: int) -> Iterator[Offer]:
    model = d.state.models[event.who]
    if model.seat == seat and "tough" in model.abilities:
        yield Offer("tough", Tough(event=event), must=True)


class Trim(Frame, frozen=True, kw_only=True):
    """A hand shrinks in the middle of somebody's attack."""

    seat: int

    def start(self, d: Draft) -> Next:
        from sandtable.core import Ask, choice

        return Wait(Ask(self.seat, "discard", choice("left", "right"), "left", "G-HAND", secret=True), then=self.done)

    def done(self, d: Draft, which: str) -> Next:
        d.emit(Trimmed(seat=self.seat))
        return Return("ignored")


@forces(Destroyed)
def hand_shrinks(d: Draft, event: Destroyed) -> Iterator[Frame]:
    if event.who.startswith("relay"):
        yield Trim(seat=1)


class Guest(Ruleset):
    name = "guest"
    title = "Engine test guest"
    packages = (__name__,)
    dice = DiceSet(Die("A", (0, 0, 0, 1, 1, 2)), Die("P", (0, 1, 1, 1, 1, 2)))
    hooks = Hooks((sys.modules[__name__],))

    def verdict(self, d: Draft) -> None:
        seats = {m.seat for m in d.state.models.values()}
        if len(seats) < 2:
            d.end(seats.pop() if seats else None, "a side is gone", "G-END")
