"""Features and maps: what lies on a table, and its footprint in convex parts."""

from __future__ import annotations

from functools import lru_cache

from sandtable.core import Value
from sandtable.geometry.measure import convex_parts
from sandtable.geometry.shapes import Disc, Shape

Spot = tuple[int, int]


class Feature(Value, frozen=True, kw_only=True):
    """A piece of terrain: its footprint is an outline or a disc. A ruleset may add fields of its own."""

    id: str
    kind: str  # see `Kinds`
    outline: tuple[Spot, ...] = ()
    disc: tuple[int, int, int] | None = None
    height: int = 0
    cover: bool = False
    standable: bool = False
    ladders: tuple[Spot, ...] = ()  # points on the outline where it may be climbed


class Map(Value, frozen=True, kw_only=True, cache_hash=True):
    """A table and its features. The size is the side of a square, or width and height."""

    size: int | Spot
    features: tuple[Feature, ...] = ()
    name: str = ""

    @property
    def width(self) -> int:
        return self.size if isinstance(self.size, int) else self.size[0]

    @property
    def height(self) -> int:
        return self.size if isinstance(self.size, int) else self.size[1]

    def feature(self, name: str) -> Feature:
        return next(f for f in self.features if f.id == name)


@lru_cache(maxsize=4096)
def shapes(feature: Feature) -> tuple[Shape, ...]:
    """The convex parts of a feature's footprint."""
    if feature.disc is not None:
        return (Disc(*feature.disc),)
    return tuple(convex_parts(feature.outline))
