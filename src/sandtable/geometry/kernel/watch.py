"""Stretches of a path on which a moving disc is watched: within reach of a shape, and in an arc in front of it.

Shapes are rows as in `reach`. Each has FRONT numbers in the row of fronts: kind, apex x and y, then two half-planes
(nx, ny, c). NO_FRONT: watched all round. WEDGE: some part of the disc is where both half-planes are; one half-plane
given twice is a front of 180 degrees. WIDE: the disc is not wholly where both are, the wedge left out behind.
"""

from __future__ import annotations

import math
from typing import Any

from sandtable.geometry.kernel.reach import CORNER, FAR, HEAD, NOISE, PART, chord, distance2

Row = Any
FRONT = 9
NO_FRONT, WEDGE, WIDE = 0.0, 1.0, 2.0
ENTRIES = {
    "stretches": "(f8[::1], f8[::1], f8[::1], f8, f8[::1])",
    "nearer": "(f8[::1], f8[::1], f8)",
}


def half_line(lo: float, hi: float, at: float, rate: float) -> tuple[float, float]:
    """Cut a stretch down to where at + t * rate >= 0."""
    if rate > 1e-15:
        return max(lo, -at / rate), hi
    if rate < -1e-15:
        return lo, min(hi, -at / rate)
    return (lo, hi) if at >= 0.0 else (1.0, -1.0)


def wedge(
    front: Row, o: int, px: float, py: float, ux: float, uy: float, r: float, length: float
) -> tuple[float, float]:
    """Where on a leg a disc of radius r meets a wedge of at most 180 degrees: one stretch, for the wedge is convex."""
    ax, ay = px - front[o + 1], py - front[o + 2]
    n0x, n0y, n1x, n1y = front[o + 3], front[o + 4], front[o + 6], front[o + 7]
    at0, at1 = n0x * px + n0y * py + front[o + 5], n1x * px + n1y * py + front[o + 8]
    rate0, rate1 = n0x * ux + n0y * uy, n1x * ux + n1y * uy
    if n0x == n1x and n0y == n1y:
        return half_line(0.0, length, at0 + r + NOISE, rate0)
    best, last = FAR, -FAR
    lo, hi = half_line(0.0, length, at0, rate0)
    lo, hi = half_line(lo, hi, at1, rate1)
    if lo <= hi:
        best, last = lo, hi
    for side in range(2):  # the band outside each border, from the apex on
        nx, ny = (n0x, n0y) if side == 0 else (n1x, n1y)
        at, rate = (at0, rate0) if side == 0 else (at1, rate1)
        bx, by = (ny, -nx) if side == 0 else (-ny, nx)  # the border runs from the apex with the wedge on its inner side
        lo, hi = half_line(0.0, length, -at, -rate)
        lo, hi = half_line(lo, hi, at + r + NOISE, rate)
        lo, hi = half_line(lo, hi, ax * bx + ay * by, ux * bx + uy * by)
        if lo <= hi:
            best, last = min(best, lo), max(last, hi)
    side2 = ax * uy - ay * ux
    keep = r + NOISE
    if side2 * side2 <= keep * keep:
        h, along = math.sqrt(keep * keep - side2 * side2), -(ax * ux + ay * uy)
        lo, hi = max(along - h, 0.0), min(along + h, length)
        if lo <= hi:
            best, last = min(best, lo), max(last, hi)
    return best, last


def note(out: Row, n: int, own: int, which: int, lo: float, hi: float) -> int:
    """Add a stretch, or make the last one of this watcher longer: a corner of the path is no gap."""
    if n > own and lo <= out[3 * n - 1] + NOISE:
        out[3 * n - 1] = max(out[3 * n - 1], hi)
        return n
    out[3 * n], out[3 * n + 1], out[3 * n + 2] = which, lo, hi
    return n + 1


def stretches(rows: Row, fronts: Row, path: Row, slack: float, out: Row) -> int:
    """Write (watcher, from, to) for every stretch, watcher by watcher and in order along the path; how many."""
    n, which, o, end, stops = 0, 0, HEAD, len(rows), len(path) // 2
    r = rows[0]
    while o < end:
        f, own, s = FRONT * which, n, 0.0
        for i in range(stops - 1):
            px, py = path[2 * i], path[2 * i + 1]
            dx, dy = path[2 * i + 2] - px, path[2 * i + 3] - py
            length = math.sqrt(dx * dx + dy * dy)
            if length == 0.0:
                continue
            ux, uy = dx / length, dy / length
            lo, hi = chord(rows, o, px, py, ux, uy, r + slack)
            lo, hi = max(lo, 0.0), min(hi, length)
            if lo <= hi and fronts[f] == WEDGE:
                a, b = wedge(fronts, f, px, py, ux, uy, r, length)
                lo, hi = max(lo, a), min(hi, b)
            if lo <= hi and fronts[f] == WIDE:  # leave out where the disc is deep in the wedge behind
                a, b = half_line(0.0, length, fronts[f + 3] * px + fronts[f + 4] * py + fronts[f + 5] - r - NOISE,
                                 fronts[f + 3] * ux + fronts[f + 4] * uy)  # fmt: skip
                a, b = half_line(a, b, fronts[f + 6] * px + fronts[f + 7] * py + fronts[f + 8] - r - NOISE,
                                 fronts[f + 6] * ux + fronts[f + 7] * uy)  # fmt: skip
                if a < b and a < hi and b > lo:
                    if a > lo:
                        n = note(out, n, own, which, s + lo, s + a)
                    lo = b if b < length else FAR
            if lo <= hi:
                n = note(out, n, own, which, s + lo, s + hi)
            s += length
        which += 1
        o += PART + CORNER * int(rows[o + 5])
    return n


def nearer(rows: Row, path: Row, slack: float) -> tuple[float, int, float]:
    """First place on a path nearer to a shape, by more than the slack, than an earlier place: (distance, shape, then).

    `then` is how far the disc's centre was from the shape at most before; shape -1: there is no such place.
    """
    found, part, most = FAR, -1, 0.0
    which, o, end, stops = 0, HEAD, len(rows), len(path) // 2
    while o < end:
        farthest, s = -FAR, 0.0
        for i in range(stops - 1):
            px, py = path[2 * i], path[2 * i + 1]
            dx, dy = path[2 * i + 2] - px, path[2 * i + 3] - py
            length = math.sqrt(dx * dx + dy * dy)
            if length == 0.0:
                continue
            farthest = max(farthest, math.sqrt(distance2(rows, o, px, py)) - rows[o + 1])
            lo, hi = chord(rows, o, px, py, dx / length, dy / length, farthest - slack - NOISE)
            lo, hi = max(lo, 0.0), min(hi, length)
            if hi - lo > NOISE and s + lo < found:
                found, part, most = s + lo, which, farthest
            s += length
        which += 1
        o += PART + CORNER * int(rows[o + 5])
    return found, part, most
