"""Guns on higher ground shoot over what is lower (WM-ART-6).

Levels: the open table 0; a stand on a hill or at a rampart 1; a hill itself 1, other features that of their ground.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sandtable.geometry.blockers import Blockers
from sandtable.geometry.shapes import Rect
from sandtable.rulesets.warmaster.combat.engagements import all_engaged
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Position, entry, land
from sandtable.rulesets.warmaster.state.table import EPS, PLACES

AT_IT = 1_000
OVER_TERRAIN: Switch[Callable[[Iterable[int]], frozenset[int]]] = Switch(  # the lower terrain that guns shoot over
    "artillery_over_lower_terrain", {"true": frozenset, "false": lambda found: frozenset()}, "WM-ART-6"
)


def level(p: Position, rect: Rect) -> int:
    ground = land(p)
    at_it = ground.met(rect, EPS, AT_IT)
    kinds = [(number, ground.kinds[ground.map.features[number].kind]) for number in at_it]
    return int(
        any(kind.behind and kind.cover == "fortified" for _, kind in kinds)
        or any(kind.higher and number in ground.met(rect, EPS) for number, kind in kinds)
    )


def levels(p: Position) -> list[int]:
    """The level of every stand."""
    return p.memo("levels", lambda: [level(p, rect) for rect in crowd(p).rects], PLACES)


def shot_over(p: Position, scene: Blockers, viewer: int, target: int) -> frozenset[int]:
    """What a gun shoots over to reach a target: lower terrain, friends, and enemies that are no targets themselves."""
    table = crowd(p)
    if entry(p, table.owners[viewer]).type != "artillery":
        return frozenset()
    heights = levels(p)
    own, other = heights[viewer], heights[target]
    over = max(own, other if other > own else 0)  # what is below this
    if not over:
        return frozenset()
    seat, reading, fighting = table.seats[table.owners[viewer]], OVER_TERRAIN.of(p), all_engaged(p)

    def below() -> frozenset[int]:
        troops = [
            scene.number(i)
            for i, owner in enumerate(table.owners)
            if heights[i] < over and (table.seats[owner] == seat or owner in fighting)
        ]
        return frozenset(troops) | reading([n for n, high in enumerate(land(p).levels) if high < over])

    return p.memo(("shot over", seat, over, reading, fighting), below, PLACES)
