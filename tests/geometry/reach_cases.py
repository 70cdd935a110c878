"""Random tables for the tests of moving, and slow independent answers to the same questions."""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Sequence
from itertools import pairwise

import shapely

from sandtable.geometry.corners import corners
from sandtable.geometry.ground import Ground
from sandtable.geometry.shapes import Disc, Point, Poly, Rect, Segment, Shape

RADII = (591, 787, 984)
TABLE = 50_000


def a_place(rng: random.Random, low: int = 20_000, high: int = 30_000) -> tuple[int, int]:
    return rng.randrange(low, high), rng.randrange(low, high)


def a_shape(rng: random.Random) -> Shape:
    x, y = a_place(rng, 21_000, 29_000)
    kind = rng.random()
    if kind < 0.4:
        return Disc(x, y, rng.choice(RADII))
    if kind < 0.5:
        return Segment(x, y, x + rng.randrange(-2000, 2000), y + rng.randrange(100, 2000))
    facing = rng.choice((0, 90_000, rng.randrange(360_000)))
    return Rect(x, y, rng.randrange(300, 4000), rng.randrange(100, 1500), facing)


def a_ground(rng: random.Random, shapes: int, start: Point, rough: int = 0, r: int = 591) -> Ground:
    """A ground on which a base may stand at the start."""
    solid = tuple(s for s in (a_shape(rng) for _ in range(shapes)) if apart(start, s) > r + 5)
    return Ground(r, solid, (), tuple(a_shape(rng) for _ in range(rough)), TABLE, TABLE)


def drawn(shape: Shape) -> shapely.Geometry:
    """The core of a shape for shapely: a disc is its centre."""
    if isinstance(shape, Disc):
        return shapely.Point(shape.x, shape.y)
    if isinstance(shape, Segment):
        return shapely.LineString(((shape.x1, shape.y1), (shape.x2, shape.y2)))
    return shapely.Polygon(shape.pts if isinstance(shape, Poly) else corners(shape).pts)


def apart(p: Point, shape: Shape) -> float:
    """Distance from a point to a shape."""
    size = shape.r if isinstance(shape, Disc) else 0.0
    return float(drawn(shape).distance(shapely.Point(p))) - size


def leg_apart(p: Point, q: Point, shape: Shape) -> float:
    """Distance from a straight leg to a shape."""
    size = shape.r if isinstance(shape, Disc) else 0.0
    return float(drawn(shape).distance(shapely.LineString((p, q)))) - size


def ring_round(shape: Shape, keep: float, sides: int, outside: bool) -> shapely.Polygon:
    """A polygon just inside or just outside everything nearer to the shape than `keep`."""
    reach = keep + (shape.r if isinstance(shape, Disc) else 0.0)
    if outside:
        reach /= math.cos(math.pi / sides)
    return drawn(shape).buffer(reach, quad_segs=sides // 4)


def graph_length(ground: Ground, p: Point, q: Point, keep: float, outside: bool) -> float:
    """Shortest path among the corners of polygons round the shapes: a visibility graph, no arcs, no tangents."""
    rings = [ring_round(s, keep, 40, outside) for s in ground.solid]
    walls = shapely.union_all([ring.buffer(-1e-3) for ring in rings]) if rings else shapely.Polygon()
    shapely.prepare(walls)
    nodes: list[Point] = [p, q]
    for ring in rings:
        nodes += [(x, y) for x, y in ring.exterior.coords[:-1] if not walls.contains(shapely.Point(x, y))]
    done: set[int] = set()
    heap = [(math.dist(p, q), 0.0, 0)]
    while heap:
        _, spent, i = heapq.heappop(heap)
        if i == 1:
            return spent
        if i in done:
            continue
        done.add(i)
        left = [j for j in range(1, len(nodes)) if j not in done]
        legs = shapely.linestrings([(nodes[i], nodes[j]) for j in left])
        for j, barred in zip(left, shapely.intersects(walls, legs), strict=True):
            if not barred:
                cost = spent + math.dist(nodes[i], nodes[j])
                heapq.heappush(heap, (cost + math.dist(nodes[j], q), cost, j))
    return math.inf


def traced(p: Point, u: Point, shape: Shape, reach: float, limit: float) -> float:
    """First place along a ray nearer to the shape than `reach`, by steps no longer than the distance left."""
    t = 0.0
    for _ in range(4000):
        left = apart((p[0] + t * u[0], p[1] + t * u[1]), shape) - reach
        if left < 1e-4:
            return t
        t += left
        if t > limit:
            break
    return math.inf


def along(path: Sequence[Point], s: float) -> Point:
    for p, q in pairwise(path):
        size = math.dist(p, q)
        if s <= size:
            return p[0] + (q[0] - p[0]) * s / size, p[1] + (q[1] - p[1]) * s / size
        s -= size
    return path[-1]
