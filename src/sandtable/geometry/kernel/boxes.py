"""The sight search: branch and bound over boxes of lines. Plain loops over flat rows, so that numba can compile them.

Run as it stands this is the plain twin, which must give the same bits: + - * / and sqrt only. `look` brings a pair of
ends and the blockers near it into the frame used here.

Part row (PART numbers): centre x, y, radius (of a polygon: of its bounding circle), top, feature (-1: solid), weight,
mark, owner or source row, first and end corner, 1 if round, rank; then four chord ends and a flag, filled in for each
box. A blocker hides targets up to its rank. Its mark is 0, or 1 + the column that tells which models are inside.
Edge row (EDGE numbers): corner x, y, and the side that starts there: nx*x + ny*y + c >= 0 with unit normal.
A line is y = k*x + m in the frame of the pair: x runs from the higher end, part 0, to the lower end, part 1.
"""

from __future__ import annotations

import math
from typing import Any

Row = Any

X, Y, R, TOP, FEATURE, WEIGHT, MARK, OWNER, FIRST, END, ROUND, RANK = range(12)
P0, Q0, P1, Q1, STOPS = range(12, 17)
PART, EDGE, ANSWER = 17, 5, 6
BY_POINT, NOT_INSIDE, IS_INSIDE = 0.0, 1.0, 2.0  # marks: who decides whether an end is inside an area feature

FAR = 1e30
TOL = 1.0
LEAF = 0.05
PINCER = 1  # a box stopped by two parts together
CELLS = 20000  # boxes one query may look at; then it is blocked
QUEUE = 4096  # boxes waiting at a time
SPANS = 4 * QUEUE  # where the stretches inside area features are gathered in the work row, after the queue
BLOCKED, CLEAR, SLITS = 0.0, 1.0, 2.0  # SLITS: blocked but for bundles of lines thinner than LEAF


def chord(part: Row, edge: Row, i: int, k: float, m: float) -> tuple[float, float]:
    """The stretch of the line inside convex part i, from x = lo to hi; empty when lo > hi."""
    o = PART * i
    w = 1.0 + k * k
    d = k * part[o + X] + m - part[o + Y]
    q = part[o + R] * part[o + R] * w - d * d
    if q < 0.0:
        return 1.0, -1.0
    lo, hi = -FAR, FAR
    if part[o + ROUND] > 0.0:
        h, x = math.sqrt(q) / w, part[o + X] - k * d / w
        lo, hi = x - h, x + h
    for j in range(EDGE * int(part[o + FIRST]), EDGE * int(part[o + END]), EDGE):
        a = edge[j + 2] + edge[j + 3] * k
        b = edge[j + 3] * m + edge[j + 4]
        if a > 0.0:
            lo = max(lo, -b / a)
        elif a < 0.0:
            hi = min(hi, -b / a)
        elif b < 0.0:
            return 1.0, -1.0
    return lo, hi


def border_chords(part: Row, edge: Row, i: int, k0: float, m0: float, k1: float, m1: float) -> None:
    """Keep the chords on both border lines of a box in the part's row."""
    o = PART * i
    part[o + P0], part[o + Q0] = chord(part, edge, i, k0, m0)
    part[o + P1], part[o + Q1] = chord(part, edge, i, k1, m1)


def extent(part: Row, edge: Row, i: int, k0: float, m0: float, k1: float, m1: float) -> tuple[float, float]:
    """From where to where part i lies between the border lines of a box; empty when lo > hi."""
    o = PART * i
    lo, hi = FAR, -FAR
    if part[o + P0] <= part[o + Q0]:
        lo, hi = part[o + P0], part[o + Q0]
    if part[o + P1] <= part[o + Q1]:
        lo, hi = min(lo, part[o + P1]), max(hi, part[o + Q1])
    first, end = EDGE * int(part[o + FIRST]), EDGE * int(part[o + END])
    for j in range(first, end, EDGE):
        if k0 * edge[j] + m0 <= edge[j + 1] <= k1 * edge[j] + m1:
            lo, hi = min(lo, edge[j]), max(hi, edge[j])
    if part[o + ROUND] > 0.0:
        y = part[o + Y]
        for side in range(2):
            x = part[o + X] - part[o + R] if side == 0 else part[o + X] + part[o + R]
            if k0 * x + m0 <= y <= k1 * x + m1:
                within = True
                for j in range(first, end, EDGE):
                    within = within and edge[j + 2] * x + edge[j + 3] * y + edge[j + 4] >= 0.0
                if within:
                    lo, hi = min(lo, x), max(hi, x)
    return lo, hi


