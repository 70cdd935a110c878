"""Shortest paths of a disc: A* over circles and their common tangents, on the flat rows of `reach`.

Nodes are circles x, y, radius (radius 0: a point); node 0 is the start, node 1 the goal. An arrival is a row of ARRIVAL
floats: cost, node, turning sense (+1 anticlockwise), unit vector from the centre to the place of arrival, arrival it
came from, unit vector of the place where that circle was left, angle turned there, whether the cost is final, and the
arrival settled on the same circle before. Ways are checked when they are taken from the heap, not when put there.
"""

from __future__ import annotations

import math
from typing import Any

from sandtable.geometry.kernel.reach import CORNER, HEAD, NOISE, PART, ROUGH, SOLID, Row, cost, distance2, straight

ARRIVAL = 11
TURN = 6.283185307179586
HAIR = 1e-9  # radians
BENDS = 12  # legs to an arc when it is priced
BEYOND = 0.01  # points beside rough ground lie this far off its border, so that noise does not double a leg
ENTRIES = {
    "prepare": "(f8[::1], f8, f8, f8)",
    "gather": "(f8[::1], f8[::1], Tuple((f8, f8, f8, f8, f8, b1)), f8, f8)",
    "search": "(f8[::1], f8[::1], i8, Tuple((f8, f8, f8, f8, f8, b1)), f8, f8[::1], f8[::1], f8[::1])",
}


def angle(x: float, y: float) -> float:
    """Angle of a vector in [0, full turn), from + - * / and sqrt only."""
    ax, ay = abs(x), abs(y)
    if ax == 0.0 and ay == 0.0:
        return 0.0
    t = min(ax, ay) / max(ax, ay)
    t = t / (1.0 + math.sqrt(1.0 + t * t))
    t = t / (1.0 + math.sqrt(1.0 + t * t))
    square, total = t * t, 0.0
    for n in range(23, 0, -2):
        total = 1.0 / n - square * total
    total *= 4.0 * t
    if ay > ax:
        total = 0.25 * TURN - total
    if x < 0.0:
        total = 0.5 * TURN - total
    return TURN - total if y < 0.0 and total > 0.0 else total


def sweep(ax: float, ay: float, bx: float, by: float, way: float) -> float:
    """Angle from one unit vector to another, turning the given way."""
    turn = angle(ax * bx + ay * by, way * (ax * by - ay * bx))
    return 0.0 if turn > TURN - HAIR else turn


def rotated(x: float, y: float, turn: float) -> Any:
    """A vector turned by an angle of at most a full turn."""
    cos = sin = 1.0
    t = turn / 4.0
    for n in range(20, 0, -2):
        cos = 1.0 - t * t / (n * (n - 1)) * cos
        sin = 1.0 - t * t / (n * (n + 1)) * sin
    sin *= t
    for _ in range(2):
        cos, sin = cos * cos - sin * sin, 2.0 * cos * sin
    return x * cos - y * sin, x * sin + y * cos


def meets(way: float, turn: float, nx: float, ny: float, vx: float, vy: float) -> bool:
    """Does an arc from unit vector n, turning one way, pass the direction v?"""
    at = sweep(nx, ny, vx, vy, way)
    return HAIR < at < turn - HAIR


def arc_free(
    rows: Row, x: float, y: float, r: float, nx: float, ny: float, way: float, turn: float, slack: float
) -> bool:
    """Is an arc whose beginning is free, free throughout? It may not run into a border of any other shape."""
    if r * turn < NOISE:
        return True
    low = rows[0] - slack - NOISE
    for h in (rows[1] + low - x, rows[3] - low - x):
        if abs(h) < r:
            v = math.sqrt(r * r - h * h)
            if meets(way, turn, nx, ny, h / r, v / r) or meets(way, turn, nx, ny, h / r, -v / r):
                return False
    for h in (rows[2] + low - y, rows[4] - low - y):
        if abs(h) < r:
            v = math.sqrt(r * r - h * h)
            if meets(way, turn, nx, ny, v / r, h / r) or meets(way, turn, nx, ny, -v / r, h / r):
                return False
    o, end = HEAD, len(rows)
    while o < end:
        sides = int(rows[o + 5])
        dx, dy, keep = rows[o + 2] - x, rows[o + 3] - y, rows[o + 1] + low
        near = rows[o + 4] + low + r
        if rows[o] == SOLID and dx * dx + dy * dy < near * near:
            if sides == 0 and arc_meets_circle(dx, dy, keep, r, nx, ny, way, turn):
                return False
            for j in range(o + PART, o + PART + CORNER * sides, CORNER):
                dx, dy = rows[j] - x, rows[j + 1] - y
                if arc_meets_circle(dx, dy, keep, r, nx, ny, way, turn):
                    return False
                ex, ey = rows[j + 2], rows[j + 3]
                off = dx * ey - dy * ex + keep
                if abs(off) < r:
                    h, along = math.sqrt(r * r - off * off), dx * ex + dy * ey
                    for t in (-h, h):
                        vx, vy = (off * ey + t * ex) / r, (t * ey - off * ex) / r
                        if 0.0 <= t - along <= rows[j + 4] and meets(way, turn, nx, ny, vx, vy):
                            return False
        o += PART + CORNER * sides
    return True


