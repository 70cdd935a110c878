"""Ends of sight lines cut off by a half-plane: only the part of a target ahead of the viewer counts.

Sides keep their lines and new corners are cuts of sides that really cross the border, so nothing is divided by zero
when a side lies on it. The border itself is ahead: it is moved back by SPECK, and a touching edge leaves a sliver.
"""

from __future__ import annotations

import math
from typing import Any

from sandtable.geometry.kernel.boxes import EDGE, END, FAR, FIRST, PART, ROUND, R, X, Y

Row = Any
NOISE = 1e-6
SPECK = 0.01
ENTRIES = {"clip_ends": "(f8[::1], f8[::1], f8[::1], f8[::1], f8[::1])"}


def put(edge: Row, at: int, x: float, y: float, nx: float, ny: float, c: float) -> int:
    o = EDGE * at
    edge[o], edge[o + 1], edge[o + 2], edge[o + 3], edge[o + 4] = x, y, nx, ny, c
    return at + 1


def clip_disc(out: Row, o: int, edge: Row, at: int, nx: float, ny: float, c: float) -> int:
    """The part of a disc ahead: the disc with one side. A radius below zero: nothing is ahead."""
    x, y, r = out[o + X], out[o + Y], out[o + R]
    depth = nx * x + ny * y + c
    if depth < -r - NOISE:
        out[o + R] = -1.0
    elif depth < r:
        half = math.sqrt(max(0.0, r * r - depth * depth))
        fx, fy = x - depth * nx, y - depth * ny
        at = put(edge, at, fx + half * ny, fy - half * nx, nx, ny, c + SPECK)
        at = put(edge, at, fx - half * ny, fy + half * nx, 0.0, 0.0, 1.0)  # the other end; no side starts there
    return at


def clip_polygon(
    out: Row, o: int, edges: Row, first: int, end: int, edge: Row, at: int, nx: float, ny: float, c: float
) -> int:
    """The corners and sides of a convex polygon that are ahead."""
    c += SPECK
    deepest, start = -FAR, at
    for j in range(EDGE * first, EDGE * end, EDGE):
        deepest = max(deepest, nx * edges[j] + ny * edges[j + 1] + c)
    if deepest < SPECK - NOISE:
        out[o + R] = -1.0
        return at
    for j in range(first, end):
        p, q = EDGE * j, EDGE * (j + 1 if j + 1 < end else first)
        here, there = nx * edges[p] + ny * edges[p + 1] + c, nx * edges[q] + ny * edges[q + 1] + c
        crosses = (here > NOISE and there < -NOISE) or (here < -NOISE and there > NOISE)
        t = here / (here - there) if crosses else 0.0
        x, y = edges[p] + t * (edges[q] - edges[p]), edges[p + 1] + t * (edges[q + 1] - edges[p + 1])
        if here >= -NOISE and (here > NOISE or there >= -NOISE):
            at = put(edge, at, edges[p], edges[p + 1], edges[p + 2], edges[p + 3], edges[p + 4])
            if crosses:
                at = put(edge, at, x, y, nx, ny, c)
        elif here >= -NOISE:  # a corner on the border, the next side is behind it
            at = put(edge, at, x, y, nx, ny, c)
        elif crosses:
            at = put(edge, at, x, y, edges[p + 2], edges[p + 3], edges[p + 4])
    x0, x1, y0, y1 = FAR, -FAR, FAR, -FAR
    for j in range(EDGE * start, EDGE * at, EDGE):
        x0, x1, y0, y1 = min(x0, edge[j]), max(x1, edge[j]), min(y0, edge[j + 1]), max(y1, edge[j + 1])
    x, y = 0.5 * (x0 + x1), 0.5 * (y0 + y1)
    out[o + X], out[o + Y] = x, y
    out[o + R] = math.sqrt((x1 - x) * (x1 - x) + (y1 - y) * (y1 - y)) + SPECK
    return at


def clip_ends(ends: Row, end_edges: Row, planes: Row, out: Row, edge: Row) -> int:
    """Copy ends, each cut off by its half-plane (three numbers; two zeros first: none). How many corners there are."""
    at = 0
    for i in range(len(planes) // 3):
        o = PART * i
        for c in range(PART):
            out[o + c] = ends[o + c]
        nx, ny, c0 = planes[3 * i], planes[3 * i + 1], planes[3 * i + 2]
        first, end = int(ends[o + FIRST]), int(ends[o + END])
        out[o + FIRST] = at
        if nx == 0.0 and ny == 0.0:
            for j in range(EDGE * first, EDGE * end):
                edge[EDGE * at + j - EDGE * first] = end_edges[j]
            at += end - first
        elif ends[o + ROUND] > 0.0:
            at = clip_disc(out, o, edge, at, nx, ny, c0)
        elif ends[o + R] >= 0.0:
            at = clip_polygon(out, o, end_edges, first, end, edge, at, nx, ny, c0)
        out[o + END] = at
    return at