def covered(work: Row, spans: int) -> float:
    """Total length of the gathered stretches (lo, hi, weight), counting what lies under several of them once."""
    for i in range(1, spans):
        s = SPANS + 3 * i
        lo, hi, weight = work[s], work[s + 1], work[s + 2]
        while s > SPANS and work[s - 3] > lo:
            work[s], work[s + 1], work[s + 2] = work[s - 3], work[s - 2], work[s - 1]
            s -= 3
        work[s], work[s + 1], work[s + 2] = lo, hi, weight
    total, done = 0.0, -FAR
    for s in range(SPANS, SPANS + 3 * spans, 3):
        lo = max(work[s], done)
        if work[s + 1] > lo:
            total += (work[s + 1] - lo) * work[s + 2]
            done = work[s + 1]
    return total


def gather(work: Row, spans: int, lo: float, hi: float, weight: float) -> int:
    """Note one more stretch inside an area feature; those that cost nothing are left out."""
    if hi <= lo or weight == 0.0:
        return spans
    s = SPANS + 3 * spans
    work[s], work[s + 1], work[s + 2] = lo, hi, weight
    return spans + 1


def line_clear(
    part: Row, edge: Row, work: Row, n: int, k: float, m: float, za: float, zb: float, budget: float, each: bool
) -> tuple[bool, float, float]:
    """Exact ruling for one line, za >= zb: (clear, a, b), the sight line running from x = a to x = b.

    The budget is for the length inside area features, all together or of each by itself.
    """
    a0, a1 = chord(part, edge, 0, k, m)
    b0, b1 = chord(part, edge, 1, k, m)
    if a0 > a1 or b0 > b1:
        return False, 0.0, 0.0
    end, i = b0, 2
    while i < n and part[PART * i + FEATURE] < 0.0:  # how far back must the lower end lie to be seen over the solids?
        lo, hi = chord(part, edge, i, k, m)
        hi = min(hi, b0)
        if hi > max(lo, a1):
            top = part[PART * i + TOP]
            if top >= za:
                return False, 0.0, 0.0
            share = (top - zb) / (za - zb)
            end = max(end, (hi - share * a1) / (1.0 - share))
            if end > b1:
                return False, 0.0, 0.0
        i += 1
    spans = 0
    while i < n:  # then area features, whose parts follow one another
        feature = part[PART * i + FEATURE]
        crossed, within = False, False
        while i < n and part[PART * i + FEATURE] == feature:
            lo, hi = chord(part, edge, i, k, m)
            mark = part[PART * i + MARK]
            within = within or mark == IS_INSIDE or (mark == BY_POINT and (lo <= a1 <= hi or lo <= end <= hi))
            lo, hi = max(lo, a1), min(hi, end)
            crossed = crossed or hi > lo
            spans = gather(work, spans, lo, hi, part[PART * i + WEIGHT])
            i += 1
        if crossed and not within:
            return False, 0.0, 0.0
        if each:
            if spans > 0 and covered(work, spans) * math.sqrt(1.0 + k * k) > budget:
                return False, 0.0, 0.0
            spans = 0
    if spans > 0 and covered(work, spans) * math.sqrt(1.0 + k * k) > budget:
        return False, 0.0, 0.0
    return True, a1, end


def hidden_up_to(
    part: Row, edge: Row, i: int, upper: bool, k: float, flat: float, amax: float, bmin: float, least: float
) -> tuple[float, float]:
    """A point (x, y) of part i such that every line of the box on this side of it is stopped by the part.

    The part meets the lower border line of the box (upper: the upper one) at c; a line that is neither beyond the point
    nor outside the box cuts the segment from c to the point. Among the points between the ends that are not nearer than
    `least`, where the part's top may be too low, take the one farthest across along slope k.
    """
    o = PART * i
    sign = -1.0 if upper else 1.0
    lo = max(part[o + (P1 if upper else P0)], amax)
    x = min(part[o + (Q1 if upper else Q0)], bmin)
    if x <= lo or x < least:
        return 0.0, -FAR * sign
    y, best = 0.0, -FAR
    if part[o + ROUND] > 0.0:
        x = part[o + X]
        y = part[o + Y] + sign * part[o + R] * math.sqrt(1.0 + flat * flat)
        reach = part[o + R]
        return (x, y) if x - reach >= max(amax, least) and x + reach <= bmin else (0.0, -FAR * sign)
    for j in range(EDGE * int(part[o + FIRST]), EDGE * int(part[o + END]), EDGE):
        across = sign * (edge[j + 1] - k * edge[j])
        if across > best and max(amax, least) <= edge[j] <= bmin:
            x, y, best = edge[j], edge[j + 1], across
    return (x, y) if best > -FAR else (0.0, -FAR * sign)


