"""Charges with stands in the way, and a lattice that looks for a way with code of its own: shapely and Dijkstra."""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import shapely

from sandtable.geometry.shapes import Rect

PITCH, TURN = 1000, 15  # the lattice: a centimetre, and degrees
AROUND = ((1, 0), (0, 1), (1, 1), (1, -1), (2, 1), (1, 2), (2, -1), (1, -2))
Pose = tuple[float, float, float]  # x, y, degrees


class Case(NamedTuple):
    start: Rect
    goal: Rect
    others: tuple[Rect, ...]
    allowance: int


def corners_of(poses: Any, frontage: float, depth: float) -> Any:
    """The corners of many poses: front right, front left, rear left, rear right."""
    at = np.asarray(poses, float)
    turn = np.radians(at[..., 2])
    cos, sin = np.cos(turn), np.sin(turn)
    out = []
    for f, s in ((1, -1), (1, 1), (-1, 1), (-1, -1)):
        ahead, left = f * depth / 2, s * frontage / 2
        out.append(np.stack((at[..., 0] + cos * ahead - sin * left, at[..., 1] + sin * ahead + cos * left), axis=-1))
    return np.stack(out, axis=-2)


def outline(stand: Rect) -> shapely.Geometry:
    return shapely.Polygon(corners_of((stand.x, stand.y, stand.facing / 1000), stand.frontage, stand.depth))


def a_case(rng: random.Random, in_the_way: int) -> Case:
    """A stand, the place on an enemy's edge it would charge to, and other stands between."""
    while True:
        frontage, depth, allowance = rng.choice(((4000, 2000, 20_000), (4000, 2000, 20_000), (2000, 4000, 30_000)))
        enemy = Rect(60_000, 60_000, 4000, 2000, rng.choice((0, 90_000, rng.randrange(360_000))))
        side = rng.randrange(4)
        deep = enemy.depth if side % 2 == 0 else enemy.frontage
        out = math.radians(enemy.facing / 1000 + 90 * side)
        away = (deep + depth) / 2
        x, y = round(60_000 + away * math.cos(out)), round(60_000 + away * math.sin(out))
        goal = Rect(x, y, frontage, depth, (enemy.facing + 90_000 * side + 180_000) % 360_000)
        far, way = rng.uniform(0.45, 0.8) * allowance, out + rng.uniform(-0.9, 0.9)
        start = Rect(
            round(x + far * math.cos(way)), round(y + far * math.sin(way)), frontage, depth,
            round(math.degrees(way + math.pi + rng.uniform(-0.8, 0.8)) * 1000) % 360_000,
        )  # fmt: skip
        others = [enemy]
        while len(others) <= in_the_way:
            t, aside = rng.uniform(0.2, 0.8), rng.uniform(-3500, 3500)
            px = start.x + t * (goal.x - start.x) - aside * math.sin(way)
            py = start.y + t * (goal.y - start.y) + aside * math.cos(way)
            others.append(Rect(round(px), round(py), 4000, 2000, rng.choice((0, 90_000, rng.randrange(360_000)))))
        drawn = [outline(other) for other in others]
        apart = all(a.distance(b) > 0 for i, a in enumerate(drawn) for b in drawn[:i])
        clear = all(outline(stand).intersection(other).area < 3000 for stand in (start, goal) for other in drawn)
        if apart and clear:
            return Case(start, goal, tuple(others), allowance)


