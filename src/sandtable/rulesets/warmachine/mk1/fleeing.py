"""Fleeing in Mk I: in its controller's Maintenance Phase it runs to its edge, then may rally (M1-FLEE-2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor
from typing import Any, NamedTuple

from sandtable.core import (
    Ask,
    Call,
    Effect,
    EffectEnded,
    Frame,
    Next,
    Option,
    Options,
    Refusal,
    Return,
    Settle,
    Term,
    Wait,
    forbids,
    modifies,
)
from sandtable.core.texts import say
from sandtable.geometry.arcs import bearing
from sandtable.geometry.ground import Ground
from sandtable.geometry.paths import drag, shortest
from sandtable.geometry.shapes import Disc
from sandtable.geometry.units import TOL
from sandtable.geometry.watchers import within_reach
from sandtable.rulesets.warmachine.common.edition import Fleeing
from sandtable.rulesets.warmachine.common.measuring.distance import command_area, near, nearest, radius
from sandtable.rulesets.warmachine.common.movement.obstacles import SureFooted, ground_for
from sandtable.rulesets.warmachine.common.movement.travel import Travel
from sandtable.rulesets.warmachine.common.state.conditions import (
    DOWN,
    FLEEING,
    begin,
    borne,
    card,
    end,
    has,
    is_down,
    is_helpless,
    is_still,
)
from sandtable.rulesets.warmachine.common.state.events import Destroyed, Passed, Spot, Turned
from sandtable.rulesets.warmachine.common.state.moments import ActivationStarts, TurnEnds
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import gains, speed
from sandtable.rulesets.warmachine.common.units.command import CommandCheck, LendsCommand
from sandtable.rulesets.warmachine.common.units.members import commander, in_formation, members, unit_of
from sandtable.tabletop.terrain.land import extent

PATHFINDER = "pathfinder"
FLED = "fled"  # in this turn's Maintenance Phase


@dataclass(frozen=True)
class ToTheEdge(Fleeing):
    """It faces away from what it flees from at once (M1-FLEE-1, M1-FLEE-7)."""

    def turns_away(self) -> bool:
        return True


class WhoFlees(Options, frozen=True, kw_only=True):
    """The fleeing models that have not run yet."""

    left: tuple[str, ...]

    def options(self, p: Position) -> tuple[Option, ...]:
        return tuple(Option(name, "", "M1-MAINT-4", verb="flee next", actor=name) for name in self.left)


class Flight(Frame, frozen=True, kw_only=True):
    """Every fleeing model of a seat activates and runs, then tries to rally (M1-MAINT-4, M1-MAINT-5).

    Its owner picks the order where one may be in another's way.
    """

    seat: int
    left: tuple[str, ...] = ()
    rallying: tuple[str, ...] = ()

    def start(self, d: Draft) -> Next:
        found = tuple(n for n in d.state.of(self.seat) if has(d, n, FLEEING))
        for name in found:
            begin(d, Effect(FLED, name, until=TurnEnds(), cite="M1-FLEE-4"))
            d.reach(ActivationStarts(name))  # M1-FLEE-2
        return self.but(left=found, rallying=found).each(d)

    def each(self, d: Draft, *ignored: Any) -> Next:
        left = tuple(n for n in self.left if n in d.state.models and not is_still(d, n))
        if not left:
            return self.rally(d)
        me = self.but(left=left)
        if not in_each_others_way(d, left):
            return me.runs(d, left[0])
        return Wait(Ask(self.seat, "who flees next", WhoFlees(left=left), left[0], "M1-MAINT-4"), then=me.runs)

    def runs(self, d: Draft, name: str) -> Next:
        rest = self.but(left=tuple(n for n in self.left if n != name))
        return Call(RunAway(model=name), then=rest.each)

    def rally(self, d: Draft, *ignored: Any) -> Next:
        """One check for all fleeing members of a unit that are in formation (M1-RALLY-6)."""
        for name in self.rallying:
            rest = self.but(rallying=tuple(n for n in self.rallying if n != name))
            if name not in d.state.models or not has(d, name, FLEEING) or not may_rally(d, name):
                continue
            together = fellows(d, name)
            rest = self.but(rallying=tuple(n for n in self.rallying if n not in together))
            return Call(Rally(models=together), then=rest.rally)
        self.count(d)
        return Call(Settle(), then=self.finish)

    def count(self, d: Draft) -> None:
        """They have activated: not again this turn (M1-FLEE-4, M1-RALLY-4)."""
        for name in d.state.of(self.seat):
            if has(d, name, FLED) and not unit_of(d, name) and name not in d.state.activated:
                d.emit(Passed(who=name, cite="M1-FLEE-4"))
        for unit in d.state.units:
            own = members(d, unit)
            if own and d.state.units[unit].seat == self.seat and all(has(d, n, FLED) for n in own):
                d.emit(Passed(who=unit, cite="M1-FLEE-4"))

    def finish(self, d: Draft, *ignored: Any) -> Next:
        return Return()


class RunAway(Frame, frozen=True, kw_only=True):
    """The shortest way to the own edge, the whole distance; over the edge it is gone (M1-FLEE-3, M1-FLEE-6)."""

    model: str
    leaves: bool = False

    def start(self, d: Draft) -> Next:
        way = way_out(d, self.model)
        if is_down(d, self.model):
            end(d, self.model, DOWN, "M1-FLEE-10")
        after = self.but(leaves=way.leaves)
        return Call(Travel(model=self.model, path=way.path, cite="M1-FLEE-3", flees=True), then=after.arrived)

    def arrived(self, d: Draft, whole: bool) -> Next:
        if whole and self.leaves and self.model in d.state.models:
            at = d.state.models[self.model].at
            d.emit(Destroyed(who=self.model, removed=True, at=at, cite="M1-SETUP-8"))
        return Call(Settle(), then=self.finish)


class WayOut(NamedTuple):
    """How a model runs to its edge, and whether its movement takes its centre over it."""

    path: tuple[Spot, ...]
    leaves: bool


def way_out(p: Position, model: str) -> WayOut:
    """As far as it runs; having stood up it only walks (M1-FLEE-10). Its centre may leave the table (M1-SETUP-8)."""
    me = p.state.models[model]
    far = speed(p, model) if is_down(p, model) else 2 * speed(p, model)
    south, r = p.state.sides[p.state.status[model].seat] == 0, radius(p, me)
    edge, last = (0, r) if south else (p.state.map.height, p.state.map.height - r)
    ground = ground_for(p, model)
    route = drag(ground, me.at, (nearest_exit(p, ground, me.at, last, far), last), far)
    x, y = route.path[-1]
    return WayOut(tuple(route.path), y == last and route.cost + ground.cost((x, y), (x, edge)) <= far + TOL)


def nearest_exit(p: Position, ground: Ground, at: Spot, last: int, far: int) -> int:
    """Where along the edge the shortest way ends: straight ahead, or below a corner that the way goes round.

    What is in the way beyond the end of its run does not matter yet.
    """
    ends = max(last, at[1] - far) if last < at[1] else min(last, at[1] + far)
    if ground.straight(at, (at[0], ends)):
        return at[0]
    best, exits, tried = 3.0 * p.state.map.height, at[0], set[int]()
    todo = corners(p, ground, at, last)
    while todo:
        x = min(todo, key=lambda x: (abs(x - at[0]), x))
        todo.remove(x)
        route = None if x in tried else shortest(ground, at, (x, last), best)
        tried.add(x)
        if route is not None and route.cost < best - 1:
            best, exits = route.cost, x
            todo += [c[0] for c in route.path if ground.straight(c, (c[0], last))]
    return exits


def corners(p: Position, ground: Ground, at: Spot, last: int) -> list[int]:
    """How far left and right a base must go to get past what is straight ahead."""
    found: list[int] = []
    for shape in (*ground.solid, *ground.bases):
        left, low, right, high = extent(shape)
        ahead = min(at[1], last) < high and low < max(at[1], last)
        if ahead and left - ground.r < at[0] < right + ground.r:
            found += [floor(left - ground.r) - 2, ceil(right + ground.r) + 2]
    return [x for x in found if ground.r <= x <= p.state.map.width - ground.r]


def in_each_others_way(p: Position, models: tuple[str, ...]) -> bool:
    """Whether one of them would come up against another, where that stands or where it would end."""
    if len(models) < 2:
        return False
    ways = {n: way_out(without(p, models, n), n) for n in models}
    for name, way in ways.items():
        r = radius(p, p.state.models[name])
        for other in models:
            ends = ways[other]
            places = [p.state.models[other].at, *(() if ends.leaves else ends.path[-1:])] if other != name else []
            size = radius(p, p.state.models[other])
            if any(within_reach(way.path, r, Disc(x, y, size), 0, -2 * TOL) for x, y in places):  # not: along it
                return True
    return False


def without(p: Position, models: tuple[str, ...], but: str) -> Position:
    """The table as if of these models only one were on it."""
    return p.with_state(p.state.but(models={n: m for n, m in p.state.models.items() if n == but or n not in models}))


def may_rally(p: Position, name: str) -> bool:
    """With its leader in formation, or within a warcaster's command range (M1-RALLY-1, M1-RALLY-5).

    Not a stationary one (M1-FLEE-10), nor one knocked down in its flight: its activation is over (M1-KD-8).
    """
    if is_helpless(p, name):
        return False
    unit = unit_of(p, name)
    leader = commander(p, unit) if unit else ""
    if leader and {leader, name} <= in_formation(p, unit):
        return True
    seat = p.state.status[name].seat
    return any(p.holds(LendsCommand(n, name)) and near(p, n, name, command_area(p, n)) for n in p.state.of(seat))


def fellows(p: Position, name: str) -> tuple[str, ...]:
    """Who rallies with it: those of its unit in formation who have fled and are able to (M1-RALLY-6)."""
    unit = unit_of(p, name)
    if not unit or name not in in_formation(p, unit):
        return (name,)
    fled = (n for n in members(p, unit) if has(p, n, FLEEING) and has(p, n, FLED))
    return tuple(n for n in fled if n in in_formation(p, unit) and not is_helpless(p, n))


class Rally(Frame, frozen=True, kw_only=True):
    """A command check after the move; passed, each faces its nearest opponent (M1-RALLY-2, M1-RALLY-3)."""

    models: tuple[str, ...]

    def start(self, d: Draft) -> Next:
        """A trooper rallies by himself where the rest of his unit does not flee (M1-FLEE-11)."""
        first = self.models[0]
        unit = unit_of(d, first)
        formed = in_formation(d, unit) if unit else frozenset()
        alone = len(self.models) == 1 and not all(has(d, n, FLEEING) for n in formed)
        who = first if alone or first not in formed else unit
        return Call(CommandCheck(who=who, cite="M1-RALLY-2"), then=self.checked)

    def checked(self, d: Draft, passed: bool) -> Next:
        for name in self.models if passed else ():
            for effect in borne(d).get(name, ()):
                if effect.name == FLEEING:
                    d.emit(EffectEnded(effect=effect, cite="M1-RALLY-3"))
            if foes := d.state.enemies(name):
                facing = bearing(d.state.models[name].at, d.state.models[nearest(d, name, foes)].at)
                d.emit(Turned(who=name, facing=facing, cite="M1-RALLY-3"))
        return Return()


@forbids("activation")
def waits_for_maintenance(p: Position, model: str) -> Refusal | None:
    """Who begins to flee before activating activates in the next Maintenance Phase (M1-FLEE-2)."""
    return Refusal(say("{model} flees", model=model), "M1-FLEE-2") if has(p, model, FLEEING) else None


@forbids("trooper activation")
def has_fled(p: Position, model: str) -> Refusal | None:
    """Rallied or not, its activation is over; the rest of its unit goes on without it (M1-FLEE-11, M1-RALLY-4)."""
    return Refusal(say("{model} has fled this turn", model=model), "M1-RALLY-4") if has(p, model, FLED) else None


@forbids("give order", "marshal")
def functions_from_next_turn(p: Position, model: str) -> Refusal | None:
    """Who has rallied this turn neither orders nor marshals: he functions normally from his next one (M1-RALLY-4)."""
    return Refusal(say("{model} has fled this turn", model=model), "M1-RALLY-4") if has(p, model, FLED) else None


@modifies(SureFooted)
def no_pathfinder_in_flight(p: Position, q: SureFooted) -> Iterator[Term]:
    """Its own; what a spell lends it stays (M1-FLEE-5)."""
    if has(p, q.model, FLEEING) and PATHFINDER in card(p, q.model).abilities and not gains(p, q.model, PATHFINDER):
        yield Term(-1000, "it flees", "M1-FLEE-5")


@forbids("frighten")
def frightens_nobody(p: Position, entity: str) -> Refusal | None:
    """Terror and Abomination are special rules: whoever flees uses none (M1-FLEE-5)."""
    return Refusal(say("{entity} flees", entity=entity), "M1-FLEE-5") if has(p, entity, FLEEING) else None
