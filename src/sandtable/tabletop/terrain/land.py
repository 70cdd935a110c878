"""A map in shapes: what a base must go round, what it may cross, what slows it, what hides and gives cover."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.geometry.measure import outline
from sandtable.geometry.measure import radius as reach_round
from sandtable.geometry.shapes import Shape
from sandtable.geometry.sight import Blocker, Blockers
from sandtable.geometry.units import FAR
from sandtable.tabletop.terrain.features import Feature, Map, shapes
from sandtable.tabletop.terrain.kinds import Kinds

Extent = tuple[float, float, float, float]  # x0, y0, x1, y1


class Land(NamedTuple):
    solid: tuple[Shape, ...]  # cannot be moved through; a flyer passes over
    closed: tuple[Shape, ...]  # cannot be entered at all
    cross: tuple[Shape, ...]  # may be crossed, not ended on
    rough: tuple[Shape, ...]
    blockers: Blockers
    see_through: int  # how far a line may run through areas that hide
    hiding: tuple[str, ...]  # the feature behind each blocker, in the same order
    cover: tuple[tuple[Feature, tuple[Shape, ...]], ...]


@lru_cache(maxsize=256)
def land(kinds: Kinds, table: Map) -> Land:
    parts: dict[str, list[Shape]] = {"solid": [], "closed": [], "cross": [], "open": []}
    rough: list[Shape] = []
    blockers: list[Blocker] = []
    hiding: list[str] = []
    for number, feature in enumerate(table.features):
        kind, own = kinds[feature.kind], shapes(feature)
        parts[kind.entry] += own
        if kind.rough:
            rough += own
        before = len(blockers)
        if kind.hides == "area":  # one budget of depth for all kinds: the others use it up faster
            blockers += [Blocker(shape, FAR, number, kinds.deepest / kind.depth) for shape in own]
        elif kind.hides == "solid" and feature.height:
            blockers += [Blocker(shape, feature.height) for shape in own]
        hiding += [feature.id] * (len(blockers) - before)
    return Land(
        solid=tuple(parts["solid"]),
        closed=tuple(parts["closed"]),
        cross=tuple(parts["cross"]),
        rough=tuple(rough),
        blockers=Blockers(tuple(blockers)),
        see_through=kinds.deepest,
        hiding=tuple(hiding),
        cover=tuple((feature, shapes(feature)) for feature in table.features if feature.cover),
    )


def top(kinds: Kinds, feature: Feature) -> float:
    """How high a feature stops lines: without a top or without a height it still stops those on the ground."""
    return FAR if kinds[feature.kind].unlimited else max(feature.height, 1)


@lru_cache(maxsize=4096)
def extent(part: Shape) -> Extent:
    """A shape's extent along x and y, to look past it quickly."""
    r, corners = reach_round(part), outline(part)
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r


def near_extent(box: Extent, x: float, y: float, near: float) -> bool:
    """Whether a point can be so near to what has this extent: if not, nothing need be measured."""
    x0, y0, x1, y1 = box
    return x0 - near <= x <= x1 + near and y0 - near <= y <= y1 + near


@lru_cache(maxsize=256)
def cover_extents(kinds: Kinds, table: Map) -> tuple[tuple[Feature, tuple[Shape, ...], Extent], ...]:
    """The features that give cover, each with the extent of all its parts."""
    found = []
    for feature, parts in land(kinds, table).cover:
        lows_x, lows_y, highs_x, highs_y = zip(*map(extent, parts), strict=True)
        found.append((feature, parts, (min(lows_x), min(lows_y), max(highs_x), max(highs_y))))
    return tuple(found)
