"""Fans of straight moves, from a point or off the rim of a circle: the pieces of a drawn region of reach."""

from __future__ import annotations

from typing import Any

from sandtable.geometry.kernel.paths import TURN, arc_extra, arc_free, rotated
from sandtable.geometry.kernel.reach import FAR, Row, afford, hit

JUMP = 40.0  # neighbouring rays that differ by more hide an edge between them
HALVINGS = 12
ENTRIES = {"fan": "(f8[::1], UniTuple(f8, 7), i8, f8, f8[::1])"}


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


def fan(rows: Row, rim: Any, rays: int, slack: float, out: Row) -> int:
    """Fill `out` with bases and tips of the rays of a fan, four floats each; how many. Edges are found by halving."""
    whole = span(rows, rim, slack)
    count = max(2, int(rays * whole / TURN) + 1)
    n, before = 0, -FAR
    for i in range(count + 1):
        turn = whole * i / count
        bx, by, tx, ty, length = leaf(rows, rim, turn, slack)
        if i > 0 and abs(length - before) > JUMP:
            lo, hi, near, far = whole * (i - 1) / count, turn, before, length
            for _ in range(HALVINGS):
                mid = 0.5 * (lo + hi)
                here = leaf(rows, rim, mid, slack)[4]
                if abs(here - near) < abs(here - far):
                    lo, near = mid, here
                else:
                    hi, far = mid, here
            for edge in (lo, hi):
                out[4 * n], out[4 * n + 1], out[4 * n + 2], out[4 * n + 3], _ = leaf(rows, rim, edge, slack)
                n += 1
        out[4 * n], out[4 * n + 1], out[4 * n + 2], out[4 * n + 3] = bx, by, tx, ty
        n += 1
        before = length
    return n
