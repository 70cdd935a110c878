"""Loops over the flat rows of one ground: standing, straight legs, rough spans, contact.

A row starts with the mover's radius and the box x0, y0, x1, y1 it must stay in. Then parts follow, each
kind, radius, centre x, y, bounding radius, number of corners, and per corner x, y, unit vector and length of the side
that starts there. A disc has no corners; a polygon has radius 0. Only + - * / and sqrt: equal bits on every machine.
"""

from __future__ import annotations

import math
from typing import Any

Row = Any
SOLID, CROSS, ROUGH = 0, 1, 2  # go round; pass but do not end on; costs double
HEAD, PART, CORNER = 5, 6, 5
NOISE = 1e-6
FAR = 1e30
ENTRIES = {  # called from outside, with the types of the arguments: rows are f8[::1]
    "blocker": "(f8[::1], f8, f8, f8, i8)",
    "free_many": "(f8[::1], f8[::1], f8[::1], f8, i8)",
    "straight": "(f8[::1], f8, f8, f8, f8, f8)",
    "cost": "(f8[::1], f8, f8, f8, f8, f8)",
    "cost_many": "(f8[::1], f8, f8, f8[::1], f8[::1], f8)",
    "hit": "(f8[::1], f8, f8, f8, f8, f8, f8)",
    "afford": "(f8[::1], f8, f8, f8, f8, f8, f8, f8)",
    "back_off": "(f8[::1], f8, f8, f8, f8, f8, f8)",
    "contacts": "(f8[::1], f8, f8, f8, f8, f8, f8[::1])",
}


def distance2(rows: Row, o: int, x: float, y: float) -> float:
    """Squared distance from a point to a disc's centre or to a convex polygon (0 inside)."""
    sides = int(rows[o + 5])
    if sides == 0:
        dx, dy = x - rows[o + 2], y - rows[o + 3]
        return float(dx * dx + dy * dy)
    best, within = FAR, sides >= 3
    for j in range(o + PART, o + PART + CORNER * sides, CORNER):
        ax, ay = x - rows[j], y - rows[j + 1]
        ex, ey = rows[j + 2], rows[j + 3]
        if ax * ey - ay * ex > 0.0:
            within = False
        t = min(max(ax * ex + ay * ey, 0.0), rows[j + 4])
        fx, fy = ax - t * ex, ay - t * ey
        best = min(best, fx * fx + fy * fy)
    return 0.0 if within else best


def blocker(rows: Row, x: float, y: float, slack: float, kind: int) -> int:
    """What keeps a disc from being at a point: the offset of a part up to that kind, 1 off the table, 0 nothing."""
    low = rows[0] - slack
    if not (rows[1] + low <= x <= rows[3] - low and rows[2] + low <= y <= rows[4] - low):
        return 1
    o, end = HEAD, len(rows)
    while o < end:
        if rows[o] <= kind:
            dx, dy = x - rows[o + 2], y - rows[o + 3]
            reach = rows[o + 4] + low
            if dx * dx + dy * dy < reach * reach:
                keep = rows[o + 1] + low - NOISE
                if keep > 0.0 and distance2(rows, o, x, y) < keep * keep:
                    return o
        o += PART + CORNER * int(rows[o + 5])
    return 0


def chord(rows: Row, o: int, px: float, py: float, ux: float, uy: float, grow: float) -> Any:
    """Stretch (lo, hi) of the line p + t*u inside a part grown by a disc; lo > hi when it misses."""
    mx, my = px - rows[o + 2], py - rows[o + 3]
    side = mx * uy - my * ux
    if abs(side) > rows[o + 4] + grow:
        return 1.0, -1.0
    keep = rows[o + 1] + grow
    sides = int(rows[o + 5])
    if sides == 0:
        if keep < 0.0 or side * side > keep * keep:
            return 1.0, -1.0
        h, along = math.sqrt(keep * keep - side * side), -(mx * ux + my * uy)
        return along - h, along + h
    lo, hi = FAR, -FAR
    for j in range(o + PART, o + PART + CORNER * sides, CORNER):
        mx, my = px - rows[j], py - rows[j + 1]
        side = mx * uy - my * ux
        if keep >= 0.0 and side * side <= keep * keep:  # the disc about the corner
            h, along = math.sqrt(keep * keep - side * side), -(mx * ux + my * uy)
            lo, hi = min(lo, along - h), max(hi, along + h)
        ex, ey, size = rows[j + 2], rows[j + 3], rows[j + 4]
        t0, t1 = -FAR, FAR
        at, rate = mx * ex + my * ey, ux * ex + uy * ey  # the band beside the side: along it, then across
        if abs(rate) > 1e-15:
            a, b = -at / rate, (size - at) / rate
            t0, t1 = min(a, b), max(a, b)
        elif at < 0.0 or at > size:
            continue
        at, rate = mx * ey - my * ex, ux * ey - uy * ex
        if abs(rate) > 1e-15:
            a, b = -at / rate, (keep - at) / rate
            t0, t1 = max(t0, min(a, b)), min(t1, max(a, b))
        elif at < 0.0 or at > keep:
            continue
        if t0 <= t1:
            lo, hi = min(lo, t0), max(hi, t1)
    return lo, hi


