"""What a base may stand on (WC-TERRAIN-2): the ground, tops of structures, tops of obstacles agreed standable.

`surface_at`: where a base stands settles what it stands on (WC-TERRAIN-19). `below`: what a falling base comes down on
(WC-FALL-1). `ladders`: the ways up a structure (WC-TERRAIN-17).
"""

from sandtable.tabletop.terrain.ladders import Ladder, ladders
from sandtable.tabletop.terrain.surfaces import (
    GROUND,
    Surface,
    Top,
    below,
    layer,
    rim,
    surface_at,
    surface_of,
    top_of,
    tops,
)

__all__ = [
    "GROUND",
    "Ladder",
    "Surface",
    "Top",
    "below",
    "ladders",
    "layer",
    "rim",
    "surface_at",
    "surface_of",
    "top_of",
    "tops",
]
