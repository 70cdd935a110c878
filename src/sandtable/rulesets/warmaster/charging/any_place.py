"""Whether a charging unit finds places for all its stands: sooner answered than where they would all be.

`placements` lists every result; here one is enough, and for the last stand any place of any kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.geometry.shapes import Rect
from sandtable.rulesets.warmaster.charging.placing import (
    Place,
    Placed,
    Placing,
    beside,
    flush_ends,
    next_placings,
    rears,
    rounded,
    slides,
    steps_back,
)
from sandtable.rulesets.warmaster.state.table import EPS


def placeable(place: Place, first: Placed) -> list[Placing]:
    """One result of placing the other stands, if there is any."""
    found = _placed(place, Placing((first,)), set())
    return [] if found is None else [found]


def _placed(place: Place, now: Placing, seen: set[tuple[frozenset[Rect], frozenset[int]]]) -> Placing | None:
    left = now.unplaced(len(place.starts))
    if not left:
        return now
    if any(place.stuck(number, now.rects) for number in left):
        return None
    if len(left) == 1:
        return anywhere(place, now, left[0])
    for number in left:
        for following in next_placings(place, now, number):
            if following.so_far not in seen:
                seen.add(following.so_far)
                if (found := _placed(place, following, seen)) is not None:
                    return found
    return None


def anywhere(place: Place, now: Placing, number: int) -> Placing | None:
    """The last stand at any place where WM-CHARGE-21 lets it go if no better one is free: by straight ways first."""
    barred: list[Rect] = []
    for goal in _goals(place, now, number):
        straight = place.ground.among.leg(place.starts[number], rounded(goal), EPS) is None
        if not straight:
            barred.append(goal)
        elif placed := place.to(number, goal, now):
            return now.plus(placed)
    for goal in barred:
        if placed := place.to(number, goal, now):
            return now.plus(placed)
    return None


def _goals(place: Place, now: Placing, number: int) -> Iterator[Rect]:
    yield from (goal for _, goal in flush_ends(now))
    yield from slides(place, now)
    yield from rears(now)
    for at in beside(now):
        for _, goal in steps_back(place, number, at, now.rects):
            yield goal
