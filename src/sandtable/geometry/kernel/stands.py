"""Stands against one another: gaps, overlaps, contacts, hulls of legs. Plain loops over flat rows of convex parts.

A part is its head (centre, bounding radius, radius, corners) and its corners (x, y, outward normal of the side that
starts there). A disc has one corner and a radius; a segment has two corners; a clearance is a radius round any core.
"""

from __future__ import annotations

import math
from typing import Any

from sandtable.geometry.units import FAR, NOISE

HEAD = 5  # x, y, bounding radius, radius, number of corners
CORNER = 4  # x, y, normal x, normal y
STAND = HEAD + 4 * CORNER
HULL = HEAD + 16 * CORNER  # eight corners, and room for those that are given up again
GROUP = 4  # of a group of parts: centre and radius of a circle round them, where the first starts
POINTS = 16  # room to sort the eight corners of two poses
ENTRIES = {
    "gaps": "(f8[::1], f8[::1], f8, f8[::1])",
    "gap": "(f8[::1], i8, f8[::1], i8)",
    "pressed": "(f8[::1], i8, f8[::1], i8, f8)",
    "nearest": "(f8[::1], f8[::1], f8[::1])",
    "between": "(f8[::1], i8, i8, i8, i8)",
    "all_gaps": "(f8[::1], f8, f8[::1])",
    "group_gaps": "(f8[::1], f8[::1], f8, f8[::1], f8[::1], f8[::1])",
    "pairs": "(f8[::1], f8, f8[::1])",
    "overlaps": "(f8[::1], f8[::1], f8, f8[::1])",
    "leg": "(f8[::1], f8[::1], f8[::1], i8, f8[::1], i8, f8, f8[::1], f8[::1])",
    "legs": "(f8[::1], f8[::1], f8[::1], f8, f8[::1], f8[::1], f8[::1])",
    "contacts": "(f8[::1], f8[::1], f8, f8[::1])",
}


def after(rows: Any, o: int) -> int:
    """Where the next part starts."""
    return o + HEAD + CORNER * int(rows[o + 4])


def near(a: Any, oa: int, b: Any, ob: int, reach: float) -> bool:
    """Could the parts be within reach, by their bounding circles?"""
    dx, dy, far = a[oa] - b[ob], a[oa + 1] - b[ob + 1], a[oa + 2] + b[ob + 2] + reach
    return bool(dx * dx + dy * dy <= far * far)


def deep(axes: Any, o: int, a: Any, oa: int, b: Any, ob: int, least: float, enough: float) -> float:
    """The least overlap of two cores on the normals of one part's sides; below zero where they are apart."""
    n = int(axes[o + 4])
    na, nb = int(a[oa + 4]), int(b[ob + 4])
    if n < 2:
        return least
    for k in range(n):
        c = o + HEAD + CORNER * k
        nx, ny = axes[c + 2], axes[c + 3]
        a0, a1, b0, b1 = FAR, -FAR, FAR, -FAR
        for i in range(na):
            p = oa + HEAD + CORNER * i
            at = nx * a[p] + ny * a[p + 1]
            a0, a1 = min(a0, at), max(a1, at)
        for i in range(nb):
            p = ob + HEAD + CORNER * i
            at = nx * b[p] + ny * b[p + 1]
            b0, b1 = min(b0, at), max(b1, at)
        least = min(least, a1 - b0, b1 - a0)
        if least <= enough:
            return least
    return least


def depth(a: Any, oa: int, b: Any, ob: int, enough: float) -> float:
    """How deep two cores overlap; any value up to `enough` when that is little."""
    least = deep(a, oa, a, oa, b, ob, FAR, enough)
    if least <= enough:
        return least
    least = deep(b, ob, a, oa, b, ob, least, enough)
    return least if least < FAR else -FAR  # two points have no sides


