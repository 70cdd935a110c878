"""A drawn path judged whole: level stretches, ladders, climbing on to low features, walking off a height.

Each place ``(x, y)`` settles the surface; one that names the height as well, ``(x, y, z)``, must fit it. Going up to a
top means taking its ladder, the cheapest that serves. From a top, a place beyond its edge means walking off it, and the
same place with its height means climbing down. A low feature is climbed where a path ends or the height is named.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.core import Pose, Refusal
from sandtable.core.texts import say
from sandtable.geometry.ground import Ground, Spot
from sandtable.geometry.measure import distance
from sandtable.geometry.motion import leaves, point_at
from sandtable.geometry.units import TOL
from sandtable.tabletop.measuring.distance import radius
from sandtable.tabletop.moving.path_faults import Trip, Walking, no_surface, refusal, slowed_by, too_long
from sandtable.tabletop.moving.reach import leg_costs
from sandtable.tabletop.position import Tabletop
from sandtable.tabletop.terrain.ladders import Ladder, ladders
from sandtable.tabletop.terrain.surfaces import GROUND, Surface, layer, surface_at, surface_of, top_of

MUCH = 1e9  # thousandths: more than any move


def plan(p: Tabletop, how: Walking, model: str, path: tuple[Pose, ...], allowance: int) -> Trip | Refusal:
    """The trip along a path, or what is wrong with it."""
    me = p.state.models[model]
    if is_level(p, model, path):
        ground = how.ground(p, model, reach=allowance)
        whole: list[Any] = [me.at, *path]
        fault = ground.first_fault(whole, allowance)
        if fault:
            return refusal(p, how, model, fault, allowance, slowed_by(how.ground(p, model), whole))
        return Trip(path, GROUND)  # type: ignore[arg-type]
    walk = Walk(p, how, model, allowance, (me.at,), (), surface_of(me))
    for i, pose in enumerate(path):
        step = walk.to(pose, last=i == len(path) - 1)
        if isinstance(step, Refusal):
            return step
        walk = step
    return walk.arrive()


def path_costs(p: Tabletop, how: Walking, model: str, path: tuple[Pose, ...]) -> tuple[int, ...]:
    """What each leg of a path costs, slow ground, ladders and climbing counted; an impossible leg counts its length."""
    me = p.state.models[model]
    if path and is_level(p, model, path):
        return leg_costs(how.ground(p, model), me.at, path)
    walk: Walk | Refusal = Walk(p, how, model, MUCH, (me.at,), (), surface_of(me))
    found, spent, last = list[int](), 0.0, me.at
    for i, pose in enumerate(path):
        if isinstance(walk, Walk):
            walk = walk.to(pose, last=i == len(path) - 1)
        if isinstance(walk, Refusal):
            found.append(round(distance(last, (pose[0], pose[1]))))
        else:
            now = MUCH - walk.left + walk.ground(leaving=walk.falls).path_cost(walk.run)
            found.append(round(now - spent))
            spent = now
        last = (pose[0], pose[1])
    return tuple(found)


def is_level(p: Tabletop, model: str, path: tuple[Pose, ...]) -> bool:
    """Whether a path begins and ends on the ground and names no height: then it stays there."""
    me = p.state.models[model]
    if surface_of(me) != GROUND or any(len(q) != 2 for q in path):
        return False
    return surface_at(p.state.map, path[-1], radius(p, me)) == GROUND


class Walk(NamedTuple):
    """How far the judging of a path has come."""

    p: Tabletop
    how: Walking
    model: str
    left: float  # of the allowance, when the stretch under way began
    run: tuple[Spot, ...]  # the stretch under way, on one surface, its beginning included
    done: tuple[Spot, ...]  # places passed before it, the start left out
    surface: Surface
    falls: bool = False

    @property
    def r(self) -> int:
        return self.p.rules.bases[self.p.state.models[self.model].card].radius

    def to(self, pose: Pose, last: bool) -> Walk | Refusal:
        place, table, kinds = (pose[0], pose[1]), self.p.state.map, self.p.rules.kinds
        if self.falls:
            return Refusal(
                say("{model} has walked off {on} and goes no further", model=self.model, on=self.surface.on),
                self.how.cites.over_edge,
            )
        goal = surface_at(table, place, self.r)
        if not last and len(pose) == 2 and goal.on and layer(kinds, table, goal) == "":
            goal = self.surface  # a low feature is only crossed here
        if len(pose) == 3 and pose[2] != goal.z:
            if pose[2] == self.surface.z:
                goal = self.surface
            else:
                return no_surface(self.p, self.model, pose[2], self.how.cites.no_surface)
        if goal == self.surface:
            return self._replace(run=(*self.run, place))
        if self.surface.on and len(pose) == 2:
            return self.walk_off(place)
        if goal.on and self.climb_cost(goal) is not None:
            return self.climb_on(goal, place)
        return self.climb(goal, place)

    def ground(self, surface: Surface | None = None, *, climbing: str = "", leaving: bool = False) -> Ground:
        return self.how.ground(self.p, self.model, on=surface or self.surface, climbing=climbing, leaving=leaving)

    def climb_cost(self, goal: Surface) -> int | None:
        return self.p.rules.kinds[top_of(self.p.state.map, goal.on).feature.kind].climb

    def arrive(self) -> Trip | Refusal:
        """The last stretch, and the trip."""
        if not self.falls:
            ground = self.ground()
            fault = ground.first_fault(self.run, self.left)
            if fault is not None:
                return refusal(self.p, self.how, self.model, fault, self.left, slowed_by(ground, self.run))
        return Trip((*self.done, *self.run[1:]), self.surface, self.falls)

    def climb_on(self, goal: Surface, place: Spot) -> Walk | Refusal:
        """On to a low feature that is standable, at its cost."""
        if self.surface.on:
            return Refusal(
                say("{model} first gets off {on}", model=self.model, on=self.surface.on), self.how.cites.over_edge
            )
        run, ground = (*self.run, place), self.ground(climbing=goal.on)
        left = self.left - (self.climb_cost(goal) or 0)
        fault = ground.first_fault(run, left)
        if fault is not None:
            return refusal(self.p, self.how, self.model, fault, left)
        left -= ground.path_cost(run)
        return self._replace(left=left, run=(place,), done=(*self.done, *run[1:]), surface=goal)

    def climb(self, goal: Surface, place: Spot) -> Walk | Refusal:
        """Up or down a ladder or stairs, whose length counts: the cheapest one that serves."""
        high = goal if goal.on else self.surface
        if goal.on and self.surface.on:
            return Refusal(
                say("no ladder leads from {on} to {on_2}", on=self.surface.on, on_2=goal.on),
                self.how.cites.other_ladder,
            )
        feature = top_of(self.p.state.map, high.on).feature
        tries = [self.by_ladder(ladder, goal, high, place) for ladder in ladders(feature, self.r)]
        good = [w for w in tries if isinstance(w, Walk)]
        if good:
            return max(good, key=lambda w: w.left - w.ground().path_cost(w.run))
        if tries:
            return tries[0]
        return Refusal(say("{on} has no ladder or stairs", on=high.on), self.how.cites.no_ladder)

    def by_ladder(self, ladder: Ladder, goal: Surface, high: Surface, place: Spot) -> Walk | Refusal:
        first, then = (ladder.foot, ladder.head) if goal.on else (ladder.head, ladder.foot)
        feature = top_of(self.p.state.map, high.on)
        if not feature.holds(ladder.head, self.r):
            return Refusal(
                say("{on} has no room for {model} at the ladder", on=high.on, model=self.model),
                self.how.cites.no_surface,
            )
        run, ground = (*self.run, first), self.ground()
        fault = ground.first_fault(run, self.left)
        if fault is not None:
            return refusal(self.p, self.how, self.model, fault, self.left)
        if not self.ground(goal).free(then):
            return Refusal(say("the ladder of {on} is blocked at its far end", on=high.on), self.how.cites.into_base)
        left = self.left - ground.path_cost(run) - distance(first, then) - high.z
        if left < -TOL:
            return too_long(self.p, self.how, -left, self.left)
        rest = (then, place) if then != place else (then,)
        fault = self.ground(goal).first_fault(rest, left)
        if fault is not None:
            return refusal(self.p, self.how, self.model, fault, left)
        return self._replace(left=left, run=rest, done=(*self.done, *run[1:], then), surface=goal)

    def walk_off(self, place: Spot) -> Walk | Refusal:
        """Over the edge: the model goes on until its base is clear of the feature, and falls there."""
        top = top_of(self.p.state.map, self.surface.on)
        last = (self.run[-1], place)
        out = leaves(last, self.r, top.shape, tol=0.0)
        if not out:
            return Refusal(
                say("{model} would end neither on {id} nor clear of it", model=self.model, id=top.feature.id),
                self.how.cites.over_edge,
            )
        edge = point_at(last, out[-1])
        run = (*self.run, edge)
        fault = self.ground(leaving=True).first_fault(run, self.left)
        if fault is not None:
            return refusal(self.p, self.how, self.model, fault, self.left)
        return self._replace(run=run, falls=True)
