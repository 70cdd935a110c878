"""A drawn path judged whole: level stretches, ladders, climbing on to obstacles, walking off a height (WC-MOVE).

Each place ``(x, y)`` settles the surface; one that names the height as well, ``(x, y, z)``, must fit it. Going up to a
top means taking its ladder, the cheapest that serves. From a top, a place beyond its edge means walking off it, and the
same place with its height means climbing down. An obstacle is climbed where a path ends or the height is named.
"""

from __future__ import annotations

from typing import NamedTuple

from sandtable.core import Pose, Refusal
from sandtable.geometry.ground import Ground, Spot
from sandtable.geometry.measure import distance
from sandtable.geometry.motion import leaves, point_at
from sandtable.geometry.units import TOL, text
from sandtable.rulesets.warcaster.measuring.distance import radius
from sandtable.rulesets.warcaster.movement.flight import fly
from sandtable.rulesets.warcaster.movement.obstacles import flies, ground_for
from sandtable.rulesets.warcaster.movement.path_refusals import Trip, refusal, too_long
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import Table
from sandtable.rulesets.warcaster.terrain.surfaces import (
    CLIMB,
    GROUND,
    Ladder,
    Surface,
    ladders,
    layer,
    surface_at,
    surface_of,
    top_of,
    tops,
)


def plan(p: Position, model: str, path: tuple[Pose, ...], allowance: int) -> Trip | Refusal:
    """The trip along a path, or what is wrong with it."""
    state: Table = p.state
    me = state.models[model]
    here = surface_of(me)
    if flies(p, model):
        return fly(p, model, path, allowance)
    if here == GROUND and all(len(q) == 2 for q in path) and _level(state, path[-1], radius(p, me)):
        ground = ground_for(p, model, reach=allowance)
        fault = ground.first_fault([me.at, *path], allowance)  # type: ignore[list-item]
        return refusal(p, model, fault, allowance) if fault else Trip(path, GROUND)  # type: ignore[arg-type]
    walk = Walk(p, model, allowance, (me.at,), (), here)
    for i, pose in enumerate(path):
        step = walk.to(pose, last=i == len(path) - 1)
        if isinstance(step, Refusal):
            return step
        walk = step
    return walk.arrive()


def trip(p: Position, model: str, path: tuple[Pose, ...], allowance: int) -> Trip:
    """The trip along a path that was found legal: on level ground there is nothing to judge again."""
    state: Table = p.state
    me = state.models[model]
    plain = surface_of(me) == GROUND and all(len(q) == 2 for q in path) and not flies(p, model)
    if plain and _level(state, path[-1], radius(p, me)):
        return Trip(path, GROUND)  # type: ignore[arg-type]
    found = plan(p, model, path, allowance)
    assert isinstance(found, Trip)
    return found


def _level(state: Table, end: Pose, r: int) -> bool:
    return not tops(state.map) or surface_at(state.map, end, r) == GROUND


