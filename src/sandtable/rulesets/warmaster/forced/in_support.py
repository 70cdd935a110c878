"""Infantry in the path of infantry may be re-formed in support of them instead of moving back (WM-MKWY-3)."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.geometry.corners import unit as direction
from sandtable.geometry.shapes import Rect
from sandtable.rulesets.warmaster.state.rules import Position, entry

FOOT = "infantry"


def both_on_foot(p: Position, unit: str, pusher: str) -> bool:
    return entry(p, unit).type == entry(p, pusher).type == FOOT


def support_places(rects: Sequence[Rect], pushed: Sequence[Rect]) -> tuple[Rect, ...]:
    """Each stand exactly behind a pushing stand where that ends, or behind one so placed (WM-SUPP-3): the nearest free
    place of the first rank, then of the next."""
    free: list[Rect] = []
    rank = 1
    while len(free) < len(rects):
        free += [_behind(end, rank) for end in pushed]
        rank += 1
    free, found = free[: len(rects)], list[Rect]()
    for rect in rects:
        found.append(min(free, key=lambda g: (g.x - rect.x) ** 2 + (g.y - rect.y) ** 2))
        free.remove(found[-1])
    return tuple(found)


def _behind(stand: Rect, rank: int) -> Rect:
    cos, sin = direction(stand.facing)
    return stand._replace(x=round(stand.x - cos * stand.depth * rank), y=round(stand.y - sin * stand.depth * rank))
