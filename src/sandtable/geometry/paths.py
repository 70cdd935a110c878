"""Shortest paths for a base: round solids, through or round rough ground, and what dragging a model means.

The search keeps FIT more than the ruling needs to; rounded to whole thousandths, with arcs as short legs outside them,
its paths are legal by the same judge as a path drawn by hand. On rough ground the finder may miss a slightly cheaper
path, never promise too much.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from sandtable.geometry.compiled import kernel, scratch
from sandtable.geometry.contact import edge_distance
from sandtable.geometry.ground import Ground, Spot, rounded
from sandtable.geometry.kernel import paths as kernel_paths
from sandtable.geometry.kernel.paths import ARRIVAL
from sandtable.geometry.polygons import distance
from sandtable.geometry.shapes import Point
from sandtable.geometry.spots import spot
from sandtable.geometry.units import CORNERS, FAR, FIT, TOL

STEP = 500.0  # how close together a path may enter rough ground
ARRIVALS = 30_000  # what one search may look at before it gives up
DETOURS = (1.5, 1.25, 1.1)  # of the straight distance, where it gave up
UNSURE = 1.02  # the search overrates rough ground by up to this factor; the path found is judged exactly
EXCESS = 4.0  # by how much the legs round an arc may be longer than it, where there is movement to spare
FINER = (1, 16, 256, 1 / 16, 1 / 256, 4, 1 / 4)  # by so much; coarser where a wide arc would take too many legs
TRIES = tuple((EXCESS / fine, outwards) for fine in FINER for outwards in (False, True))


class Route(NamedTuple):
    cost: float
    path: tuple[Spot, ...]


class Arc(NamedTuple):
    """A turn about a circle, from one unit vector to another."""

    x: float
    y: float
    r: float
    start: Point
    turn: float  # radians, anticlockwise


class Found(NamedTuple):
    """The arrays a search leaves behind."""

    nodes: Any
    arrivals: Any
    goal: int
    made: int


def shortest(ground: Ground, p: Point, q: Point, limit: float, step: float = STEP) -> Route | None:
    """The cheapest path found within the limit, as whole thousandths; None when there is none."""
    start, end = rounded(p), rounded(q)
    if distance(start, end) > limit + TOL or not ground.free(end):
        return None
    direct = ground.cost(start, end) if ground.straight(start, end) else FAR
    if direct <= limit + TOL and direct <= distance(start, end) + TOL:
        return Route(direct, (start, end))
    cap = limit * UNSURE + 100 * FIT if ground.rough else limit + FIT
    found = _cheapest(ground, start, min(cap, direct), end, step)
    straight = Route(direct, (start, end)) if direct <= limit + TOL else None
    if found.goal < 0:
        return straight
    bent = _legal_route(ground, found, start, end, limit)
    return min((route for route in (bent, straight) if route), default=None)


def _cheapest(ground: Ground, start: Spot, limit: float, end: Spot, step: float) -> Found:
    """A search that gives up looks again at fewer ways: a generous limit lets it try too many detours."""
    found, far = explore(ground, start, limit, end, step), distance(start, end)
    for detour in DETOURS:
        if found.goal >= 0 or found.made < ARRIVALS or detour * far >= limit:
            return found
        found = explore(ground, start, detour * far, end, step)
    return found


def reachable(ground: Ground, p: Point, q: Point, limit: float, step: float = STEP) -> bool:
    """Is there a legal path to a legal place?"""
    return shortest(ground, p, q, limit, step) is not None


def drag(ground: Ground, p: Point, target: Point, limit: float, step: float = STEP) -> Route:
    """Where a model dragged to a target comes to stand, and how it gets there; at worst it stays."""
    start = rounded(p)
    goal = _place_near(ground, start, target)
    if goal and (route := shortest(ground, start, goal, limit, step)):
        return route
    ways = []
    if goal and (far := shortest(ground, start, goal, 2 * distance(start, goal) + 2 * limit, step)):
        ways.append(far.path)
    ways.append((start, rounded(_as_far_as(ground, start, target))))
    ends = []
    for way in ways:
        short = ground.stop_short(way, limit)
        ends.append(Route(ground.path_cost(short), short) if not ground.first_fault(short, limit) else None)
        cut = ground.walk(way, limit)
        if cut != short[-1] and (place := spot(ground, cut, cut, limit)):
            ends.append(shortest(ground, start, place, limit, step))
    stay = Route(0.0, (start,))
    return min((end for end in (*ends, stay) if end), key=lambda end: (distance(end.path[-1], target), end.cost))


def no_farther(ground: Ground, p: Point, target: Point, limit: float) -> float:
    """A distance from the target within which `drag` ends: what the straight way comes to, without any search."""
    start = rounded(p)
    goal = _place_near(ground, start, target)
    short = ground.stop_short((start, rounded(_as_far_as(ground, start, target))), limit)
    end = start if ground.first_fault(short, limit) else short[-1]
    return max(distance(place, target) for place in (end, goal) if place)


def _place_near(ground: Ground, start: Spot, target: Point) -> Spot | None:
    """The place nearest to a target where a base may stand, if it is no farther from it than the start."""
    goal = rounded(target)
    return goal if ground.free(goal) else spot(ground, target, target, distance(start, target) + TOL)


def explore(ground: Ground, start: Point, limit: float, goal: Point | None, step: float) -> Found:
    """Search towards a goal, or everywhere."""
    ask, rows = kernel(kernel_paths), ground.rows.copy()
    ask.prepare(rows, float(start[0]), float(start[1]), FIT)
    if goal:
        ask.prepare(rows, float(goal[0]), float(goal[1]), FIT)
    end = goal or start
    ends = (float(start[0]), float(start[1]), float(end[0]), float(end[1]), float(limit), goal is not None)
    nodes = scratch(3 * (2 + _bends(ground, step)))
    n = ask.gather(rows, nodes, ends, FIT, step)
    arrivals = scratch(ARRIVALS * ARRIVAL)
    got, made = ask.search(rows, nodes, n, ends, FIT, scratch(2 * ARRIVALS), arrivals, scratch(2 * n))
    return Found(nodes, arrivals, int(got), int(made))


def _bends(ground: Ground, step: float) -> int:
    """At most how many circles and points a path may bend at."""
    count = len(ground.rows) // 5
    for o in _rough_parts(ground.rows):
        around = 7 * (ground.rows[o + 4] + ground.r) if not ground.rows[o + 5] else 0.0
        sides = range(o + 6, o + 6 + 5 * int(ground.rows[o + 5]), 5)
        count += int((around + sum(ground.rows[j + 4] for j in sides)) / step) + 3 * len(sides) + 4
    return count


def _rough_parts(rows: Any) -> Iterator[int]:
    o = 5
    while o < len(rows):
        if rows[o] == 2:
            yield o
        o += 6 + 5 * int(rows[o + 5])


def _legal_route(ground: Ground, found: Found, start: Spot, end: Spot, limit: float) -> Route | None:
    """The path found in whole thousandths: arcs in as few legs as the limit and the judge allow."""
    arcs = list(_arcs(found))
    for excess, outwards in TRIES:
        path = _tidied((start, *(p for arc in arcs for p in _legs(arc, excess, outwards)), end))
        if len(path) > CORNERS + 1:
            continue
        cost = ground.path_cost(path)
        if cost <= limit + TOL and ground.first_fault(path, limit) is None:
            return Route(cost, path)
    return None


def _arcs(found: Found) -> Iterator[Arc]:
    """The turns of the path to the goal, first to last."""
    order, e = [], found.goal
    while e > 0:
        order.append(e)
        e = int(found.arrivals[e * ARRIVAL + 5])
    for before, after in zip(order[:0:-1], order[-2::-1], strict=True):
        a = found.arrivals[before * ARRIVAL : before * ARRIVAL + ARRIVAL]
        node, way, turn = 3 * int(a[1]), float(a[2]), float(found.arrivals[after * ARRIVAL + 8])
        x, y, r = (float(v) for v in found.nodes[node : node + 3])
        yield Arc(x, y, r, (float(a[3]), float(a[4])), way * turn)


def _legs(arc: Arc, excess: float, outwards: bool) -> Iterator[Spot]:
    """Corners of a chain of tangents that goes round the outside of an arc, to the nearest thousandth or outwards."""
    turn = abs(arc.turn)
    n = int(max(math.sqrt(arc.r * turn**3 / (12 * excess)), turn)) + 1
    out = arc.r / math.cos(arc.turn / n / 2)
    at = math.atan2(arc.start[1], arc.start[0])
    for i in range(n):
        angle = at + arc.turn * (i + 0.5) / n
        x, y = out * math.cos(angle), out * math.sin(angle)
        away = (math.copysign(0.5, x), math.copysign(0.5, y)) if outwards and arc.r else (0.0, 0.0)
        yield rounded((arc.x + x + away[0], arc.y + y + away[1]))


def _tidied(path: tuple[Spot, ...]) -> tuple[Spot, ...]:
    return tuple(p for i, p in enumerate(path) if i == 0 or p != path[i - 1])


def _as_far_as(ground: Ground, start: Spot, target: Point) -> Point:
    """Straight towards the target until something is in the way."""
    size = distance(start, target)
    if not size:
        return start
    u = ((target[0] - start[0]) / size, (target[1] - start[1]) / size)
    t = ground.clear_way(start, u, size, 0.0)
    t = min(t, edge_distance(start, u, ground.r, (ground.width, ground.height)))
    return start[0] + t * u[0], start[1] + t * u[1]