def feet(a: Any, oa: int, b: Any, ob: int, least: float) -> float:
    """The least square of the distance from a corner of one core to a side of the other."""
    na, nb = int(a[oa + 4]), int(b[ob + 4])
    for i in range(na):
        p = oa + HEAD + CORNER * i
        x, y = a[p], a[p + 1]
        for j in range(nb):
            q = ob + HEAD + CORNER * j
            r = ob + HEAD + CORNER * ((j + 1) % nb)
            dx, dy, px, py = b[r] - b[q], b[r + 1] - b[q + 1], x - b[q], y - b[q + 1]
            size2 = dx * dx + dy * dy
            t = (px * dx + py * dy) / size2 if size2 > 0.0 else 0.0
            t = min(max(t, 0.0), 1.0)
            ex, ey = px - t * dx, py - t * dy
            if t == 1.0:
                ex, ey = x - b[r], y - b[r + 1]
            least = min(least, ex * ex + ey * ey)
    return least


def cores_apart(a: Any, oa: int, b: Any, ob: int) -> float:
    """The gap between two cores; 0 when they overlap."""
    if depth(a, oa, b, ob, 0.0) > 0.0:
        return 0.0
    return math.sqrt(feet(b, ob, a, oa, feet(a, oa, b, ob, FAR)))


def gap(a: Any, oa: int, b: Any, ob: int) -> float:
    """How far apart two parts are; 0 when they overlap."""
    return float(max(0.0, cores_apart(a, oa, b, ob) - a[oa + 3] - b[ob + 3]))


def pressed(a: Any, oa: int, b: Any, ob: int, tol: float) -> bool:
    """Do the parts overlap by more than the tolerance?"""
    radius = a[oa + 3] + b[ob + 3]
    if radius == 0.0:
        return depth(a, oa, b, ob, tol + NOISE) > tol + NOISE
    over = depth(a, oa, b, ob, 0.0)
    if over <= 0.0:
        over = -math.sqrt(feet(b, ob, a, oa, feet(a, oa, b, ob, FAR)))
    return bool(radius + over > tol + NOISE)


def gaps(rows: Any, one: Any, most: float, out: Any) -> None:
    """The gap from one part to each of a row; FAR where it is beyond the most that matters."""
    o = i = 0
    while o < len(rows):
        out[i] = FAR
        if near(one, 0, rows, o, most):
            found = gap(one, 0, rows, o)
            if found <= most:
                out[i] = found
        o, i = after(rows, o), i + 1


def between(rows: Any, a: int, a_end: int, b: int, b_end: int) -> float:
    """The least gap between two groups of stands in a row that begins with stands."""
    least = FAR
    for i in range(a, a_end):
        for j in range(b, b_end):
            if near(rows, STAND * i, rows, STAND * j, least):
                least = min(least, gap(rows, STAND * i, rows, STAND * j))
    return least


def foot(a: Any, p: int, b: Any, ob: int, j: int, out: Any) -> float:
    """The point of side j of a core nearest to a corner of another, and how far it is."""
    nb = int(b[ob + 4])
    q, r = ob + HEAD + CORNER * j, ob + HEAD + CORNER * ((j + 1) % nb)
    dx, dy = b[r] - b[q], b[r + 1] - b[q + 1]
    size2 = dx * dx + dy * dy
    t = ((a[p] - b[q]) * dx + (a[p + 1] - b[q + 1]) * dy) / (size2 if size2 > 0.0 else 1.0)
    t = min(max(t, 0.0), 1.0)
    out[0], out[1] = (b[q] + t * dx, b[q + 1] + t * dy) if t < 1.0 else (b[r], b[r + 1])
    dx, dy = a[p] - out[0], a[p + 1] - out[1]
    return math.sqrt(dx * dx + dy * dy)


