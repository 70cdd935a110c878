"""The table's ground: features as agreed before play, prepared for movement and sight (WC-TERRAIN-1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from sandtable.core import BadSetup, Value
from sandtable.geometry.corners import corners
from sandtable.geometry.measure import convex_parts
from sandtable.geometry.shapes import Disc, Poly, Rect, Shape
from sandtable.geometry.sight import Blocker, Blockers
from sandtable.geometry.units import FAR, milli
from sandtable.rulesets.warcaster.state.cards import Library


class Feature(Value, frozen=True, kw_only=True):
    id: str
    kind: str  # see data/terrain.toml
    outline: tuple[tuple[int, int], ...] = ()
    disc: tuple[int, int, int] | None = None
    height: int = 0
    cover: bool = False
    standable: bool = False
    ladders: tuple[tuple[int, int], ...] = ()  # points on the outline where it may be climbed
    gun: str = ""  # a fixed weapon that a model in contact may fire as a special action (WC-ACT-10)


class Map(Value, frozen=True, kw_only=True, cache_hash=True):
    size: int
    features: tuple[Feature, ...] = ()
    name: str = ""

    def feature(self, name: str) -> Feature:
        return next(f for f in self.features if f.id == name)


class Land(NamedTuple):
    """A map in shapes: what stops a base, what it may cross but not end on, what slows it, what hides."""

    walls: tuple[Shape, ...]  # structures: cannot be moved through, a flyer may pass over
    impassable: tuple[Shape, ...]
    obstacles: tuple[Shape, ...]
    rough: tuple[Shape, ...]
    blockers: Blockers
    see_through: int  # how far a line may run through obscuring terrain (WC-TERRAIN-6)
    cover: tuple[tuple[Feature, tuple[Shape, ...]], ...]


@lru_cache(maxsize=4096)
def shapes(feature: Feature) -> tuple[Shape, ...]:
    """The convex parts of a feature's footprint."""
    if feature.disc is not None:
        return (Disc(*feature.disc),)
    return tuple(convex_parts(feature.outline))


@lru_cache(maxsize=256)
def land(cards: Library, table: Map) -> Land:
    kinds = cards.terrain
    parts: dict[str, list[Shape]] = {"structure": [], "impassable": [], "obstacle": [], "rough": []}
    hiding: list[Blocker] = []
    cover: list[tuple[Feature, tuple[Shape, ...]]] = []
    deepest = max(kind.get("see_through", 0) for kind in kinds.values())
    for number, feature in enumerate(table.features):
        kind, own = kinds[feature.kind], shapes(feature)
        if feature.kind in ("structure", "impassable", "obstacle"):
            parts[feature.kind] += own
        if kind.get("rough"):
            parts["rough"] += own
        if kind.get("obscuring"):
            hiding += [Blocker(shape, FAR, number, deepest / kind["see_through"]) for shape in own]
        elif kind.get("blocks_sight") and feature.height:
            hiding += [Blocker(shape, feature.height) for shape in own]
        if feature.cover:
            cover.append((feature, own))
    return Land(
        walls=tuple(parts["structure"]),
        impassable=tuple(parts["impassable"]),
        obstacles=tuple(parts["obstacle"]),
        rough=tuple(parts["rough"]),
        blockers=Blockers(tuple(hiding)),
        see_through=milli(deepest),
        cover=tuple(cover),
    )


def blocker_features(cards: Library, table: Map) -> tuple[str, ...]:
    """The feature behind each sight blocker of `land`, in the same order: to say what is in the way."""
    kinds = cards.terrain
    names: list[str] = []
    for feature in table.features:
        kind = kinds[feature.kind]
        if kind.get("obscuring") or (kind.get("blocks_sight") and feature.height):
            names += [feature.id] * len(shapes(feature))
    return tuple(names)


def agreed_kind(cards: Library, raw: Mapping[str, Any], height: int) -> str:
    """The kind agreed for a feature, or the one its height makes it: 1 inch is still an obstacle (WC-TERRAIN-16)."""
    kind: str = raw.get("kind") or ("obstacle" if height <= milli(1) else "structure")
    known = cards.terrain
    if kind not in known:
        raise BadSetup(f"terrain: no kind {kind!r}; kinds: {', '.join(known)}")
    if height > milli(known[kind].get("max_height", 1000)):
        raise BadSetup(f"terrain: an {kind} is at most {known[kind]['max_height']} in tall (WC-TERRAIN-10)")
    if height < milli(known[kind].get("min_height", 0)):
        raise BadSetup(f"terrain: a {kind} is at least {known[kind]['min_height']} in tall (WC-TERRAIN-14)")
    return kind


def read_feature(cards: Library, raw: Mapping[str, Any], name: str = "") -> Feature:
    """A feature as maps and scenario files write it, lengths in inches."""
    height = milli(raw.get("height", 0))
    kind = cards.terrain[agreed_kind(cards, raw, height)]
    at = raw.get("at")
    outline: tuple[tuple[int, int], ...] = ()
    disc = None
    if "points" in raw:
        outline = tuple((milli(x), milli(y)) for x, y in raw["points"])
    elif "radius" in raw:
        disc = (milli(at[0]), milli(at[1]), milli(raw["radius"]))  # type: ignore[index]
    else:
        w, h = raw["size"] if isinstance(raw["size"], list | tuple) else (raw["size"], raw["size"])
        # a rectangle's first size runs along x before the turn: its frontage lies across a facing of 90 degrees
        box = Rect(milli(at[0]), milli(at[1]), milli(w), milli(h), (90_000 + milli(raw.get("turn", 0))) % 360_000)  # type: ignore[index]
        outline = tuple((round(x), round(y)) for x, y in corners(box).pts)
    return Feature(
        id=raw.get("id", name),
        kind=agreed_kind(cards, raw, height),
        outline=outline,
        disc=disc,
        height=height,
        cover=raw.get("cover", kind.get("cover", False)),
        standable=raw.get("standable", kind.get("standable", False)),
        ladders=tuple((milli(x), milli(y)) for x, y in raw.get("ladders", ())),
        gun=raw.get("gun", ""),
    )


def read_map(cards: Library, name: str) -> Map:
    """A hand-made table by name."""
    raw = cards.maps[name]
    features = tuple(read_feature(cards, f) for f in raw["features"])
    return Map(size=milli(raw["table"]), features=features, name=name)


def footprint(feature: Feature) -> Poly | Disc:
    """The outline as one shape; a concave one as its hull is never asked for: tops are convex by agreement."""
    if feature.disc is not None:
        return Disc(*feature.disc)
    return Poly(feature.outline)