def arc_meets_circle(
    dx: float, dy: float, keep: float, r: float, nx: float, ny: float, way: float, turn: float
) -> bool:
    """Does an arc about the origin run inside a circle at (dx, dy)?"""
    d2 = dx * dx + dy * dy
    if keep <= 0.0 or d2 >= (r + keep) * (r + keep) or (r >= keep and d2 <= (r - keep) * (r - keep)):
        return False
    if d2 <= (r - keep) * (r - keep):
        return True
    d = math.sqrt(d2)
    cos = (d2 + r * r - keep * keep) / (2.0 * d * r)
    half = angle(cos, math.sqrt(max(0.0, 1.0 - cos * cos)))
    at = sweep(nx, ny, dx / d, dy / d, way)
    lo, hi = at - half, at + half
    inside = min(hi, turn) - max(lo, 0.0)
    return bool(max(inside, min(hi - TURN, turn), turn - max(lo + TURN, 0.0)) > HAIR)


def prepare(rows: Row, x: float, y: float, slack: float) -> None:
    """Where a place lies closer to a shape than the slack allows, take that much off the shape."""
    low = rows[0] - slack
    o, end = HEAD, len(rows)
    while o < end:
        sides = int(rows[o + 5])
        dx, dy, near = rows[o + 2] - x, rows[o + 3] - y, rows[o + 4] + low
        if dx * dx + dy * dy < near * near:
            lack = rows[o + 1] + low - math.sqrt(distance2(rows, o, x, y))
            if 0.0 < lack < 0.76:  # what lies deeper is not legal and stays barred
                rows[o + 1] -= lack + NOISE
        o += PART + CORNER * sides


def add_node(nodes: Row, n: int, x: float, y: float, r: float, ends: Any) -> int:
    """Add a circle unless a path by way of it is too long; how many nodes there are now."""
    px, py, qx, qy, limit, goal = ends
    there = math.sqrt((x - px) * (x - px) + (y - py) * (y - py))
    on = math.sqrt((x - qx) * (x - qx) + (y - qy) * (y - qy)) if goal else r
    if there + on - 2.0 * r > limit or 3 * n + 3 > len(nodes):
        return n
    nodes[3 * n], nodes[3 * n + 1], nodes[3 * n + 2] = x, y, r
    return n + 1


def gather(rows: Row, nodes: Row, ends: Any, slack: float, step: float) -> int:
    """Circles a path may bend round, and points beside rough ground where it may be entered."""
    low = rows[0] - slack
    nodes[0], nodes[1], nodes[2] = ends[0], ends[1], 0.0
    nodes[3], nodes[4], nodes[5] = ends[2], ends[3], 0.0
    n, o, end = 2, HEAD, len(rows)
    while o < end:
        sides, keep = int(rows[o + 5]), rows[o + 1] + low
        if rows[o] == SOLID or rows[o] == ROUGH:
            if sides == 0:
                n = add_node(nodes, n, rows[o + 2], rows[o + 3], keep, ends)
                count = int(TURN * keep / step) + 3
                ux, uy = keep + BEYOND, 0.0
                for _ in range(count if rows[o] == ROUGH else 0):
                    n = add_node(nodes, n, rows[o + 2] + ux, rows[o + 3] + uy, 0.0, ends)
                    ux, uy = rotated(ux, uy, TURN / count)
            for j in range(o + PART, o + PART + CORNER * sides, CORNER):
                n = add_node(nodes, n, rows[j], rows[j + 1], keep, ends)
                count = int(rows[j + 4] / step) + 1
                for i in range(count + 1 if rows[o] == ROUGH else 0):
                    t, off = rows[j + 4] * i / count, keep + BEYOND
                    x, y = (
                        rows[j] + t * rows[j + 2] + off * rows[j + 3],
                        rows[j + 1] + t * rows[j + 3] - off * rows[j + 2],
                    )
                    n = add_node(nodes, n, x, y, 0.0, ends)
        o += PART + CORNER * sides
    return n


