"""The table's terrain as agreed before play (WC-TERRAIN-1, WC-SETUP-3): features, maps, and how files write them.

What the kinds do is in data/terrain.toml: forests are rough and obscuring (WC-TERRAIN-9), obstacles and structures give
cover (WC-TERRAIN-13, WC-TERRAIN-15), an obstacle is stood on where that was agreed (WC-TERRAIN-12). No event changes a
feature: terrain is permanent (WC-TERRAIN-20).

Elsewhere: WC-TERRAIN-2, WC-TERRAIN-11, WC-TERRAIN-17, WC-TERRAIN-18 in movement/paths; WC-TERRAIN-3 in state/stats;
WC-TERRAIN-4, WC-TERRAIN-5 in movement/obstacles; WC-TERRAIN-6, WC-TERRAIN-7, WC-TERRAIN-8 in
measuring/line_of_sight; WC-TERRAIN-19 in turn/deployment_places.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sandtable.geometry.units import MILLI, milli
from sandtable.tabletop.terrain import features as tabletop
from sandtable.tabletop.terrain import reading
from sandtable.tabletop.terrain.features import shapes
from sandtable.tabletop.terrain.land import land

if TYPE_CHECKING:
    from sandtable.rulesets.warcaster.state.cards import Library

__all__ = ["Feature", "Map", "land", "read_feature", "read_map", "shapes"]


class Feature(tabletop.Feature, frozen=True, kw_only=True):
    gun: str = ""  # a fixed weapon that a model in contact may fire as a special action (WC-ACT-10)


class Map(tabletop.Map, frozen=True, kw_only=True, cache_hash=True):
    """A square table, its side in thousandths."""

    size: int
    features: tuple[Feature, ...] = ()
    name: str = ""


def read_feature(cards: Library, raw: Mapping[str, Any], name: str = "") -> Feature:
    """A feature as maps and scenario files write it, lengths in inches.

    Without a kind its height decides: 1 inch is still an obstacle (WC-TERRAIN-10), more is a structure (WC-TERRAIN-14,
    WC-TERRAIN-16).
    """
    if not raw.get("kind"):
        low = cards.terrain["obstacle"].max_height or 0
        raw = {**raw, "kind": "obstacle" if milli(raw.get("height", 0)) <= low else "structure"}
    return reading.read_feature(cards.terrain, raw, Feature, name, own=("gun",))


def read_map(cards: Library, name: str) -> Map:
    """A hand-made table by name."""
    raw = cards.maps[name]
    return Map(size=MILLI * raw["table"], features=tuple(read_feature(cards, f) for f in raw["features"]), name=name)
