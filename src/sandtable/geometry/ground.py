"""The ground a round base moves on: where it may stand, which legs are clear, what a path costs, what is wrong with it.

"In the way" means by more than TOL. Rough ground costs double for the stretch the base touches it, without rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from sandtable.geometry.compiled import kernel, listed, row, scratch
from sandtable.geometry.distance import depth
from sandtable.geometry.kernel import reach as kernel_reach
from sandtable.geometry.polygons import distance
from sandtable.geometry.rows import CROSS, ROUGH, SOLID, block, discs, flat, joined, offsets
from sandtable.geometry.shapes import Disc, Point, Segment, Shape
from sandtable.geometry.units import FAR, FIT, NOISE, TOL

Spot = tuple[int, int]
Path = Sequence[Point]
SLACK = float(TOL)


class Fault(NamedTuple):
    """What is wrong with a path: the first thing along it, on which leg, where that begins, by how much, which shape.

    How much: movement beyond the allowance; how far aside of a shape the leg, or its end, would have to be; how far its
    end is off the table.
    """

    kind: Literal["too long", "hits", "off table", "ends on"]
    leg: int
    where: Spot
    by: float
    shape: Shape | None = None


def rounded(p: Point) -> Spot:
    """The nearest whole thousandths."""
    return int((p[0] + 0.5) // 1), int((p[1] + 0.5) // 1)


@dataclass(frozen=True)
class Ground:
    """What a base of radius r must go round, may pass but not end on, and crosses at double cost.

    Terrain and the bases of other models are given apart. Terrain stays: make its ground once, and have bases come and
    go with `among` and `plus`.
    """

    r: float
    solid: tuple[Shape, ...] = ()
    cross: tuple[Shape, ...] = ()
    rough: tuple[Shape, ...] = ()
    width: float = FAR
    height: float = FAR
    bases: tuple[Disc, ...] = ()  # go round these as well
    under: tuple[Disc, ...] = ()  # bases that may be passed but not ended on: gates, and all bases for a flyer
    zone: tuple[float, float, float, float] | None = None  # stand wholly within x0, y0, x1, y1 of the table

    @cached_property
    def terrain(self) -> Any:
        """Flat rows for the kernels, up to where the bases begin."""
        box = self.zone or (0.0, 0.0, self.width, self.height)
        head = row((self.r, *box))
        return joined([head, block(SOLID, self.solid), block(CROSS, self.cross), block(ROUGH, self.rough)])

    @cached_property
    def rows(self) -> Any:
        """Flat rows for the kernels."""
        if not self.bases and not self.under:
            return self.terrain
        return joined([self.terrain, discs(self.under, self.bases)])

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """Every shape in the order of the rows."""
        return (*self.solid, *self.cross, *self.rough, *self.under, *self.bases)

    def among(self, bases: tuple[Disc, ...], under: tuple[Disc, ...] = ()) -> Ground:
        """The same terrain with these bases on it: its rows are shared."""
        terrain = self.terrain
        return self._with(bases, under, joined([terrain, discs(under, bases)]) if bases or under else terrain)

    def plus(self, base: Disc) -> Ground:
        """One more base on it."""
        return self._with((*self.bases, base), self.under, joined([self.rows, discs((), (base,))]))

    def _with(self, bases: tuple[Disc, ...], under: tuple[Disc, ...], rows: Any) -> Ground:
        other = object.__new__(Ground)  # for every move of every base: nine fields need not be set one by one
        other.__dict__.update(self.__dict__, terrain=self.terrain, bases=bases, under=under, rows=rows)
        return other

    def free(self, p: Point, slack: float = TOL) -> bool:
        """May the base stand at p?"""
        return bool(_kernel().blocker(self.rows, float(p[0]), float(p[1]), float(slack), CROSS) == 0)

    def free_many(self, points: Path) -> list[bool]:
        """May the base stand at each of these points?"""
        out = scratch(len(points))
        _kernel().free_many(self.rows, flat(points), out, SLACK, CROSS)
        return [flag == 1.0 for flag in listed(out)]

    def straight(self, p: Point, q: Point) -> bool:
        """Can the base move straight from p to q?"""
        return bool(_kernel().straight(self.rows, float(p[0]), float(p[1]), float(q[0]), float(q[1]), SLACK))

    def straight_many(self, p: Point, points: Path) -> list[float]:
        """Cost of moving straight to each point and standing there; FAR where that is not possible."""
        out = scratch(len(points))
        _kernel().cost_many(self.rows, float(p[0]), float(p[1]), flat(points), out, SLACK)
        return listed(out)

    def cost(self, p: Point, q: Point) -> float:
        """Length of a straight leg plus the length of it on rough ground."""
        return float(_kernel().cost(self.rows, float(p[0]), float(p[1]), float(q[0]), float(q[1]), SLACK))

    def clear_way(self, p: Point, u: Point, length: float, slack: float = TOL) -> float:
        """How far the base can move along the unit vector u before something is in the way; at most the length."""
        return float(_kernel().hit(self.rows, float(p[0]), float(p[1]), u[0], u[1], float(length), float(slack))[1])

    def path_cost(self, path: Path) -> float:
        return sum(self.cost(p, q) for p, q in pairwise(path))

    def walk(self, path: Path, allowance: float) -> Spot:
        """Where the allowance runs out along a path; its end if it does not."""
        leg, t = self._walked(path, allowance)
        return rounded(_along(path, leg, t))

    def stop_short(self, path: Path, allowance: float) -> tuple[Spot, ...]:
        """The path cut off at the last place within the allowance where the base may stand; its start at worst."""
        leg, t = self._walked(path, allowance)
        while leg >= 0 and len(path) > 1:
            p, q = path[leg], path[leg + 1]
            size, step = distance(p, q), float(TOL)
            while size and t >= 0.0:
                ux, uy = (q[0] - p[0]) / size, (q[1] - p[1]) / size
                end = rounded((p[0] + t * ux, p[1] + t * uy))
                if self.free(end):
                    return (*(rounded(stop) for stop in path[: leg + 1]), end)
                back = float(_kernel().back_off(self.rows, float(p[0]), float(p[1]), ux, uy, t, FIT))
                t, step = min(back, t - step), step if back < t else 2 * step
            leg -= 1
            t = distance(path[leg], path[leg + 1]) if leg >= 0 else 0.0
        return (rounded(path[0]),)

    def first_fault(self, path: Path, allowance: float = FAR) -> Fault | None:
        """The first thing wrong with a path, so that a refusal can say what and by how much; None for a legal one."""
        over = self.path_cost(path) - allowance
        leg_over, t_over = self._walked(path, allowance) if over > TOL else (len(path), 0.0)
        for leg, (p, q) in enumerate(pairwise(path)):
            size = distance(p, q)
            if not size:
                continue
            ux, uy = (q[0] - p[0]) / size, (q[1] - p[1]) / size
            part, t = _kernel().hit(self.rows, float(p[0]), float(p[1]), ux, uy, size, SLACK)
            leaves, out = self._leaves(p, q), self._sticks_out(q)
            if leg == leg_over and t_over <= min(t if part else FAR, leaves):
                return Fault("too long", leg, rounded(_along(path, leg, t_over)), over)
            if part and t <= leaves:
                shape = self._shape(part)
                by = depth(Segment(*p, *q), shape) + self.r
                return Fault("hits", leg, rounded((p[0] + t * ux, p[1] + t * uy)), by, shape)
            if out > TOL:
                return Fault("off table", leg, rounded((p[0] + leaves * ux, p[1] + leaves * uy)), out)
        part = _kernel().blocker(self.rows, float(path[-1][0]), float(path[-1][1]), SLACK, CROSS)
        if not part or all(p == path[0] for p in path):
            return None
        shape = self._shape(part)
        return Fault("ends on", len(path) - 2, rounded(path[-1]), depth(Disc(*path[-1], self.r), shape), shape)

    def _walked(self, path: Path, allowance: float) -> tuple[int, float]:
        """Leg and distance along it where the allowance runs out, or the end of the last leg."""
        left = float(allowance)
        for leg, (p, q) in enumerate(pairwise(path)):
            size, price = distance(p, q), self.cost(p, q)
            if price > left + NOISE:
                ux, uy = (q[0] - p[0]) / size, (q[1] - p[1]) / size
                t = _kernel().afford(self.rows, float(p[0]), float(p[1]), ux, uy, size, left, SLACK)
                return leg, float(t)
            left -= price
        return max(0, len(path) - 2), distance(path[-2], path[-1]) if len(path) > 1 else 0.0

    def _shape(self, part: int) -> Shape:
        return self.shapes[offsets(self.rows).index(part)]

    def _sticks_out(self, p: Point) -> float:
        return max(self._beyond(p))

    def _beyond(self, p: Point) -> tuple[float, ...]:
        """How far the base at p is beyond each side of the table."""
        x0, y0, x1, y1 = (float(value) for value in self.rows[1:5])
        return tuple(out + self.r for out in (x0 - p[0], y0 - p[1], p[0] - x1, p[1] - y1))

    def _leaves(self, p: Point, q: Point) -> float:
        """How far along a leg the base leaves the table; FAR where it ends on it."""
        sides = zip(self._beyond(p), self._beyond(q), strict=True)
        shares = [max(0.0, TOL - here) / max(there - here, TOL - here, NOISE) for here, there in sides if there > TOL]
        return min(shares) * distance(p, q) if shares else FAR


def _kernel() -> Any:
    return kernel(kernel_reach)


def _along(path: Path, leg: int, t: float) -> Point:
    if len(path) < 2 or not (size := distance(path[leg], path[leg + 1])):
        return path[min(leg, len(path) - 1)]
    (x, y), (x2, y2) = path[leg], path[leg + 1]
    return x + t * (x2 - x) / size, y + t * (y2 - y) / size
