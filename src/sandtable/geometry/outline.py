"""The region a base can reach, as polygons to draw in one colour. The ruling on a place is `paths.reachable`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from sandtable.geometry.compiled import kernel, listed, scratch
from sandtable.geometry.distance import gap
from sandtable.geometry.ground import Ground, Spot
from sandtable.geometry.kernel import fans as kernel_fans
from sandtable.geometry.kernel import paths as kernel_paths
from sandtable.geometry.kernel.paths import ARRIVAL
from sandtable.geometry.paths import explore
from sandtable.geometry.regions import box, clipped, grown
from sandtable.geometry.shapes import Disc, Point
from sandtable.geometry.units import FIT, TOL

STEP = 1000.0  # rough ground is entered at fewer places than a path may
RAYS = 120  # to a full turn, at least
ROOM = 4096  # rays a fan may have

Fan = tuple[Spot, ...]


def outline(ground: Ground, p: Point, limit: float, step: float = STEP, rays: int = RAYS) -> tuple[Fan, ...]:
    """Overlapping polygons that cover the places the base's centre can get to: draw them as one group.

    The first is what can be reached straight; the others start where paths bend.
    """
    out, rows, near = [], ground.rows.copy(), ground.rows.copy()
    kernel(kernel_paths).prepare(rows, float(p[0]), float(p[1]), FIT)  # a base may start in contact
    for x, y, r, nx, ny, way, budget in _rims(ground, p, limit, step):
        room = scratch(4 * ROOM)
        args = (float(x), float(y), float(r), float(nx), float(ny), float(way), float(budget))
        size = kernel(kernel_fans).within_reach(rows, args, near)
        n = kernel(kernel_fans).fan(near[:size], args, rays, FIT, room)
        out.append(_corners(room, n, rim=bool(r), back=True))
    return tuple(fan for fan in out if len(fan) > 2)


def straight_fan(ground: Ground, p: Point, limit: float) -> Fan:
    """What can be reached straight, with the slack of the ruling: through gaps that only the tolerance opens, too."""
    room = scratch(4 * ROOM)
    rim = (float(p[0]), float(p[1]), 0.0, 1.0, 0.0, 1.0, float(limit))
    n = kernel(kernel_fans).fan(ground.rows, rim, ROOM // 2, float(TOL), room)
    return _corners(room, n, rim=False, back=False)


def wedged(ground: Ground, p: Point) -> bool:
    """Whether a base stands in contact with more than one thing."""
    base = Disc(p[0], p[1], ground.r)
    touching = (shape for shape in (*ground.solid, *ground.bases) if gap(base, shape) <= TOL)
    return len(tuple(islice(touching, 2))) == 2


def _rims(ground: Ground, p: Point, limit: float, step: float) -> Iterator[tuple[float, ...]]:
    """The start, and every circle or point a path bends at, with what is left of the allowance there."""
    yield p[0], p[1], 0.0, 1.0, 0.0, 1.0, limit
    found = explore(ground, p, limit, None, step)
    for e in range(1, found.made):
        a = found.arrivals[e * ARRIVAL : (e + 1) * ARRIVAL]
        if a[9] == 2.0 and limit - a[0] > TOL:
            node = 3 * int(a[1])
            x, y, r = found.nodes[node : node + 3]
            yield (x, y, r, a[3], a[4], a[2], limit - a[0]) if r else (x, y, 0.0, 1.0, 0.0, 1.0, limit - a[0])


def holes(ground: Ground, near: Point, reach: float) -> tuple[Fan, ...]:
    """Where the base's centre may pass but not end, within reach of a place."""
    there = Disc(near[0], near[1], reach + ground.r)
    blocking = (shape for shape in (*ground.cross, *ground.under) if gap(there, shape) <= 0)
    return tuple(grown(shape, ground.r) for shape in blocking)


def standing_room(
    ground: Ground, area: tuple[Fan, ...], near: Point, reach: float
) -> tuple[tuple[Fan, ...], tuple[Fan, ...]]:
    """Where within some polygons a base may be put down, as fans and holes."""
    x0, y0, x1, y1 = ground.zone or (0.0, 0.0, ground.width, ground.height)
    edge = box(x0 + ground.r, y0 + ground.r, x1 - ground.r, y1 - ground.r)
    fans = tuple(kept for fan in area if (kept := clipped(fan, edge)))
    there = Disc(near[0], near[1], reach + ground.r)
    blocking = (*ground.solid, *ground.cross, *ground.under, *ground.bases)
    return fans, tuple(grown(shape, ground.r) for shape in blocking if gap(there, shape) <= 0)


def _corners(room: Any, n: int, rim: bool, back: bool) -> Fan:
    """The corners of a fan of n rays, in whole thousandths."""
    out = scratch(4 * n)
    size = kernel(kernel_fans).edge(room, n, rim, back, out)
    numbers = map(int, listed(out[: 2 * size]))
    return tuple(zip(numbers, numbers, strict=True))
