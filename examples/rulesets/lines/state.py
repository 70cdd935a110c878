"""The table: lines of stands, two generals, whose turn it is; and what follows from where they stand."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Self

from sandtable.core import Effect, EffectBegan, Moment, Position, State, Value
from sandtable.core.effects import on
from sandtable.core.position import Draft
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.measure import contact, distance, table, within
from sandtable.geometry.shapes import Disc, Rect, turned
from sandtable.geometry.units import MILLI

WIDTH, HEIGHT = 90 * MILLI, 60 * MILLI
TABLE = table(WIDTH, HEIGHT)
FRONTAGE, DEPTH = 4 * MILLI, 2 * MILLI
TOKEN = 1_250  # the radius of a general
QUARTER, HALF = 90 * MILLI, 180 * MILLI
PLACES = {"left": 1, "centre": 0, "right": -1}  # frontages to the left of the centre
CONFUSED = "confused"

Spot = tuple[int, int]
Pose = tuple[int, int, int]


class Unit(Value, frozen=True):
    """Up to three stands in line, edge to edge. The pose is that of the centre place, taken or empty."""

    seat: int
    pose: Pose
    stands: tuple[str, ...] = ("left", "centre", "right")
    bows: bool = False
    orders: int = 0  # this turn
    charged: bool = False  # this turn

    def at(self, pose: Pose) -> Self:
        return self.but(pose=(pose[0], pose[1], turned(pose[2], 0)))


class Field(State, frozen=True, kw_only=True):
    units: dict[str, Unit]
    generals: tuple[Spot, Spot]
    army: tuple[int, int]  # stands at the start
    lost: tuple[int, int] = (0, 0)
    active: int = 0
    turn: int = 1  # counts the turns of both seats
    last: int = 12

    def put(self, name: str, unit: Unit) -> Field:
        return self.but(units={**self.units, name: unit})

    def lose(self, seat: int, stands: int) -> Field:
        a, b = self.lost
        return self.but(lost=(a + stands, b) if seat == 0 else (a, b + stands))

    def left(self, seat: int) -> int:
        return sum(len(u.stands) for u in self.units.values() if u.seat == seat)


class TurnEnds(Moment, frozen=True):
    turn: int


@lru_cache(maxsize=16_384)
def stands(unit: Unit) -> tuple[Rect, ...]:
    """The stands as rectangles, from left to right."""
    x, y, facing = unit.pose
    cos, sin = direction(turned(facing, QUARTER))
    steps = (PLACES[place] * FRONTAGE for place in unit.stands)
    return tuple(Rect(x + step * cos, y + step * sin, FRONTAGE, DEPTH, facing) for step in steps)


@lru_cache(maxsize=16_384)
def line(unit: Unit) -> Rect:
    """All stands of a unit as the one rectangle they make."""
    first, last = stands(unit)[0], stands(unit)[-1]
    return Rect((first.x + last.x) / 2, (first.y + last.y) / 2, FRONTAGE * len(unit.stands), DEPTH, first.facing)


def line_of(p: Position, name: str) -> Rect:
    return line(p.state.units[name])


def token(p: Position, seat: int) -> Disc:
    x, y = p.state.generals[seat]
    return Disc(x, y, TOKEN)


def radius(rect: Rect) -> float:
    return (rect.frontage + rect.depth) / 2  # of a circle round it, with room to spare


def close(a: Rect, b: Rect, reach: float) -> bool:
    """A quick look before measuring: could these be within reach at all?"""
    return distance((a.x, a.y), (b.x, b.y)) <= reach + radius(a) + radius(b)


@lru_cache(maxsize=16_384)
def in_reach(a: Rect, b: Rect, reach: float) -> bool:
    return close(a, b, reach) and within(a, b, reach)


@lru_cache(maxsize=16_384)
def edge_to_edge(a: Rect, b: Rect) -> bool:
    """Touching along an edge; a corner alone does not count (LI-FIGHT-1)."""
    if not in_reach(a, b, 0):
        return False
    met = contact(a, b)
    return met is not None and met.kind == "edge"


def others(p: Position, name: str) -> dict[str, Rect]:
    return {other: line(unit) for other, unit in p.state.units.items() if other != name}


def enemies(p: Position, name: str) -> dict[str, Rect]:
    seat = p.state.units[name].seat
    return {other: line(unit) for other, unit in p.state.units.items() if unit.seat != seat}


def engaged(p: Position, name: str) -> bool:
    return any(edge_to_edge(line_of(p, name), enemy) for enemy in enemies(p, name).values())


def confused(p: Position, name: str) -> bool:
    return bool(on(p.state.effects, name, CONFUSED))


def confuse(d: Draft, name: str, cite: str) -> None:
    """Until the end of its owner's next turn: the coming one, or the one after that if this turn is the owner's."""
    state: Any = d.state
    ends = state.turn + (2 if state.units[name].seat == state.active else 1)
    d.emit(EffectBegan(effect=Effect(CONFUSED, name, until=TurnEnds(ends), cite="LI-CONF-1"), cite=cite))


def suppose(p: Position, placed: tuple[tuple[str, Pose | None], ...]) -> Position:
    """A hypothetical table on which these units stand elsewhere."""
    moved = {name: p.state.units[name].at(pose) for name, pose in placed if pose is not None}
    return p.with_state(p.state.but(units={**p.state.units, **moved}))
