"""Advancing: a path within an allowance, facing where it goes, and any facing at its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Ask, Call, Facing, Frame, Next, Option, Query, Refusal, Return, Settle, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.measuring.distance import behind, radius, stays_behind
from sandtable.rulesets.warmachine.common.movement.paths import Advance
from sandtable.rulesets.warmachine.common.movement.rejoining import Rejoin
from sandtable.rulesets.warmachine.common.movement.travel import Lamed, Travel
from sandtable.rulesets.warmachine.common.state.events import Spot, Turned
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import barred_by, speed
from sandtable.rulesets.warmachine.common.turn.activity import (
    ADVANCE,
    BY_MARSHAL,
    MARSHAL,
    NOTICED,
    OUT,
    RUN,
    Activity,
    FocusCost,
    affords,
    has_choice,
    heals_lying,
    lacks_focus,
    settle,
)
from sandtable.rulesets.warmachine.common.turn.deeds import Deed, just_stood, no_movement
from sandtable.rulesets.warmachine.common.units.live_troopers import able
from sandtable.rulesets.warmachine.common.units.terror import arrived as movement_over


class Move(Frame, frozen=True, kw_only=True):
    """A model moves up to an allowance and turns. Returns whether it came to the end of its path, and the path."""

    model: str
    allowance: int
    prompt: str
    cite: str
    path: tuple[Spot, ...] = ()
    rejoins: bool = False  # a trooper on its way back to its unit

    def start(self, d: Draft) -> Next:
        prompt = f"{self.prompt} {self.model}"
        if self.rejoins:
            back = Rejoin(piece=self.model, allowance=self.allowance, runs=self.prompt == RUN)
            return Wait(self.ask(d, prompt, back, back.fallback(d)), then=self.chosen)
        domain = Advance(piece=self.model, allowance=self.allowance, cite=self.cite)
        return Wait(self.ask(d, prompt, domain, ()), then=self.chosen)

    def chosen(self, d: Draft, path: tuple[Spot, ...]) -> Next:
        here = d.state.models[self.model].at
        if not path:
            return self.but(path=(here,)).arrived(d, True)
        whole = (here, *((q[0], q[1]) for q in path))
        pace = 0 if d.holds(Lamed(self.model)) else {ADVANCE: 1, RUN: 2}.get(self.prompt, 0)
        travel = Travel(model=self.model, path=whole, cite=self.cite, pace=pace, turns=True)
        return Call(travel, then=self.but(path=whole).arrived)

    def arrived(self, d: Draft, whole: bool) -> Next:
        if not whole:
            return Return(False, self.path)
        return Wait(facing_ask(d, self.model, self.cite), then=self.turned)

    def turned(self, d: Draft, facing: int) -> Next:
        turn(d, self.model, facing)
        movement_over(d, self.model)
        return Call(Settle(), then=self.settled)

    def settled(self, d: Draft, *ignored: Any) -> Next:
        return Return(True, self.path)

    def ask(self, d: Draft, prompt: str, domain: Any, default: Any) -> Ask:
        return Ask(d.state.status[self.model].seat, prompt, domain, default, self.cite, about=(self.model,))


def facing_ask(d: Draft, model: str, cite: str) -> Ask:
    """At the end of an advance a model takes any facing."""
    domain, m = Facing(piece=model, cite=d.rules.cite("facing after a move")), d.state.models[model]
    return Ask(d.state.status[model].seat, f"turn {model}", domain, m.facing, cite, about=(model,))


def turn(d: Draft, model: str, facing: int) -> None:
    if facing != d.state.models[model].facing:
        d.emit(Turned(who=model, facing=facing, cite=d.rules.cite("facing after a move")))


def still_behind(p: Position, a: Activity, path: tuple[Spot, ...]) -> Activity:
    """Enemies in whose back arc the model stayed all along a path: the others are aware of it.

    So are friends that saw it on its way into their back arc: they are noted as marks.
    """
    if a.model not in p.state.models:
        return a.but(behind=())
    foes = [name for name in a.behind if name in p.state.models]
    friends = [n for n in p.state.friends(a.model) if behind(p, a.model, n)]
    seen = [n for n in (*foes, *friends) if not stays_behind(p, n, path, radius(p, p.state.models[a.model]))]
    noticed = [NOTICED + n for n in friends if n in seen and NOTICED + n not in a.marks]
    return a.but(behind=tuple(n for n in foes if n not in seen)).marked(*noticed)


class MoveDeed(Frame, frozen=True, kw_only=True):
    """An advance or a run as a model's movement."""

    activity: Activity
    how: str
    allowance: int
    marshalled: bool = False

    def start(self, d: Draft) -> Next:
        cite = d.rules.cite("length of a run") if self.how == RUN else d.rules.cite("length of a move")
        if self.how == RUN:
            who = self.activity.model
            cost = d.value(FocusCost(who, RUN))
            settle(d, who, cost, RUN, d.rules.cite("running costs a warjack focus"), self.marshalled)
        return Call(self.move(cite), then=self.moved)

    def move(self, cite: str) -> Move:
        back = OUT in self.activity.marks
        return Move(model=self.activity.model, allowance=self.allowance, prompt=self.how, cite=cite, rejoins=back)

    def moved(self, d: Draft, whole: bool, path: tuple[Spot, ...]) -> Next:
        a = self.activity.but(moved=self.how)
        goes_on = whole or able(d, a) or (a.model in d.state.models and heals_lying(d, a.model))
        return Return(still_behind(d, a.but(over=self.how == RUN or not goes_on), path))


