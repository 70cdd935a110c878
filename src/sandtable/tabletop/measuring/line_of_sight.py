"""Who sees whom past the terrain: whole rows of targets at once, remembered for as long as the map stands.

Bases do not hide each other here; a game in which they do gives its blockers to `geometry.sight` itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sandtable.geometry.ground import Ground
from sandtable.geometry.shapes import Disc
from sandtable.geometry.sight import Sighting, sight, sight_row
from sandtable.geometry.units import TOL
from sandtable.tabletop.position import MAP, Tabletop
from sandtable.tabletop.terrain.features import Map
from sandtable.tabletop.terrain.kinds import Kinds
from sandtable.tabletop.terrain.land import land

Volume = tuple[int, int, int, int]  # x, y, radius, height of its top above the table


def look(p: Tabletop, viewer: Volume, target: Volume) -> Sighting:
    """The sight line between two volumes, or what blocks it."""
    ground = land(p.rules.kinds, p.state.map)
    return sight(Disc(*viewer[:3]), viewer[3], Disc(*target[:3]), target[3], ground.blockers, ground.see_through)


def in_the_way(p: Tabletop, viewer: Volume, target: Volume) -> tuple[str, ...]:
    """The features that hide a volume, by id; empty where it is seen."""
    names = land(p.rules.kinds, p.state.map).hiding
    return tuple(dict.fromkeys(names[i] for i in look(p, viewer, target).blocked_by))


def seen(p: Tabletop, viewer: Volume, targets: Sequence[Volume]) -> list[bool]:
    """Which of some volumes the viewer has line of sight to.

    Sight follows from two places on a map: what was asked before is remembered. A clear line from middle to middle
    settles the matter; the rest is one question.
    """
    table = p.state.map
    known: dict[tuple[Volume, Volume], bool] = p.memo("sight", dict, MAP)
    pairs = [(viewer, there) for there in targets]
    hard: list[tuple[Volume, Volume]] = []
    for pair in pairs:
        if pair not in known:
            known[pair] = clear_middle(p.rules.kinds, table, *pair)
            if not known[pair]:
                hard.append(pair)
    if hard:
        ground = land(p.rules.kinds, table)
        far = [(Disc(x, y, r), top) for _, (x, y, r, top) in hard]
        row = sight_row(Disc(*viewer[:3]), viewer[3], far, ground.blockers, ground.see_through)
        known.update(zip(hard, row.clear, strict=True))
    return [known[pair] for pair in pairs]


def sees(p: Tabletop, viewer: Volume, target: Volume) -> bool:
    """The same of one volume."""
    known: dict[tuple[Volume, Volume], bool] = p.memo("sight", dict, MAP)
    found = known.get((viewer, target))
    if found is None:
        (found,) = seen(p, viewer, (target,))
    return found


def clear_middle(kinds: Kinds, table: Map, a: Volume, b: Volume) -> bool:
    """Whether nothing higher than the lower top is on the line between two middles: then there is line of sight."""
    return _higher_than(kinds, table, min(a[3], b[3])).straight(a[:2], b[:2])


@lru_cache(maxsize=1024)
def _higher_than(kinds: Kinds, table: Map, height: int) -> Ground:
    """What may be in the way of a line so high, for a thin ray: it keeps a hair's breadth away."""
    return Ground(2 * TOL, tuple(b.shape for b in land(kinds, table).blockers.items if b.top > height))
