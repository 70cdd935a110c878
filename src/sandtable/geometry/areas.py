"""Areas of polygons with holes, laid out once for many questions: what `regions` says of one polygon after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import dist, inf
from typing import Any

from sandtable.geometry.compiled import arrays, kernel, row, scratch
from sandtable.geometry.distance import foot
from sandtable.geometry.kernel import rings as kernel_rings
from sandtable.geometry.regions import Ring, Spot, beside
from sandtable.geometry.rows import flat


class Area:
    """Parts, each of polygons that may overlap and of holes that cut only these."""

    def __init__(self, parts: Iterable[tuple[Sequence[Ring], Sequence[Ring]]]) -> None:
        heads, self.corners, self.next = list[float](), list[Spot](), list[int]()
        for number, both in enumerate(parts):
            for hole, rings in enumerate(both):
                for ring in rings:
                    start = len(self.corners)
                    self.corners += ring
                    end = len(self.corners)
                    self.next += (*range(start + 1, end), start) if ring else ()
                    heads += (number, hole, start, end) if ring else ()
        self.rings, self.rows = row(heads), flat(self.corners)

    def has(self, at: Spot) -> bool:
        return bool(kernel(kernel_rings).inside(self.rings, self.rows, float(at[0]), float(at[1])))

    def edge_places(self, goal: Spot) -> Iterator[Spot]:
        """Places on the edges, and just beside them, the nearest to a goal first."""
        away = scratch(len(self.corners))
        kernel(kernel_rings).feet(self.rings, self.rows, float(goal[0]), float(goal[1]), away)
        for k in _ascending(away):
            if away[k] < inf:
                a, b = self.corners[k], self.corners[self.next[k]]
                yield from beside(foot(goal, a, b), a, b)

    def toward(self, goal: Spot, most: int) -> list[Spot]:
        """Places in it, the nearest to a goal first."""
        if self.has(goal):
            return [goal]
        found = islice((q for q in self.edge_places(goal) if self.has(q)), most)
        return sorted(dict.fromkeys(found), key=lambda q: dist(q, goal))


def _ascending(values: Any) -> list[int]:
    """The numbers of the values, the least first; of equal ones the first."""
    if (np := arrays()) is None:
        return sorted(range(len(values)), key=values.__getitem__)
    order: list[int] = np.argsort(values, kind="stable").tolist()
    return order
