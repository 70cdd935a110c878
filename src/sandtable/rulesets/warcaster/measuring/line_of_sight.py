"""Who sees whom (WC-LOS): volumes past terrain. Models never block (WC-LOS-4)."""

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
    return bool(seen_among(p, viewer, (target,)))
