"""Advancing: a path of any shape within an allowance, facing where it goes, and any facing at its end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sandtable.core import Ask, Call, Facing, Frame, Next, Option, Outline, Path, Pose, Query, Refusal, Return, Wait
from sandtable.core.texts import say
from sandtable.geometry.units import FAR, text
from sandtable.geometry.watchers import Watcher, stretches
from sandtable.rulesets.warmachine.common.measuring.distance import disc, radius
from sandtable.rulesets.warmachine.common.movement.obstacles import explained, ground_for
from sandtable.rulesets.warmachine.common.movement.travel import Travel
from sandtable.rulesets.warmachine.common.state.events import Spot, Turned
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import barred_by, speed
from sandtable.rulesets.warmachine.common.turn.activity import ADVANCE, RUN, Activity, FocusCost, affords, settle
from sandtable.rulesets.warmachine.common.turn.deeds import Deed
from sandtable.tabletop.moving.reach import leg_costs, reach, way_toward

CROWDED = 720  # rays of an outline among many bases


class Advance(Path, frozen=True, kw_only=True):
    """A path for one model, up to an allowance in thousandths."""

    allowance: int

    def fault(self, p: Position, path: tuple[Pose, ...]) -> Refusal | None:
        if not path:
            return None
        whole = [p.state.models[self.piece].at, *((q[0], q[1]) for q in path)]
        fault = ground_for(p, self.piece).first_fault(whole, self.allowance)
        return None if fault is None else explained(p, self.piece, fault, self.allowance)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        """Staying is always possible."""
        return [()]

    def most(self, p: Position) -> int:
        return self.allowance

    def price(self, p: Position, path: tuple[Pose, ...]) -> tuple[int, ...]:
        return leg_costs(ground_for(p, self.piece), p.state.models[self.piece].at, path)

    def outline(self, p: Position) -> Outline:
        at = p.state.models[self.piece].at
        return p.memo(("outline", self), lambda: reach(ground_for(p, self.piece), at, self.allowance, CROWDED))

    def hint(self, p: Position) -> str:
        return say(
            "a place or a path for {piece}, up to {allowance} in", piece=self.piece, allowance=text(self.allowance)
        )

    def toward(self, p: Position, goal: Pose, far: int | None = None) -> Any:
        limit = self.allowance if far is None else min(far, self.allowance)
        at, ground = p.state.models[self.piece].at, ground_for(p, self.piece)
        drawn = self.outline(p) if limit == self.allowance else reach(ground, at, limit, CROWDED)
        return way_toward(ground, at, (goal[0], goal[1]), limit, drawn, self.corners)


class Move(Frame, frozen=True, kw_only=True):
    """A model moves up to an allowance and turns. Returns whether it came to the end of its path, and the path."""

    model: str
    allowance: int
    prompt: str
    cite: str
    path: tuple[Spot, ...] = ()

    def start(self, d: Draft) -> Next:
        domain = Advance(piece=self.model, allowance=self.allowance)
        return Wait(self.ask(d, f"{self.prompt} {self.model}", domain, ()), then=self.chosen)

    def chosen(self, d: Draft, path: tuple[Spot, ...]) -> Next:
        here = d.state.models[self.model].at
        if not path:
            return self.but(path=(here,)).arrived(d, True)
        whole = (here, *((q[0], q[1]) for q in path))
        return Call(Travel(model=self.model, path=whole, cite=self.cite), then=self.but(path=whole).arrived)

    def arrived(self, d: Draft, whole: bool) -> Next:
        if not whole:
            return Return(False, self.path)
        domain = Facing(piece=self.model, cite=d.rules.cite("facing after a move"))
        now = d.state.models[self.model].facing
        return Wait(self.ask(d, f"turn {self.model}", domain, now), then=self.turned)

    def turned(self, d: Draft, facing: int) -> Next:
        if facing != d.state.models[self.model].facing:
            d.emit(Turned(who=self.model, facing=facing, cite=d.rules.cite("facing after a move")))
        return Return(True, self.path)

    def ask(self, d: Draft, prompt: str, domain: Any, default: Any) -> Ask:
        return Ask(d.state.status[self.model].seat, prompt, domain, default, self.cite, about=(self.model,))


def still_behind(p: Position, a: Activity, path: tuple[Spot, ...]) -> Activity:
    """Enemies in whose back arc the model stayed all along a path: the others are aware of it."""
    if not a.behind or a.model not in p.state.models:
        return a.but(behind=())
    names = [name for name in a.behind if name in p.state.models]
    watchers = [Watcher(disc(p, p.state.models[n]), FAR, p.state.models[n].facing) for n in names]
    seen = {s.which for s in stretches(path, radius(p, p.state.models[a.model]), watchers)} if watchers else set()
    return a.but(behind=tuple(n for i, n in enumerate(names) if i not in seen))


class MoveDeed(Frame, frozen=True, kw_only=True):
    """An advance or a run as a model's movement."""

    activity: Activity
    how: str
    allowance: int

    def start(self, d: Draft) -> Next:
        who = self.activity.model
        cite = d.rules.cite("length of a run") if self.how == RUN else d.rules.cite("length of a move")
        if self.how == RUN:
            cost = d.value(FocusCost(who, RUN))
            settle(d, who, cost, RUN, RUN, d.rules.cite("running costs a warjack focus"))
        return Call(Move(model=who, allowance=self.allowance, prompt=self.how, cite=cite), then=self.moved)

    def moved(self, d: Draft, whole: bool, path: tuple[Spot, ...]) -> Next:
        a = self.activity.but(moved=self.how, over=self.how == RUN or not whole)
        return Return(still_behind(d, a, path))