class MoveBonus(Query, frozen=True):
    """What is added to a model's normal movement, in thousandths."""

    model: str


class RunBonus(Query, frozen=True):
    """What is added to a run besides, in thousandths."""

    model: str


def allowance(p: Position, model: str) -> int:
    """How far a model advances."""
    return speed(p, model) + p.value(MoveBonus(model))


def run_allowance(p: Position, model: str) -> int:
    """How far a model runs: twice SPD, and what is added."""
    return speed(p, model) + allowance(p, model) + p.value(RunBonus(model))


class Advancing(Deed):
    """Up to SPD inches."""

    verb = ADVANCE
    leads = True

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if a.may_move and p.forbidden(ADVANCE, a) is None:
            yield self.option(p, a, ADVANCE, p.rules.cite("length of a move"))

    def sought(self, p: Position, a: Activity) -> Iterator[Option]:
        yield self.option(p, a, ADVANCE, p.rules.cite("length of a move"))

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        if not a.may_move:
            return no_movement(p, a)
        return p.forbidden(ADVANCE, a)

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return MoveDeed(activity=a, how=ADVANCE, allowance=allowance(p, a.model))


class Running(Deed):
    """Up to twice SPD; nothing else in that activation, before or after."""

    verb = RUN
    leads = True

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if self.missing(p, a, RUN) is None:
            cost = p.value(FocusCost(a.model, RUN))
            yield self.option(p, a, RUN, p.rules.cite("length of a run"), cost=cost)
            if has_choice(p, a.model, cost, RUN):
                yield self.option(p, a, RUN + BY_MARSHAL, p.rules.cite("length of a run"), how=MARSHAL)

    def sought(self, p: Position, a: Activity) -> Iterator[Option]:
        cost = p.value(FocusCost(a.model, RUN))
        yield self.option(p, a, RUN, p.rules.cite("length of a run"), cost=cost)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        if why := just_stood(p, a):
            return why
        if not a.may_move:
            return no_movement(p, a)
        if a.cast or a.feat:
            return Refusal(
                say("{model} has cast or used its feat", model=a.model), p.rules.cite("what running excludes")
            )
        if spell := barred_by(p, a.model, RUN):
            return Refusal(say("{spell} is on {model}", spell=spell, model=a.model), p.rules.cite("a spell in play"))
        cost = p.value(FocusCost(a.model, RUN))
        if not affords(p, a.model, cost, RUN):
            return lacks_focus(p, a.model, "to run", "running costs a warjack focus", RUN)
        return p.forbidden(RUN, a)

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        by_marshal = key == RUN + BY_MARSHAL
        return MoveDeed(activity=a, how=RUN, allowance=run_allowance(p, a.model), marshalled=by_marshal)
