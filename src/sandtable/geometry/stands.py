"""Rows of stands and of whatever else is in their way: gaps, contacts, overlaps, legs, shifts, free stretches.

Make one `Stands` for a table and ask it many questions; each is one compiled call over the whole row. Answers name
things by their place in the row. Tolerances are those of `distance`, `wheel` and `contact`, which answer pair by pair.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from sandtable.geometry.compiled import arrays, flagged, kernel, listed, row, scratch, up_to
from sandtable.geometry.corners import corners, unit
from sandtable.geometry.distance import SHORTEST_EDGE, SIDES, Contact, Side, outline, radius
from sandtable.geometry.kernel import shifts as kernel_shifts
from sandtable.geometry.kernel import stands as kernel_stands
from sandtable.geometry.polygons import distance, sides
from sandtable.geometry.rows import flat, joined
from sandtable.geometry.shapes import Disc, Point, Rect, Shape, turned
from sandtable.geometry.units import FAR, MILLI, NOISE, TOL

OUT = {"front": 0, "left": 90 * MILLI, "rear": 180 * MILLI, "right": 270 * MILLI}  # which way a side looks
Stretch = tuple[float, float]


class Shift(NamedTuple):
    """How far stands can be shifted together, and the (moving, standing) pairs that stop them at the same instant."""

    far: float
    met: tuple[tuple[int, int], ...]


@lru_cache(maxsize=16_384)
def part(shape: Shape, clearance: float = 0.0) -> Any:
    """A shape as a piece of a row, with a clearance round it."""
    if isinstance(shape, Rect) and shape.frontage > NOISE and shape.depth > NOISE:
        return _stand(shape, clearance)
    pts = [p for p, q in sides(outline(shape)) if distance(p, q) > NOISE] or list(outline(shape)[:1])
    middle = sum(x for x, _ in pts) / len(pts), sum(y for _, y in pts) / len(pts)
    round_it = radius(shape) + clearance
    values = [*middle, max(distance(middle, p) for p in pts) + round_it, round_it, float(len(pts))]
    for p, q in sides(pts):
        size = distance(p, q)
        values += [*p, (q[1] - p[1]) / size, (p[0] - q[0]) / size] if size else [*p, 0.0, 0.0]
    return row(values)


def _stand(rect: Rect, clearance: float) -> Any:
    """The same for a stand, which comes by the thousand: its sides look where it faces, left, back and right."""
    x, y, frontage, depth, facing = rect
    (cos, sin), ((ax, ay), (bx, by), (cx, cy), (dx, dy)) = unit(facing), corners(rect).pts
    bound = math.sqrt(frontage * frontage + depth * depth) / 2 + NOISE + clearance
    return row(
        (x, y, bound, clearance, 4.0, ax, ay, cos, sin, bx, by, -sin, cos, cx, cy, -cos, -sin, dx, dy, sin, -cos)
    )


@dataclass(frozen=True)
class Stands:
    """Stands and other shapes on a table, in the order given. A clearance keeps movers away from all of them."""

    shapes: tuple[Shape, ...]
    clearance: float = 0.0

    @cached_property
    def rows(self) -> Any:
        if not self.shapes:
            return row(())
        return joined([part(shape, self.clearance) for shape in self.shapes])

    @cached_property
    def _none(self) -> Any:
        return row((0.0,) * len(self.shapes))

    @classmethod
    def of_rows(cls, rows: Sequence[Stands]) -> Stands:
        """Several rows without clearances in one, what they have worked out shared."""
        whole = cls(tuple([shape for one in rows for shape in one.shapes]))
        if whole.shapes:
            whole.__dict__["rows"] = joined([one.rows for one in rows if one.shapes])
        return whole

    def plus(self, other: Stands) -> Stands:
        """Both in one row, each with its own clearance."""
        both = Stands((*self.shapes, *other.shapes), self.clearance)
        both.__dict__["rows"] = joined([self.rows, other.rows]) if self.shapes and other.shapes else both.rows
        return both

    def some(self, numbers: Sequence[int]) -> Stands:
        """Some of a row of stands, by their numbers, as a row of its own."""
        kept = Stands(tuple([self.shapes[i] for i in numbers]), self.clearance)
        if kept.shapes and arrays() is not None:
            assert len(self.rows) == len(self.shapes) * kernel_stands.STAND, "only of a row of stands"
            kept.__dict__["rows"] = self.rows.reshape(-1, kernel_stands.STAND)[list(numbers)].ravel()
        return kept

    def but(self, i: int, shape: Rect) -> Stands:
        """The same row with one stand elsewhere, for looking ahead: most of it is shared."""
        assert isinstance(self.shapes[i], Rect), "only a stand can take a stand's place in the row"
        other = Stands((*self.shapes[:i], shape, *self.shapes[i + 1 :]), self.clearance)
        if "rows" in self.__dict__:
            rows, o = self.rows.copy(), self._starts[i]
            rows[o : o + kernel_stands.STAND] = part(shape, self.clearance)
            other.__dict__.update(rows=rows, _starts=self._starts, _none=self._none)
        return other

    def replaced(self, others: Mapping[int, Stands]) -> Stands:
        """A row of stands in which stands of other rows take the places from these numbers on."""
        size, shapes, rows = kernel_stands.STAND, list(self.shapes), self.rows.copy()
        assert len(rows) == len(shapes) * size, "only of a row of stands"
        for first, row_of_others in others.items():
            count = len(row_of_others.shapes)
            shapes[first : first + count] = row_of_others.shapes
            rows[first * size : (first + count) * size] = row_of_others.rows
        whole = Stands(tuple(shapes), self.clearance)
        whole.__dict__["rows"] = rows
        return whole

    @cached_property
    def _starts(self) -> list[int]:
        starts, o = [], 0
        for shape in self.shapes:
            starts.append(o)
            o += len(part(shape, self.clearance))
        return starts

    def gaps(self, shape: Shape, most: float = FAR) -> list[float]:
        """How far each is from a shape, clearances taken off; FAR where that is more than the most that matters."""
        out = scratch(len(self.shapes))
        kernel(kernel_stands).gaps(self.rows, part(shape), float(most), out)
        return listed(out)

    def within(self, shape: Shape, reach: float, tol: float = TOL) -> tuple[int, ...]:
        """Those at most this far away: exactly at reach, and up to the tolerance beyond, counts."""
        limit, out = reach + tol + NOISE, scratch(len(self.shapes))
        kernel(kernel_stands).gaps(self.rows, part(shape), limit, out)
        return tuple(up_to(out, limit))

    def near(self, shape: Shape, most: float) -> list[tuple[int, float]]:
        """Those at most this far away, and how far they are."""
        out = scratch(len(self.shapes))
        kernel(kernel_stands).gaps(self.rows, part(shape), float(most), out)
        return least_of(out, most)

    def between(self, one: tuple[int, int], two: tuple[int, int]) -> float:
        """The least gap between two groups of stands, given as (first, end) in the row. All before must be stands."""
        found: float = kernel(kernel_stands).between(self.rows, *one, *two)
        return found

    def group_gaps(self, groups: Sequence[int], most: float) -> list[tuple[int, int, float]]:
        """The pairs of groups within reach of each other, and how far apart they are: i < j, in order.

        `groups` says for each, in order, which group it belongs to: 0, 0, 0, 1, 1, 2 ...
        """
        count = groups[-1] + 1 if groups else 0
        return [(k // count, k % count, far) for k, far in least_of(self.group_table(groups, most), most)]

    def group_table(self, groups: Sequence[int], most: float, known: Any = None, anew: Collection[int] = ()) -> Any:
        """The same as one flat row: of a < b at ``a * count + b``, FAR where nothing is.

        With what is `known` of groups that stood elsewhere in part: only those to be measured `anew` are.
        """
        count = groups[-1] + 1 if groups else 0
        work = scratch(kernel_stands.GROUP * count + kernel_stands.GROUP)
        out = _far_apart(count * count) if known is None else known.copy()
        marks = row([1.0 if known is None or g in anew else 0.0 for g in range(count)])
        kernel(kernel_stands).group_gaps(self.rows, row(groups), float(most), marks, work, out)
        return out

    def all_gaps(self, most: float = FAR) -> Any:
        """The gap of every pair in one flat row: of i and j at ``i * len(shapes) + j``."""
        out = scratch(len(self.shapes) ** 2)
        kernel(kernel_stands).all_gaps(self.rows, float(most), out)
        return out

    def pairs(self, reach: float, tol: float = TOL) -> list[tuple[int, int, float]]:
        """The pairs within reach of each other, and their gaps: i < j, in order."""
        out = scratch(3 * len(self.shapes) * len(self.shapes))
        found = kernel(kernel_stands).pairs(self.rows, reach + tol + NOISE, out)
        values = listed(out[: 3 * found])
        return [(int(i), int(j), far) for i, j, far in zip(values[::3], values[1::3], values[2::3], strict=True)]

    def neighbours(self, reach: float, tol: float = TOL) -> tuple[tuple[int, ...], ...]:
        """For each, the others within reach of it."""
        found: list[list[int]] = [[] for _ in self.shapes]
        for i, j, _ in self.pairs(reach, tol):
            found[i].append(j)
            found[j].append(i)
        return tuple(tuple(sorted(others)) for others in found)

    def overlaps(self, shape: Shape, tol: float = TOL) -> tuple[int, ...]:
        """Those that a shape overlaps by more than the tolerance."""
        out = scratch(len(self.shapes))
        kernel(kernel_stands).overlaps(self.rows, part(shape), float(tol), out)
        return tuple(flagged(out))

    def contacts(self, stand: Rect, tol: float = TOL) -> dict[int, Contact]:
        """Those that a stand touches, each with the longest stretch they share. Sides are named for stands only."""
        out = scratch(3 * len(self.shapes))
        kernel(kernel_stands).contacts(self.rows, part(stand), float(tol), out)
        found, values = {}, listed(out)
        for i in range(len(self.shapes)):
            length, own, other = values[3 * i : 3 * i + 3]
            if length >= 0.0:
                kind: Any = "edge" if length >= SHORTEST_EDGE else "corner"
                found[i] = Contact(kind, length, SIDES[int(own)], SIDES[int(other) % 4])
        return found

    def leg(self, start: Rect, end: Rect, tol: float = TOL, skip: Collection[int] = ()) -> int | None:
        """The first that the hull of two poses overlaps by more than the tolerance, those to skip left out."""
        if not self.shapes:
            return None
        area, work = scratch(kernel_stands.HULL), scratch(kernel_stands.POINTS)
        skipped = self._skipped(skip)
        hit: int = kernel(kernel_stands).leg(self.rows, skipped, part(start), 0, part(end), 0, float(tol), area, work)
        return hit if hit >= 0 else None

    def legs(
        self, poses: Sequence[tuple[Rect, Rect]], tol: float = TOL, skip: Collection[int] = ()
    ) -> list[int | None]:
        """The same for many legs at once."""
        if not self.shapes:
            return [None] * len(poses)
        out, area, work = scratch(len(poses)), scratch(kernel_stands.HULL), scratch(kernel_stands.POINTS)
        rows = joined([part(pose) for leg in poses for pose in leg])
        kernel(kernel_stands).legs(self.rows, self._skipped(skip), rows, float(tol), area, work, out)
        return [int(hit) if hit >= 0.0 else None for hit in listed(out)]

    def way_hit(self, poses: Sequence[Rect], tol: float = TOL, skip: Collection[int] = ()) -> int | None:
        """The first hit on a way through some poses."""
        legs = list(pairwise(poses))
        return next((hit for hit in self.legs(legs, tol, skip) if hit is not None), None) if legs else None

    def shift(self, moving: Sequence[Rect], by: Point, clearance: float = 0.0, tol: float = TOL) -> Shift:
        """How far some stands can be shifted together along a vector before one meets something, or comes too near.

        Contact is ahead: going on would overlap by more than the tolerance. A stand that is nearer than the clearance
        at the start may move as long as it comes no nearer.
        """
        size, n = math.sqrt(by[0] * by[0] + by[1] * by[1]), len(self.shapes)
        if not size or not n:
            return Shift(size, ())
        found, work = scratch(n * len(moving)), scratch(kernel_shifts.DIFFERENCE)
        kernel(kernel_shifts).touches(
            self.rows, _row_of(moving), by[0] / size, by[1] / size, size + 2 * TOL, float(clearance), float(tol), work,
            found,
        )  # fmt: skip
        first: float = min(found) if isinstance(found, list) else found.min().item()
        if first > size + NOISE:
            return Shift(size, ())
        return Shift(min(first, size), tuple([divmod(k, n) for k in up_to(found, first + TOL)]))

    def shifts(
        self, moving: Sequence[Rect], ways: Sequence[Point], length: float, clearance: float = 0.0, tol: float = TOL
    ) -> list[float]:
        """The same in many directions, given as unit vectors: how far in each, at most the length."""
        out, work = scratch(len(ways)), scratch(kernel_shifts.DIFFERENCE)
        kernel(kernel_shifts).shifts(
            self.rows, _row_of(moving), flat(ways), float(length), float(clearance), float(tol), work, out
        )
        return [min(far, length) for far in listed(out)]

    def free_stretches(
        self, stand: Rect, side: Side, frontage: float = 0.0, depth: float = MILLI, tol: float = TOL,
        skip: Collection[int] = (),
    ) -> tuple[Stretch, ...]:  # fmt: skip
        """Where along a side of a stand there is room: stretches measured from its middle, leftwards as the side looks.

        With a frontage: where the middle of another stand of that frontage and depth can be, laid on the side with its
        front edge and overlapping nothing. Without: which part of the side itself has nothing within that depth. The
        stand is no hindrance to itself; skip the others that are none.
        """
        ahead, left = unit(turned(stand.facing, OUT[side])), unit(turned(stand.facing, OUT[side] + 90 * MILLI))
        deep, wide = (stand.depth, stand.frontage) if side in ("front", "rear") else (stand.frontage, stand.depth)
        far = (deep + depth) / 2
        facing = turned(stand.facing, OUT[side] + 180 * MILLI)
        probe = part(Rect(stand.x + far * ahead[0], stand.y + far * ahead[1], frontage, depth, facing))
        out, work = scratch(2 * len(self.shapes)), scratch(kernel_shifts.DIFFERENCE)
        kernel(kernel_shifts).slides(self.rows, probe, left[0], left[1], float(tol), work, out)
        ends, most = listed(out), (wide + frontage) / 2
        taken = sorted(
            (ends[2 * i], ends[2 * i + 1])
            for i, shape in enumerate(self.shapes)
            if ends[2 * i] < ends[2 * i + 1] and i not in skip and shape != stand
        )
        return _gaps_between(taken, -most, most)

    def _skipped(self, skip: Collection[int]) -> Any:
        if not skip:
            return self._none
        flags = self._none.copy()
        for i in skip:
            flags[i] = 1.0
        return flags


def _row_of(stands: Sequence[Rect]) -> Any:
    return joined([part(stand) for stand in stands])


def _far_apart(size: int) -> Any:
    np = arrays()
    return [FAR] * size if np is None else np.full(size, FAR)


def least_of(values: Any, most: float) -> list[tuple[int, float]]:
    """The numbers of a row that are at most so large, with their places."""
    places = up_to(values, most)
    numbers = [values[k] for k in places] if isinstance(values, list) else listed(values[places])
    return list(zip(places, numbers, strict=True))


def _gaps_between(taken: Sequence[Stretch], low: float, high: float) -> tuple[Stretch, ...]:
    """What sorted stretches leave free between two ends; a single point is room enough."""
    free, at = [], low
    for start, end in taken:
        if end <= at:
            continue
        if start >= high:
            break
        if start >= at:
            free.append((at, start))
        at = end
    if at <= high:
        free.append((at, high))
    return tuple(free)


def leaves(stand: Shape, width: float, height: float, tol: float = TOL) -> bool:
    """Does any part of it lie outside a table of this size by more than the tolerance?"""
    if isinstance(stand, Disc):
        low, far = stand.r - tol, (width - stand.r + tol, height - stand.r + tol)
        return not (low <= stand.x <= far[0] and low <= stand.y <= far[1])
    slack = tol + NOISE
    pts = corners(stand).pts if isinstance(stand, Rect) else outline(stand)
    right, top = width + slack, height + slack
    for x, y in pts:  # noqa: SIM110  a generator costs more than the comparisons, and every place tried is asked
        if not (-slack <= x <= right and -slack <= y <= top):
            return True
    return False
