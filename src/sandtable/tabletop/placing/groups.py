"""Putting down a whole group: several bases about a first one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sandtable.geometry.ground import Spot
from sandtable.tabletop.terrain.features import Map
from sandtable.tabletop.terrain.surfaces import Surface, surface_at, tops

Placed = tuple[Any, ...]  # (piece, pose or None) one after the other


def spaced(
    table: Map,
    places: Iterable[Spot],
    count: int,
    r: int,
    surface: Surface,
    apart: int,
    taken: Sequence[Spot] = (),
) -> list[Spot]:
    """The first places that are apart from each other and from those taken, on one surface; empty: too few.

    `apart` is the least distance of two middles. The places taken come first and count.
    """
    found, least = list(taken), apart * apart
    level = bool(surface.on) or not tops(table)
    for x, y in places:
        for there_x, there_y in found:
            dx, dy = x - there_x, y - there_y
            if dx * dx + dy * dy < least:
                break
        else:
            if level or surface_at(table, (x, y), r) == surface:
                found.append((x, y))
                if len(found) == count:
                    return found
    return []


def one_after_another(pieces: Sequence[str], place: Callable[[Placed, str], Any], first: Placed = ()) -> Placed | None:
    """Each piece where `place(prefix, piece)` puts it, or None when that finds no place for one of them."""
    placed = first
    for piece in pieces[len(first) :]:
        at = place(placed, piece)
        if at is None:
            return None
        placed = (*placed, (piece, at))
    return placed


def lost(placed: Placed) -> int:
    """How many pieces have no place."""
    return sum(1 for _, pose in placed if pose is None)
