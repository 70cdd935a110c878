"""A way for one stand round what is in its way: straight, or by way of other poses.

The search goes by poses beside the corners of what is in the way, in facings worth trying, and takes the shortest way
by them. It never returns an illegal way. It may miss one that exists, so rules should take one that somebody draws.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from typing import Literal, NamedTuple

from sandtable.geometry.compiled import kernel, listed, row, scratch, up_to
from sandtable.geometry.corners import unit
from sandtable.geometry.distance import outline
from sandtable.geometry.ground import Ground
from sandtable.geometry.kernel import shifts as kernel_shifts
from sandtable.geometry.kernel import stands as kernel_stands
from sandtable.geometry.kernel import ways as kernel_ways
from sandtable.geometry.pairs import nearest
from sandtable.geometry.paths import shortest
from sandtable.geometry.polygons import sides
from sandtable.geometry.shapes import Rect, Shape, turned
from sandtable.geometry.stands import Stands, leaves, part
from sandtable.geometry.units import FAR, FIT, FULL_TURN, MILLI, NOISE, TOL
from sandtable.geometry.wheel import corner_travel

QUARTER = 90 * MILLI
STEP = 30 * MILLI  # between facings on the way from that of the start to that of the goal
ALIKE = 4 * MILLI  # facings nearer to each other than this are one
MOST_FACINGS = 20
FEW = 4  # facings of a first look, which bounds the second
MOST_POSES = 900
OFFSETS = (0.75, 400.0, 1200.0)  # how far poses are from the corners they pass


class Way(NamedTuple):
    """Poses from start to goal, and how far the corner goes that goes furthest."""

    poses: tuple[Rect, ...]
    travel: float


class WayFault(NamedTuple):
    """What is wrong with a way: on which leg, by how much, and what it hits, by its place in the row."""

    kind: Literal["too long", "hits", "off table"]
    leg: int
    by: float
    hit: int | None = None


@dataclass(frozen=True)
class WayFinder:
    """Ways of single stands among a row of stands and closed terrain, on a table of some size.

    Nothing may be overlapped by more than the tolerance; what is skipped is no hindrance. Poses on the way are found
    with a tighter tolerance than the one that judges them.
    """

    among: Stands
    width: float = FAR
    height: float = FAR
    tol: float = TOL
    skip: Collection[int] = ()

    def find(self, start: Rect, goal: Rect, allowance: float, shortest: bool = True) -> Way | None:
        """The shortest way it finds on which no corner goes further than the allowance; None when it finds none.

        Not the shortest: the first look is enough when it finds one, for rules that only ask whether there is a way.
        """
        most = allowance + self.tol + NOISE
        direct = corner_travel((start, goal))
        if direct > most or leaves(goal, self.width, self.height, self.tol):
            return None
        if self.among.leg(start, goal, self.tol, self.skip) is None:
            return Way((start, goal), direct)
        return _way_round(
            WayFinder(self._near(start, goal, most), self.width, self.height, self.tol), start, goal, most, shortest
        )

    def way_round(self, start: Rect, goal: Rect, most: float, shortest: bool) -> Way | None:
        """A way that is not straight, among what is near."""
        near = self.among
        if near.overlaps(goal, self.tol) or near.overlaps(start, self.tol + TOL):  # no leg leads out of that
            return None
        if self._walled_off(near, start, goal, most):
            return None
        few = self._searched(near, start, goal, most, facings_for(near.shapes, start, goal, self.tol, FEW), OFFSETS[:1])
        if few and not shortest:
            return few
        facings = facings_for(near.shapes, start, goal, self.tol)
        every = self._searched(near, start, goal, few.travel if few else most, facings, OFFSETS)
        return every or few

    def _walled_off(self, near: Stands, start: Rect, goal: Rect, most: float) -> bool:
        """Whether not even a disc that lies within the stand gets there: sooner found out than by turning stands."""
        room = min(start.frontage, start.depth) / 2 - 2 * self.tol
        ground = Ground(room, near.shapes, width=self.width, height=self.height)
        here, there = (start.x, start.y), (goal.x, goal.y)
        if room <= 0 or not (ground.free(here) and ground.free(there)):
            return False
        return shortest(ground, here, there, most + self.tol) is None

    def fault(self, poses: Sequence[Rect], allowance: float) -> WayFault | None:
        """The first thing wrong with a way that somebody drew; None for a legal one.

        A way exists if the finder finds it, or if somebody draws it and this finds no fault.
        """
        for leg, (here, there) in enumerate(pairwise(poses)):
            if (hit := self.among.leg(here, there, self.tol, self.skip)) is not None:
                return WayFault("hits", leg, self._depth(here, there, hit), hit)
            if leaves(there, self.width, self.height, self.tol):
                return WayFault("off table", leg, self._sticks_out(there))
        over = corner_travel(poses) - allowance
        return WayFault("too long", len(poses) - 2, over) if over > self.tol + NOISE else None

    def _depth(self, here: Rect, there: Rect, hit: int) -> float:
        """How deep a leg runs into a part of the row."""
        area, work = [0.0] * kernel_stands.HULL, [0.0] * kernel_stands.POINTS
        other = listed(part(self.among.shapes[hit], self.among.clearance))
        kernel_stands.hull(listed(part(here)), 0, listed(part(there)), 0, area, work)
        deep = kernel_stands.depth(area, 0, other, 0, 0.0)
        return other[3] + (deep if deep > 0.0 else -kernel_stands.cores_apart(area, 0, other, 0))

    def _sticks_out(self, stand: Rect) -> float:
        return max(max(-x, -y, x - self.width, y - self.height) for x, y in outline(stand))

    def _near(self, start: Rect, goal: Rect, most: float) -> Stands:
        """What could matter: the middle of the stand goes no further than its corners do on average.

        What lies least off the straight way comes first, whatever its place in the row.
        """
        reach, detours = math.hypot(start.frontage, start.depth) / 2, scratch(len(self.among.shapes))
        ends = map(float, (start.x, start.y, goal.x, goal.y, reach))
        kernel(kernel_ways).detours(self.among.rows, *ends, detours)
        kept = sorted(up_to(detours, most), key=lambda i: detours[i])
        return Stands(tuple([self.among.shapes[i] for i in kept if i not in self.skip]), self.among.clearance)

    def _searched(
        self, near: Stands, start: Rect, goal: Rect, most: float, facings: Sequence[int], offsets: Sequence[float]
    ) -> Way | None:
        """The shortest way by poses of these facings, at these distances from the corners of what is in the way."""
        nodes, marks = scratch(MOST_POSES * kernel_stands.STAND), scratch(MOST_POSES)
        size = kernel_stands.STAND
        nodes[:size], nodes[size : 2 * size] = part(start), part(goal)
        work, ways = scratch(kernel_shifts.DIFFERENCE), kernel(kernel_ways)
        faces = row([value for facing in facings for value in unit(facing)])
        box = row((0.0, 0.0, float(self.width), float(self.height)))
        n = ways.poses(
            near.rows,
            nodes,
            faces,
            row(offsets),
            start.depth / 2,
            start.frontage / 2,
            box,
            most,
            FIT,
            work,
            scratch(6),
            marks,
        )
        book, area = scratch(kernel_ways.MARKS * MOST_POSES), scratch(kernel_stands.HULL)
        none, inner = row((0.0,) * len(near.shapes)), scratch(len(near.shapes))
        far = ways.search(near.rows, none, inner, nodes, n, most, float(self.tol), FIT, area, work, book)
        if far >= FAR:
            return None
        way, at = [goal], int(book[kernel_ways.MARKS + 9])
        while at > 0:
            x, y = int(nodes[at * size]), int(nodes[at * size + 1])
            way.append(Rect(x, y, start.frontage, start.depth, facings[int(marks[at])]))
            at = int(book[kernel_ways.MARKS * at + 9])
        way.append(start)
        return Way(tuple(way[::-1]), corner_travel(way))


@lru_cache(maxsize=2048)
def _way_round(finder: WayFinder, start: Rect, goal: Rect, most: float, shortest: bool) -> Way | None:
    """The same question comes again and again: on tables that differ elsewhere only."""
    return finder.way_round(start, goal, most, shortest)


def facings_for(
    shapes: tuple[Shape, ...], start: Rect, goal: Rect, tol: float = TOL, most: int = MOST_FACINGS
) -> list[int]:
    """The facings worth trying: from start to goal, through gaps, and along the sides of what is in the way."""
    turn = (goal.facing - start.facing + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2
    parts = max(1, math.ceil(abs(turn) / STEP))
    first = [start.facing, goal.facing, *(turned(start.facing, turn * k // parts) for k in range(1, parts))]
    turns = (turned(d, quarter * QUARTER) for d in _directions(shapes, start, tol) for quarter in range(4))
    found: list[int] = []
    for facing in chain(first, turns):
        if all(min((facing - f) % FULL_TURN, (f - facing) % FULL_TURN) > ALIKE for f in found) or facing == goal.facing:
            found.append(facing)
            if len(found) == most:
                break
    return found


def _directions(shapes: tuple[Shape, ...], stand: Rect, tol: float) -> Iterator[int]:
    """Along the gaps between shapes that the stand might thread, then along their sides."""
    narrow = min(stand.frontage, stand.depth) - 2 * tol
    for i, j, about in Stands(shapes).pairs(math.hypot(stand.frontage, stand.depth)):
        if about > narrow:
            far, p, q = nearest(shapes[i], shapes[j])
            if far > NOISE:
                yield _angle(q[0] - p[0], q[1] - p[1])
    for shape in shapes:
        if isinstance(shape, Rect):
            yield shape.facing
        else:
            yield from (_angle(q[0] - p[0], q[1] - p[1]) for p, q in sides(outline(shape)) if p != q)


def _angle(dx: float, dy: float) -> int:
    return round(math.degrees(math.atan2(dy, dx)) * MILLI) % FULL_TURN
