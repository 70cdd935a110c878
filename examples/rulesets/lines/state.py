"""The table: lines of stands, two generals, whose turn it is; and what follows from where they stand."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Self

from sandtable.core import Effect, Moment, Position, State, Value
from sandtable.core.effects import on
from sandtable.core.position import Draft
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.measure import contact
from sandtable.geometry.shapes import Disc, Rect, turned
from sandtable.geometry.units import MILLI

WIDTH, HEIGHT = 90 * MILLI, 60 * MILLI
LARGE = 180 * MILLI, 120 * MILLI
FRONTAGE, DEPTH = 4 * MILLI, 2 * MILLI
TOKEN = 1_250  # the radius of a general
QUARTER, HALF = 90 * MILLI, 180 * MILLI
PLACES = {"left": 1, "centre": 0, "right": -1}  # frontages to the left of the centre
CONFUSED = "confused"

Spot = tuple[int, int]
Pose = tuple[int, int, int]


class Unit(Value, frozen=True):
    """Up to three stands in line, edge to edge (LI-TABLE-1). The pose is that of the centre place, taken or empty."""

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

    @property
    def table(self) -> tuple[int, int]:
        """Width and height."""
        return WIDTH, HEIGHT

    def put(self, name: str, unit: Unit) -> Field:
        return self.but(units={**self.units, name: unit})

    def lose(self, seat: int, stands: int) -> Field:
        a, b = self.lost
        return self.but(lost=(a + stands, b) if seat == 0 else (a, b + stands))

    def left(self, seat: int) -> int:
        return sum(len(u.stands) for u in self.units.values() if u.seat == seat)


class LargeField(Field, frozen=True, kw_only=True):
    """A field on a table of another size."""

    size: tuple[int, int]

    @property
    def table(self) -> tuple[int, int]:
        return self.size


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
    """A general, to measure from (LI-GENERAL-1)."""
    x, y = p.state.generals[seat]
    return Disc(x, y, TOKEN)


def general(seat: int) -> str:
    """The name of a seat's general."""
    return f"general_{'ab'[seat]}"


@lru_cache(maxsize=16_384)
def edge_to_edge(a: Rect, b: Rect) -> bool:
    """Touching along an edge; a corner alone does not count (LI-FIGHT-1)."""
    met = contact(a, b)
    return met is not None and met.kind == "edge"


def confused(p: Position, name: str) -> bool:
    return bool(on(p.state.effects, name, CONFUSED))


def confuse(d: Draft, name: str, cite: str) -> None:
    """Until the end of its owner's next turn: the coming one, or the one after that if this turn is the owner's."""
    state: Any = d.state
    ends = state.turn + (2 if state.units[name].seat == state.active else 1)
    d.begin(Effect(CONFUSED, name, until=TurnEnds(ends), cite="LI-CONF-1"), cite)