def pincer(
    part: Row, edge: Row, n: int, amax: float, bmin: float, bmax: float,
    kmin: float, kmax: float, za: float, zb: float,
) -> bool:  # fmt: skip
    """One part stops the lower lines of a box, another the upper ones: is there nothing left between?"""
    k = 0.5 * (kmin + kmax)
    flat = min(abs(kmin), abs(kmax)) if kmin * kmax > 0.0 else 0.0
    px, py, qx, qy, low, high = 0.0, 0.0, 0.0, 0.0, -FAR, FAR
    for i in range(2, n):
        o = PART * i
        least = amax
        if part[o + FEATURE] >= 0.0:
            if part[o + STOPS] == 0.0:
                continue
        elif part[o + TOP] < za:  # from here on even the highest line is below the top
            least = bmax - (part[o + TOP] - zb) / (za - zb) * (bmax - amax)
        if part[o + P0] <= part[o + Q0]:
            x, y = hidden_up_to(part, edge, i, False, k, flat, amax, bmin, least)
            if y - k * x > low:
                px, py, low = x, y, y - k * x
                part[P0] = i
        if part[o + P1] <= part[o + Q1]:
            x, y = hidden_up_to(part, edge, i, True, k, flat, amax, bmin, least)
            if y - k * x < high:
                qx, qy, high = x, y, y - k * x
                part[P1] = i
    across = qx - px
    return low > -FAR and high < FAR and min(kmin * across, kmax * across) >= qy - py


def too_long(part: Row, work: Row, areas: int, n: int, start: float, end: float, budget: float, each: bool) -> int:
    """Do all lines of a box run too far through area features between start and end? The longest part, or -1."""
    spans, longest, main = 0, 0.0, -1
    for i in range(areas, n):
        o = PART * i
        lo, hi = max(part[o + P0], part[o + P1], start), min(part[o + Q0], part[o + Q1], end)
        spans = gather(work, spans, lo, hi, part[o + WEIGHT])
        if hi - lo > longest:
            longest, main = hi - lo, i
        if each and (i + 1 == n or part[o + PART + FEATURE] != part[o + FEATURE]):
            if spans > 0 and covered(work, spans) > budget:
                return main
            spans, longest, main = 0, 0.0, -1
    return main if spans > 0 and covered(work, spans) > budget else -1


