"""Fans of straight moves, from a point or off the rim of a circle: the pieces of a drawn region of reach."""

from __future__ import annotations

import math
from typing import Any

from sandtable.geometry.kernel.paths import TURN, arc_extra, arc_free, rotated
from sandtable.geometry.kernel.reach import CORNER, HEAD, PART, Row, afford, hit

THIN = 1.0  # how far a corner that is left out may lie from the edge
SAG = 2.0  # how far the edge may bend between two rays
FINEST = 8e-5  # radians: where the edge jumps, rays are no nearer to each other
HALVINGS = 12
WIDER = 1.04  # than its circle is the chain of legs that prices an arc on rough ground
ENTRIES = {
    "fan": "(f8[::1], UniTuple(f8, 7), i8, f8, f8[::1])",
    "within_reach": "(f8[::1], UniTuple(f8, 7), f8[::1])",
    "edge": "(f8[::1], i8, b1, b1, f8[::1])",
}


def within_reach(rows: Row, rim: Any, out: Row) -> int:
    """Copy the parts that the rays of a fan may meet, in their order; the length of the shorter row."""
    x, y, r, _, _, _, budget = rim
    far = WIDER * r + budget + rows[0] + 1.0
    for i in range(HEAD):
        out[i] = rows[i]
    n, o, end = HEAD, HEAD, len(rows)
    while o < end:
        size = PART + CORNER * int(rows[o + 5])
        dx, dy, near = rows[o + 2] - x, rows[o + 3] - y, rows[o + 4] + far
        if dx * dx + dy * dy <= near * near:
            for i in range(size):
                out[n + i] = rows[o + i]
            n += size
        o += size
    return n


def ray(rows: Row, px: float, py: float, ux: float, uy: float, budget: float, slack: float) -> float:
    """How far a disc gets in one direction: something in the way, the table's edge, or the budget."""
    low, t = rows[0] - slack, budget
    if ux > 0.0:
        t = min(t, (rows[3] - low - px) / ux)
    elif ux < 0.0:
        t = min(t, (rows[1] + low - px) / ux)
    if uy > 0.0:
        t = min(t, (rows[4] - low - py) / uy)
    elif uy < 0.0:
        t = min(t, (rows[2] + low - py) / uy)
    if t <= 0.0:
        return 0.0
    t = hit(rows, px, py, ux, uy, t, slack)[1]
    return float(afford(rows, px, py, ux, uy, t, budget, slack))


def leaf(rows: Row, rim: Any, turn: float, slack: float) -> Any:
    """One ray of a fan after turning so far: base, tip, and its length."""
    x, y, r, nx, ny, way, budget = rim
    vx, vy = rotated(nx, ny, way * turn)
    if r == 0.0:
        t = ray(rows, x, y, vx, vy, budget, slack)
        return x, y, x + t * vx, y + t * vy, t
    left = budget - r * turn - arc_extra(rows, x, y, r, nx, ny, way * turn, slack)
    px, py, ux, uy = x + r * vx, y + r * vy, -way * vy, way * vx
    t = ray(rows, px, py, ux, uy, max(left, 0.0), slack)
    return px, py, px + t * ux, py + t * uy, t


def span(rows: Row, rim: Any, slack: float) -> float:
    """How far round its rim a fan may go."""
    x, y, r, nx, ny, way, budget = rim
    if r == 0.0:
        return TURN
    most: float = min(budget / r, TURN)
    if arc_free(rows, x, y, r, nx, ny, way, most, slack):
        return most
    least = 0.0
    for _ in range(2 * HALVINGS):
        mid = 0.5 * (least + most)
        if arc_free(rows, x, y, r, nx, ny, way, mid, slack):
            least = mid
        else:
            most = mid
    return least


def off_chord(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """How far a point is from a segment, squared."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    t = 0.0
    if square > 0.0:
        t = min(max(((px - ax) * dx + (py - ay) * dy) / square, 0.0), 1.0)
    ex, ey = px - ax - t * dx, py - ay - t * dy
    return float(ex * ex + ey * ey)


def fan(rows: Row, rim: Any, rays: int, slack: float, out: Row) -> int:
    """Fill `out` with bases and tips of the rays of a fan, four floats each; how many.

    Steps grow and shrink with the edge: a ray halfway between two others lies within SAG of their chord.
    """
    whole = span(rows, rim, slack)
    most = TURN / rays
    room = len(out) // 4 - int(whole / most) - 4
    turn, step, n = 0.0, most, 1
    bx, by, tx, ty, _ = leaf(rows, rim, 0.0, slack)
    out[0], out[1], out[2], out[3] = bx, by, tx, ty
    half, mx, my, vx, vy = -1.0, 0.0, 0.0, 0.0, 0.0  # the ray halfway: the next one at the end of a halved step
    while turn < whole:
        after = min(turn + step, whole)
        cx, cy, ux, uy = mx, my, vx, vy
        if after != half:
            cx, cy, ux, uy, _ = leaf(rows, rim, after, slack)
        if after - turn > FINEST and n < room:
            half = 0.5 * (turn + after)
            mx, my, vx, vy, _ = leaf(rows, rim, half, slack)
            if off_chord(vx, vy, tx, ty, ux, uy) > SAG * SAG or off_chord(mx, my, bx, by, cx, cy) > SAG * SAG:
                step = 0.5 * (after - turn)
                continue
        bx, by, tx, ty = cx, cy, ux, uy
        out[4 * n], out[4 * n + 1], out[4 * n + 2], out[4 * n + 3] = bx, by, tx, ty
        n += 1
        turn, step = after, min(2.0 * step, most)
    return n


def edge(rays: Row, n: int, rim: bool, back: bool, out: Row) -> int:
    """The corners of a fan of n rays to whole thousandths: along its rim if it has one, then along its tips or back.

    Without repeated corners, and without those that lie on the edge between their neighbours; how many are left.
    """
    m = 0
    for i in range(0 if rim else n, 2 * n):
        o = 4 * i if i < n else 4 * (2 * n - 1 - i if back else i - n) + 2
        x, y = math.floor(rays[o] + 0.5), math.floor(rays[o + 1] + 0.5)
        if m > 0 and x == out[2 * m - 2] and y == out[2 * m - 1]:
            continue
        while m > 1 and off_edge(out[2 * m - 2], out[2 * m - 1], out[2 * m - 4], out[2 * m - 3], x, y) < THIN / 8:
            m -= 1
        out[2 * m], out[2 * m + 1] = x, y
        m += 1
    return m


def off_edge(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """How far a point is from the segment ab."""
    dx, dy = bx - ax, by - ay
    t = min(max(((px - ax) * dx + (py - ay) * dy) / ((dx * dx + dy * dy) or 1.0), 0.0), 1.0)
    fx, fy = bx, by
    if t < 1.0:
        fx, fy = ax + t * dx, ay + t * dy
    return math.sqrt((fx - px) * (fx - px) + (fy - py) * (fy - py))
