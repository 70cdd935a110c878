"""Who sees whom (WC-LOS): volumes past terrain. Models never block (WC-LOS-4).

The best line joins the tops of the two volumes (WC-LOS-6), so sight is mutual (WC-LOS-3). A solid feature hides up to
its height (WC-LOS-5): what a wall hides follows from the heights of volumes (WC-LOS-7, WC-LOS-8). Obscuring terrain is
tested for each line (WC-LOS-9): 3 inches in all where an end is inside (WC-TERRAIN-6, WC-TERRAIN-8), nothing where it
lies between (WC-TERRAIN-7).

Elsewhere: WC-LOS-10 in attacks/targets.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.geometry.sight import Sighting
from sandtable.rulesets.warcaster.measuring.distance import enemies
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import Model
from sandtable.tabletop.measuring import line_of_sight
from sandtable.tabletop.measuring.line_of_sight import Volume


def volume(p: Position, model: Model) -> Volume:
    """The cylinder a model fills, as high as its base says (WC-STAT-16, WC-LOS-1)."""
    base = p.rules.bases[model.card]
    return model.x, model.y, base.radius, model.z + base.height


def look(p: Position, viewer: str, target: str) -> Sighting:
    """The sight line between two models, or what blocks it (WC-LOS-2)."""
    models = p.state.models
    return line_of_sight.look(p, volume(p, models[viewer]), volume(p, models[target]))


def in_the_way(p: Position, viewer: str, target: str) -> tuple[str, ...]:
    """The features that hide a model, by id."""
    models = p.state.models
    return line_of_sight.in_the_way(p, volume(p, models[viewer]), volume(p, models[target]))


def seen_among(p: Position, viewer: str, targets: Sequence[str]) -> list[str]:
    """Those of some models the viewer has line of sight to."""
    models = p.state.models
    flags = line_of_sight.seen(p, volume(p, models[viewer]), [volume(p, models[n]) for n in targets])
    return [name for name, seen in zip(targets, flags, strict=True) if seen]


def visible_from(p: Position, viewer: str) -> frozenset[str]:
    """Every enemy model the viewer has line of sight to."""
    return frozenset(seen_among(p, viewer, enemies(p, p.state.seat_of(viewer))))


def sees(p: Position, viewer: str, target: str) -> bool:
    models = p.state.models
    return line_of_sight.sees(p, volume(p, models[viewer]), volume(p, models[target]))
