"""Objectives: securing, contesting, picking up and carrying (WC-OBJ).

A carrier that leaves drops its marker: state/leaving_play.py (WC-OBJ-10, WC-OBJ-11, WC-OBJ-12).

Elsewhere: WC-OBJ-2, WC-OBJ-6, WC-OBJ-7 in missions/mission_objectives; WC-OBJ-14, WC-OBJ-16 in state/table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Ask, Choice, Frame, Next, Offer, Option, Return, Wait, forces, offers
from sandtable.core.texts import say
from sandtable.geometry.ground import Spot
from sandtable.geometry.motion import enters
from sandtable.geometry.units import TOL
from sandtable.rulesets.warcaster.measuring.distance import marker, radius, to_marker
from sandtable.rulesets.warcaster.state.events import Fell, Moved, PickedUp, Repositioned
from sandtable.rulesets.warcaster.state.printed import type_of
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import OTHER, Table
from sandtable.rulesets.warcaster.turn.windows import ACTIVATION_BEGINS
from sandtable.tabletop.terrain.land import near_extent

SECURE = 1000
PASS = "pass"


def near_objective(p: Position, objective: str, seat: int) -> list[str]:
    """Models of a seat within 1 inch of an objective on the table, exactly 1 inch included (WC-OBJ-5)."""
    state = p.state
    o = state.objectives[objective]
    if o.carrier:
        return []
    x, y, units, near = o.x, o.y, state.units, p.rules.cards.near_marker
    return [
        n
        for n, m in state.models.items()
        if -near < m.x - x < near
        and -near < m.y - y < near
        and units[m.unit].seat == seat
        and to_marker(p, m, o) <= SECURE + TOL
    ]


def securing(p: Position, objective: str, seat: int) -> list[str]:
    """Units of a seat that secure a permanent objective at this moment (WC-OBJ-3, WC-OBJ-4, WC-OBJ-13).

    The mission says which types of unit can (WC-MISSION-4, WC-MISSION-9, WC-MISSION-13).
    """
    state = p.state
    if state.objectives[objective].kind != "permanent":
        return []
    close = near_objective(p, objective, seat)
    if not close or near_objective(p, objective, OTHER[seat]):
        return []
    holders = p.rules.cards.missions[state.mission]["holders"]
    return list(dict.fromkeys(state.models[n].unit for n in close if type_of(p, n) in holders))


def loose(state: Table) -> list[str]:
    """Portable objectives that lie on the table (WC-OBJ-15)."""
    return [n for n, o in state.objectives.items() if o.kind == "portable" and not o.carrier]


def may_carry(p: Position, model: str) -> bool:
    """A model of a type the mission allows, with nothing in hand (WC-OBJ-1, WC-OBJ-9, WC-MISSION-10)."""
    state = p.state
    if state.models[model].carrying:
        return False
    return type_of(p, model) in p.rules.cards.missions[state.mission].get("carriers", ())


def touched(p: Position, model: str) -> list[str]:
    """Loose portable objectives a model is in contact with: base and marker touch or overlap."""
    state = p.state
    found = loose(state)
    if not found or not may_carry(p, model):
        return []
    me = state.models[model]
    return [n for n in found if to_marker(p, me, state.objectives[n]) <= TOL]


def contacts(
    p: Position, model: str, line: tuple[Spot, ...], z: int, asked: tuple[str, ...]
) -> tuple[float, str] | None:
    """Where along a path a model first touches a loose objective it may pick up, and which one (WC-OBJ-8)."""
    state = p.state
    found = [n for n in loose(state) if n not in asked]
    if not found or not may_carry(p, model):
        return None
    me = state.models[model]
    meetings = []
    xs, ys = [q[0] for q in line], [q[1] for q in line]
    box = min(xs), min(ys), max(xs), max(ys)
    for name in found:
        o = state.objectives[name]
        if o.z not in (me.z, z) or not near_extent(box, o.x, o.y, p.rules.cards.near_marker):
            continue
        if to_marker(p, me, o) <= TOL:
            meetings.append((0.0, name))
        elif len(line) > 1 and (entered := enters(line, radius(p, me), marker(p, o))):
            meetings.append((entered[0], name))
    return min(meetings, default=None)


class Pick(Choice, frozen=True):
    """Pick the objective up, or leave it."""


class PickUp(Frame, frozen=True, kw_only=True):
    """A model in contact with a portable objective may take it, if it still can."""

    model: str
    objective: str

    def start(self, d: Draft) -> Next:
        state = d.state
        if self.model not in state.models or not may_carry(d, self.model) or self.objective not in loose(state):
            return Return()
        key = f"pick up {self.objective}"
        take = Option(key, cite="WC-OBJ-8", verb="pick up", actor=self.model, target=self.objective)
        offered = (take, Option(PASS, cite="WC-OBJ-8", verb="leave objective", target=self.objective))
        ask = Ask(
            state.seat_of(self.model),
            say("{model} touches {objective}", model=self.model, objective=self.objective),
            Pick(offered),
            PASS,
            "WC-OBJ-8",
        )
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key != PASS:
            d.emit(PickedUp(model=self.model, objective=self.objective, cite="WC-OBJ-8"))
        return Return()


@forces(Moved)
def slammed_over(d: Draft, event: Moved) -> Iterator[Frame]:
    """Contact at any instant of a forced move (WC-OBJ-8); its path gives where it began as well."""
    if event.forced and (found := loose(d.state)) and may_carry(d, event.model):
        me = d.state.models[event.model]
        for name in found:
            o = d.state.objectives[name]
            on_the_way = len(event.path) > 1 and o.z == me.z and enters(event.path, radius(d, me), marker(d, o))
            if on_the_way or to_marker(d, me, o) <= TOL:
                yield PickUp(model=event.model, objective=name)


@forces(Repositioned, Fell)
def put_down_on(d: Draft, event: Repositioned | Fell) -> Iterator[Frame]:
    """Contact after being repositioned, or where a fall ended, whoever caused it (WC-OBJ-8)."""
    for objective in touched(d, event.model):
        yield PickUp(model=event.model, objective=objective)


class Take(Frame, frozen=True, kw_only=True):
    """Picked up as the activation starts."""

    activity: Any
    model: str
    objective: str

    def start(self, d: Draft) -> Next:
        d.emit(PickedUp(model=self.model, objective=self.objective, cite="WC-OBJ-8"))
        return Return(self.activity)


@offers(ACTIVATION_BEGINS)
def within_reach(d: Draft, activity: Any, seat: int) -> Iterator[Offer]:
    """A model already in contact may pick the objective up when its activation starts (WC-OBJ-8)."""
    state = d.state
    if state.units[activity.unit].seat != seat or not loose(state):
        return
    for model in state.models_of(activity.unit):
        for objective in touched(d, model):
            take = Take(activity=activity, model=model, objective=objective)
            key = f"{model} picks up {objective}"
            yield Offer(key, take, cite="WC-OBJ-8", verb="pick up", actor=model, target=objective)
