"""Stands shifted straight: when they meet something, on the row of parts of `stands`.

A stand overlaps another after a shift t*u exactly when the point t*u lies in the difference of the two: the polygon of
all b - a. So a shift is a ray against one polygon, made once for all directions; a clearance is a radius round it.
"""

from __future__ import annotations

import math
from typing import Any

from sandtable.geometry.kernel.stands import CORNER, HEAD, after, cores_apart
from sandtable.geometry.units import FAR, NOISE

PARALLEL = 1e-12
DIFFERENCE = 5 * 40  # room for the corners of a difference: x, y, normal, length of the side that starts there
ENTRIES = {
    "shifts": "(f8[::1], f8[::1], f8[::1], f8, f8, f8, f8[::1], f8[::1])",
    "touches": "(f8[::1], f8[::1], f8, f8, f8, f8, f8, f8[::1], f8[::1])",
    "slides": "(f8[::1], f8[::1], f8, f8, f8, f8[::1], f8[::1])",
}


def lowest(rows: Any, o: int, sign: float) -> int:
    """The corner a run round the part begins with: the lowest, then leftmost. Sign -1: the part turned half round."""
    best = 0
    for k in range(1, int(rows[o + 4])):
        p, q = o + HEAD + CORNER * k, o + HEAD + CORNER * best
        y, x = sign * rows[p + 1], sign * rows[p]
        v, u = sign * rows[q + 1], sign * rows[q]
        if y < v or (y == v and x < u):
            best = k
    return best


def sooner(dx: float, dy: float, ex: float, ey: float) -> bool:
    """Does the first direction come before the second, counting anticlockwise from +x?"""
    up, other = dy > 0.0 or (dy == 0.0 and dx > 0.0), ey > 0.0 or (ey == 0.0 and ex > 0.0)
    return dx * ey - dy * ex > 0.0 if up == other else up


def difference(a: Any, oa: int, b: Any, ob: int, out: Any) -> int:
    """All b - a as a convex polygon: its corners, counter-clockwise. Returns their number."""
    na, nb = int(a[oa + 4]), int(b[ob + 4])
    fa, fb = lowest(a, oa, -1.0), lowest(b, ob, 1.0)
    p, q = oa + HEAD + CORNER * fa, ob + HEAD + CORNER * fb
    x, y = b[q] - a[p], b[q + 1] - a[p + 1]
    i = j = n = 0
    sides_a, sides_b = na if na > 1 else 0, nb if nb > 1 else 0
    while i < sides_a or j < sides_b:
        p, p2 = oa + HEAD + CORNER * ((fa + i) % na), oa + HEAD + CORNER * ((fa + i + 1) % na)
        q, q2 = ob + HEAD + CORNER * ((fb + j) % nb), ob + HEAD + CORNER * ((fb + j + 1) % nb)
        dx, dy, ex, ey = a[p] - a[p2], a[p + 1] - a[p2 + 1], b[q2] - b[q], b[q2 + 1] - b[q + 1]
        if j >= sides_b or (i < sides_a and sooner(dx, dy, ex, ey)):
            nx, ny, i = -a[p + 2], -a[p + 3], i + 1
        else:
            dx, dy, nx, ny, j = ex, ey, b[q + 2], b[q + 3], j + 1
        c = 5 * n
        out[c], out[c + 1], out[c + 2], out[c + 3], out[c + 4] = x, y, nx, ny, math.sqrt(dx * dx + dy * dy)
        x, y, n = x + dx, y + dy, n + 1
    return n


def inner_chord(m: Any, n: int, ux: float, uy: float, grow: float) -> tuple[float, float]:
    """When a point from the origin along u is in the polygon, sides moved outwards: from, to; from > to if never."""
    t0, t1 = -FAR, FAR
    for k in range(n):
        c = 5 * k
        nx, ny = m[c + 2], m[c + 3]
        room, rate = nx * m[c] + ny * m[c + 1] + grow, nx * ux + ny * uy
        if abs(rate) <= PARALLEL:
            if room <= 0.0:
                return FAR, -FAR
        elif rate > 0.0:
            t1 = min(t1, room / rate)
        else:
            t0 = max(t0, room / rate)
    return t0, t1


