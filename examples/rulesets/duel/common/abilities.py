"""What hooks into the rules in both editions: stances, cover, tricks, the last blow, and the price of a loss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from duel.common.attacks import TRICKS_PLAYED, Attacking, Damage, Defence, Destroyed, Harm, Strike, in_wood
from duel.common.state import SEATS, Draft, Happened, Position, Table, has, knocked_down
from sandtable.core import (
    Ask,
    Event,
    Frame,
    Next,
    Offer,
    Option,
    Options,
    Return,
    Term,
    Wait,
    before,
    forces,
    modifies,
    offers,
)
from sandtable.core.effects import on
from sandtable.core.texts import say


# --- stances and cover ---
@modifies(Defence)
def stance(p: Position, q: Defence) -> Iterator[Term]:
    for effect in on(p.state.effects, q.strike.target):
        if effect.name == "guard":
            yield Term(effect.amount, "on guard", effect.cite)
        if effect.name == "down":
            yield Term(7, "knocked down", "DU-STANCE-2", "set")


@modifies(Defence)
def cover(p: Position, q: Defence) -> Iterator[Term]:
    if q.strike.thrown and in_wood(p, p.state.models[q.strike.target]):
        yield Term(2, "in a wood", "DU-COVER-1")


# --- tricks ---
class TrickSpent(Event, frozen=True, kw_only=True):
    seat: int
    trick: str

    def apply(self, state: Table) -> Table:
        return state.with_tricks(self.seat, state.tricks[self.seat].spend(self.trick))

    def line(self, p: Position) -> str:
        return say("seat {seat} spends {trick}", seat=SEATS[self.seat], trick=self.trick)


class PlayTrick(Frame, frozen=True, kw_only=True):
    seat: int
    trick: str
    strike: Strike

    def start(self, d: Draft) -> Next:
        d.emit(TrickSpent(seat=self.seat, trick=self.trick, cite="DU-TRICK-3"))
        return Return(self.strike.but(tricks=(*self.strike.tricks, self.trick)))


@offers(TRICKS_PLAYED)
def tricks(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    ours = ("feint",) if d.state.models[strike.attacker].seat == seat else ("grit", "parry")
    for trick in d.state.tricks[seat].hand:
        if trick in ours:
            frame = PlayTrick(seat=seat, trick=trick, strike=strike)
            yield Offer(trick, frame, cite="DU-TRICK-3", verb="play", using=trick, ability=trick)


@modifies(Attacking)
def feint(p: Position, q: Attacking) -> Iterator[Term]:
    if "feint" in q.strike.tricks:
        yield Term(2, "feint", "DU-TRICK-4")


@modifies(Defence)
def parry(p: Position, q: Defence) -> Iterator[Term]:
    if "parry" in q.strike.tricks:
        yield Term(2, "parry", "DU-TRICK-5")


@modifies(Harm)
def grit(p: Position, q: Harm) -> Iterator[Term]:
    if "grit" in q.strike.tricks:
        yield Term(-3, "grit", "DU-TRICK-6")


# --- a loss costs a trick ---
class Held(Options, frozen=True):
    """The tricks in a seat's hand."""

    verb: ClassVar[str] = "discard"

    seat: int

    def options(self, p: Position) -> tuple[Option, ...]:
        return tuple(Option(t, cite="DU-TRICK-7", verb=self.verb, using=t) for t in p.state.tricks[self.seat].hand)


class Discard(Frame, frozen=True, kw_only=True):
    seat: int

    def start(self, d: Draft) -> Next:
        hand = d.state.tricks[self.seat].hand
        if len(hand) < 2:
            return self.chosen(d, hand[0]) if hand else Return()
        ask = Ask(self.seat, "discard a trick", Held(self.seat), hand[0], "DU-TRICK-7", secret=True)
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, trick: str) -> Next:
        d.emit(TrickSpent(seat=self.seat, trick=trick, cite="DU-TRICK-7"))
        return Return()


@forces(Destroyed)
def discard(d: Draft, event: Destroyed) -> Iterator[Frame]:
    yield Discard(seat=event.seat)


class Survived(Happened, frozen=True, kw_only=True):
    """Instead of being destroyed it lies on the ground."""

    def apply(self, state: Table) -> Table:
        return state.with_model(self.who, health=1)

    def line(self, p: Position) -> str:
        return say("{who} is knocked down but lives", who=self.who)


class Falls(Frame, frozen=True, kw_only=True):
    """Whoever survives is knocked down, which ends its guard."""

    who: str
    cite: str

    def start(self, d: Draft) -> Next:
        d.begin(knocked_down(self.who, self.cite))
        return Return()


@forces(Survived)
def fall(d: Draft, event: Survived) -> Iterator[Frame]:
    yield Falls(who=event.who, cite=event.cite)


# --- last blow ---
@before(Destroyed)
def last_blow(d: Draft, event: Destroyed, seat: int) -> Iterator[Offer]:
    if event.seat == seat and event.by in d.state.models and has(d, event.who, "last_blow"):
        blow = Damage(strike=Strike(event.who, event.by), last=True, cite="DU-BLOW-1")
        yield Offer("last blow", blow, must=True)
