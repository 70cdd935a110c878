"""Groups of neighbours: brigades, combined attacks, units in coherency."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def connected_sets(names: Sequence[T], links: Mapping[T, Collection[T]], most: int) -> list[tuple[T, ...]]:
    """Every connected set of up to so many, small ones first, in the order of the names.

    `links` tells who is near whom. Sets are grown one neighbour at a time: the work follows their number, not that of
    all combinations.
    """
    order = {name: i for i, name in enumerate(names)}
    near = [[order[other] for other in links[name] if other in order] for name in names]
    sets: list[tuple[int, ...]] = [(i,) for i in range(len(names))]
    found, size = list(sets), 1
    while sets and size < most:
        grown = {tuple(sorted((*one, j))) for one in sets for i in one for j in near[i] if j not in one}
        sets, size = sorted(grown), size + 1
        found += sets
    return [tuple(names[i] for i in one) for one in found]


def stragglers(names: Sequence[T], links: Mapping[T, Collection[T]]) -> list[T]:
    """Those not linked to the first, directly or by others."""
    if not names:
        return []
    linked, todo = {names[0]}, [names[0]]
    while todo:
        more = [other for other in links[todo.pop()] if other not in linked]
        linked.update(more)
        todo += more
    return [name for name in names if name not in linked]
