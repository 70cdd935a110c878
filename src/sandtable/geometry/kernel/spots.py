"""The legal place nearest to a wish, over the flat rows of `reach`.

If any legal centre exists, the one nearest to the wish is the wish, its foot on a border or a meeting of two borders.
Borders are kept in one scratch row: circles x, y, radius from its start, then segments ax, ay, bx, by.
"""

from __future__ import annotations

import math
from typing import Any

from sandtable.geometry.kernel.reach import CORNER, CROSS, FAR, HEAD, PART, Row, blocker, cost, hit, straight

SLACK = 1.0
HAIR = 1e-4  # candidates lie on borders: judge them a hair more kindly than they were made
TURN_COS, TURN_SIN = -0.9052538583630299, -0.4248711003573289  # 0.5698402909980532 of a full turn
STEP = 0.7548776662466927  # with that turn an evenly spread sequence, whatever its length
ENTRIES = {
    "spot": "(f8[::1], f8, f8, f8, f8, f8, f8, f8[::1])",
    "ring": "(f8[::1], f8, f8, f8, f8, f8, f8, b1, f8[::1])",
    "approach": "(f8[::1], f8, f8, f8, f8, f8, f8, f8[::1])",
}


def offer(rows: Row, ask: Any, best: Any, x: float, y: float) -> Any:
    """The better of the best place so far and a candidate."""
    wx, wy, cx, cy, reach, slack = ask
    away = (x - wx) * (x - wx) + (y - wy) * (y - wy)
    if not away < best[0]:
        return best
    dx, dy, limit = x - cx, y - cy, reach + slack + HAIR
    if dx * dx + dy * dy > limit * limit or blocker(rows, x, y, slack + HAIR, CROSS) != 0:
        return best
    return away, x, y


def borders(rows: Row, ask: Any, room: Row) -> Any:
    """Fill the scratch row with borders near the circle of reach; (circles, where segments start, segments)."""
    _, _, cx, cy, reach, slack = ask
    low = rows[0] - slack
    room[0], room[1], room[2] = cx, cy, reach + slack
    circles, base, lines = 1, len(room) // 2, 0
    x0, y0, x1, y1 = rows[1] + low, rows[2] + low, rows[3] - low, rows[4] - low
    if cx - reach < x0 or cx + reach > x1 or cy - reach < y0 or cy + reach > y1:
        for ax, ay, bx, by in ((x0, y0, x1, y0), (x1, y0, x1, y1), (x1, y1, x0, y1), (x0, y1, x0, y0)):
            b = base + 4 * lines
            room[b], room[b + 1], room[b + 2], room[b + 3] = ax, ay, bx, by
            lines += 1
    o, end = HEAD, len(rows)
    while o < end:
        sides = int(rows[o + 5])
        dx, dy, near = rows[o + 2] - cx, rows[o + 3] - cy, reach + rows[o + 4] + low + 2.0
        if rows[o] <= CROSS and dx * dx + dy * dy <= near * near:
            keep = rows[o + 1] + low
            if sides == 0:
                c = 3 * circles
                room[c], room[c + 1], room[c + 2] = rows[o + 2], rows[o + 3], keep
                circles += 1
            for j in range(o + PART, o + PART + CORNER * sides, CORNER):
                c, b = 3 * circles, base + 4 * lines
                room[c], room[c + 1], room[c + 2] = rows[j], rows[j + 1], keep
                nx, ny = keep * rows[j + 3], -keep * rows[j + 2]
                room[b], room[b + 1] = rows[j] + nx, rows[j + 1] + ny
                room[b + 2] = room[b] + rows[j + 4] * rows[j + 2]
                room[b + 3] = room[b + 1] + rows[j + 4] * rows[j + 3]
                circles += 1
                lines += 1
        o += PART + CORNER * sides
    return circles, base, lines


def spot(rows: Row, wx: float, wy: float, cx: float, cy: float, reach: float, slack: float, room: Row) -> Any:
    """(squared distance from the wish, x, y) of the nearest place; FAR when there is no room at all."""
    ask = (wx, wy, cx, cy, reach, slack)
    best = offer(rows, ask, (FAR, 0.0, 0.0), wx, wy)
    if best[0] < FAR:
        return best
    circles, base, lines = borders(rows, ask, room)
    best = offer(rows, ask, best, cx, cy)
    for i in range(circles):
        x, y, r = room[3 * i], room[3 * i + 1], room[3 * i + 2]
        dx, dy = wx - x, wy - y
        d = math.sqrt(dx * dx + dy * dy)
        if d > 0.0:
            best = offer(rows, ask, best, x + r * dx / d, y + r * dy / d)
        best = offer(rows, ask, best, x - r, y)  # these two prove room or none whatever the wish
        best = offer(rows, ask, best, x + r, y)
    for i in range(lines):
        b = base + 4 * i
        ax, ay, ex, ey = room[b], room[b + 1], room[b + 2] - room[b], room[b + 3] - room[b + 1]
        size2 = ex * ex + ey * ey
        t = min(max(((wx - ax) * ex + (wy - ay) * ey) / size2, 0.0), 1.0) if size2 > 0.0 else 0.0
        best = offer(rows, ask, best, ax + t * ex, ay + t * ey)
        best = offer(rows, ask, best, ax, ay)
        best = offer(rows, ask, best, room[b + 2], room[b + 3])
    best = meet_circles(rows, ask, best, room, circles)
    return meet_lines(rows, ask, best, room, circles, base, lines)


