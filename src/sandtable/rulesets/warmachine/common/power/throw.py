"""Throw: an open fist grips the target, a contest of strength, and it flies in a direction of the thrower's choice."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from random import Random
from typing import Any

from sandtable.core import Ask, Call, Frame, Line, Next, Outline, Pool, Refusal, Return, Roll, Sequence, Settle, Wait
from sandtable.core.texts import say
from sandtable.geometry.arcs import bearing, in_front
from sandtable.geometry.distance import gap
from sandtable.geometry.shapes import Disc, Segment
from sandtable.geometry.units import FULL_TURN, MILLI, TOL
from sandtable.rulesets.warmachine.common.attacks.attack import Hit, takes_effect
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackRoll
from sandtable.rulesets.warmachine.common.measuring.distance import disc, radius, rank
from sandtable.rulesets.warmachine.common.movement.forced_moves import flight, landed_on, shove, solid_terrain, steps_up
from sandtable.rulesets.warmachine.common.power.collisions import Crash
from sandtable.rulesets.warmachine.common.power.power_attacks import (
    Contest,
    PowerAttack,
    PowerDeed,
    is_warjack,
    no_fist,
    open_fists,
)
from sandtable.rulesets.warmachine.common.state.events import Spot
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity

VERB = "throw"
DIRECTION = "direction of a throw"  # the key of hooks that forbid one
SIXTH = 60 * MILLI


class ThrowLine(Line, frozen=True, kw_only=True):
    """A direction for the thrown model: away from the thrower, to a point in the thrower's front arc."""

    thrower: str

    def fault(self, p: Position, way: int, far: int) -> Refusal | None:
        me, foe = p.state.models[self.thrower], p.state.models[self.piece]
        angle = radians(way / MILLI)
        end = (foe.x + far * cos(angle), foe.y + far * sin(angle))
        if not in_front(disc(p, me), me.facing, Disc(end[0], end[1], 0)):
            return Refusal("that point is not in the thrower's front arc", self.cite)
        line = Segment(foe.x, foe.y, end[0], end[1])
        near = gap(line, disc(p, me))
        if near < min(radius(p, foe), gap(disc(p, foe), disc(p, me)) + radius(p, foe)) - 2 * TOL:
            over = say("{piece} would fly over {thrower}", piece=self.piece, thrower=self.thrower)
            return Refusal(over, p.rules.cite("direction of a throw"))
        return p.forbidden(DIRECTION, self.thrower, self.piece, way)

    def nearest_along(self, p: Position, way: int, wish: int) -> int | None:
        return self.most if self.refuse(p, (way, self.most)) is None else None

    def outline(self, p: Position) -> Outline:
        """The places it may be thrown at: an arc of a circle."""
        ways = [way for way in range(0, FULL_TURN, MILLI) if self.refuse(p, (way, self.most)) is None]
        runs: list[list[int]] = []
        for way in ways:
            if runs and way - runs[-1][-1] == MILLI:
                runs[-1].append(way)
            else:
                runs.append([way])
        if len(runs) > 1 and runs[0][0] == 0 and runs[-1][-1] == FULL_TURN - MILLI:
            runs[0] = runs.pop() + runs[0]
        if len(ways) < FULL_TURN // MILLI:
            runs = [[self.last(p, run[0], -1), *run, self.last(p, run[-1], 1)] for run in runs]
        arcs = [[self.end(p, (way, self.most)) for way in run] for run in runs]
        return Outline(tuple((*arc, *reversed(arc)) for arc in arcs))

    def last(self, p: Position, way: int, turn: int) -> int:
        """The last direction that may be taken, less than a degree on from one that may be."""
        step = MILLI
        while step > 1:
            step //= 2
            if self.refuse(p, ((way + turn * step) % FULL_TURN, self.most)) is None:
                way = (way + turn * step) % FULL_TURN
        return way

    def fallback(self, p: Position) -> tuple[int, int]:
        """Straight away from the thrower, or as nearly so as may be: its target may stand at the rim of its arc."""
        straight = bearing(p.state.models[self.thrower].at, p.state.models[self.piece].at)
        turns = (turn * side for turn in range(0, FULL_TURN // 2 + 1, MILLI) for side in (1, -1))
        ways = ((straight + turn) % FULL_TURN for turn in turns)
        return next((way for way in ways if self.refuse(p, (way, self.most)) is None), straight), self.most

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        straight = self.fallback(p)
        found: list[Any] = []
        for _ in range(12 * n):
            way = (straight[0] + rng.randint(-80 * MILLI, 80 * MILLI)) % FULL_TURN
            if self.refuse(p, (way, self.most)) is None:
                found.append((way, self.most))
                if len(found) == n:
                    break
        return found or [straight]


class Throw(PowerAttack, frozen=True, kw_only=True):
    dice: int = 1  # of the thrower's contest roll
    verb: str = VERB
    way: int = 0
    far: int = 0  # to the intended point
    turn: int = 0

    def start(self, d: Draft) -> Next:
        me = self.declare(d, self.verb)
        bonus = d.rules.edition.power.throw_bonus()
        return Call(AttackRoll(strike=self.strike(self.verb, bonus)), then=me.rolled)

    def rolled(self, d: Draft, hit: bool, critical: bool, *ignored: Any) -> Next:
        if not hit:
            return self.over(d)
        strike = self.strike(self.verb, 0)
        d.emit(Hit(who=self.target, strike=strike, critical=critical, cite=d.rules.cite("throws")))
        contest = Contest(one=self.model, other=self.target, dice=self.dice, cite=self.contest_rule(d))
        return Call(contest, then=self.contested)

    def contest_rule(self, p: Position) -> str:
        return p.rules.cite("throws")

    def contested(self, d: Draft, won: bool) -> Next:
        if not won or not takes_effect(d, self.strike(self.verb, 0), self.target):
            return self.over(d)
        cite = d.rules.cite("length of a throw")
        far = d.rules.edition.power.throw_distance(d, self.model, self.target)
        domain = ThrowLine(piece=self.target, thrower=self.model, most=far, least=far, cite=cite)
        ask = Ask(
            self.seat(d), say("throw {target}", target=self.target), domain, None, cite, about=(self.model, self.target)
        )
        return Wait(ask, then=self.aimed)

    def aimed(self, d: Draft, line: tuple[int, int]) -> Next:
        roll = Roll(
            "deviation: direction",
            (Pool("direction", (("d6", 1),), self.seat(d)),),
            cite=d.rules.cite("deviation of a throw"),
        )
        return Wait(roll, then=self.but(way=line[0], far=line[1]).turned)

    def turned(self, d: Draft, direction: int) -> Next:
        roll = Roll(
            "deviation: d3 inches",
            (Pool("distance", (("d6", 1),), self.seat(d)),),
            cite=d.rules.cite("deviation of a throw"),
        )
        return Wait(roll, then=self.but(turn=int(direction)).thrown)

    def thrown(self, d: Draft, face: int) -> Next:
        """The intended point strays."""
        policy, foe = d.rules.edition.power, d.state.models[self.target]
        aim = _moved(foe.at, self.way, self.far)
        strays = policy.throw_deviation(-(-int(face) // 2) * MILLI, self.far)
        return self.flies(d, _moved(aim, (self.way - (self.turn - 1) * SIXTH) % FULL_TURN, strays))

    def flies(self, d: Draft, end: Spot) -> Next:
        """Straight to a point, or into what is in the way."""
        policy, foe = d.rules.edition.power, d.state.models[self.target]
        way, length = bearing(foe.at, end), hypot(end[0] - foe.x, end[1] - foe.y)
        terrain = (*solid_terrain(d, self.target, *policy.throw_stops()), *steps_up(d, self.target))
        found = flight(d, self.target, way, length, terrain, rank(d, self.target), rough=False)
        stopped_by = tuple(n for n in found.met if rank(d, n) >= rank(d, self.target))
        met = (*stopped_by, *(n for n in landed_on(d, self.target, found.to) if n not in stopped_by))
        size = rank(d, self.target)
        shove(d, self.target, found.to, d.rules.cite("thrown models move"), thrown=True)
        crash = Crash(strike=self.strike(self.verb, 0), collided=found.collided, met=met, size=size)
        frames = (*policy.landed(d, self.model, self.target), crash)
        return Call(Sequence(frames=frames), then=self.but(way=0, far=0, turn=0).over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


def _moved(at: Spot, way: int, far: float) -> Spot:
    angle = radians(way / MILLI)
    return round(at[0] + far * cos(angle)), round(at[1] + far * sin(angle))


class Throwing(PowerDeed):
    verb = VERB
    fists = 1
    dice = 1

    def barred(self, p: Position, a: Activity) -> Refusal | None:
        if is_warjack(p, a.model) and len(open_fists(p, a.model)) < self.fists:
            return no_fist(p, a.model, self.need(p), both=self.fists > 1)
        return super().barred(p, a)

    def need(self, p: Position) -> str:
        return p.rules.cite("throws need an open fist")

    def no_target(self, p: Position, a: Activity, target: str) -> Refusal | None:
        if rank(p, target) > rank(p, a.model):
            return Refusal(say("{target} is too large to throw", target=target), p.rules.cite("too large to throw"))
        return None

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return Throw(activity=a, target=key.removeprefix(f"{self.verb} "), dice=self.dice, verb=self.verb)
