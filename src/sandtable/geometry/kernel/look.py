"""One sight query or many: brings two ends and the blockers between them into a common frame and starts the search."""

from __future__ import annotations

import math
from typing import Any

from sandtable.geometry.kernel.boxes import (
    ANSWER,
    BLOCKED,
    BY_POINT,
    CLEAR,
    EDGE,
    END,
    FAR,
    FEATURE,
    FIRST,
    IS_INSIDE,
    MARK,
    NOT_INSIDE,
    OWNER,
    PART,
    RANK,
    ROUND,
    TOL,
    TOP,
    WEIGHT,
    R,
    X,
    Y,
    line_clear,
    search,
)

Row = Any
ENTRIES = {
    "look_all": "(i8[::1], f8[::1], f8[::1], f8[::1], f8[::1], i8[::1], u1[::1], f8, b1, "
    "f8[::1], f8[::1], f8[::1], f8[::1], u1[::1])",
}


def corner(ends: Row, end_edges: Row, i: int, c: int) -> tuple[float, float]:
    """Corner c of an end, counted round; of a disc, its centre."""
    o = PART * i
    if ends[o + ROUND] > 0.0:
        return ends[o + X], ends[o + Y]
    first = int(ends[o + FIRST])
    j = EDGE * (first + c % (int(ends[o + END]) - first))
    return end_edges[j], end_edges[j + 1]


def axis(ends: Row, end_edges: Row, one: int, two: int) -> tuple[float, float, float, float, float]:
    """Gap and nearest points of two ends; a gap of 0 when they touch or overlap."""
    counts = (
        1 if ends[PART * one + ROUND] > 0.0 else int(ends[PART * one + END]) - int(ends[PART * one + FIRST]),
        1 if ends[PART * two + ROUND] > 0.0 else int(ends[PART * two + END]) - int(ends[PART * two + FIRST]),
    )
    best, px, py, qx, qy, apart = FAR, 0.0, 0.0, 0.0, 0.0, False
    for turn in range(2):  # the corners of one end against the sides of the other, then the other way round
        i, j = (one, two) if turn == 0 else (two, one)
        for s in range(counts[1 - turn]):
            ax, ay = corner(ends, end_edges, j, s)
            bx, by = corner(ends, end_edges, j, s + 1)
            dx, dy = bx - ax, by - ay
            size = dx * dx + dy * dy
            outside = True
            for c in range(counts[turn]):
                x, y = corner(ends, end_edges, i, c)
                outside = outside and dx * (y - ay) - dy * (x - ax) <= 0.0
                t = min(max(((x - ax) * dx + (y - ay) * dy) / size, 0.0), 1.0) if size > 0.0 else 0.0
                fx, fy = ax + t * dx, ay + t * dy
                d = (x - fx) * (x - fx) + (y - fy) * (y - fy)
                if d < best:
                    best = d
                    px, py, qx, qy = (x, y, fx, fy) if turn == 0 else (fx, fy, x, y)
            apart = apart or (outside and counts[1 - turn] > 1) or counts[0] + counts[1] == 2
    ra = ends[PART * one + R] if ends[PART * one + ROUND] > 0.0 else 0.0
    rb = ends[PART * two + R] if ends[PART * two + ROUND] > 0.0 else 0.0
    d = math.sqrt(best)
    if not apart or d <= ra + rb:
        return 0.0, px, py, px, py
    ux, uy = (qx - px) / d, (qy - py) / d
    return d - ra - rb, px + ra * ux, py + ra * uy, qx - rb * ux, qy - rb * uy


def place(
    parts: Row, edges: Row, i: int, part: Row, edge: Row, row: int, at: int, ox: float, oy: float, ex: float, ey: float
) -> tuple[int, float, float, float, float]:
    """Copy a part into the pair's frame; where its corners end, and its extent along and across."""
    o, s = PART * i, PART * row
    x, y, r = parts[o + X] - ox, parts[o + Y] - oy, parts[o + R]
    x, y = x * ex + y * ey, y * ex - x * ey
    part[s + X], part[s + Y], part[s + R], part[s + FIRST], part[s + ROUND] = x, y, r, at, parts[o + ROUND]
    x0, x1, y0, y1 = FAR, -FAR, FAR, -FAR
    if parts[o + ROUND] > 0.0:
        x0, x1, y0, y1 = x - r, x + r, y - r, y + r
    for j in range(EDGE * int(parts[o + FIRST]), EDGE * int(parts[o + END]), EDGE):
        x, y, nx, ny = edges[j] - ox, edges[j + 1] - oy, edges[j + 2], edges[j + 3]
        c = EDGE * at
        edge[c], edge[c + 1] = x * ex + y * ey, y * ex - x * ey
        edge[c + 2], edge[c + 3], edge[c + 4] = nx * ex + ny * ey, ny * ex - nx * ey, edges[j + 4] + nx * ox + ny * oy
        x0, x1, y0, y1 = min(x0, edge[c]), max(x1, edge[c]), min(y0, edge[c + 1]), max(y1, edge[c + 1])
        at += 1
    part[s + END] = at
    return at, x0, x1, y0, y1


