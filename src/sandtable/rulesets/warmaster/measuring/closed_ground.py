"""The ground closed to a unit that is moved along the ground, whether it likes to or not (WM-TERRAIN-12, WM-FLY-6)."""

from __future__ import annotations

from sandtable.geometry.stands import Stands
from sandtable.rulesets.warmaster.measuring.crowd import flies
from sandtable.rulesets.warmaster.measuring.ways import on_the_road, troops
from sandtable.rulesets.warmaster.state.rules import Position, land


def closed_afoot(p: Position, unit: str) -> Stands:
    """To a column on a road the road is open through anything (WM-TERRAIN-11, WM-DATA-5)."""
    return land(p).no_landing if flies(p, unit) else land(p).closed(troops(p, unit), on_the_road(p, unit))
