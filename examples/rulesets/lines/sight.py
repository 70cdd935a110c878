"""Which enemies a line sees in front of it."""

from __future__ import annotations

from functools import lru_cache

from lines.state import close, enemies, in_reach, line_of, others
from sandtable.core import Position
from sandtable.geometry.measure import in_front, nearest, overlap
from sandtable.geometry.shapes import Rect, Segment
from sandtable.geometry.units import TOL

joined = lru_cache(maxsize=16_384)(nearest)


def sees(p: Position, name: str, target: str) -> bool:
    """In front, and no other unit on the straight line between their nearest points (LI-SIGHT-1)."""
    own, enemy = line_of(p, name), line_of(p, target)
    if not in_front(own, own.facing, enemy):
        return False
    _, here, there = joined(own, enemy)
    view = Segment(*here, *there)
    between = Rect((here[0] + there[0]) / 2, (here[1] + there[1]) / 2, abs(here[0] - there[0]), abs(here[1] - there[1]))
    return not any(
        close(between, rect, 0) and overlap(view, rect) for other, rect in others(p, name).items() if other != target
    )


def nearest_seen(p: Position, name: str, reach: int) -> tuple[str, ...]:
    """The nearest enemy seen within reach; several when they are equally near (LI-SIGHT-2)."""
    own = line_of(p, name)
    near = ((joined(own, rect)[0], enemy) for enemy, rect in enemies(p, name).items() if in_reach(own, rect, reach))
    seen: list[tuple[float, str]] = []
    for far, enemy in sorted(near):
        if seen and far > seen[0][0] + TOL:
            break
        if sees(p, name, enemy):
            seen.append((far, enemy))
    return tuple(enemy for _, enemy in seen)
