"""Objectives as a mission sets them out (WC-MISSION-16), and those that are terrain (WC-OBJ-7).

Marker sizes are data (WC-OBJ-2). Permanent objectives stay where they are (WC-OBJ-6).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from sandtable.geometry.units import milli
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.state.table import Objective
from sandtable.rulesets.warcaster.terrain.features import Feature, Map


def objectives_of(cards: Library, mission: str) -> dict[str, Objective]:
    """The markers of a mission: geysers, processors and ore, plain ones (WC-MISSION-3, WC-MISSION-8, WC-MISSION-13)."""
    return {
        o["id"]: Objective(
            kind=o["kind"],
            x=milli(o["at"][0]),
            y=milli(o["at"][1]),
            number=o.get("number", 0),
            side=o.get("side", ""),
            terrain=o.get("terrain", False),
        )
        for o in cards.missions[mission]["objectives"]
    }


def with_markers(cards: Library, table: Map, objectives: Mapping[str, Objective]) -> Map:
    """The map with the objectives that are terrain: obstacles that give cover."""
    marks = cards.markers["permanent"]
    extra = tuple(
        Feature(id=name, kind="obstacle", disc=(o.x, o.y, marks["radius"]), height=marks["terrain_height"], cover=True)
        for name, o in objectives.items()
        if o.terrain
    )
    return one(table.but(features=(*table.features, *extra)) if extra else table)


@lru_cache(maxsize=256)
def one(table: Map) -> Map:
    """Equal maps as one and the same: what follows from a map is looked up by it, and to compare two takes long."""
    return table