def meet_circles(rows: Row, ask: Any, best: Any, room: Row, circles: int) -> Any:
    """Offer the meetings of two circles; a circle whose rim is farther off than the best cannot help."""
    wx, wy = ask[0], ask[1]
    for i in range(circles):
        x, y, r = room[3 * i], room[3 * i + 1], room[3 * i + 2]
        off = math.sqrt((x - wx) * (x - wx) + (y - wy) * (y - wy)) - r
        if off * off >= best[0]:
            continue
        for j in range(i):
            dx, dy, q = room[3 * j] - x, room[3 * j + 1] - y, room[3 * j + 2]
            d2 = dx * dx + dy * dy
            if d2 == 0.0 or d2 > (r + q) * (r + q) or d2 < (r - q) * (r - q):
                continue
            t = 0.5 * (d2 + r * r - q * q) / d2
            h = math.sqrt(max(0.0, r * r / d2 - t * t))
            best = offer(rows, ask, best, x + t * dx - h * dy, y + t * dy + h * dx)
            best = offer(rows, ask, best, x + t * dx + h * dy, y + t * dy - h * dx)
    return best


def meet_lines(rows: Row, ask: Any, best: Any, room: Row, circles: int, base: int, lines: int) -> Any:
    """Offer the meetings of segments with circles and with one another."""
    wx, wy = ask[0], ask[1]
    for i in range(lines):
        b = base + 4 * i
        ax, ay, ex, ey = room[b], room[b + 1], room[b + 2] - room[b], room[b + 3] - room[b + 1]
        size2 = ex * ex + ey * ey
        if size2 == 0.0:
            continue
        off = (wx - ax) * ey - (wy - ay) * ex
        if off * off >= best[0] * size2:
            continue
        for j in range(circles):
            mx, my, r = room[3 * j] - ax, room[3 * j + 1] - ay, room[3 * j + 2]
            side = mx * ey - my * ex
            if side * side > r * r * size2:
                continue
            t = (mx * ex + my * ey) / size2
            h = math.sqrt(max(0.0, r * r / size2 - side * side / (size2 * size2)))
            if -1e-9 <= t - h <= 1.0 + 1e-9:
                best = offer(rows, ask, best, ax + (t - h) * ex, ay + (t - h) * ey)
            if -1e-9 <= t + h <= 1.0 + 1e-9:
                best = offer(rows, ask, best, ax + (t + h) * ex, ay + (t + h) * ey)
        for j in range(i):
            c = base + 4 * j
            gx, gy = room[c + 2] - room[c], room[c + 3] - room[c + 1]
            cross = ex * gy - ey * gx
            if abs(cross) > 1e-6:
                t = ((room[c] - ax) * gy - (room[c + 1] - ay) * gx) / cross
                best = offer(rows, ask, best, ax + t * ex, ay + t * ey)
    return best


def ring(rows: Row, x: float, y: float, reach: float, ux: float, uy: float, start: float, walk: bool, out: Row) -> int:
    """Fill `out` with well spread whole-number places about a point; how many. Any first few are well spread too.

    To walk is to go there straight from the point, with the reach as allowance.
    """
    got, n = 0, len(out) // 2
    for i in range(6 * n):
        part = start + STEP * i
        part -= math.floor(part)
        ux, uy = TURN_COS * ux - TURN_SIN * uy, TURN_COS * uy + TURN_SIN * ux
        off = reach * math.sqrt(part)
        px, py = float(math.floor(x + off * ux + 0.5)), float(math.floor(y + off * uy + 0.5))
        if (px - x) * (px - x) + (py - y) * (py - y) > reach * reach:
            continue
        if blocker(rows, px, py, SLACK, CROSS) != 0:
            continue
        if not walk or (straight(rows, x, y, px, py, SLACK) and cost(rows, x, y, px, py, SLACK) <= reach + SLACK):
            out[2 * got], out[2 * got + 1] = px, py
            got += 1
            if got == n:
                break
    return got


def nearer(rows: Row, leg: Any, best: Any, x: float, y: float) -> Any:
    """The better of the best place so far and one that a straight move from p may end on."""
    px, py, gx, gy, allowance = leg
    away = (x - gx) * (x - gx) + (y - gy) * (y - gy)
    if not away < best[0] or blocker(rows, x, y, SLACK, CROSS) != 0:
        return best
    if not straight(rows, px, py, x, y, SLACK) or cost(rows, px, py, x, y, SLACK) > allowance + SLACK:
        return best
    return away, x, y


def approach(rows: Row, px: float, py: float, gx: float, gy: float, allowance: float, least: float, fan: Row) -> Any:
    """(squared distance to the goal, x, y) of the place nearest to it that one straight move reaches; FAR for none.

    Where the way ahead is not clear to its end, a fan of others is tried: cosine and sine of each turn, times how far.
    A place counts when it is nearer than `least` of the squared way to go.
    """
    leg = (px, py, gx, gy, allowance)
    dx, dy = gx - px, gy - py
    size = math.sqrt(dx * dx + dy * dy)
    most = min(size, allowance)
    ux, uy = dx / size, dy / size
    clear = hit(rows, px, py, ux, uy, most, 0.0)[1]
    none = (size * size * least, FAR, FAR)
    best = nearer(rows, leg, none, math.floor(px + clear * ux + 0.5), math.floor(py + clear * uy + 0.5))
    if clear < most or best[1] == FAR:
        for i in range(0, len(fan), 2):
            vx, vy = fan[i] * ux - fan[i + 1] * uy, fan[i + 1] * ux + fan[i] * uy
            best = nearer(rows, leg, best, math.floor(px + most * vx + 0.5), math.floor(py + most * vy + 0.5))
    return best if best[1] != FAR else (FAR, FAR, FAR)
