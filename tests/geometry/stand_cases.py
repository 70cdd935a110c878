"""Random crowds of stands, with exact contacts and right angles, and shapely's answers to the same questions."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import shapely

from sandtable.geometry.shapes import Disc, Point, Poly, Rect, Segment, Shape
from tests.geometry.reach_cases import drawn

RIGHT = (0, 90_000, 180_000, 270_000)
SIZES = ((4000, 2000), (2000, 4000), (4000, 2000), (12_000, 2000))
OFFSETS = (-12, -11, -10, -9, -2, -1, 0, 0, 0, 1, 2, 9, 10, 11, 12)  # thousandths about a contact


def a_facing(rng: random.Random) -> int:
    return rng.choice((*RIGHT, 45_000, 30_000, rng.randrange(360_000), rng.randrange(360_000)))


def a_stand(rng: random.Random, spread: int = 6000) -> Rect:
    x, y = rng.randrange(20_000 - spread, 20_000 + spread), rng.randrange(20_000 - spread, 20_000 + spread)
    return Rect(x, y, *rng.choice(SIZES), a_facing(rng))


def beside(rng: random.Random, stand: Rect) -> Rect:
    """A stand laid on a side of another, edge to edge or corner to corner, a few thousandths off or none."""
    frontage, depth = rng.choice(SIZES)
    quarter = rng.randrange(4)
    wide, deep = (frontage, depth) if quarter % 2 == 0 else (depth, frontage)
    side = rng.randrange(4)
    own_wide, own_deep = (stand.frontage, stand.depth) if side % 2 == 0 else (stand.depth, stand.frontage)
    out = (own_deep + deep) / 2 + rng.choice(OFFSETS)
    most = (own_wide + wide) / 2
    along = rng.choice((0.0, most, -most, most - 100, most - 99, rng.uniform(-most, most), float(rng.choice(OFFSETS))))
    turn = math.radians(stand.facing / 1000 + 90 * side)
    x = stand.x + out * math.cos(turn) - along * math.sin(turn)
    y = stand.y + out * math.sin(turn) + along * math.cos(turn)
    if stand.facing in RIGHT or rng.random() < 0.5:
        x, y = float(round(x)), float(round(y))
    return Rect(x, y, frontage, depth, (stand.facing + 90_000 * (side + quarter)) % 360_000)


def another(rng: random.Random, stand: Rect) -> Shape:
    """What might be in a stand's way: mostly stands, many of them touching it."""
    kind = rng.random()
    if kind < 0.5:
        return beside(rng, stand)
    if kind < 0.8:
        return a_stand(rng)
    x, y = rng.randrange(14_000, 26_000), rng.randrange(14_000, 26_000)
    if kind < 0.87:
        return Disc(x, y, 1250)
    if kind < 0.93:
        return Segment(x, y, x + rng.randrange(-4000, 4000), y + rng.randrange(1, 4000))
    return Poly(((x, y), (x + 3000, y + 500), (x + 3500, y + 2500), (x - 500, y + 2000)))


def crowd(rng: random.Random, stand: Rect, n: int = 8) -> tuple[Shape, ...]:
    return tuple(another(rng, stand) for _ in range(n))


def radius(shape: Shape) -> float:
    return shape.r if isinstance(shape, Disc) else 0.0


def far_apart(a: Shape, b: Shape) -> float:
    return max(0.0, float(drawn(a).distance(drawn(b))) - radius(a) - radius(b))


def differences(a: Sequence[Point], b: Shape) -> shapely.Geometry:
    """All b - a: where the shift (0, 0) lies in it tells how the shapes overlap."""
    other = shapely.get_coordinates(drawn(b)).tolist()
    return shapely.MultiPoint([(x - u, y - v) for x, y in other for u, v in a]).convex_hull


def how_deep(a: Sequence[Point], b: Shape) -> float:
    """The least shift that would part two convex shapes; below zero, how far apart they are."""
    area, origin = differences(a, b), shapely.Point(0, 0)
    inside = area.contains(origin)
    return (1 if inside else -1) * float(area.exterior.distance(origin)) + radius(b)


def first_touch(stand: Rect, u: Point, length: float, other: Shape, clearance: float, tol: float) -> float | None:
    """When a shifted stand meets a shape, by bisection on shapely's distances: inf for never, None for a close call.

    The distance along a straight shift is convex, so a search for its least finds all there is to meet.
    """
    area = differences(shapely.get_coordinates(drawn(stand)).tolist(), other)

    def near(t: float) -> float:
        point = shapely.Point(t * u[0], t * u[1])
        return -float(area.exterior.distance(point)) if area.contains(point) else float(area.distance(point))

    ring = max(radius(other), min(radius(other) + clearance, near(0.0)))  # no nearer than at the start, if that is near
    low, high = 0.0, length
    for _ in range(80):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, b) if near(a) <= near(b) else (a, high)
    deepest = (low + high) / 2
    if abs(near(deepest) - (ring - tol)) < 1e-3:
        return None
    if near(deepest) > ring - tol:
        return math.inf
    start, end = 0.0, deepest
    for _ in range(80):
        middle = (start + end) / 2
        start, end = (start, middle) if near(middle) < ring else (middle, end)
    return start
