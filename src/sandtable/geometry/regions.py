"""Areas of places as polygons: rounded shapes, clipping, what lies in them, and the nearest place in them.

Drawn areas keep within a few thousandths of the true ones; rulings are never made with them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from sandtable.geometry.distance import foot, outline, radius
from sandtable.geometry.polygons import clip, distance, half_planes, hull, sides
from sandtable.geometry.shapes import Disc, Point, Rect, Shape

SAG = 2.0  # how far a chord may lie inside its circle
BESIDE = 3.0  # how far past an edge a place is looked for
Spot = tuple[int, int]
Ring = tuple[Spot, ...]


def rounded(p: Point) -> Spot:
    """The nearest whole thousandths."""
    return int((p[0] + 0.5) // 1), int((p[1] + 0.5) // 1)


def circle(x: float, y: float, r: float) -> Ring:
    """A circle as a polygon with its corners on it."""
    n = _corners(r)
    turns = (math.tau * i / n for i in range(n))
    return tuple(rounded((x + r * math.cos(a), y + r * math.sin(a))) for a in turns)


def grown(shape: Shape, by: float, moving: Rect | None = None) -> Ring:
    """Where the middle of a disc of radius `by` touches a convex shape; with `moving`, of a stand grown by as much."""
    pts = list(outline(shape))
    if moving is not None:
        half = [(x - moving.x, y - moving.y) for x, y in outline(moving)]
        pts = [(x - u, y - v) for x, y in pts for u, v in half]
    r = radius(shape) + by
    if not r:
        return tuple(rounded(q) for q in hull(pts).pts)
    n = _corners(r)
    arcs = [(r * math.cos(math.tau * i / n), r * math.sin(math.tau * i / n)) for i in range(n)]
    return tuple(rounded(q) for q in hull((x + u, y + v) for x, y in pts for u, v in arcs).pts)


def shrunk(shape: Shape, by: float) -> Ring:
    """Where the middle of a disc may be that lies wholly in a convex shape; () when it is too large."""
    if isinstance(shape, Disc):
        return circle(shape.x, shape.y, shape.r - by) if shape.r > by else ()
    pts = outline(shape)
    return tuple(rounded(q) for q in clip(pts, [(nx, ny, c - by) for nx, ny, c in half_planes(pts)]))


def clipped(ring: Sequence[Point], convex: Sequence[Point]) -> Ring:
    """What of a polygon lies in a convex one, corners anticlockwise; () when nothing does."""
    found = tuple(rounded(q) for q in clip(ring, half_planes(convex)))
    return found if len(found) > 2 else ()


def box(x0: float, y0: float, x1: float, y1: float) -> tuple[Point, ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def contains(ring: Sequence[Point], p: Point) -> bool:
    """Is a point in a polygon? Where it winds twice it counts as in."""
    (x, y), winding = p, 0
    (ax, ay) = ring[-1]
    for bx, by in ring:
        if (ay <= y) != (by <= y):
            side = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
            if by > ay and side > 0:
                winding += 1
            elif by <= ay and side < 0:
                winding -= 1
        ax, ay = bx, by
    return winding != 0


def from_edge(ring: Sequence[Point], p: Point) -> float:
    """How far a point is from the edge of a polygon."""
    return min(distance(p, foot(p, a, b)) for a, b in sides(ring))


def edge_places(rings: Iterable[Sequence[Point]], goal: Point) -> Iterator[Spot]:
    """Places on the edges of polygons, and just beside them, the nearest to a goal first."""
    near = []
    for ring in rings:
        for a, b in sides(ring):
            q = foot(goal, a, b)
            near.append((distance(q, goal), q, a, b))
    near.sort(key=lambda found: found[0])
    for _, q, a, b in near:
        yield from beside(q, a, b)


def beside(q: Point, a: Point, b: Point) -> tuple[Spot, Spot, Spot]:
    """A place on a side, and just beside it."""
    size = distance(a, b) or 1.0
    nx, ny = BESIDE * (a[1] - b[1]) / size, BESIDE * (b[0] - a[0]) / size
    return rounded(q), rounded((q[0] + nx, q[1] + ny)), rounded((q[0] - nx, q[1] - ny))


def traced(tip: Callable[[int], Point], turn: int, step: int = 3000) -> Iterator[Spot]:
    """The tips of rays all round, in whole thousandths of a degree: more of them where the edge bends or jumps."""
    ways = [*range(0, turn, step), turn]
    tips = [tip(way) for way in ways]
    todo = [(ways[i], ways[i + 1], tips[i], tips[i + 1]) for i in range(len(ways) - 2, -1, -1)]
    yield rounded(tips[0])
    while todo:
        low, high, a, b = todo.pop()
        middle = (low + high) // 2
        if high - low > 1:
            q = tip(middle)
            if distance(q, foot(q, a, b)) > SAG:
                todo += [(middle, high, q, b), (low, middle, a, q)]
                continue
        yield rounded(b)


def _corners(r: float) -> int:
    """How many corners a circle needs."""
    return max(12, math.ceil(math.pi / math.acos(1 - SAG / r))) if r > 2 * SAG else 12