def nearest(a: Any, b: Any, out: Any) -> bool:
    """Gap and nearest points of two parts, in the middle where several pairs are equally near. False: they overlap."""
    if depth(a, 0, b, 0, 0.0) > 0.0:
        return False
    na, nb = int(a[4]), int(b[4])
    least = FAR
    low0, low1, low2, low3 = FAR, FAR, FAR, FAR
    high0, high1, high2, high3 = -FAR, -FAR, -FAR, -FAR
    for look in range(2):  # first how near, then the first and the last of the pairs that are so near
        for turn in range(2):
            one, two, n, m = (a, b, na, nb) if turn == 0 else (b, a, nb, na)
            for i in range(n):
                p = HEAD + CORNER * i
                for j in range(m):
                    far = foot(one, p, two, 0, j, out)
                    if look == 0:
                        least = min(least, far)
                    elif far <= least + NOISE:
                        x, y, fx, fy = one[p], one[p + 1], out[0], out[1]
                        x, y, fx, fy = (x, y, fx, fy) if turn == 0 else (fx, fy, x, y)
                        if before(x, y, fx, fy, low0, low1, low2, low3):
                            low0, low1, low2, low3 = x, y, fx, fy
                        if before(high0, high1, high2, high3, x, y, fx, fy):
                            high0, high1, high2, high3 = x, y, fx, fy
    px, py, qx, qy = (low0 + high0) / 2, (low1 + high1) / 2, (low2 + high2) / 2, (low3 + high3) / 2
    radius = a[3] + b[3]
    if least <= radius:
        return False
    ux, uy = (qx - px) / least, (qy - py) / least
    out[0], out[1], out[2] = least - a[3] - b[3], px + a[3] * ux, py + a[3] * uy
    out[3], out[4] = qx - b[3] * ux, qy - b[3] * uy
    return True


def before(a0: float, a1: float, a2: float, a3: float, b0: float, b1: float, b2: float, b3: float) -> bool:
    """Is one row of four smaller than another, number by number?"""
    if a0 != b0:
        return a0 < b0
    if a1 != b1:
        return a1 < b1
    if a2 != b2:
        return a2 < b2
    return a3 < b3


def all_gaps(rows: Any, most: float, out: Any) -> None:
    """The gap of every pair: of parts i and j at i * n + j; FAR beyond the most that matters."""
    n, o = 0, 0
    while o < len(rows):
        o, n = after(rows, o), n + 1
    o = i = 0
    while o < len(rows):
        out[i * n + i] = 0.0
        p, j = after(rows, o), i + 1
        while p < len(rows):
            found = FAR
            if near(rows, o, rows, p, most):
                found = gap(rows, o, rows, p)
                if found > most:
                    found = FAR
            out[i * n + j] = out[j * n + i] = found
            p, j = after(rows, p), j + 1
        o, i = after(rows, o), i + 1


def pairs(rows: Any, most: float, out: Any) -> int:
    """The pairs at most so far apart: i, j and gap of each. Returns their number."""
    o = i = found = 0
    while o < len(rows):
        p, j = after(rows, o), i + 1
        while p < len(rows):
            if near(rows, o, rows, p, most):
                far = gap(rows, o, rows, p)
                if far <= most:
                    out[3 * found], out[3 * found + 1], out[3 * found + 2] = float(i), float(j), far
                    found += 1
            p, j = after(rows, p), j + 1
        o, i = after(rows, o), i + 1
    return found


def encircle(rows: Any, groups: Any, n: int, out: Any) -> None:
    """For each group of parts, one after another in the row, a circle round them and where they start; the end last."""
    o = i = 0
    for g in range(n):
        c, first = GROUP * g, o
        out[c], out[c + 1], out[c + 2], out[c + 3] = rows[o], rows[o + 1], 0.0, float(first)
        while o < len(rows) and groups[i] == g:
            dx, dy = rows[o] - out[c], rows[o + 1] - out[c + 1]
            out[c + 2] = max(out[c + 2], math.sqrt(dx * dx + dy * dy) + rows[o + 2] + NOISE)
            o, i = after(rows, o), i + 1
    out[GROUP * n + 3] = float(o)


