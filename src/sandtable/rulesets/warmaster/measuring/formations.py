"""Formations: connected, line, column, or neither (WM-FORMN)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from sandtable.geometry.arcs import bearing
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.pairs import touching
from sandtable.geometry.shapes import Point, Rect, turned
from sandtable.geometry.stands import Stands
from sandtable.geometry.units import FULL_TURN, MILLI
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import EPS, PLACES, Pose

SAME_FACING = 1 * MILLI  # degrees (WM-FORMN-2)
OFFSET = 100  # 0.1 cm
BEND = 90 * MILLI  # between stands of a column: less than this (WM-FORMN-3)


def turn_between(a: int, b: int) -> int:
    """The angle between two facings, 0 to 180 degrees."""
    off = (a - b) % FULL_TURN
    return min(off, FULL_TURN - off)


def connected(stands: Sequence[Rect]) -> bool:
    """Whether all stands hang together by edges or corners (WM-FORMN-1)."""
    return len(groups(tuple(stands))) <= 1


@lru_cache(maxsize=16_384)
def groups(stands: tuple[Rect, ...]) -> tuple[tuple[int, ...], ...]:
    """The connected groups of stands, by number, in order."""
    if len(stands) < 2:
        return ((0,),) if stands else ()
    near = Stands(stands).neighbours(0, EPS)
    left, found = set(range(len(stands))), []
    while left:
        todo = [min(left)]
        group = set(todo)
        while todo:
            more = [j for j in near[todo.pop()] if j not in group]
            group.update(more)
            todo += more
        left -= group
        found.append(tuple(sorted(group)))
    return tuple(found)


def in_line(stands: Sequence[Rect]) -> bool:
    """All face alike and are butted side to side in a straight row (WM-FORMN-2)."""
    first = stands[0]
    cos, sin = direction(first.facing)
    if any(turn_between(first.facing, s.facing) > SAME_FACING for s in stands):
        return False
    placed = sorted(
        ((s.y - first.y) * cos - (s.x - first.x) * sin, (s.x - first.x) * cos + (s.y - first.y) * sin) for s in stands
    )
    if any(abs(ahead - placed[0][1]) > OFFSET for _, ahead in placed):
        return False
    return all(abs(b[0] - a[0] - first.frontage) <= OFFSET for a, b in pairwise(placed))


def in_column(stands: Sequence[Rect]) -> bool:
    """One behind another, each front edge or front corner at the rear of the one ahead; it may bend (WM-FORMN-3)."""
    return any(_column(order) for order in _chains(list(stands)))


def _chains(stands: list[Rect]) -> list[list[Rect]]:
    """The orders in which stands could follow one another, head first."""
    found = []
    for head in stands:
        chain, left = [head], [s for s in stands if s is not head]
        while left:
            after = [s for s in left if _follows(chain[-1], s)]
            if not after:
                break
            chain.append(after[0])
            left.remove(after[0])
        if not left:
            found.append(chain)
    return found


def _column(chain: list[Rect]) -> bool:
    return all(turn_between(a.facing, b.facing) < BEND for a, b in pairwise(chain))


def _follows(ahead: Rect, behind: Rect) -> bool:
    """Some point of the front edge of one stand lies at the rear edge of the other."""
    return touching(_edge(ahead, rear=True), _edge(behind, rear=False), EPS)


def _edge(stand: Rect, rear: bool) -> Rect:
    """The front or rear edge of a stand, as a strip without depth."""
    cos, sin = direction(turned(stand.facing, FULL_TURN // 2) if rear else stand.facing)
    half = stand.depth / 2
    return Rect(stand.x + half * cos, stand.y + half * sin, stand.frontage, 0, stand.facing)


def regular(p: Position, unit: str, poses: tuple[Pose, ...] | None = None) -> bool:
    """Line and column are regular, one stand always is; the skirmisher is left out (WM-FORMN-4, WM-FORMN-5,
    WM-FORMN-9)."""
    if poses is not None:
        from_poses = counted(p, unit, tuple(Rect(x, y, *_size(p, unit), f) for x, y, f in poses))
        return _regular(from_poses)
    return p.memo(
        ("regular", unit, p.state.units[unit].skirmisher),
        lambda: _regular(counted(p, unit, crowd(p).of(unit))),
        PLACES,
    )


def _size(p: Position, unit: str) -> tuple[float, float]:
    first = crowd(p).of(unit)[0]
    return first.frontage, first.depth


def counted(p: Position, unit: str, stands: tuple[Rect, ...]) -> tuple[Rect, ...]:
    """The stands whose formation is judged (WM-FORMN-9)."""
    return stands[:-1] if p.state.units[unit].skirmisher and len(stands) > 1 else stands


def _regular(stands: tuple[Rect, ...]) -> bool:
    return len(stands) == 1 or in_line(stands) or in_column(stands)


def line_at(middle: Point, facing: int, size: tuple[float, float], count: int) -> tuple[Pose, ...]:
    """Poses of a line: stands side by side from left to right about a middle."""
    cos, sin = direction(facing)
    steps = [(i - (count - 1) / 2) * size[0] for i in range(count)]
    return tuple((round(middle[0] + s * sin), round(middle[1] - s * cos), facing % FULL_TURN) for s in steps)


def column_at(head: Point, facing: int, size: tuple[float, float], count: int) -> tuple[Pose, ...]:
    """Poses of a column: one behind another from the head."""
    cos, sin = direction(facing)
    return tuple(
        (round(head[0] - i * size[1] * cos), round(head[1] - i * size[1] * sin), facing % FULL_TURN)
        for i in range(count)
    )


def middle(stands: Sequence[Rect]) -> Point:
    return sum(s.x for s in stands) / len(stands), sum(s.y for s in stands) / len(stands)


def looking_at(stands: Sequence[Rect], goal: Point) -> int:
    """The facing from the middle of some stands to a point."""
    return bearing(middle(stands), goal)
