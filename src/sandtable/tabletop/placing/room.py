"""Where on a surface there is room to put a base down, for drawing."""

from __future__ import annotations

from dataclasses import replace

from sandtable.core import Outline
from sandtable.geometry.ground import Ground
from sandtable.geometry.outline import Fan, standing_room
from sandtable.geometry.regions import clipped, shrunk
from sandtable.geometry.shapes import Point
from sandtable.tabletop.terrain.features import Map
from sandtable.tabletop.terrain.surfaces import Surface, rim, top_of


def surface_room(
    table: Map, surface: Surface, ground: Ground, area: tuple[Fan, ...], near: Point, reach: float
) -> Outline:
    """What of an area a base may be put down in, on one surface, within reach of a place.

    On a top the base lies wholly on it: that is drawn by clipping, not by the rim.
    """
    if surface.on:
        top = top_of(table, surface.on)
        room, edge = shrunk(top.shape, ground.r), rim(top.feature)
        area = tuple(kept for fan in area if room and (kept := clipped(fan, room)))
        ground = replace(ground, solid=tuple(shape for shape in ground.solid if shape not in edge))
    return Outline(*standing_room(ground, area, near, reach))
