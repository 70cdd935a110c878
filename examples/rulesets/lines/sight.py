"""Which enemies a line sees in front of it."""

from __future__ import annotations

from functools import lru_cache

from lines.crowd import crowd
from lines.state import line_of
from sandtable.core import Position
from sandtable.geometry.measure import in_front, nearest
from sandtable.geometry.shapes import Segment
from sandtable.geometry.units import TOL

NOISE_DIGITS = 6  # equally near is equally near, whatever the last bits say
joined = lru_cache(maxsize=16_384)(nearest)


def sees(p: Position, name: str, target: str) -> bool:
    """In front, and no other unit on the straight line between their nearest points (LI-SIGHT-1)."""
    own, enemy = line_of(p, name), line_of(p, target)
    if not in_front(own, own.facing, enemy):
        return False
    _, here, there = joined(own, enemy)
    view = Segment(*here, *there)
    table = crowd(p)
    return {table.names[i] for i in table.row.overlaps(view)} <= {name, target}


def nearest_seen(p: Position, name: str, reach: int) -> tuple[str, ...]:
    """The nearest enemy seen within reach; several when they are equally near (LI-SIGHT-2)."""
    table = crowd(p)
    near = ((round(table.near[name][enemy], NOISE_DIGITS), enemy) for enemy in table.enemies_within(name, reach))
    seen: list[tuple[float, str]] = []
    for far, enemy in sorted(near):
        if seen and far > seen[0][0] + TOL:
            break
        if sees(p, name, enemy):
            seen.append((far, enemy))
    return tuple(enemy for _, enemy in seen)
