"""How far and where a line may go."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import Any

from lines.crowd import crowd, suppose
from lines.state import TOKEN, Pose, Spot, general, line, stands, token
from sandtable.core import Outline, Position, Refusal, Region
from sandtable.core.texts import say
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.measure import distance
from sandtable.geometry.regions import box, circle, clipped
from sandtable.geometry.shapes import Disc, Rect
from sandtable.geometry.stands import Stands, leaves
from sandtable.geometry.units import MILLI, NOISE, TOL, text
from sandtable.geometry.wheel import corner_travel
from sandtable.tabletop.moving.stand_reach import shift_reach

MARCH = 20 * MILLI
RIDE = 30 * MILLI  # a general
CHARGE_ONLY = 1 * MILLI  # only a charge may end this near to an enemy


def way_fault(p: Position, name: str, path: tuple[Pose, ...]) -> Refusal | None:
    """Judge a way through some poses: the furthest corner's travel, the table, and every leg of every stand."""
    unit = p.state.units[name]
    stops = [unit, *(unit.at(pose) for pose in path)]
    travel = corner_travel([line(stop) for stop in stops])
    if travel > MARCH + TOL + NOISE:
        over = math.ceil(travel - MARCH - NOISE)
        return Refusal(
            say(
                "{name}: a corner would travel {travel} of {most} cm",
                name=name,
                travel=text(travel),
                most=text(MARCH),
            ),
            "LI-MOVE-2",
            over,
        )
    if leaves(line(stops[-1]), *p.state.table):
        return Refusal(say("{name} would leave the table", name=name), "LI-MOVE-3")
    table = crowd(p)
    legs = [leg for here, there in pairwise(stops) for leg in zip(stands(here), stands(there), strict=True)]
    for hit in table.row.legs(legs, skip=(table.index[name],)):
        if hit is not None:
            return Refusal(say("{names} bars {name}'s way", names=table.names[hit], name=name), "LI-MOVE-4")
    return None


class Place(Region, frozen=True, kw_only=True):
    """Where one unit of a brigade may stand once the units before it stand where they want to."""

    facing: bool = True
    placed: tuple[Any, ...] = ()

    def fault(self, p: Position, pose: Any) -> Refusal | None:
        p = suppose(p, self.placed)
        unit = p.state.units[self.piece]
        if pose == unit.pose:
            return None  # LI-MOVE-1: it may stay
        table = crowd(p)
        for i in table.row.within(line(unit.at(pose)), CHARGE_ONLY):
            if p.state.units[table.names[i]].seat != unit.seat:
                return Refusal(say("only a charge may go so near to {names}", names=table.names[i]), "LI-MOVE-5")
        return way_fault(p, self.piece, (pose,))

    def most(self, p: Position) -> int:
        return MARCH

    def price(self, p: Position, pose: Any) -> int:
        unit = suppose(p, self.placed).state.units[self.piece]
        return round(corner_travel([line(unit), line(unit.at(pose))]))

    def outline(self, p: Position) -> Outline:
        """Where it may go without turning."""
        p = suppose(p, self.placed)
        return p.memo(("outline", self.piece), lambda: _outline(p, self.piece))

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        """The place itself, and steps ahead that grow shorter until one is free."""
        x, y, facing = here = suppose(p, self.placed).state.units[self.piece].pose
        found = [here]
        for _ in range(n - 1):
            step = stride(rng, facing)
            for share in (1.0, 0.5, 0.25):
                pose = (x + round(step[0] * share), y + round(step[1] * share), facing)
                if self.fault(p, pose) is None:
                    found.append(pose)
                    break
        return found

    def hint(self, p: Position) -> str:
        return say("[x, y, facing] of {piece}'s centre", piece=self.piece)


def _outline(p: Position, name: str) -> Outline:
    table, unit = crowd(p), p.state.units[name]
    own = table.index[name]
    others = Stands((*table.lines[:own], *table.lines[own + 1 :]))
    enemies = [table.lines[i] for i, seat in enumerate(table.seats) if seat != unit.seat]
    return shift_reach(line(unit), unit.pose[:2], others, MARCH, p.state.table, enemies, CHARGE_ONLY)


class Ride(Region, frozen=True, kw_only=True):
    """Where a general may go. He blocks no path, and nothing blocks his."""

    seat: int

    def fault(self, p: Position, pose: Any) -> Refusal | None:
        ridden = distance(p.state.generals[self.seat], pose)
        if ridden > RIDE + TOL:
            return Refusal(
                say("{ridden} of {most} cm", ridden=text(ridden), most=text(RIDE)),
                "LI-GENERAL-2",
                short_by=math.ceil(ridden - RIDE - NOISE),
            )
        if leaves(Disc(pose[0], pose[1], TOKEN), *p.state.table):
            return Refusal("a general stays on the table", "LI-GENERAL-2")
        return None

    def start(self, p: Position) -> Spot:
        spot: Spot = p.state.generals[self.seat]
        return spot

    def most(self, p: Position) -> int:
        return RIDE

    def price(self, p: Position, pose: Any) -> int:
        return round(distance(p.state.generals[self.seat], pose))

    def shapes(self, p: Position) -> Mapping[str, Disc | Rect]:
        return {general(self.seat): token(p, self.seat)}

    def outline(self, p: Position) -> Outline:
        (x, y), (width, height) = p.state.generals[self.seat], p.state.table
        return Outline((clipped(circle(x, y, RIDE), box(TOKEN, TOKEN, width - TOKEN, height - TOKEN)),))

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        x, y = here = p.state.generals[self.seat]
        tries = [(x + rng.randint(-RIDE, RIDE) // 2, y + rng.randint(-RIDE, RIDE) // 2) for _ in range(n)]
        return [spot for spot in (*tries, here) if self.fault(p, spot) is None][:n]


def stride(rng: Random, facing: int) -> tuple[float, float]:
    """A step of up to a full march, more or less ahead."""
    cos, sin = direction(facing + rng.randint(-50, 50) * MILLI)
    far = MARCH * rng.choice((0.3, 0.6, 0.9, 1.0))
    return far * cos, far * sin
