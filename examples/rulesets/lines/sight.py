"""Which enemies a line sees in front of it."""

from __future__ import annotations

from functools import lru_cache

from lines.state import close, enemies, in_reach, line_of, others
from sandtable.core import Position
from sandtable.geometry.measure import gap, in_front, nearest, overlap
from sandtable.geometry.shapes import Rect, Segment
from sandtable.geometry.units import TOL

apart = lru_cache(maxsize=16_384)(gap)


def sees(p: Position, name: str, target: str) -> bool:
    """In front, and no other unit on the straight line between their nearest points (LI-SIGHT-1)."""
    own, enemy = line_of(p, name), line_of(p, target)
    if not in_front(own, own.facing, enemy):
        return False
    _, here, there = nearest(own, enemy)
    view = Segment(*here, *there)
    between = Rect((here[0] + there[0]) / 2, (here[1] + there[1]) / 2, abs(here[0] - there[0]), abs(here[1] - there[1]))
    return not any(
        close(between, rect, 0) and overlap(view, rect) for other, rect in others(p, name).items() if other != target
    )


def nearest_seen(p: Position, name: str, reach: int) -> tuple[str, ...]:
    """The nearest enemy seen within reach; several when they are equally near (LI-SIGHT-2)."""
    own = line_of(p, name)
    gaps = sorted((apart(own, rect), enemy) for enemy, rect in enemies(p, name).items() if in_reach(own, rect, reach))
    seen = [(far, enemy) for far, enemy in gaps if sees(p, name, enemy)]
    return tuple(enemy for far, enemy in seen if far <= seen[0][0] + TOL)
