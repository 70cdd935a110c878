"""Movement: a path within a model's speed, free strikes at whoever leaves a reach, and turning at its end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

from duel.common.attacks import REACH, Attack, Strike
from duel.common.menus import Menu
from duel.common.state import BASE, NORTH, TABLE, Draft, Happened, Model, Position, Table, is_up
from sandtable.core import Ask, Call, Choice, Frame, Next, Option, Outline, Path, Pose, Refusal, Settle, Wait
from sandtable.core.cues import AnyCue, Went
from sandtable.core.texts import say
from sandtable.geometry.arcs import bearing, in_front
from sandtable.geometry.corners import unit
from sandtable.geometry.distance import gap
from sandtable.geometry.ground import Ground
from sandtable.geometry.motion import Watcher, crossings, point_at
from sandtable.geometry.paths import drag
from sandtable.geometry.polygons import distance
from sandtable.geometry.shapes import Disc, Point, Rect, Segment
from sandtable.geometry.units import MILLI, text
from sandtable.tabletop.moving.reach import leg_costs, reach, way_toward

Place = tuple[int, int]
Way = tuple[Place, ...]

EDGES = {"east": 0, "north": NORTH, "west": 2 * NORTH, "south": 3 * NORTH}
FAULTS = {
    "too long": ("DU-MOVE-2", "too far: {by} in beyond its speed"),
    "hits": ("DU-MOVE-4", "{what} is in the way: {by} in of it"),
    "off table": ("DU-MOVE-5", "off the table: by {by} in"),
    "ends on": ("DU-MOVE-4", "{what} stands there: {by} in of it"),
}


class Moved(Happened, frozen=True, kw_only=True):
    to: Place
    path: Way = ()  # from where it stood; records made before have none

    def apply(self, state: Table) -> Table:
        return state.with_model(self.who, x=self.to[0], y=self.to[1])

    def line(self, p: Position) -> str:
        return say("{who} moves to {to}, {to_2}", who=self.who, to=text(self.to[0]), to_2=text(self.to[1]))

    def cues(self, before: Position, after: Position) -> tuple[AnyCue, ...]:
        facing = before.state.models[self.who].facing
        return (Went(piece=self.who, path=tuple((x, y, facing) for x, y in self.path)),) if self.path else ()


class Turned(Happened, frozen=True, kw_only=True):
    facing: int

    def apply(self, state: Table) -> Table:
        return state.with_model(self.who, facing=self.facing)

    def line(self, p: Position) -> str:
        return say("{who} faces {facing}°", who=self.who, facing=text(self.facing))


@lru_cache(maxsize=1024)
def _ground(walls: tuple[Rect, ...], woods: tuple[Rect, ...], bases: tuple[Disc, ...]) -> Ground:
    return Ground(BASE, solid=walls, rough=woods, width=TABLE, height=TABLE, bases=bases)


def ground_for(table: Table, who: str) -> Ground:
    """What a model must go round and what slows it down (DU-MOVE-3, DU-MOVE-4)."""
    bases = tuple(m.base for m in table.models.values() if m.name != who)
    return _ground(table.shapes("wall"), table.shapes("wood"), bases)


def beyond(place: Point, start: Point, through: Point, far: float) -> Point:
    """This far from a place, in the direction from one point to another."""
    cos, sin = unit(bearing(start, through))
    return place[0] + far * cos, place[1] + far * sin


class Walk(Path, frozen=True, kw_only=True):
    """Any way within the model's speed, round walls and bases; woods cost double."""

    def model(self, p: Position) -> Model:
        found: Model = p.state.models[self.piece]
        return found

    def speed(self, p: Position) -> int:
        return p.rules.models[self.piece].speed * MILLI

    def fault(self, p: Position, path: tuple[tuple[int, ...], ...]) -> Refusal | None:
        whole = (self.model(p).place, *((at[0], at[1]) for at in path))
        fault = ground_for(p.state, self.piece).first_fault(whole, self.speed(p))
        if fault is None:
            return None
        cite, reason = FAULTS[fault.kind]
        what = next((m.name for m in p.state.models.values() if m.base == fault.shape), "a wall")
        return Refusal(say(reason, by=text(fault.by), what=what), cite, short_by=round(fault.by))

    def start(self, p: Position) -> Place:
        return self.model(p).place

    def most(self, p: Position) -> int:
        return self.speed(p)

    def price(self, p: Position, path: tuple[Pose, ...]) -> tuple[int, ...]:
        return leg_costs(ground_for(p.state, self.piece), self.start(p), path)

    def outline(self, p: Position) -> Outline:
        return p.memo(("outline", self), lambda: reach(ground_for(p.state, self.piece), self.start(p), self.speed(p)))

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        """Towards each goal in random order."""
        me, goals, found = self.model(p), list(self.goals(p, self.model(p))), list[Any]()
        rng.shuffle(goals)
        while goals and len(found) < n:
            x, y = goals.pop()
            near = (x + rng.randint(-REACH, REACH) // 2, y + rng.randint(-REACH, REACH) // 2)
            path = self.towards(p, near) if (x, y) != me.place else ()
            if path not in found:
                found.append(path)
        return found

    def towards(self, p: Position, goal: Point) -> Way:
        """Straight there as far as speed allows; round whatever is in the way; at worst not at all."""
        here, speed, ground = self.model(p).place, self.speed(p), ground_for(p.state, self.piece)
        straight = ground.stop_short((here, goal), speed)
        if ground.first_fault(straight, speed) is None:
            return straight[1:]
        return drag(ground, here, goal, speed).path[1:]

    def toward(self, p: Position, goal: tuple[int, ...], far: int | None = None) -> Way:
        ground, place = ground_for(p.state, self.piece), (goal[0], goal[1])
        if far is not None and far < self.speed(p):
            return way_toward(ground, self.start(p), place, far, reach(ground, self.start(p), far))
        return way_toward(ground, self.start(p), place, self.speed(p), self.outline(p))

    def goals(self, p: Position, me: Model) -> Iterator[Point]:
        """Here, beside each enemy, away from the nearest, behind the walls as it sees them, and in the woods."""
        yield me.place
        foes = sorted(p.state.enemies(me.name), key=lambda foe: distance(me.place, foe.place))
        for foe in foes:
            yield beyond(foe.place, foe.place, me.place, 2 * BASE + REACH // 2)
        for foe in foes[:1]:
            yield beyond(me.place, foe.place, me.place, self.speed(p))
            for wall in p.state.shapes("wall"):
                yield beyond((wall.x, wall.y), foe.place, (wall.x, wall.y), MILLI)
        yield from ((wood.x, wood.y) for wood in p.state.shapes("wood"))

    def hint(self, p: Position) -> str:
        return say("places on its way, up to {speed} in; empty to stay", speed=p.rules.models[self.piece].speed)


class Facings(Menu, frozen=True):
    """Towards an enemy, or towards one of the table's edges."""

    who: str

    def options(self, p: Position) -> tuple[Option, ...]:
        foes = (
            Option(f"face {m.name}", cite="DU-FACE-1", verb="face", actor=self.who, target=m.name)
            for m in p.state.enemies(self.who)
        )
        edges = (Option(f"face {n}", cite="DU-FACE-1", verb="face edge", actor=self.who, how=n) for n in EDGES)
        return (*foes, *edges, Option("keep facing", verb="keep facing", actor=self.who, ends=True))

    def sensible(self, p: Position, key: str) -> bool:
        return key.removeprefix("face ") in p.state.models


def faced(d: Draft, who: str, answer: str) -> None:
    me, goal = d.state.models[who], answer.removeprefix("face ")
    if answer == "keep facing":
        return
    facing = EDGES[goal] if goal in EDGES else bearing(me.place, d.state.models[goal].place)
    d.emit(Turned(who=who, facing=facing, cite="DU-FACE-1"))


def next_leaving(p: Position, who: str, path: Way, asked: tuple[str, ...]) -> tuple[str, Place] | None:
    """The first enemy whose reach the path leaves in front of it, and the last place within that reach."""
    foes = [m for m in p.state.enemies(who) if m.name not in asked and is_up(p, m.name)]
    for crossing in crossings(path, BASE, [Watcher(foe.base, REACH) for foe in foes]):
        foe, place = foes[crossing.which], point_at(path, crossing.distance)
        if crossing.way == "leave" and in_front(foe.base, foe.facing, Disc(*place, BASE)):
            return foe.name, place
    return None


class Move(Frame, frozen=True, kw_only=True):
    """The whole path, walked from one free strike to the next while the mover is up (DU-FREE-3)."""

    who: str
    path: Way
    asked: tuple[str, ...] = ()  # each enemy is asked once (DU-FREE-2)

    def still(self, d: Draft) -> bool:
        return is_up(d, self.who)

    def start(self, d: Draft, *ignored: Any) -> Next:
        leaving = next_leaving(d, self.who, self.path, self.asked)
        if leaving is None:
            d.emit(
                Moved(
                    who=self.who, to=self.path[-1], path=walked(d, self.who, self.path, self.path[-1]), cite="DU-MOVE-1"
                )
            )
            return Call(Settle(), then=self.finish)
        foe, place = leaving
        d.emit(Moved(who=self.who, to=place, path=walked(d, self.who, self.path, place), cite="DU-FREE-1"))
        me = self.but(asked=(*self.asked, foe))
        prompt = say("{who} leaves the reach of {foe}", who=self.who, foe=foe)
        domain = free_strike(foe, self.who)
        ask = Ask(d.state.models[foe].seat, prompt, domain, "strike", "DU-FREE-1", about=(foe, self.who))
        return Wait(ask, then=me.answered)

    def answered(self, d: Draft, answer: str) -> Next:
        if answer == "hold":
            return self.start(d)
        return Call(Attack(strike=Strike(self.asked[-1], self.who, free=True)), then=self.start)


def free_strike(foe: str, mover: str) -> Choice:
    strike = Option("strike", cite="DU-FREE-1", verb="strike", actor=foe, target=mover, odds=True)
    return Choice((strike, Option("hold", cite="DU-FREE-1", verb="let go", target=mover, ends=True)))


def walked(d: Draft, who: str, path: Way, to: Place) -> Way:
    """From where the mover stands to a place farther on its path, by the corners between them."""
    start = d.state.models[who].place
    begun, ended = (leg_of(path, place) for place in (start, to))
    return tuple(dict.fromkeys((start, *path[begun + 1 : ended + 1], to)))


def leg_of(path: Way, place: Place) -> int:
    """The number of the leg a place lies on: the one it is nearest to."""
    legs = [Segment(*a, *b) for a, b in pairwise(path)]
    return min(range(len(legs)), key=lambda i: gap(Disc(*place, 0), legs[i]), default=0)