class Walk(NamedTuple):
    """How far the judging of a path has come."""

    p: Position
    model: str
    left: float  # of the allowance, when the stretch under way began
    run: tuple[Spot, ...]  # the stretch under way, on one surface, its beginning included
    done: tuple[Spot, ...]  # places passed before it, the start left out
    surface: Surface
    falls: bool = False

    @property
    def r(self) -> int:
        return self.p.rules.cards.units[self.p.state.models[self.model].card].base.radius

    def to(self, pose: Pose, last: bool) -> Walk | Refusal:
        place, table = (pose[0], pose[1]), self.p.state.map
        if self.falls:
            return Refusal(f"{self.model} has walked off {self.surface.on} and goes no further", "WC-FALL-8")
        goal = surface_at(table, place, self.r)
        if not last and len(pose) == 2 and goal.on and layer(table, goal) == "":
            goal = self.surface  # an obstacle is only crossed here
        if len(pose) == 3 and pose[2] != goal.z:
            if pose[2] == self.surface.z:
                goal = self.surface
            else:
                return Refusal(f"nothing {text(pose[2])} in high holds {self.model} there", "WC-TERRAIN-2")
        if goal == self.surface:
            return self._replace(run=(*self.run, place))
        if self.surface.on and len(pose) == 2:
            return self.walk_off(place)
        if goal.on and top_of(table, goal.on).feature.kind == "obstacle":
            return self.climb_on(goal, place)
        return self.climb(goal, place)

    def ground(self, surface: Surface | None = None, *, climbing: str = "", leaving: bool = False) -> Ground:
        return ground_for(self.p, self.model, on=surface or self.surface, climbing=climbing, leaving=leaving)

    def arrive(self) -> Trip | Refusal:
        """The last stretch, and the trip."""
        if not self.falls and len(self.run) > 1:
            fault = self.ground().first_fault(self.run, self.left)
            if fault is not None:
                return refusal(self.p, self.model, fault, self.left)
        return Trip((*self.done, *self.run[1:]), self.surface, self.falls)

    def climb_on(self, goal: Surface, place: Spot) -> Walk | Refusal:
        """On to an obstacle both players agreed to be standable: 1 inch more (WC-TERRAIN-12)."""
        if self.surface.on:
            return Refusal(f"{self.model} first gets off {self.surface.on}", "WC-FALL-8")
        run, ground = (*self.run, place), self.ground(climbing=goal.on)
        fault = ground.first_fault(run, self.left - CLIMB)
        if fault is not None:
            return refusal(self.p, self.model, fault, self.left - CLIMB)
        left = self.left - CLIMB - ground.path_cost(run)
        return self._replace(left=left, run=(place,), done=(*self.done, *run[1:]), surface=goal)

    def climb(self, goal: Surface, place: Spot) -> Walk | Refusal:
        """Up or down a ladder or stairs, whose length counts (WC-TERRAIN-17): the cheapest one that serves."""
        high = goal if goal.on else self.surface
        if goal.on and self.surface.on:
            return Refusal(f"no ladder leads from {self.surface.on} to {goal.on}", "WC-TERRAIN-17")
        feature = top_of(self.p.state.map, high.on).feature
        tries = [self.by_ladder(ladder, goal, high, place) for ladder in ladders(feature, self.r)]
        good = [w for w in tries if isinstance(w, Walk)]
        if good:
            return max(good, key=lambda w: w.left - w.ground().path_cost(w.run))
        if tries:
            return tries[0]
        return Refusal(f"{high.on} has no ladder or stairs", "WC-TERRAIN-14")

    def by_ladder(self, ladder: Ladder, goal: Surface, high: Surface, place: Spot) -> Walk | Refusal:
        first, then = (ladder.foot, ladder.head) if goal.on else (ladder.head, ladder.foot)
        feature = top_of(self.p.state.map, high.on)
        if not feature.holds(ladder.head, self.r):
            return Refusal(f"{high.on} has no room for {self.model} at the ladder", "WC-TERRAIN-2")
        run, ground = (*self.run, first), self.ground()
        fault = ground.first_fault(run, self.left)
        if fault is not None:
            return refusal(self.p, self.model, fault, self.left)
        if not self.ground(goal).free(then):
            return Refusal(f"the ladder of {high.on} is blocked at its far end", "WC-MOVE-2")
        left = self.left - ground.path_cost(run) - distance(first, then) - high.z
        if left < -TOL:
            return too_long(-left, self.left)
        rest = (then, place) if then != place else (then,)
        fault = self.ground(goal).first_fault(rest, left)
        if fault is not None:
            return refusal(self.p, self.model, fault, left)
        return self._replace(left=left, run=rest, done=(*self.done, *run[1:], then), surface=goal)

    def walk_off(self, place: Spot) -> Walk | Refusal:
        """Over the edge: the model goes on until its base is clear of the feature, and falls there (WC-FALL-8)."""
        top = top_of(self.p.state.map, self.surface.on)
        last = (self.run[-1], place)
        out = leaves(last, self.r, top.shape, tol=0.0)
        if not out:
            return Refusal(f"{self.model} would end neither on {top.feature.id} nor clear of it", "WC-FALL-8")
        edge = point_at(last, out[-1])
        run = (*self.run, edge)
        fault = self.ground(leaving=True).first_fault(run, self.left)
        if fault is not None:
            return refusal(self.p, self.model, fault, self.left)
        return self._replace(run=run, falls=True)
