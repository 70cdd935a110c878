"""Guns on higher ground shoot over what is lower (WM-ART-6).

Levels: the open table 0; a stand on a hill or at a rampart 1; a hill itself 1, other features that of their ground.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sandtable.geometry.blockers import Blockers
from sandtable.geometry.distance import overlap, within
from sandtable.geometry.shapes import Rect
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Position, entry, land
from sandtable.rulesets.warmaster.state.table import EPS, PLACES
from sandtable.rulesets.warmaster.terrain.features import parts

AT_IT = 1_000
OVER_TERRAIN: Switch[Callable[[Iterable[int]], frozenset[int]]] = Switch(  # the lower terrain that guns shoot over
    "artillery_over_lower_terrain", {"true": frozenset, "false": lambda found: frozenset()}, "WM-ART-6"
)


def level(p: Position, rect: Rect) -> int:
    ground = land(p)
    for feature in ground.map.features:
        kind = ground.kinds[feature.kind]
        if kind.higher and any(overlap(rect, part, EPS) for part in parts(feature)):
            return 1
        if kind.behind and kind.cover == "fortified" and any(within(rect, part, AT_IT, EPS) for part in parts(feature)):
            return 1
    return 0


def levels(p: Position) -> list[int]:
    """The level of every stand."""
    return p.memo("levels", lambda: [level(p, rect) for rect in crowd(p).rects], PLACES)


def terrain_levels(p: Position) -> list[int]:
    """The level of every blocker: of a hill itself 1, of a feature that of the ground it stands on."""
    ground = land(p)
    by_name = {f.id: f for f in ground.map.features}
    hills = [part for f in ground.map.features if ground.kinds[f.kind].higher for part in parts(f)]
    found = []
    for name in ground.sight[1]:
        feature = by_name[name]
        high = ground.kinds[feature.kind].higher or any(overlap(a, b, EPS) for a in parts(feature) for b in hills)
        found.append(int(high))
    return found


def shot_over(p: Position, scene: Blockers, viewer: int, target: int) -> frozenset[int]:
    """What a gun shoots over to reach a target: lower terrain, friends, and enemies that are no targets themselves."""
    table, heights = crowd(p), levels(p)
    if entry(p, table.owners[viewer]).type != "artillery":
        return frozenset()
    own, other = heights[viewer], heights[target]
    over = max(own, other if other > own else 0)  # what is below this
    if not over:
        return frozenset()
    seat = table.seats[table.owners[viewer]]
    troops = [
        scene.number(i)
        for i, owner in enumerate(table.owners)
        if heights[i] < over and (table.seats[owner] == seat or table.fought(owner))
    ]
    ground = [n for n, high in enumerate(terrain_levels(p)) if high < over]
    return frozenset(troops) | OVER_TERRAIN.of(p)(ground)