def meets(part: Row, edge: Row, i: int, end: int) -> bool:
    """May part i hold a point of this end? True in doubt."""
    o, e = PART * i, PART * end
    if part[e + ROUND] == 0.0:
        return True
    x, y, r = part[e + X], part[e + Y], part[e + R]
    if part[o + ROUND] > 0.0:
        dx, dy, reach = x - part[o + X], y - part[o + Y], r + part[o + R]
        return dx * dx + dy * dy <= reach * reach  # type: ignore[no-any-return]
    for j in range(EDGE * int(part[o + FIRST]), EDGE * int(part[o + END]), EDGE):
        if edge[j + 2] * x + edge[j + 3] * y + edge[j + 4] < -r:
            return False
    return True


def before(ends: Row, end_edges: Row, i: int, j: int) -> bool:
    """Is end j to be taken first? The higher top first, and any fixed order between equals: answers are then mutual."""
    for c in (TOP, X, Y, R):
        if ends[PART * i + c] != ends[PART * j + c]:
            return ends[PART * i + c] < ends[PART * j + c]  # type: ignore[no-any-return]
    a, b = EDGE * int(ends[PART * i + FIRST]), EDGE * int(ends[PART * j + FIRST])
    for c in range(min(EDGE * int(ends[PART * i + END]) - a, EDGE * int(ends[PART * j + END]) - b)):
        if end_edges[a + c] != end_edges[b + c]:
            return end_edges[a + c] < end_edges[b + c]  # type: ignore[no-any-return]
    return False


