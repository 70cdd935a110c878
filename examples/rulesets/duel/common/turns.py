"""Turns and activations: draw a trick, then activate each model once: it moves, faces and acts."""

from __future__ import annotations

from typing import Any

from duel.common.attacks import Actions, Attack, Strike
from duel.common.movement import Facings, Move, Walk, faced
from duel.common.state import SEATS, Activates, Draft, Happened, Position, Table, TurnStarts, is_up, on_guard
from sandtable.core import (
    Ask,
    Call,
    Check,
    Checks,
    Event,
    Frame,
    Next,
    Option,
    Options,
    Pool,
    Refusal,
    Return,
    Roll,
    Wait,
    allowed,
    refusal,
)
from sandtable.core.texts import say

ROUNDS = 8


class TurnBegan(Event, frozen=True, kw_only=True):
    seat: int
    round: int

    def apply(self, state: Table) -> Table:
        return state.but(active=self.seat, round=self.round, acted=())

    def line(self, p: Position) -> str:
        return say("round {round}, turn of seat {seat}", round=self.round, seat=SEATS[self.seat])


class TrickDrawn(Event, frozen=True, kw_only=True):
    seat: int
    trick: str

    def apply(self, state: Table) -> Table:
        return state.with_tricks(self.seat, state.tricks[self.seat].draw(self.trick))

    def line(self, p: Position) -> str:
        return say("seat {seat} draws {trick}", seat=SEATS[self.seat], trick=self.trick or "a trick")

    def seen_by(self, seat: int) -> TrickDrawn:
        return self if seat == self.seat else self.but(trick="")


class Activated(Happened, frozen=True, kw_only=True):
    def apply(self, state: Table) -> Table:
        return state.but(acted=(*state.acted, self.who))

    def line(self, p: Position) -> str:
        return say("{who} is activated", who=self.who)


# Each check is asked with the position, the seat and a model.
READY: Checks = (
    Check(
        lambda p, seat, who: p.state.models[who].seat != seat,
        lambda p, seat, who: Refusal(say("{who} is not yours", who=who), "DU-TURN-1"),
    ),
    Check(
        lambda p, seat, who: who in p.state.acted,
        lambda p, seat, who: Refusal(say("{who} has been activated this turn", who=who), "DU-TURN-1"),
    ),
)


class Ready(Options, frozen=True):
    """The models that may still be activated this turn."""

    seat: int

    def options(self, p: Position) -> tuple[Option, ...]:
        return tuple(option for option in self.sought(p) if allowed(READY, p, self.seat, option.actor))

    def sought(self, p: Position) -> tuple[Option, ...]:
        names = (m.name for m in p.state.of(self.seat))
        return tuple(Option(f"activate {name}", cite="DU-TURN-1", verb="activate", actor=name) for name in names)

    def missing(self, p: Position, key: str) -> Refusal:
        who = key.removeprefix("activate ")
        known = key.startswith("activate ") and who in p.state.models
        return (refusal(READY, p, self.seat, who) if known else None) or super().missing(p, key)


class Turns(Frame, frozen=True, kw_only=True):
    """The whole duel: the seats take turns until somebody wins or the last round is over."""

    seat: int = 0
    round: int = 1

    def start(self, d: Draft, *ignored: Any) -> Next:
        if self.round <= ROUNDS:
            return Call(Turn(seat=self.seat, round=self.round), then=self.next_turn)
        a, b = d.rules.score(d.state)
        d.end(None if a == b else int(b > a), f"after {ROUNDS} rounds: {a} health against {b}", "DU-END-3")
        return Return()

    def in_turn(self, d: Draft) -> Next:
        """Where scenario files begin: the trick is drawn, nobody has acted."""
        return Call(Turn(seat=self.seat, round=self.round, at="choose"), then=self.next_turn)

    def next_turn(self, d: Draft, *ignored: Any) -> Next:
        return self.but(seat=1 - self.seat, round=self.round + self.seat).start(d)


class Turn(Frame, frozen=True, kw_only=True):
    seat: int
    round: int

    def start(self, d: Draft) -> Next:
        d.emit(TurnBegan(seat=self.seat, round=self.round, cite="DU-TURN-1"))
        d.reach(TurnStarts(self.seat))
        bag = d.state.tricks[self.seat].bag
        if len(bag) < 2:
            return self.drawn(d, 1) if bag else self.choose(d)
        pool = Pool("trick", ((f"d{len(bag)}", 1),), self.seat)
        return Wait(Roll("draw a trick", (pool,), cite="DU-TRICK-2", eyes=(self.seat,)), then=self.drawn)

    def drawn(self, d: Draft, number: int) -> Next:
        trick = d.state.tricks[self.seat].bag[number - 1]
        d.emit(TrickDrawn(seat=self.seat, trick=trick, cite="DU-TRICK-2"))
        return self.choose(d)

    def choose(self, d: Draft, *ignored: Any) -> Next:
        ready = Ready(self.seat).options(d)
        if len(ready) < 2:
            return self.chosen(d, ready[0].key) if ready else Return()
        return Wait(Ask(self.seat, "activate a model", Ready(self.seat), ready[0].key, "DU-TURN-1"), then=self.chosen)

    def chosen(self, d: Draft, answer: str) -> Next:
        who = answer.removeprefix("activate ")
        d.reach(Activates(who))
        d.emit(Activated(who=who, cite="DU-TURN-2"))
        return Call(Activation(who=who, seat=self.seat), then=self.choose)


class Activation(Frame, frozen=True, kw_only=True):
    who: str
    seat: int

    def still(self, d: Draft) -> bool:
        return is_up(d, self.who)

    def start(self, d: Draft) -> Next:
        return Wait(self.ask(say("move {who}", who=self.who), Walk(piece=self.who), (), "DU-MOVE-1"), then=self.move)

    def move(self, d: Draft, path: tuple[tuple[int, int], ...]) -> Next:
        if not path:
            return self.face(d)
        whole = (d.state.models[self.who].place, *path)
        return Call(Move(who=self.who, path=whole), then=self.face)

    def face(self, d: Draft, *ignored: Any) -> Next:
        return Wait(
            self.ask(say("turn {who}", who=self.who), Facings(self.who), "keep facing", "DU-FACE-1"), then=self.turned
        )

    def turned(self, d: Draft, answer: str) -> Next:
        faced(d, self.who, answer)
        return Wait(self.ask(say("{who} acts", who=self.who), Actions(self.who), "nothing", "DU-TURN-2"), then=self.act)

    def act(self, d: Draft, answer: str) -> Next:
        deed, _, target = answer.partition(" ")
        if deed in ("strike", "throw"):
            strike = Strike(self.who, target.removeprefix("at "), thrown=deed == "throw")
            return Call(Attack(strike=strike), then=self.finish)
        if deed == "guard":
            d.begin(on_guard(self.who, self.seat))
        return Return()

    def ask(self, prompt: str, domain: Any, default: Any, cite: str) -> Ask:
        return Ask(self.seat, prompt, domain, default, cite, about=(self.who,))
