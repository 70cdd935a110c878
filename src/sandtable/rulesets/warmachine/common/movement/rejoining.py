"""A trooper out of formation uses its movement to return to its unit, as its edition says where that is."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from sandtable.core import Outline, Pose, Refusal
from sandtable.core.texts import say
from sandtable.geometry.paths import Route, drag, no_farther, shortest
from sandtable.geometry.units import TOL
from sandtable.rulesets.warmachine.common.measuring.distance import distance, radius
from sandtable.rulesets.warmachine.common.movement.obstacles import footing, ground_for
from sandtable.rulesets.warmachine.common.movement.paths import Advance
from sandtable.rulesets.warmachine.common.state.events import Spot
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import PLACES

DETOUR = 100  # thousandths: whoever goes round a base need not graze it
LOOKS = 3  # of those it could return to
DRAWN = 12  # half the side of what is drawn of the end


class Way(NamedTuple):
    """The best way back: its path, how far away it starts and ends, and whether that is in formation."""

    path: tuple[Spot, ...]
    began: float
    ends: float
    formed: bool


def missing(p: Position, model: str, at: Spot) -> float:
    """How much too far away from its unit a place is; 0: in formation."""
    there = p.state.models[model].but(x=at[0], y=at[1])
    goals = p.rules.edition.formation.goals(p, model)
    return min((max(0.0, distance(p, there, p.state.models[n]) - reach) for n, reach in goals), default=0.0)


def way_back(p: Position, model: str, allowance: int) -> Way:
    """The way that ends nearest to its unit; none where all of them end as far away as it is."""

    def build() -> Way:
        began = missing(p, model, p.state.models[model].at)
        best = Way((), began, began, began <= TOL)
        for way in ways(p, model, allowance):
            if way.ends < best.ends - TOL:
                best = way
        return straightened(p, model, best, allowance)

    return p.memo(("way back", model, allowance), build)


def can_return(p: Position, model: str, allowance: int) -> bool:
    """Whether there is a way back: what `way_back` says, without looking for the best one."""
    return p.memo(
        ("can return", model, allowance),
        lambda: (
            straight_on(p, model, allowance) or any(way.ends < way.began - TOL for way in ways(p, model, allowance))
        ),
    )


def straight_on(p: Position, model: str, allowance: int) -> bool:
    """Whether going straight at one of them is a way back already: `way_to` comes at least as near."""
    here, models = p.state.models[model], p.state.models
    began = missing(p, model, here.at)
    if began <= TOL:
        return False
    for name, reach in nearest_goals(p, model):
        apart = no_farther(ground_for(p, model), here.at, models[name].at, allowance)
        if apart - radius(p, here) - radius(p, models[name]) - reach < began - 2 * TOL:
            return True
    return False


def nearest_goals(p: Position, model: str) -> list[tuple[str, int]]:
    """Those it looks at of the models it could return to."""
    here, models = p.state.models[model], p.state.models
    goals = p.rules.edition.formation.goals(p, model)
    return sorted(goals, key=lambda goal: distance(p, here, models[goal[0]]))[:LOOKS]


def ways(p: Position, model: str, allowance: int) -> Iterator[Way]:
    """Ways towards the nearest of those it could return to; none for a model in formation."""
    began = missing(p, model, p.state.models[model].at)
    if began <= TOL:
        return
    for name, _ in nearest_goals(p, model):
        path = way_to(p, model, name, allowance)
        if path:
            ends = missing(p, model, path[-1])
            yield Way(path, began, ends, ends <= TOL)


def way_to(p: Position, model: str, other: str, allowance: int) -> tuple[Spot, ...]:
    """As near to another model as it gets."""

    def build() -> tuple[Spot, ...]:
        models = p.state.models
        return tuple(drag(ground_for(p, model), models[model].at, models[other].at, allowance).path[1:])

    return p.memo(("way to", model, other, allowance, footing(p, model)), build, PLACES)


def straightened(p: Position, model: str, way: Way, allowance: int) -> Way:
    """The shortest way to the same end: a search beyond it looks less closely where rough ground is crossed."""
    route = way_to_end(p, model, way.path, allowance) if len(way.path) > 1 else None
    return way if route is None else way._replace(path=route.path[1:])


def way_to_end(p: Position, model: str, path: tuple[Pose, ...], allowance: int) -> Route | None:
    """The shortest way to where a path ends."""
    return shortest(ground_for(p, model), p.state.models[model].at, (path[-1][0], path[-1][1]), allowance)


def detour(p: Position, model: str, path: tuple[Pose, ...], allowance: int) -> float:
    """How much longer a path is than the shortest way to its end."""
    ground, here = ground_for(p, model), p.state.models[model].at
    spots = tuple((pose[0], pose[1]) for pose in path)
    route = way_to_end(p, model, path, allowance)
    return 0.0 if route is None else ground.path_cost((here, *spots)) - route.cost


class Rejoin(Advance, frozen=True, kw_only=True):
    """A path back to the unit: into formation if it gets there, otherwise nearer to it."""

    runs: bool = False

    def fault(self, p: Position, path: tuple[Pose, ...]) -> Refusal | None:
        if (bad := super().fault(p, path)) is not None:
            return bad
        best, policy = way_back(p, self.piece, self.allowance), p.rules.edition.formation
        here = p.state.models[self.piece].at
        if (
            policy.direct(self.runs)
            and len(path) > 1
            and (over := detour(p, self.piece, path, self.allowance)) > DETOUR
        ):
            why = say("{piece} takes the shortest way there", piece=self.piece)
            return Refusal(why, p.rules.cite("the way back to formation"), short_by=round(over))
        now = missing(p, self.piece, (path[-1][0], path[-1][1]) if path else here)
        if now <= TOL or (not path and not best.path):
            return None
        if best.formed or not best.path or not policy.near_enough(best.began, best.ends, now):
            return Refusal(say("{piece} returns to its unit", piece=self.piece), p.rules.cite("returning to formation"))
        return None

    def outline(self, p: Position) -> Outline:
        """The end of the best way: how far around it is near enough is for `fault` to say."""
        best = way_back(p, self.piece, self.allowance).path
        x, y = best[-1] if best else p.state.models[self.piece].at
        return Outline(
            (((x - DRAWN, y - DRAWN), (x + DRAWN, y - DRAWN), (x + DRAWN, y + DRAWN), (x - DRAWN, y + DRAWN)),)
        )

    def toward(self, p: Position, goal: Pose, far: int | None = None) -> Any:
        return way_back(p, self.piece, self.allowance).path

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        return [way_back(p, self.piece, self.allowance).path]

    def fallback(self, p: Position) -> tuple[Spot, ...]:
        return way_back(p, self.piece, self.allowance).path
