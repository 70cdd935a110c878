"""A search for the way of one stand among parts: poses beside the corners of what is in the way, joined by clear legs.

A pose is a part of `stands`; a leg is clear if the hull of its two poses is. Each of the four corners has its own
travel, and the longest counts, so a search keeps all four.
"""

from __future__ import annotations

import math
from typing import Any

from sandtable.geometry.kernel.shifts import difference
from sandtable.geometry.kernel.stands import CORNER, HEAD, STAND, after, leg, near, pressed
from sandtable.geometry.units import FAR, NOISE

OPEN, DONE = 0.0, 1.0
UNKNOWN, CLEAR, BARRED = 0.0, 1.0, 2.0
# of a pose: travel of each corner so far, still to come; least whole; pose before; open or done; its leg to the goal
MARKS = 12
SHARP = 0.3  # corners sharper than this would push a pose far out
ENTRIES = {
    "poses": "(f8[::1], f8[::1], f8[::1], f8[::1], f8, f8, f8[::1], f8, f8, f8[::1], f8[::1], f8[::1])",
    "detours": "(f8[::1], f8, f8, f8, f8, f8, f8[::1])",
    "search": "(f8[::1], f8[::1], f8[::1], f8[::1], i8, f8, f8, f8, f8[::1], f8[::1], f8[::1])",
}


def detours(rows: Any, sx: float, sy: float, gx: float, gy: float, reach: float, out: Any) -> None:
    """For each part, how long a way is at least on which the middle of a stand comes near enough to meet it."""
    o = i = 0
    while o < len(rows):
        ax, ay, bx, by = rows[o] - sx, rows[o + 1] - sy, gx - rows[o], gy - rows[o + 1]
        far = math.sqrt(ax * ax + ay * ay) + math.sqrt(bx * bx + by * by) - 2.0 * (rows[o + 2] + reach)
        out[i] = far
        o, i = after(rows, o), i + 1


def stand_at(out: Any, o: int, x: float, y: float, cos: float, sin: float, ahead: float, left: float) -> None:
    """Write a stand as a part: the numbers that `part` gives for the same pose."""
    out[o], out[o + 1], out[o + 3], out[o + 4] = x, y, 0.0, 4.0
    out[o + 2] = math.sqrt(ahead * ahead + left * left) + NOISE
    for k in range(4):
        f = ahead if k < 2 else -ahead
        s = left if k == 1 or k == 2 else -left
        c = o + HEAD + CORNER * k
        out[c], out[c + 1] = x + cos * f - sin * s, y + sin * f + cos * s
    c = o + HEAD
    out[c + 2], out[c + 3], out[c + 6], out[c + 7] = cos, sin, -sin, cos
    out[c + 10], out[c + 11], out[c + 14], out[c + 15] = -cos, -sin, sin, -cos


def travel(a: Any, oa: int, b: Any, ob: int, k: int) -> float:
    """How far a corner goes from one pose to another."""
    p, q = oa + HEAD + CORNER * k, ob + HEAD + CORNER * k
    dx, dy = b[q] - a[p], b[q + 1] - a[p + 1]
    return math.sqrt(dx * dx + dy * dy)


def detour(nodes: Any, n: int) -> float:
    """The least travel of a way from the start (0) to the goal (1) by way of a pose."""
    most = 0.0
    for k in range(4):
        far = travel(nodes, 0, nodes, n * STAND, k) + travel(nodes, n * STAND, nodes, STAND, k)
        most = max(most, far)
    return most


def stands_free(rows: Any, nodes: Any, n: int, box: Any, tol: float) -> bool:
    """Is a pose on the table and clear of everything?"""
    o = n * STAND
    for k in range(4):
        c = o + HEAD + CORNER * k
        x, y = nodes[c], nodes[c + 1]
        if x < box[0] - tol or y < box[1] - tol or x > box[2] + tol or y > box[3] + tol:
            return False
    p = 0
    while p < len(rows):
        if near(nodes, o, rows, p, 0.0) and pressed(nodes, o, rows, p, tol):
            return False
        p = after(rows, p)
    return True


def add(rows: Any, nodes: Any, n: int, pose: Any, box: Any, most: float, tol: float) -> int:
    """Add a pose (x, y, cos, sin, ahead, left) if there is room for it, in the row and on the table."""
    if (n + 2) * STAND > len(nodes):  # the last place is taken
        return n
    x, y = math.floor(pose[0] + 0.5), math.floor(pose[1] + 0.5)
    stand_at(nodes, n * STAND, x, y, pose[2], pose[3], pose[4], pose[5])
    if detour(nodes, n) > most or not stands_free(rows, nodes, n, box, tol):
        return n
    return n + 1


