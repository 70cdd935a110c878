"""Where an answer may lie, as an area to draw. What is legal is for `Domain.refuse` to say."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import cos, dist, pi, sin

from sandtable.core.values import Value
from sandtable.geometry.regions import contains, edge_places, from_edge

Place = tuple[int, ...]


class Outline(Value, frozen=True):
    """Where an answer may lie, for drawing: polygons that may overlap, drawn as one, without what lies in a hole."""

    fans: tuple[tuple[tuple[int, int], ...], ...] = ()
    holes: tuple[tuple[tuple[int, int], ...], ...] = ()  # passed, not ended on; they cut only the fans beside them
    also: tuple[Outline, ...] = ()  # more of it, with holes of its own: other surfaces, other sides

    def parts(self) -> Iterator[Outline]:
        yield self
        for other in self.also:
            yield from other.parts()

    def has(self, at: Place) -> bool:
        """Whether a place lies in it."""
        return any(
            any(contains(fan, (at[0], at[1])) for fan in part.fans)
            and not any(contains(hole, (at[0], at[1])) for hole in part.holes)
            for part in self.parts()
        )

    def near(self, at: Place, within: int) -> bool:
        """Whether a place lies in it, were every edge moved by so much."""
        here = (at[0], at[1])
        return any(
            any(contains(fan, here) or from_edge(fan, here) <= within for fan in part.fans)
            and not any(contains(hole, here) and from_edge(hole, here) > within for hole in part.holes)
            for part in self.parts()
        )

    def deep(self, at: Place, inside: int) -> bool:
        """Whether a place lies in it with room on every side."""
        return self.has(at) and all(self.has(q) for q in around(at, inside))

    def toward(self, goal: Place, most: int = 24) -> list[tuple[int, int]]:
        """Places in it, the nearest to a goal first."""
        here = (goal[0], goal[1])
        rings = [ring for part in self.parts() for ring in (*part.fans, *part.holes) if len(ring) > 2]
        if self.has(here):
            return [here]
        found = list(islice((q for q in edge_places(rings, here) if self.has(q)), most))
        return sorted(dict.fromkeys(found), key=lambda q: dist(q, here))


def around(at: Place, far: int) -> Iterator[tuple[int, int]]:
    """Places all round another."""
    for i in range(12):
        yield round(at[0] + far * cos(i * pi / 6)), round(at[1] + far * sin(i * pi / 6))