def chord(m: Any, n: int, ux: float, uy: float, grow: float) -> tuple[float, float]:
    """The same with rounded corners when the polygon grows: where the ray meets moved sides and discs at corners."""
    if grow <= 0.0:
        return inner_chord(m, n, ux, uy, grow)
    t0, t1 = FAR, -FAR
    for k in range(n):
        c = 5 * k
        x, y, nx, ny, size = m[c], m[c + 1], m[c + 2], m[c + 3], m[c + 4]
        along, off = x * ux + y * uy, x * uy - y * ux
        half = grow * grow - off * off
        if half > 0.0:  # the corner's disc
            half = math.sqrt(half)
            t0, t1 = min(t0, along - half), max(t1, along + half)
        rate, run = nx * ux + ny * uy, nx * uy - ny * ux  # away from the side; along it is (-ny, nx)
        if abs(rate) > PARALLEL:  # where the ray crosses the side moved outwards
            t = (nx * x + ny * y + grow) / rate
            at = t * run - (nx * y - ny * x)
            if 0.0 <= at <= size:
                t0, t1 = min(t0, t), max(t1, t)
    return t0, t1


def pressing(m: Any, n: int, ux: float, uy: float, radius: float, tol: float) -> tuple[float, float]:
    """While the shift overlaps by more than the tolerance: from, to; from >= to if never."""
    return chord(m, n, ux, uy, radius - tol - NOISE)


def ring(moving: Any, p: int, rows: Any, o: int, clearance: float) -> float:
    """How far the parts must keep from each other's cores: who is nearer already may not come nearer still."""
    radius = moving[p + 3] + rows[o + 3]
    if clearance > 0.0:
        radius = max(radius, min(radius + clearance, cores_apart(moving, p, rows, o)))
    return float(radius)


def touch(m: Any, n: int, ux: float, uy: float, radius: float, tol: float) -> float:
    """When a shift meets what it would go on to overlap by more than the tolerance; FAR for never."""
    t0, t1 = pressing(m, n, ux, uy, radius, tol)
    if t0 >= t1 or t1 <= NOISE:
        return FAR
    return max(0.0, chord(m, n, ux, uy, radius)[0])


def shifts(rows: Any, moving: Any, ways: Any, length: float, clearance: float, tol: float, work: Any, out: Any) -> None:
    """For each direction how far the stands can be shifted together; FAR where nothing stops them within the length."""
    for k in range(len(out)):
        out[k] = FAR
    p = 0
    while p < len(moving):
        o = 0
        while o < len(rows):
            dx, dy = rows[o] - moving[p], rows[o + 1] - moving[p + 1]
            room = moving[p + 2] + rows[o + 2] + clearance
            if dx * dx + dy * dy <= (length + room) * (length + room):
                radius = ring(moving, p, rows, o, clearance)
                n = difference(moving, p, rows, o, work)
                for k in range(len(out)):
                    ux, uy = ways[2 * k], ways[2 * k + 1]
                    if abs(dx * uy - dy * ux) <= room and dx * ux + dy * uy + room >= 0.0:
                        found = touch(work, n, ux, uy, radius, tol)
                        if found < out[k] and found <= length + NOISE:
                            out[k] = found
            o = after(rows, o)
        p = after(moving, p)


def touches(
    rows: Any, moving: Any, ux: float, uy: float, length: float, clearance: float, tol: float, work: Any, out: Any
) -> None:
    """When each moving part meets each of a row, shifted along u: pair by pair, FAR for never or beyond the length."""
    p = i = 0
    while p < len(moving):
        o = 0
        while o < len(rows):
            out[i] = FAR
            dx, dy = rows[o] - moving[p], rows[o + 1] - moving[p + 1]
            room, along = moving[p + 2] + rows[o + 2] + clearance, dx * ux + dy * uy
            if abs(dx * uy - dy * ux) <= room and -room <= along <= length + room:
                n = difference(moving, p, rows, o, work)
                out[i] = touch(work, n, ux, uy, ring(moving, p, rows, o, clearance), tol)
            o, i = after(rows, o), i + 1
        p = after(moving, p)


def slides(rows: Any, one: Any, ux: float, uy: float, tol: float, work: Any, out: Any) -> None:
    """For each part of a row: from where to where a stand shifted along u overlaps it; from >= to if nowhere."""
    o = j = 0
    while o < len(rows):
        out[2 * j], out[2 * j + 1] = FAR, -FAR
        dx, dy = rows[o] - one[0], rows[o + 1] - one[1]
        if abs(dx * uy - dy * ux) <= one[2] + rows[o + 2]:
            n = difference(one, 0, rows, o, work)
            out[2 * j], out[2 * j + 1] = pressing(work, n, ux, uy, rows[o + 3] + one[3], tol)
        o, j = after(rows, o), j + 1