def group_gaps(rows: Any, groups: Any, most: float, anew: Any, work: Any, out: Any) -> None:
    """The least gap of each two groups, a < b, at least one marked `anew`: at a * count + b; FAR beyond the most."""
    n = len(anew)
    encircle(rows, groups, n, work)
    for a in range(n):
        for b in range(a + 1, n):
            if anew[a] == 0.0 and anew[b] == 0.0:
                continue
            out[a * n + b] = FAR
            if not near(work, GROUP * a, work, GROUP * b, most):
                continue
            least, o = FAR, int(work[GROUP * a + 3])
            while o < int(work[GROUP * a + GROUP + 3]):
                p = int(work[GROUP * b + 3])
                while p < int(work[GROUP * b + GROUP + 3]):
                    reach = min(most, least)
                    if near(rows, o, rows, p, reach):
                        far = gap(rows, o, rows, p)
                        if far <= reach:
                            least = far
                    p = after(rows, p)
                o = after(rows, o)
            out[a * n + b] = least


def overlaps(rows: Any, one: Any, tol: float, out: Any) -> None:
    """Which of a row one part overlaps by more than the tolerance: 1 or 0 for each."""
    o = i = 0
    while o < len(rows):
        out[i] = 1.0 if near(one, 0, rows, o, 0.0) and pressed(one, 0, rows, o, tol) else 0.0
        o, i = after(rows, o), i + 1


def hull(a: Any, oa: int, b: Any, ob: int, out: Any, work: Any) -> None:
    """The hull of a stand in two poses, as a part."""
    for k in range(8):  # sorted by x, then y
        p = oa + HEAD + CORNER * k if k < 4 else ob + HEAD + CORNER * (k - 4)
        rows = a if k < 4 else b
        x, y = rows[p], rows[p + 1]
        j = k
        while j > 0 and (work[2 * j - 2] > x or (work[2 * j - 2] == x and work[2 * j - 1] > y)):
            work[2 * j], work[2 * j + 1] = work[2 * j - 2], work[2 * j - 1]
            j -= 1
        work[2 * j], work[2 * j + 1] = x, y
    size = chain(work, out, 0, 0, 1)
    size = chain(work, out, size, 7, -1)
    dx, dy = b[ob] - a[oa], b[ob + 1] - a[oa + 1]
    out[0], out[1] = a[oa] + dx / 2, a[oa + 1] + dy / 2
    out[2] = math.sqrt(dx * dx + dy * dy) / 2 + max(a[oa + 2], b[ob + 2])
    out[3], out[4] = 0.0, float(size)
    for k in range(size):
        c, d = HEAD + CORNER * k, HEAD + CORNER * ((k + 1) % size)
        dx, dy = out[d] - out[c], out[d + 1] - out[c + 1]
        length = math.sqrt(dx * dx + dy * dy)
        out[c + 2], out[c + 3] = dy / length, -dx / length


def chain(work: Any, out: Any, first: int, start: int, step: int) -> int:
    """Half of a hull, without its last corner: where the other half begins."""
    n = first
    for k in range(8):
        x, y = work[2 * (start + step * k)], work[2 * (start + step * k) + 1]
        while n > first:
            c = HEAD + CORNER * (n - 1)
            dx, dy = x - out[c], y - out[c + 1]
            if dx * dx + dy * dy > NOISE * NOISE:
                if n - first < 2:
                    break
                ex, ey = out[c] - out[c - CORNER], out[c + 1] - out[c - CORNER + 1]
                if ex * dy - ey * dx > 0.0:
                    break
            n -= 1
        c = HEAD + CORNER * n
        out[c], out[c + 1] = x, y
        n += 1
    return n - 1


