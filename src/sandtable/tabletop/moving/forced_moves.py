"""Straight forced moves: slams, throws and pushes. A base goes on until something stops it or the distance is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from sandtable.geometry.contact import slam
from sandtable.geometry.ground import Spot
from sandtable.geometry.measure import inside
from sandtable.geometry.shapes import Shape
from sandtable.tabletop.measuring.distance import disc
from sandtable.tabletop.position import Tabletop
from sandtable.tabletop.terrain.features import Feature, shapes


class Driven(NamedTuple):
    """Where a forced move ends, what it ran into there, and whether it went over the table's edge."""

    at: Spot
    features: tuple[str, ...]
    pieces: tuple[str, ...]
    edge: bool
    above: Feature | None  # the feature whose top it is still on


def away_from(here: Spot, source: Spot) -> tuple[int, int]:
    """Straight away from another place; from the same place, up the table."""
    return (here[0] - source[0], here[1] - source[1]) if here != source else (0, 1)


def drive(
    p: Tabletop, name: str, direction: tuple[int, int], distance: int, meets: Callable[[Any, Any, Any], bool]
) -> Driven:
    """Move a piece straight, at its starting height; `meets(p, me, other)`: whether their heights let them touch."""
    me, table = p.state.models[name], p.state.map
    terrain, others = tuple(terrain_ahead(p, me.z)), tuple(others_ahead(p, name, meets))
    shapes_ahead = tuple(shape for shape, _ in (*terrain, *others))
    stop = slam(disc(p, me), direction, distance, shapes_ahead, (table.width, table.height))
    features = dict.fromkeys(terrain[i][1] for i in stop.touched if i < len(terrain))
    pieces = (others[i - len(terrain)][1] for i in stop.touched if i >= len(terrain))
    above = top_under(p, stop.point, me.z) if me.z else None
    return Driven(stop.point, tuple(features), tuple(pieces), stop.edge, above)


def terrain_ahead(p: Tabletop, z: int) -> Iterator[tuple[Shape, str]]:
    """The terrain that stops a base moving at a height: closed to all, or higher than that."""
    for feature in p.state.map.features:
        entry = p.rules.kinds[feature.kind].entry
        if entry == "closed" or (entry != "open" and max(feature.height, 1) > z):
            for part in shapes(feature):
                yield part, feature.id


def others_ahead(p: Tabletop, name: str, meets: Callable[[Any, Any, Any], bool]) -> Iterator[tuple[Shape, str]]:
    me = p.state.models[name]
    for other, piece in p.state.models.items():
        if other != name and meets(p, me, piece):
            yield disc(p, piece), other


def top_under(p: Tabletop, at: Spot, z: int) -> Feature | None:
    """The feature whose top holds the middle of a base at this height."""
    for feature in p.state.map.features:
        level = feature.height == z and p.rules.kinds[feature.kind].entry != "open"
        if level and any(inside(at, part) for part in shapes(feature)):
            return feature
    return None