class Lattice:
    """All poses a centimetre and fifteen degrees apart; steps are judged by the hull of their two poses."""

    def __init__(self, case: Case, tol: float = 1.0) -> None:
        self.case, start = case, case.start
        self.origin: Pose = (start.x, start.y, start.facing / 1000)
        self.end: Pose = (case.goal.x, case.goal.y, case.goal.facing / 1000)
        shrunk = [outline(other).buffer(-tol, join_style="mitre") for other in case.others]
        self.solid = shapely.union_all(shrunk)
        shapely.prepare(self.solid)

    def corners(self, poses: Any) -> Any:
        return corners_of(poses, self.case.start.frontage, self.case.start.depth)

    def clear(self, one: Any, two: Any) -> Any:
        """Which of many steps are clear; those that are far from everything need no hull."""
        away = np.minimum(*(shapely.distance(self.solid, shapely.points(poses[:, :2])) for poses in (one, two)))
        step = np.linalg.norm(one[:, :2] - two[:, :2], axis=-1)
        free = away > step / 2 + math.hypot(self.case.start.frontage, self.case.start.depth) / 2
        both = np.concatenate((self.corners(one[~free]), self.corners(two[~free])), axis=-2)
        free[~free] = ~shapely.intersects(self.solid, shapely.convex_hull(shapely.multipoints(both)))
        return free

    def travel(self, one: Any, two: Any) -> Any:
        return np.linalg.norm(self.corners(one) - self.corners(two), axis=-1)

    def way(self, slack: float = 1.1) -> list[Pose] | None:
        """A way within the allowance, its needless poses taken out; None when the lattice has none."""
        grid = self._grid(self.case.allowance * slack)
        number = {key: i for i, key in enumerate(grid)}
        poses = np.array([self._pose(key) for key in grid])
        links: list[list[tuple[float, int]]] = [[] for _ in range(len(grid) + 1)]
        for dx, dy, dk in [(dx, dy, 0) for dx, dy in AROUND] + [(0, 0, 1)]:
            pairs = [
                (i, j)
                for (x, y, k), i in number.items()
                if (j := number.get((x + dx, y + dy, (k + dk) % (360 // TURN)))) is not None
            ]
            self._link(links, poses, pairs)
        goal = len(grid)
        ends = np.array([self.end] * len(grid))
        far = self.travel(poses, ends).max(axis=-1)
        for i in np.flatnonzero((far < 6000) & self.clear(poses, ends)):
            links[i].append((float(far[i]), goal))
        found = self._dijkstra(links, number[0, 0, 0], goal, self.case.allowance * slack)
        if found is None:
            return None
        way = self._tidied([self.end if i == goal else tuple(poses[i]) for i in found])
        return way if self.length(way) <= self.case.allowance + 1 else None

    def length(self, way: Sequence[Pose]) -> float:
        return float(sum(self.travel(a, b) for a, b in pairwise(way)).max())

    def _pose(self, key: tuple[int, int, int]) -> Pose:
        x, y, turn = self.origin
        return x + key[0] * PITCH, y + key[1] * PITCH, turn + key[2] * TURN

    def _grid(self, most: float) -> list[tuple[int, int, int]]:
        """The poses on some way that is short enough, if nothing were there."""
        reach = int(most // PITCH) + 1
        cells = np.mgrid[-reach : reach + 1, -reach : reach + 1, 0 : 360 // TURN].reshape(3, -1).T
        poses = np.array(self.origin) + cells * (PITCH, PITCH, TURN)
        near = (self.travel(self.origin, poses) + self.travel(poses, self.end)).max(axis=-1) <= most
        cells, poses = cells[near], poses[near]
        free = ~shapely.intersects(self.solid, shapely.polygons(self.corners(poses))) | ~cells.any(axis=-1)
        return [(int(i), int(j), int(k)) for i, j, k in cells[free]]

    def _link(self, links: list[list[tuple[float, int]]], poses: Any, pairs: list[tuple[int, int]]) -> None:
        if not pairs:
            return
        one, two = poses[[i for i, _ in pairs]], poses[[j for _, j in pairs]]
        far = self.travel(one, two).max(axis=-1)
        for (i, j), size, ok in zip(pairs, far, self.clear(one, two), strict=True):
            if ok:
                links[i].append((float(size), j))
                links[j].append((float(size), i))

    def _dijkstra(self, links: Any, start: int, goal: int, most: float) -> list[int] | None:
        best, before, todo = {start: 0.0}, {start: -1}, [(0.0, start)]
        while todo:
            far, at = heapq.heappop(todo)
            if far > best[at] or far > most:
                continue
            if at == goal:
                way = [at]
                while before[way[-1]] >= 0:
                    way.append(before[way[-1]])
                return way[::-1]
            for size, other in links[at]:
                if far + size < best.get(other, math.inf):
                    best[other], before[other] = far + size, at
                    heapq.heappush(todo, (far + size, other))
        return None

    def _tidied(self, way: list[Pose]) -> list[Pose]:
        """From each pose straight to the last one that can be reached in a clear leg."""
        out, at = [way[0]], 0
        while at < len(way) - 1:
            ends = np.array(way[at + 1 :])
            at += 1 + int(np.flatnonzero(self.clear(np.array([way[at]] * len(ends)), ends)).max())
            out.append(way[at])
        return out