def passes(rows: Any, o: int, a: Any, oa: int, b: Any, ob: int) -> bool:
    """Is a part out of the way of a leg, by its bounding circle and the band the stand's own circle runs through?"""
    dx, dy, px, py = b[ob] - a[oa], b[ob + 1] - a[oa + 1], rows[o] - a[oa], rows[o + 1] - a[oa + 1]
    size2 = dx * dx + dy * dy
    t = min(max((px * dx + py * dy) / size2, 0.0), 1.0) if size2 > 0.0 else 0.0
    px, py, room = px - t * dx, py - t * dy, rows[o + 2] + max(a[oa + 2], b[ob + 2])
    return bool(px * px + py * py > room * room)


def leg(rows: Any, skip: Any, a: Any, oa: int, b: Any, ob: int, tol: float, area: Any, work: Any) -> int:
    """The first part of a row that the hull of two poses overlaps by more than the tolerance; -1 for none."""
    o, i, ready = 0, 0, False
    while o < len(rows):
        if skip[i] == 0.0 and not passes(rows, o, a, oa, b, ob):
            if not ready:
                hull(a, oa, b, ob, area, work)
                ready = True
            if pressed(rows, o, area, 0, tol):
                return i
        o, i = after(rows, o), i + 1
    return -1


def legs(rows: Any, skip: Any, poses: Any, tol: float, area: Any, work: Any, out: Any) -> None:
    """For each leg, given as two poses, the first part it overlaps."""
    for k in range(len(out)):
        out[k] = float(leg(rows, skip, poses, 2 * k * STAND, poses, (2 * k + 1) * STAND, tol, area, work))


def shared(a: Any, oa: int, i: int, b: Any, ob: int, j: int, tol: float) -> float:
    """Length of the part of side i of one that runs along side j of the other."""
    na, nb = int(a[oa + 4]), int(b[ob + 4])
    p, q = oa + HEAD + CORNER * i, oa + HEAD + CORNER * ((i + 1) % na)
    r, s = ob + HEAD + CORNER * j, ob + HEAD + CORNER * ((j + 1) % nb)
    dx, dy, ex, ey = a[q] - a[p], a[q + 1] - a[p + 1], b[s] - b[r], b[s + 1] - b[r + 1]
    size, other = math.sqrt(dx * dx + dy * dy), math.sqrt(ex * ex + ey * ey)
    ex, ey = ex / other, ey / other
    lo, hi = 0.0, 1.0
    for axis in range(2):
        if axis == 0:
            fx, fy, low, high = ex, ey, 0.0, other
        else:
            fx, fy, low, high = -ey, ex, -tol, tol
        at = (a[p] - b[r]) * fx + (a[p + 1] - b[r + 1]) * fy
        to = (a[q] - b[r]) * fx + (a[q + 1] - b[r + 1]) * fy
        if at == to:
            if not low <= at <= high:
                return 0.0
        else:
            one, two = (low - at) / (to - at), (high - at) / (to - at)
            lo, hi = max(lo, min(one, two)), min(hi, max(one, two))
    return max(0.0, hi - lo) * size


def contacts(rows: Any, one: Any, tol: float, out: Any) -> None:
    """For each part of a row: length, own side and its side of the longest stretch along which they touch, or -1."""
    o = i = 0
    while o < len(rows):
        out[3 * i] = -1.0
        if near(one, 0, rows, o, tol + NOISE) and gap(one, 0, rows, o) <= tol + NOISE:
            out[3 * i], out[3 * i + 1], out[3 * i + 2] = 0.0, 0.0, 0.0
            sides, others = int(one[4]), int(rows[o + 4])
            for s in range(sides if others > 1 else 0):
                for t in range(others):
                    length = shared(one, 0, s, rows, o, t, tol + NOISE)
                    if length > out[3 * i]:
                        out[3 * i], out[3 * i + 1], out[3 * i + 2] = length, float(s), float(t)
        o, i = after(rows, o), i + 1
