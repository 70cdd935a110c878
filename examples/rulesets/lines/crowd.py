"""All units of a table in one row: who is near whom and who fights whom, worked out once until somebody moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import hypot

from lines.state import Field, Pose, Unit, line
from sandtable.core import Position
from sandtable.geometry.shapes import Rect
from sandtable.geometry.stands import Stands
from sandtable.geometry.units import MILLI, NOISE, TOL

FAR = 20 * MILLI  # no rule asks for more: a march, a bow shot, an enemy that makes orders harder


@dataclass(frozen=True)
class Crowd:
    """The lines of all units, in the order of the table, with their seats and poses."""

    names: tuple[str, ...]
    seats: tuple[int, ...]
    poses: tuple[Pose, ...]
    lines: tuple[Rect, ...]

    @cached_property
    def row(self) -> Stands:
        return Stands(self.lines)

    @cached_property
    def index(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.names)}

    @cached_property
    def near(self) -> dict[str, dict[str, float]]:
        """For each unit, those within 20 cm and how far they are."""
        found: dict[str, dict[str, float]] = {name: {} for name in self.names}
        for i, j, far in self.row.pairs(FAR):
            found[self.names[i]][self.names[j]] = found[self.names[j]][self.names[i]] = far
        return found

    def within(self, name: str, reach: int) -> list[str]:
        """Those at most this far from a unit; up to 20 cm."""
        limit = reach + TOL + NOISE
        return [other for other, far in self.near[name].items() if far <= limit]

    def enemies_within(self, name: str, reach: int) -> list[str]:
        seat, limit = self.seats[self.index[name]], reach + TOL + NOISE
        near = self.near[name].items()
        return [other for other, far in near if far <= limit and self.seats[self.index[other]] != seat]

    @cached_property
    def fought(self) -> dict[str, list[str]]:
        """The enemies each unit touches along an edge; a corner alone does not count (LI-FIGHT-1)."""
        found: dict[str, list[str]] = {name: [] for name in self.names}
        for name in self.names:
            if touched := self.enemies_within(name, 0):
                met = self.row.contacts(self.lines[self.index[name]])
                found[name] = [other for other in touched if met[self.index[other]].kind == "edge"]
        return found

    @cached_property
    def to_the_enemy(self) -> dict[str, float]:
        """From the middle of each unit to the middle of its nearest enemy; nothing for those without enemies."""
        every = list(zip(self.seats, self.poses, strict=True))
        middles = [[pose[:2] for seat, pose in every if seat != own] for own in (0, 1)]
        return {
            name: min([hypot(x - u, y - v) for u, v in middles[seat]])
            for name, seat, (x, y, _) in zip(self.names, self.seats, self.poses, strict=True)
            if middles[seat]
        }

    def moved(self, units: dict[str, Unit]) -> Crowd:
        """The same with some units elsewhere; the rest of the row is shared."""
        poses, lines, row = list(self.poses), list(self.lines), self.row
        for name, unit in units.items():
            i = self.index[name]
            poses[i], lines[i] = unit.pose, line(unit)
            row = row.but(i, lines[i])
        other = Crowd(self.names, self.seats, tuple(poses), tuple(lines))
        other.__dict__.update(row=row, index=self.index)
        return other


Place = tuple[str, int, Pose, tuple[str, ...]]  # name, seat, pose and stands of a unit: all that its line follows from


@lru_cache(maxsize=4096)
def _crowd(places: tuple[Place, ...]) -> Crowd:
    names, seats, poses, _ = zip(*places, strict=True) if places else ((), (), (), ())
    return Crowd(names, seats, poses, tuple(line(Unit(seat, pose, stands)) for _, seat, pose, stands in places))


def crowd(p: Position) -> Crowd:
    return p.memo("crowd", lambda: _crowd(_places(p.state)))


def _places(state: Field) -> tuple[Place, ...]:
    return tuple([(name, unit.seat, unit.pose, unit.stands) for name, unit in state.units.items()])


def engaged(p: Position, name: str) -> bool:
    return bool(crowd(p).fought[name])


def suppose(p: Position, placed: Iterable[tuple[str, Pose | None]]) -> Position:
    """A hypothetical table on which these units stand elsewhere."""
    units: dict[str, Unit] = p.state.units
    moved = {name: units[name].at(pose) for name, pose in placed if pose is not None and pose != units[name].pose}
    if not moved:
        return p
    table = p.with_state(p.state.but(units={**units, **moved}))
    table.memo("crowd", lambda: crowd(p).moved(moved))
    return table