class MoveBonus(Query, frozen=True):
    """What is added to a model's normal movement, in thousandths."""

    model: str


def allowance(p: Position, model: str) -> int:
    """How far a model advances."""
    return speed(p, model) + p.value(MoveBonus(model))


class Advancing(Deed):
    """Up to SPD inches."""

    verb = ADVANCE

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if a.may_move and p.forbidden(ADVANCE, a) is None:
            yield self.option(p, a, ADVANCE, p.rules.cite("length of a move"))

    def sought(self, p: Position, a: Activity) -> Iterator[Option]:
        yield self.option(p, a, ADVANCE, p.rules.cite("length of a move"))

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        if not a.may_move:
            return Refusal(say("{model} has no movement left", model=a.model), p.rules.cite("movement before action"))
        return p.forbidden(ADVANCE, a)

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return MoveDeed(activity=a, how=ADVANCE, allowance=allowance(p, a.model))


class Running(Deed):
    """Up to twice SPD; nothing else in that activation, before or after."""

    verb = RUN

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if self.missing(p, a, RUN) is None:
            cost = p.value(FocusCost(a.model, RUN))
            yield self.option(p, a, RUN, p.rules.cite("length of a run"), cost=cost)

    def sought(self, p: Position, a: Activity) -> Iterator[Option]:
        cost = p.value(FocusCost(a.model, RUN))
        yield self.option(p, a, RUN, p.rules.cite("length of a run"), cost=cost)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        if not a.may_move:
            return Refusal(say("{model} has no movement left", model=a.model), p.rules.cite("movement before action"))
        if a.stood:
            return Refusal(
                say("{model} has just stood up", model=a.model), p.rules.cite("no run or charge after standing up")
            )
        if a.cast or a.feat:
            return Refusal(
                say("{model} has cast or used its feat", model=a.model), p.rules.cite("what running excludes")
            )
        if spell := barred_by(p, a.model, RUN):
            return Refusal(say("{spell} is on {model}", spell=spell, model=a.model), p.rules.cite("spells that last"))
        cost = p.value(FocusCost(a.model, RUN))
        if not affords(p, a.model, cost, RUN):
            return Refusal(
                say("{model} has no focus to run", model=a.model), p.rules.cite("running costs a warjack focus")
            )
        return p.forbidden(RUN, a)

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return MoveDeed(activity=a, how=RUN, allowance=speed(p, a.model) + allowance(p, a.model))