def poses(
    rows: Any, nodes: Any, faces: Any, offsets: Any, ahead: float, left: float, box: Any, most: float, tol: float,
    work: Any, pose: Any, marks: Any,
) -> int:  # fmt: skip
    """All poses to go by, after start and goal: for each facing, on the spot and beside each corner of each part.

    The corners are those of the difference of part and stand, pushed out by each of some offsets, the tight ones first:
    when the row is full, poses away from everything are left out. `marks` gets the facing of each pose.
    """
    n, spare = 2, len(nodes) - STAND  # the last place of the row holds the stand at the origin
    pose[4], pose[5] = ahead, left
    for step in range(len(offsets)):
        for f in range(len(faces) // 2):
            pose[2], pose[3] = faces[2 * f], faces[2 * f + 1]
            for end in range(2 if step == 0 else 0):
                pose[0], pose[1] = nodes[end * STAND], nodes[end * STAND + 1]
                marks[n] = float(f)
                n = add(rows, nodes, n, pose, box, most, tol)
            stand_at(nodes, spare, 0.0, 0.0, pose[2], pose[3], ahead, left)
            o = 0
            while o < len(rows):
                m = difference(nodes, spare, rows, o, work)
                for k in range(m):
                    c, b = 5 * k, 5 * ((k + m - 1) % m)
                    nx, ny, mx, my = work[c + 2], work[c + 3], work[b + 2], work[b + 3]
                    out = (rows[o + 3] + offsets[step]) / max(SHARP, 1.0 + nx * mx + ny * my)
                    pose[0], pose[1] = work[c] + out * (nx + mx), work[c + 1] + out * (ny + my)
                    marks[n] = float(f)
                    n = add(rows, nodes, n, pose, box, most, tol)
                o = after(rows, o)
    return n


def search(
    rows: Any, skip: Any, inner: Any, nodes: Any, n: int, most: float, tol: float, tight: float, area: Any, work: Any,
    book: Any,
) -> float:  # fmt: skip
    """The shortest way found from pose 0 to pose 1, or FAR. Where each pose was reached from is left in the book."""
    inscribed(rows, inner)
    for i in range(n):
        b = MARKS * i
        for k in range(4):
            book[b + k], book[b + 4 + k] = 0.0, travel(nodes, i * STAND, nodes, STAND, k)
        book[b + 8], book[b + 9], book[b + 10], book[b + 11] = FAR, -1.0, OPEN, UNKNOWN
    book[8] = 0.0
    if not enterable(rows, skip, inner, nodes, n, most, tol, area, work, book):
        return FAR
    while True:
        best, here = FAR, -1
        for i in range(n):
            b = MARKS * i
            if book[b + 10] == OPEN and book[b + 8] < best:
                best, here = book[b + 8], i
        if here < 0:
            return FAR
        if here == 1:
            return float(best)
        a = MARKS * here
        book[a + 10] = DONE
        for j in range(1, n):
            b = MARKS * j
            if book[b + 10] == DONE:
                continue
            far = 0.0
            for k in range(4):
                far = max(far, book[a + k] + travel(nodes, here * STAND, nodes, j * STAND, k) + book[b + 4 + k])
            if far > most or far >= book[b + 8] - NOISE or far >= book[MARKS + 8]:
                continue
            if j == 1:
                if not enters(rows, skip, inner, nodes, here, tol, area, work, book):
                    continue
            elif not clear(rows, skip, inner, nodes, here, j, tol if here == 0 else tight, area, work):
                continue
            book[b + 8], book[b + 9] = far, float(here)
            for k in range(4):
                book[b + k] = book[a + k] + travel(nodes, here * STAND, nodes, j * STAND, k)


def inscribed(rows: Any, out: Any) -> None:
    """The radius of the largest circle about the middle of each part that lies within it."""
    o = i = 0
    while o < len(rows):
        least = FAR if rows[o + 4] > 1.0 else 0.0
        for k in range(int(rows[o + 4]) if rows[o + 4] > 1.0 else 0):
            c = o + HEAD + CORNER * k
            least = min(least, (rows[c] - rows[o]) * rows[c + 2] + (rows[c + 1] - rows[o + 1]) * rows[c + 3])
        out[i] = max(0.0, least) + rows[o + 3]
        o, i = after(rows, o), i + 1


def clear(rows: Any, skip: Any, inner: Any, nodes: Any, i: int, j: int, tol: float, area: Any, work: Any) -> bool:
    """Is the leg between two poses clear? Barred at once if the circle within the stand runs into that of a part."""
    a, b = i * STAND, j * STAND
    dx, dy = nodes[b] - nodes[a], nodes[b + 1] - nodes[a + 1]
    size2 = dx * dx + dy * dy
    c = a + HEAD
    ahead = (nodes[c] - nodes[a]) * nodes[c + 2] + (nodes[c + 1] - nodes[a + 1]) * nodes[c + 3]
    c += CORNER
    left = (nodes[c] - nodes[a]) * nodes[c + 2] + (nodes[c + 1] - nodes[a + 1]) * nodes[c + 3]
    own = min(ahead, left) - tol - 2.0 * NOISE
    o, k = 0, 0
    while o < len(rows):
        px, py = rows[o] - nodes[a], rows[o + 1] - nodes[a + 1]
        t = min(max((px * dx + py * dy) / size2, 0.0), 1.0) if size2 > 0.0 else 0.0
        px, py, room = px - t * dx, py - t * dy, own + inner[k]
        if room > 0.0 and px * px + py * py < room * room and skip[k] == 0.0:
            return False
        o, k = after(rows, o), k + 1
    return leg(rows, skip, nodes, a, nodes, b, tol, area, work) < 0


def enters(rows: Any, skip: Any, inner: Any, nodes: Any, i: int, tol: float, area: Any, work: Any, book: Any) -> bool:
    """Is the leg from a pose to the goal clear? Looked at once."""
    if book[MARKS * i + 11] == UNKNOWN:
        free = clear(rows, skip, inner, nodes, i, 1, tol, area, work)
        book[MARKS * i + 11] = CLEAR if free else BARRED
    return bool(book[MARKS * i + 11] == CLEAR)


def enterable(
    rows: Any, skip: Any, inner: Any, nodes: Any, n: int, most: float, tol: float, area: Any, work: Any, book: Any
) -> bool:
    """Does any pose have a clear leg to the goal?"""
    for i in range(n):
        if i != 1 and detour(nodes, i) <= most and enters(rows, skip, inner, nodes, i, tol, area, work, book):
            return True
    return False
