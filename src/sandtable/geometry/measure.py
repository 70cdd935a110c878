"""Everything a player measures, in one place.

Distances live in `distance`, arcs and zones in `arcs`, templates and cover lines in `lines`, polygons in `polygons`.
"Within" and "does not overlap" favour the player by the tolerance `TOL`; a ruleset with another one passes `tol`.
"""

from __future__ import annotations

from sandtable.geometry.arcs import ZONES, Zone, ahead, bearing, in_arc, in_front, wholly_behind, zone, zone_area
from sandtable.geometry.distance import (
    SIDES,
    Contact,
    Side,
    contact,
    contains,
    depth,
    foot,
    gap,
    gap3d,
    inside,
    nearest,
    outline,
    overlap,
    radius,
    touching,
    within,
)
from sandtable.geometry.lines import cone, intervening, last_stretch, on_line, passes, spray, under_blast
from sandtable.geometry.polygons import area, clip, convex_parts, distance, hull, sides, table

__all__ = [
    "SIDES",
    "ZONES",
    "Contact",
    "Side",
    "Zone",
    "ahead",
    "area",
    "bearing",
    "clip",
    "cone",
    "contact",
    "contains",
    "convex_parts",
    "depth",
    "distance",
    "foot",
    "gap",
    "gap3d",
    "hull",
    "in_arc",
    "in_front",
    "inside",
    "intervening",
    "last_stretch",
    "nearest",
    "on_line",
    "outline",
    "overlap",
    "passes",
    "radius",
    "sides",
    "spray",
    "table",
    "touching",
    "under_blast",
    "wholly_behind",
    "within",
    "zone",
    "zone_area",
]