def push(heap: Row, size: int, key: float, item: int) -> int:
    i = size
    while i > 0:
        up = (i - 1) // 2
        if heap[2 * up] <= key:
            break
        heap[2 * i], heap[2 * i + 1] = heap[2 * up], heap[2 * up + 1]
        i = up
    heap[2 * i], heap[2 * i + 1] = key, item
    return size + 1


def pop(heap: Row, size: int) -> Any:
    """(key, item, new size) of the least."""
    key, item, size = heap[0], int(heap[1]), size - 1
    last, value, i = heap[2 * size], heap[2 * size + 1], 0
    while 2 * i + 1 < size:
        down = 2 * i + 1
        if down + 1 < size and heap[2 * down + 2] < heap[2 * down]:
            down += 1
        if heap[2 * down] >= last:
            break
        heap[2 * i], heap[2 * i + 1] = heap[2 * down], heap[2 * down + 1]
        i = down
    heap[2 * i], heap[2 * i + 1] = last, value
    return key, item, size


def arc_extra(rows: Row, x: float, y: float, r: float, nx: float, ny: float, turn: float, slack: float) -> float:
    """What rough ground adds to an arc, by legs just outside it: an arc round rough ground stays out of it."""
    extra, step = 0.0, turn / BENDS
    out = r / rotated(1.0, 0.0, 0.5 * step)[0]
    ax, ay = x + out * nx, y + out * ny
    for i in range(1, BENDS + 1):
        vx, vy = rotated(nx, ny, step * i)
        bx, by = x + out * vx, y + out * vy
        extra += cost(rows, ax, ay, bx, by, slack) - math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
        ax, ay = bx, by
    return extra


def known(rows: Row, nodes: Row, arrivals: Row, e: int, settled: Row, slack: float) -> bool:
    """Is an arrival no better than an earlier one on the same circle that simply goes on round it?"""
    a = e * ARRIVAL
    j, way = int(arrivals[a + 1]), arrivals[a + 2]
    x, y, r = nodes[3 * j], nodes[3 * j + 1], nodes[3 * j + 2]
    before = int(settled[2 * j + (1 if way > 0.0 else 0)])
    while before >= 0:
        b = before * ARRIVAL
        turn = sweep(arrivals[b + 3], arrivals[b + 4], arrivals[a + 3], arrivals[a + 4], way) if r > 0.0 else 0.0
        no_worse = arrivals[b] + r * turn <= arrivals[a] + NOISE
        if no_worse and arc_free(rows, x, y, r, arrivals[b + 3], arrivals[b + 4], way, turn, slack):
            return True
        before = int(arrivals[b + 10])
    return False


def judge(rows: Row, nodes: Row, arrivals: Row, e: int, rough: bool, slack: float) -> bool:
    """Check the way to an arrival and add what rough ground costs; False when it is barred."""
    a = e * ARRIVAL
    b = int(arrivals[a + 5]) * ARRIVAL
    i, j = int(arrivals[b + 1]), int(arrivals[a + 1])
    x, y, r = nodes[3 * i], nodes[3 * i + 1], nodes[3 * i + 2]
    px, py = x + r * arrivals[a + 6], y + r * arrivals[a + 7]
    qx = nodes[3 * j] + nodes[3 * j + 2] * arrivals[a + 3]
    qy = nodes[3 * j + 1] + nodes[3 * j + 2] * arrivals[a + 4]
    low = rows[0] - slack - NOISE
    if not (rows[1] + low <= qx <= rows[3] - low and rows[2] + low <= qy <= rows[4] - low):
        return False
    if not straight(rows, px, py, qx, qy, slack):
        return False
    way, turn = arrivals[b + 2], arrivals[a + 8]
    if not arc_free(rows, x, y, r, arrivals[b + 3], arrivals[b + 4], way, turn, slack):
        return False
    if rough:
        length = math.sqrt((qx - px) * (qx - px) + (qy - py) * (qy - py))
        arrivals[a] += cost(rows, px, py, qx, qy, slack) - length
        if r > 0.0 and turn > 0.0:
            arrivals[a] += arc_extra(rows, x, y, r, arrivals[b + 3], arrivals[b + 4], way * turn, slack)
    return True


