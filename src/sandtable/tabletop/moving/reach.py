"""A move in the hand: where a base can get to, what each leg costs, the way that comes nearest to a place."""

from __future__ import annotations

from itertools import pairwise
from math import dist

from sandtable.core import Outline, Pose
from sandtable.geometry.areas import Area
from sandtable.geometry.ground import Ground, Spot
from sandtable.geometry.outline import RAYS, holes, outline, straight_fan, wedged
from sandtable.geometry.paths import drag
from sandtable.geometry.regions import circle

ENTRIES = 500.0  # how close together a path may enter rough ground
CORNERS = 64  # of a path, at most
STAYS = 10  # thousandths: how large a place to stay is drawn
TRIES = 6  # places of the outline that are tried


def reach(ground: Ground, at: Spot, limit: float, rays: int = RAYS) -> Outline:
    """Where a base can get to and stop. It may always stay, also where it is wedged in.

    Among many bases more rays are needed: corners between two of them are narrow. The outline keeps some of the
    tolerance for rounded ways; one that is wedged in may need all of it to get out straight.
    """
    here, barred = Outline((circle(*at, STAYS),)), holes(ground, at, limit)
    out = (Outline((straight_fan(ground, at, limit),), barred),) if wedged(ground, at) else ()
    return Outline(outline(ground, at, limit, step=ENTRIES, rays=rays), barred, (here, *out))


def leg_costs(ground: Ground, at: Spot, path: tuple[Pose, ...]) -> tuple[int, ...]:
    """What each leg costs, slow ground counted, whatever is in the way."""
    return tuple(round(ground.cost(a, b)) for a, b in pairwise([at, *((q[0], q[1]) for q in path)]))


def way_toward(
    ground: Ground, at: Spot, goal: Spot, limit: float, drawn: Outline, corners: int = CORNERS
) -> tuple[Spot, ...]:
    """The legal way whose end is nearest to a goal: straight or round things, else to where the outline comes nearest.

    At most so many corners; empty: it stays.
    """
    best, near = _dragged(ground, at, goal, goal, limit, corners)
    if near <= 1:
        return best
    for place in Area((part.fans, part.holes) for part in drawn.parts()).toward(goal, TRIES):
        if dist(place, goal) >= near:
            break
        other, off = _dragged(ground, at, place, goal, limit, corners)
        if off < near:
            best, near = other, off
    return best


def _dragged(
    ground: Ground, at: Spot, place: Spot, goal: Spot, limit: float, corners: int
) -> tuple[tuple[Spot, ...], float]:
    """The way to a place, and how far from the goal it ends."""
    path = drag(ground, at, place, limit).path
    if len(path) - 1 > corners:
        return (), dist(at, goal)
    return path[1:], dist(path[-1], goal)