def look(
    ends: Row, end_edges: Row, one: int, two: int, parts: Row, edges: Row, marks: Row, spared: Row,
    budget: float, each: bool, part: Row, edge: Row, work: Row, out: Row, answer: int, kills: Row, kill: int,
) -> None:  # fmt: skip
    """One query: frame, culling, centre line, search. Writes ruling, sight line and number of boxes.

    Blockers below the rank of the target, end two, do not count, nor those spared for this query.
    """
    answer *= ANSWER
    out[answer], out[answer + 5] = BLOCKED, 0.0
    if ends[PART * one + R] < 0.0 or ends[PART * two + R] < 0.0:  # an end with nothing left after clipping
        return
    rank = ends[PART * two + RANK]
    swap = before(ends, end_edges, one, two)
    if swap:
        one, two = two, one
    a, b = PART * one, PART * two
    discs = ends[a + ROUND] > 0.0 and ends[b + ROUND] > 0.0
    clipped = discs and (ends[a + FIRST] < ends[a + END] or ends[b + FIRST] < ends[b + END])
    if discs:
        ox, oy, ex, ey = ends[a + X], ends[a + Y], ends[b + X] - ends[a + X], ends[b + Y] - ends[a + Y]
        length = math.sqrt(ex * ex + ey * ey)
        gap = length - ends[a + R] - ends[b + R]
    else:
        gap, ox, oy, ex, ey = axis(ends, end_edges, one, two)
        ex, ey = ex - ox, ey - oy
        length = math.sqrt(ex * ex + ey * ey)
    if length == 0.0 or (gap <= TOL and not clipped):
        t = (
            min(max(0.5 * (length + ends[a + R] - ends[b + R]), 0.0), length) / length
            if discs and length > 0.0
            else 0.0
        )
        x, y = ox + t * ex, oy + t * ey
        out[answer], out[answer + 1], out[answer + 2], out[answer + 3], out[answer + 4] = CLEAR, x, y, x, y
        return
    ex, ey = ex / length, ey / length
    za, zb = ends[a + TOP], ends[b + TOP]
    at, ax0, ax1, ay0, ay1 = place(ends, end_edges, one, part, edge, 0, 0, ox, oy, ex, ey)
    at, bx0, bx1, by0, by1 = place(ends, end_edges, two, part, edge, 1, at, ox, oy, ex, ey)
    if discs:
        part[PART + X], part[PART + Y] = length, 0.0  # not off the axis by rounding: the end may be a point
    y0, y1, n, count = min(ay0, by0), max(ay1, by1), 2, len(parts) // PART
    for i in range(count):
        o = PART * i
        solid, owner, r = parts[o + FEATURE] < 0.0, parts[o + OWNER], parts[o + R]
        x, y = parts[o + X] - ox, parts[o + Y] - oy
        x, y = x * ex + y * ey, y * ex - x * ey
        if y - r > y1 or y + r < y0 or x + r < ax0 or x - r > bx1 or (solid and parts[o + TOP] <= zb):
            continue
        if parts[o + RANK] < rank or (len(spared) > 0 and spared[kill + i] > 0):
            continue
        if owner >= 0.0 and (owner == ends[a + OWNER] or owner == ends[b + OWNER]):
            continue
        end, px0, px1, py0, py1 = place(parts, edges, i, part, edge, n, at, ox, oy, ex, ey)
        if py0 > y1 or py1 < y0 or px1 < ax0 or px0 > bx1:
            continue
        s, at = PART * n, end
        part[s + TOP], part[s + FEATURE], part[s + WEIGHT], part[s + OWNER] = (
            parts[o + TOP],
            parts[o + FEATURE],
            parts[o + WEIGHT],
            i,
        )
        part[s + MARK] = BY_POINT if solid or meets(part, edge, n, 0) or meets(part, edge, n, 1) else NOT_INSIDE
        if parts[o + MARK] > 0.0:
            c, columns = int(parts[o + MARK]) - 1, len(marks) // (len(ends) // PART)
            inside = marks[one * columns + c] > 0 or marks[two * columns + c] > 0
            part[s + MARK] = IS_INSIDE if inside else NOT_INSIDE
        n += 1
    clear, xa, xb = line_clear(part, edge, work, n, 0.0, 0.0, za, zb, budget, each)
    code, cells, k, m = CLEAR, 1, 0.0, 0.0
    if not clear:
        u0, u1, v0, v1 = FAR, -FAR, FAR, -FAR
        if discs:  # the steepest lines are the inner tangents
            sine = (ends[a + R] + ends[b + R]) / max(length, ends[a + R] + ends[b + R] + TOL)
            cosine = math.sqrt(1.0 - sine * sine)
            u1, v1 = ends[a + R] * (1.0 + sine) / cosine, ends[b + R] * (1.0 + sine) / cosine
            u0, v0 = -u1, -v1
        else:
            for c in range(16):
                x, y = ax1 if c % 2 == 0 else ax0, ay1 if c % 4 < 2 else ay0
                slope = ((by1 if c % 8 < 4 else by0) - y) / ((bx1 if c < 8 else bx0) - x)
                u0, u1 = min(u0, y + slope * (ax0 - x)), max(u1, y + slope * (ax0 - x))
                v0, v1 = min(v0, y + slope * (bx1 - x)), max(v1, y + slope * (bx1 - x))
        code, cells, k, m, xa, xb = search(
            part, edge, work, n, ax0, bx1 - ax0, u0, u1, v0, v1, za, zb, budget, each, kills, kill
        )
    out[answer], out[answer + 5] = code, cells
    if code == CLEAR:
        ya, yb = k * xa + m, k * xb + m
        p, q = (answer + 3, answer + 1) if swap else (answer + 1, answer + 3)
        out[p], out[p + 1] = ox + xa * ex - ya * ey, oy + xa * ey + ya * ex
        out[q], out[q + 1] = ox + xb * ex - yb * ey, oy + xb * ey + yb * ex


def look_all(
    pairs: Row, ends: Row, end_edges: Row, parts: Row, edges: Row, marks: Row, spared: Row,
    budget: float, each: bool, part: Row, edge: Row, work: Row, out: Row, kills: Row,
) -> None:  # fmt: skip
    """Many queries in one call: pairs of rows of ends, one answer and one row of blockers for each."""
    for t in range(len(pairs) // 2):
        look(
            ends, end_edges, pairs[2 * t], pairs[2 * t + 1], parts, edges, marks, spared,
            budget, each, part, edge, work, out, t, kills, t * (len(parts) // PART),
        )  # fmt: skip