def search(rows: Row, nodes: Row, n: int, ends: Any, slack: float, heap: Row, arrivals: Row, settled: Row) -> Any:
    """(arrival at the goal or -1, arrivals made). Without a goal every settled arrival keeps a final cost (mark 2)."""
    qx, qy, limit, goal = ends[2], ends[3], ends[4], ends[5]
    rough, o, end = False, HEAD, len(rows)
    while o < end:
        rough = rough or rows[o] == ROUGH
        o += PART + CORNER * int(rows[o + 5])
    for i in range(2 * n):
        settled[i] = -1.0
    for i in range(ARRIVAL):
        arrivals[i] = 0.0
    arrivals[2], arrivals[5] = 1.0, -1.0
    made, size = 1, push(heap, 0, 0.0, 0)
    while size > 0:
        key, e, size = pop(heap, size)
        a = e * ARRIVAL
        if e > 0 and arrivals[a + 9] == 0.0:
            if known(rows, nodes, arrivals, e, settled, slack):
                continue
            before = arrivals[a]
            if not judge(rows, nodes, arrivals, e, rough, slack):
                continue
            arrivals[a + 9] = 1.0
            if arrivals[a] > before + NOISE:
                if key + arrivals[a] - before <= limit:
                    size = push(heap, size, key + arrivals[a] - before, e)
                continue
        elif e > 0 and known(rows, nodes, arrivals, e, settled, slack):
            continue
        i, way, spent = int(arrivals[a + 1]), arrivals[a + 2], arrivals[a]
        if goal and i == 1:
            return e, made
        arrivals[a + 9] = 2.0
        mark = 2 * i + (1 if way > 0.0 else 0)
        arrivals[a + 10] = settled[mark]
        settled[mark] = e
        x, y, r = nodes[3 * i], nodes[3 * i + 1], nodes[3 * i + 2]
        for j in range(1 if goal else 2, n):
            dx, dy, q = nodes[3 * j] - x, nodes[3 * j + 1] - y, nodes[3 * j + 2]
            d2 = dx * dx + dy * dy
            for w in (1.0, -1.0):
                k = w * q - way * r
                if j == i or d2 <= k * k or d2 == 0.0 or (w < 0.0 and q == 0.0):
                    continue
                h = math.sqrt(d2 - k * k)
                total = spent + h
                if total > limit:
                    continue
                nx, ny = (k * dx - h * dy) / d2, (k * dy + h * dx) / d2
                lx, ly, jx, jy = -way * nx, -way * ny, -w * nx, -w * ny
                vx, vy = qx - nodes[3 * j] - q * jx, qy - nodes[3 * j + 1] - q * jy
                ahead = math.sqrt(vx * vx + vy * vy) if goal else 0.0
                if total + ahead > limit:  # before the turn is measured, which costs most
                    continue
                turn = sweep(arrivals[a + 3], arrivals[a + 4], lx, ly, way) if r > 0.0 else 0.0
                total += r * turn
                bound = total + ahead
                if bound > limit:
                    continue
                if (made + 1) * ARRIVAL > len(arrivals) or 2 * (size + 2) > len(heap):
                    return -1, made
                b = made * ARRIVAL
                arrivals[b], arrivals[b + 1], arrivals[b + 2] = total, j, w
                arrivals[b + 3], arrivals[b + 4], arrivals[b + 5] = jx, jy, e
                arrivals[b + 6], arrivals[b + 7], arrivals[b + 8] = lx, ly, turn
                arrivals[b + 9], arrivals[b + 10] = 0.0, -1.0
                size = push(heap, size, bound, made)
                made += 1
    return -1, made
