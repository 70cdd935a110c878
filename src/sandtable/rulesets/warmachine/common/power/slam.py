"""Slam: a straight move at a target, then an attack that hurls it away; too short a move and it is only a bash."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Option, Pool, Refusal, Return, Roll, Settle, Wait
from sandtable.core.texts import say
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.attacks.attack import Hit, blow_of
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackRoll
from sandtable.rulesets.warmachine.common.damage.damage import Damage
from sandtable.rulesets.warmachine.common.measuring.distance import near, rank
from sandtable.rulesets.warmachine.common.measuring.engagement import HALF_INCH
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import seen_by, sees
from sandtable.rulesets.warmachine.common.movement.advance import still_behind
from sandtable.rulesets.warmachine.common.movement.charge import (
    BONUS,
    Charged,
    charge_barred,
    ended_by_cripple,
    frightened,
    gone,
    only_lamed,
)
from sandtable.rulesets.warmachine.common.movement.forced_moves import away, flight, shove, solid_terrain, steps_up
from sandtable.rulesets.warmachine.common.movement.straight_lines import StraightAt
from sandtable.rulesets.warmachine.common.movement.straight_moves import MODEL, TERRAIN, course, end_of
from sandtable.rulesets.warmachine.common.movement.travel import Travel
from sandtable.rulesets.warmachine.common.power.collisions import Crash
from sandtable.rulesets.warmachine.common.power.power_attacks import PowerAttack, power_barred
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.events import Spot, Turned
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import speed
from sandtable.rulesets.warmachine.common.turn.activity import SLAM, Activity
from sandtable.rulesets.warmachine.common.turn.deeds import Deed, at_itself

SHORTEST = 3000  # a shorter move is no slam


class Slam(PowerAttack, frozen=True, kw_only=True):
    path: tuple[Spot, ...] = ()
    far: int = 0
    meets: str = ""

    def start(self, d: Draft) -> Next:
        me = self.declare(d, SLAM)
        me = me.but(activity=me.activity.but(moved=SLAM))
        cite = d.rules.cite("the move of a slam")
        domain = StraightAt(
            piece=self.model, target=self.target, most=reach(d, self.model), reach=HALF_INCH, straight=True, cite=cite
        )
        ask = Ask(
            self.seat(d),
            say("slam with {model}", model=self.model),
            domain,
            None,
            cite,
            about=(self.model, self.target),
        )
        return Wait(ask, then=me.chosen)

    def chosen(self, d: Draft, line: tuple[int, int]) -> Next:
        way, far = line
        here = d.state.models[self.model].at
        found = course(d, self.model, self.target, way, reach(d, self.model), HALF_INCH, charging=False)
        d.emit(Turned(who=self.model, facing=way, cite=d.rules.cite("the move of a slam")))
        after = self.but(path=(here, end_of(here, way, far)), far=far, meets=found.meets if far == found.most else "")
        if after.path[0] == after.path[1]:
            return after.arrived(d, True)
        travel = Travel(model=self.model, path=after.path, cite=d.rules.cite("the move of a slam"), charging=True)
        return Call(travel, then=after.arrived)

    def arrived(self, d: Draft, whole: bool) -> Next:
        if self.model not in d.state.models:
            return Return(self.activity.but(over=True))
        far = self.far if whole else gone(d, self.model, self.path)
        a = still_behind(d, self.activity.but(far=far), self.path)
        if frightened(d, self.model, self.path):
            return Return(a.but(over=True))
        power, policy = d.rules.edition.power, d.rules.edition.charging
        meets = self.meets if whole else ""
        ended = meets == TERRAIN and power.terrain_fails_slam()
        ended = ended or (meets == MODEL and policy.fails_at_model())
        there = self.target in d.state.models and near(d, self.model, self.target, HALF_INCH)
        done = whole or only_lamed(d, self.model)
        reached = done and not ended and there and sees(d, self.model, self.target)
        cite = d.rules.cite("a slam that fails")
        if ended_by_cripple(d, self.model, whole):
            cite = d.rules.cite("a slam ended by disabled movement")
        d.emit(Charged(who=self.model, target=self.target, far=far, failed=not reached, move=SLAM, cite=cite))
        if not reached:
            return Return(a.but(over=True))
        short = far < SHORTEST
        bonus = power.bash_bonus() if short else power.slam_bonus(d, self.model, self.target)
        me = self.but(activity=a, far=far, path=())
        return Call(AttackRoll(strike=self.strike("bash" if short else SLAM, bonus)), then=me.rolled)

    def rolled(self, d: Draft, hit: bool, critical: bool, *ignored: Any) -> Next:
        if not hit:
            return self.over(d)
        short = self.far < SHORTEST
        strike = self.strike("bash" if short else SLAM, 0)
        stays = None if short else d.rules.edition.power.slam_stays(d, self.target)
        cite = d.rules.cite("a short slam") if short else d.rules.cite("a slam that hits")
        d.emit(Hit(who=self.target, strike=strike, critical=critical, cite=stays.cite if stays else cite))
        if short:
            blow = blow_of(d, strike, critical)
            return Call(Damage(blow=blow.but(topic="a short slam")), then=self.over)
        if stays:
            return Call(Crash(strike=strike, collided=False, met=(), size=rank(d, self.target)), then=self.over)
        larger = rank(d, self.target) > rank(d, self.model)
        cite = d.rules.cite("a slam of a larger base") if larger else d.rules.cite("a slam that hits")
        pool = Pool("slam", (("d6", 1),), self.seat(d))
        return Wait(Roll("inches of the slam", (pool,), cite=cite), then=self.hurled)

    def hurled(self, d: Draft, inches: int) -> Next:
        far = int(inches) * MILLI
        if rank(d, self.target) > rank(d, self.model):
            far //= 2
        way = away(d, self.target, d.state.models[self.model].at)
        terrain = (*solid_terrain(d, self.target), *steps_up(d, self.target))
        found = flight(d, self.target, way, far, terrain, rank(d, self.target))
        size = rank(d, self.target)
        shove(d, self.target, found.to, d.rules.cite("slammed models move"))
        crash = Crash(strike=self.strike(SLAM, 0), collided=found.collided, met=found.met, size=size)
        return Call(crash, then=self.over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


def reach(p: Position, model: str) -> int:
    return speed(p, model) + BONUS * MILLI


def has_moved(p: Position, a: Activity, cite: str) -> Refusal | None:
    """Why a model that has moved makes no power attack that is a move too."""
    if a.may_move or a.down or a.stood:
        return None
    return Refusal(say("{model} has no movement left", model=a.model), cite)


class Slamming(Deed):
    """Declared where charges are declared: it needs both movement and action."""

    verb = SLAM
    leads = True

    def barred(self, p: Position, a: Activity) -> Refusal | None:
        up = charge_barred(p, a, SLAM) if a.stood else None
        cite = p.rules.cite("what a slam needs")
        return up or power_barred(p, a, SLAM) or has_moved(p, a, cite) or charge_barred(p, a, SLAM)

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if card(p, a.model).kind != "warjack" or self.barred(p, a) is not None:
            return
        cite = p.rules.cite("the move of a slam")
        visible = seen_by(p, a.model)
        for target in p.state.models:
            if target != a.model and target in visible:
                yield self.option(p, a, f"slam {target}", cite, target=target, cost=1)

    def sought(self, p: Position, a: Activity) -> Iterator[Option]:
        if card(p, a.model).kind == "warjack":
            for target in p.state.enemies(a.model):
                yield self.option(p, a, f"slam {target}", p.rules.cite("the move of a slam"), target=target, cost=1)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        if why := self.barred(p, a):
            return why
        target = key.removeprefix("slam ")
        if target == a.model:
            return at_itself(p, a.model)
        if target in p.state.models and target not in seen_by(p, a.model):
            return Refusal(
                say("{model} does not see {target}", model=a.model, target=target),
                p.rules.cite("a slam needs line of sight"),
            )
        return None

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return Slam(activity=a, target=key.removeprefix("slam "))
