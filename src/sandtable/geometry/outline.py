"""The region a base can reach, as polygons to draw in one colour. The ruling on a place is `paths.reachable`."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.geometry.compiled import kernel, scratch
from sandtable.geometry.ground import Ground, Spot, rounded
from sandtable.geometry.kernel import fans as kernel_fans
from sandtable.geometry.kernel.paths import ARRIVAL
from sandtable.geometry.paths import explore
from sandtable.geometry.shapes import Point
from sandtable.geometry.units import FIT, TOL

STEP = 1000.0  # rough ground is entered at fewer places than a path may
RAYS = 120  # to a full turn

Fan = tuple[Spot, ...]


def outline(ground: Ground, p: Point, limit: float, step: float = STEP, rays: int = RAYS) -> tuple[Fan, ...]:
    """Overlapping polygons that cover the places the base's centre can get to: draw them as one group.

    The first is what can be reached straight; the others start where paths bend.
    """
    out = []
    for x, y, r, nx, ny, way, budget in _rims(ground, p, limit, step):
        room = scratch(4 * 3 * (rays + 3))
        args = (float(x), float(y), float(r), float(nx), float(ny), float(way), float(budget))
        n = kernel(kernel_fans).fan(ground.rows, args, rays, FIT, room)
        bases = [rounded((room[4 * i], room[4 * i + 1])) for i in range(n)] if r else []
        tips = [rounded((room[4 * i + 2], room[4 * i + 3])) for i in range(n)]
        out.append(tuple(_thinned([*bases, *reversed(tips)])))
    return tuple(fan for fan in out if len(fan) > 2)


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


def _thinned(fan: list[Spot]) -> Iterator[Spot]:
    for i, p in enumerate(fan):
        if p != fan[i - 1]:
            yield p
