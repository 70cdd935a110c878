"""What lies where: features under a base, elevation, clouds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sandtable.geometry.distance import inside, outline, overlap, radius
from sandtable.geometry.shapes import Disc, Shape
from sandtable.geometry.units import MILLI, milli
from sandtable.rulesets.warmachine.common.state.cards import Ground, Library
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import MAP, PLACES, Model
from sandtable.tabletop.measuring.distance import disc
from sandtable.tabletop.terrain.features import Feature, Map, shapes
from sandtable.tabletop.terrain.reading import read_feature

Box = tuple[float, float, float, float]
WATER = "deep_water"


def ground_of(p: Position, feature: Feature) -> Ground:
    return p.rules.cards.ground[feature.kind]


def features_under(p: Position, base: Disc, tol: float = 1) -> tuple[Feature, ...]:
    """Features that any part of a base is in."""
    known: dict[tuple[Disc, float], tuple[Feature, ...]] = p.memo("under", dict, MAP)
    found = known.get((base, tol))
    if found is None:
        x, y, r = base.x, base.y, base.r - min(tol, 0)
        known[base, tol] = found = tuple([
            feature for feature, (left, low, right, high) in boxes(p)
            if left <= x + r and x - r <= right and low <= y + r and y - r <= high
            and any(overlap(base, part, tol) for part in shapes(feature))
        ])  # fmt: skip
    return found


def boxes(p: Position) -> list[tuple[Feature, Box]]:
    """Every feature with the box around it."""
    return p.memo("boxes", lambda: [(f, box_round(shapes(f))) for f in p.state.map.features], MAP)


def box_round(parts: tuple[Shape, ...]) -> Box:
    """Left, low, right and high."""
    ends = [(x, y, radius(part)) for part in parts for x, y in outline(part)]
    return (
        min(x - r for x, _, r in ends), min(y - r for _, y, r in ends),
        max(x + r for x, _, r in ends), max(y + r for _, y, r in ends),
    )  # fmt: skip


def obstacles(p: Position) -> tuple[Shape, ...]:
    """The parts of obstacles that can be climbed."""

    def build() -> tuple[Shape, ...]:
        return tuple(s for f in p.state.map.features if ground_of(p, f).kind == "obstacle" for s in shapes(f))

    return p.memo("obstacles", build, MAP)


def climbed(p: Position, base: Disc) -> tuple[Shape, ...]:
    """The parts of obstacles that a base stands on."""
    known: dict[Disc, tuple[Shape, ...]] = p.memo("climbed", dict, MAP)
    found = known.get(base)
    if found is None:
        found = known[base] = tuple([part for part in obstacles(p) if overlap(base, part)])
    return found


def water_under(p: Position, base: Disc) -> tuple[Shape, ...]:
    """The deep water that any part of a base is in."""
    return tuple([part for f in features_under(p, base) if ground_of(p, f).kind == WATER for part in shapes(f)])


def stands_in(p: Position, model: Model, kind: str) -> bool:
    """Whether any part of its base is in terrain of this kind."""
    known: dict[tuple[Disc, str], bool] = p.memo("standing in", dict, MAP)
    key = disc(p, model), kind
    found = known.get(key)
    if found is None:
        found = known[key] = any(ground_of(p, f).kind == kind for f in features_under(p, key[0]))
    return found


def elevation(p: Position, model: Model) -> int:
    """How high the ground is under the middle of a base."""
    at = (model.x, model.y)
    known = known_heights(p)
    found = known.get(at)
    if found is None:
        under = [h.height for h in hills(p) if any(inside(at, part) for part in shapes(h))]
        found = known[at] = max(under, default=0)
    return found


def hills(p: Position) -> list[Feature]:
    """What raises those who stand on it."""
    return p.memo("hills", lambda: [f for f in p.state.map.features if ground_of(p, f).raises], MAP)


def known_heights(p: Position) -> dict[tuple[int, int], int]:
    """The elevation of the places asked about so far."""
    return p.memo("elevations", dict, MAP)


def elevations(p: Position) -> dict[str, int]:
    """How high everybody stands who does not stand on the ground."""

    return p.memo("heights", _elevations, PLACES, p)


def _elevations(p: Position) -> dict[str, int]:
    if not hills(p):
        return {}
    known, found = known_heights(p), {}
    for name, m in p.state.models.items():
        height = known.get((m.x, m.y))
        if height is None:
            height = elevation(p, m)
        if height:
            found[name] = height
    return found


def height_of(ground: Ground, feature: Feature) -> int:
    return feature.height or round(ground.usual_height * MILLI)


def read_map(cards: Library, name: str) -> Map:
    """A table by name."""
    raw = cards.maps[name]
    return laid_out(cards, tuple(milli(side) for side in raw["table"]), raw["features"], name)


def laid_out(cards: Library, size: tuple[int, ...], features: Any, name: str = "") -> Map:
    found = tuple(feature(cards, raw, f"terrain_{i}") for i, raw in enumerate(features, 1))
    return Map(size=(size[0], size[1]), features=found, name=name)


def feature(cards: Library, raw: Mapping[str, Any], name: str) -> Feature:
    found = read_feature(cards.terrain, raw, Feature, name)
    ground = cards.ground[found.kind]
    return found if found.height else found.but(height=round(ground.usual_height * MILLI))


@lru_cache(maxsize=4096)
def round_feature(name: str, kind: str, x: int, y: int, r: int) -> Feature:
    """A wreck or a cloud."""
    return Feature(id=name, kind=kind, disc=(x, y, r))