def box_dead(
    part: Row, edge: Row, work: Row, n: int,
    x0: float, w: float, u0: float, u1: float, v0: float, v1: float,
    za: float, zb: float, budget: float, each: bool,
) -> int:  # fmt: skip
    """-1: a line of the box may be clear. 0: none meets both ends. i >= 2: part i stops all, or has the main share."""
    k0, k1 = (v0 - u0) / w, (v1 - u1) / w
    m0, m1 = u0 - k0 * x0, u1 - k1 * x0
    border_chords(part, edge, 0, k0, m0, k1, m1)
    amin, amax = extent(part, edge, 0, k0, m0, k1, m1)
    if amin > amax:
        return 0
    if part[P0] <= part[Q0] and part[P1] <= part[Q1]:
        amin = min(part[Q0], part[Q1])  # exits lie on the far border of the end, which bulges
    border_chords(part, edge, 1, k0, m0, k1, m1)
    bmin, bmax = extent(part, edge, 1, k0, m0, k1, m1)
    if bmin > bmax:
        return 0
    emin, emax, alast, areas = bmin, bmax, amax, n  # a clear line starts by alast and ends between emin and emax
    if part[PART + P0] <= part[PART + Q0] and part[PART + P1] <= part[PART + Q1]:
        emax = max(part[PART + P0], part[PART + P1])  # it ends where it enters, unless a solid pushes it further
    entry, mixed = emax, part[PART * (n - 1) + FEATURE] >= 0.0
    first, feature, sure, at_a, at_b, a_last, b_first = 2, -1.0, False, False, False, -FAR, FAR
    for i in range(2, n):
        o = PART * i
        border_chords(part, edge, i, k0, m0, k1, m1)
        lo = max(part[o + P0], part[o + P1], amax)  # every line of the box is inside the part from lo to hi
        hi = min(part[o + Q0], part[o + Q1], bmin)
        if part[o + FEATURE] < 0.0:
            if part[o + TOP] >= za:
                if hi > lo:
                    return i
                continue
            share = (part[o + TOP] - zb) / (za - zb)
            if hi > lo:
                emin = max(emin, (hi - share * amax) / (1.0 - share))
                if emin > bmax:
                    return i
            if mixed:
                lo, hi = extent(part, edge, i, k0, m0, k1, m1)
                if max(lo, amin) < hi:
                    emax = max(emax, (min(hi, entry) - share * amin) / (1.0 - share))
            continue
        if part[o + FEATURE] != feature:
            areas = min(areas, i)
            first, feature, sure, at_a, at_b, a_last, b_first = i, part[o + FEATURE], False, False, False, -FAR, FAR
        sure = sure or min(part[o + Q0], part[o + Q1], emin) > lo
        if part[o + MARK] == IS_INSIDE:
            at_a = at_b = True
        elif part[o + MARK] == BY_POINT:
            lo, hi = extent(part, edge, i, k0, m0, k1, m1)
            if lo <= min(hi, amax) and hi >= amin:
                at_a, a_last = True, max(a_last, hi)
            if lo <= min(hi, bmax, emax) and hi >= emin:
                at_b, b_first = True, min(b_first, lo)
        if i + 1 == n or part[o + PART + FEATURE] != feature:
            if sure and not at_a and not at_b:
                return first
            if sure and not at_b:  # then a clear line starts inside
                alast = min(alast, a_last)
            if sure and not at_a:
                emin = max(emin, b_first)
            for j in range(first, i + 1):
                part[PART * j + STOPS] = 0.0 if at_a or at_b else 1.0
    if areas < n:
        slope = max((v0 - u1) / w, (u0 - v1) / w, 0.0)
        main = too_long(part, work, areas, n, alast, emin, budget / math.sqrt(1.0 + slope * slope), each)
        if main >= 0:
            return main
    if amax < bmin and pincer(part, edge, n, amax, bmin, bmax, (v0 - u1) / w, (v1 - u0) / w, za, zb):
        return PINCER
    return -1


def search(
    part: Row, edge: Row, work: Row, n: int,
    x0: float, w: float, u0: float, u1: float, v0: float, v1: float,
    za: float, zb: float, budget: float, each: bool, kills: Row, kill: int,
) -> tuple[float, int, float, float, float, float]:  # fmt: skip
    """Breadth first (depth first digs in one corner): ruling, boxes looked at, and the line k, m from a to b."""
    work[0], work[1], work[2], work[3] = u0, u1, v0, v1
    head, tail, thin = 0, 1, BLOCKED
    while head != tail:
        q = (head % QUEUE) * 4
        u0, u1, v0, v1 = work[q], work[q + 1], work[q + 2], work[q + 3]
        head += 1
        dead = box_dead(part, edge, work, n, x0, w, u0, u1, v0, v1, za, zb, budget, each)
        if dead >= 0:
            if dead == PINCER:  # the two parts are noted in the row of the first end
                kills[kill + int(part[PART * int(part[P0]) + OWNER])] = 1
                kills[kill + int(part[PART * int(part[P1]) + OWNER])] = 1
            elif dead >= 2:
                kills[kill + int(part[PART * dead + OWNER])] = 1
            continue
        u, v = 0.5 * (u0 + u1), 0.5 * (v0 + v1)
        k = (v - u) / w
        m = u - k * x0
        clear, a, b = line_clear(part, edge, work, n, k, m, za, zb, budget, each)
        if clear:
            return CLEAR, head, k, m, a, b
        if max(u1 - u0, v1 - v0) < LEAF or tail - head + 2 > QUEUE or head > CELLS:
            thin = SLITS
            continue
        across = u1 - u0 >= v1 - v0
        for half in range(2):
            q = (tail % QUEUE) * 4
            tail += 1
            work[q], work[q + 1], work[q + 2], work[q + 3] = u0, u1, v0, v1
            work[q + (1 if across else 3) - half] = u if across else v
    return thin, head, 0.0, 0.0, 0.0, 0.0