def hit(rows: Row, px: float, py: float, ux: float, uy: float, length: float, slack: float) -> Any:
    """First solid part met by a disc moving straight, and after which distance; (0, length) on a clear way."""
    first, at = 0, length
    grow = rows[0] - slack - NOISE
    o, end = HEAD, len(rows)
    while o < end:
        if rows[o] == SOLID:
            lo, hi = chord(rows, o, px, py, ux, uy, grow)
            if min(hi, at) - max(lo, 0.0) > NOISE:
                first, at = o, max(lo, 0.0)
        o += PART + CORNER * int(rows[o + 5])
    return first, at


def straight(rows: Row, px: float, py: float, qx: float, qy: float, slack: float) -> bool:
    """Can the disc move straight from p to q?"""
    dx, dy = qx - px, qy - py
    length = math.sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return True
    ux, uy = dx / length, dy / length
    grow = rows[0] - slack - NOISE
    o, end = HEAD, len(rows)
    while o < end:
        if rows[o] == SOLID:
            lo, hi = chord(rows, o, px, py, ux, uy, grow)
            if min(hi, length) - max(lo, 0.0) > NOISE:
                return False
        o += PART + CORNER * int(rows[o + 5])
    return True


def rough_span(rows: Row, px: float, py: float, ux: float, uy: float, t: float, slack: float) -> Any:
    """Next stretch on rough ground after t, overlapping pieces merged; (FAR, FAR) when there is none."""
    lo, hi = FAR, FAR
    grow = rows[0] - slack - NOISE
    growing = True
    while growing:
        first = lo == FAR
        growing = False
        o, end = HEAD, len(rows)
        while o < end:
            if rows[o] == ROUGH:
                a, b = chord(rows, o, px, py, ux, uy, grow)
                a = max(a, t)
                if a < b and ((first and a < lo) or (not first and a <= hi < b)):
                    lo, hi, growing = min(a, lo), b, True
            o += PART + CORNER * int(rows[o + 5])
    return lo, hi


def cost(rows: Row, px: float, py: float, qx: float, qy: float, slack: float) -> float:
    """Length of a straight leg plus the length spent on rough ground."""
    dx, dy = qx - px, qy - py
    length = math.sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return 0.0
    spent, t = length, 0.0
    while t < length:
        lo, hi = rough_span(rows, px, py, dx / length, dy / length, t, slack)
        spent += max(0.0, min(hi, length) - lo)
        t = hi
    return spent


def afford(rows: Row, px: float, py: float, ux: float, uy: float, length: float, budget: float, slack: float) -> float:
    """How far along a leg the budget lasts; at most the length."""
    t, left = 0.0, budget
    while t < length and left > 0.0:
        lo, hi = rough_span(rows, px, py, ux, uy, t, slack)
        if lo - t >= left:
            return float(min(length, t + left))
        left -= lo - t
        if 2.0 * (hi - lo) >= left:
            return float(min(length, lo + 0.5 * left))
        left -= 2.0 * (hi - lo)
        t = hi
    return float(min(t, length))


def back_off(rows: Row, px: float, py: float, ux: float, uy: float, t: float, slack: float) -> float:
    """Last distance up to t along a line where the disc is clear of parts it may not end on; negative if none."""
    grow = rows[0] - slack - NOISE
    moved = True
    while moved:
        moved = False
        o, end = HEAD, len(rows)
        while o < end:
            if rows[o] <= CROSS:
                lo, hi = chord(rows, o, px, py, ux, uy, grow)
                if lo < t - NOISE and t + NOISE < hi:
                    t, moved = lo, True
            o += PART + CORNER * int(rows[o + 5])
    return t


def free_many(rows: Row, points: Row, out: Row, slack: float, kind: int) -> None:
    for i in range(len(out)):
        out[i] = 1.0 if blocker(rows, points[2 * i], points[2 * i + 1], slack, kind) == 0 else 0.0


def cost_many(rows: Row, px: float, py: float, points: Row, out: Row, slack: float) -> None:
    """Cost of the straight leg to each point; FAR where the way is barred or the end is no place to stand."""
    for i in range(len(out)):
        x, y = points[2 * i], points[2 * i + 1]
        out[i] = FAR
        if blocker(rows, x, y, slack, CROSS) == 0 and straight(rows, px, py, x, y, slack):
            out[i] = cost(rows, px, py, x, y, slack)


def contacts(rows: Row, px: float, py: float, ux: float, uy: float, slack: float, out: Row) -> int:
    """Distance to contact AHEAD for every part: going on would overlap it by more than the slack. FAR: none."""
    n, o, end = 0, HEAD, len(rows)
    while o < end:
        lo, hi = chord(rows, o, px, py, ux, uy, rows[0] - slack - NOISE)
        out[n] = FAR
        if hi - max(lo, 0.0) > NOISE:
            lo, hi = chord(rows, o, px, py, ux, uy, rows[0])
            out[n] = max(0.0, lo)
        n += 1
        o += PART + CORNER * int(rows[o + 5])
    return n
