"""A table of no game in particular, in centimetres: pieces on round bases and terrain by data."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from sandtable.geometry.ground import Ground
from sandtable.tabletop.measuring.distance import disc, radius
from sandtable.tabletop.moving.obstacles import footing, neighbours, open_ground, roof, sky
from sandtable.tabletop.moving.path_faults import PathCitations, Walking
from sandtable.tabletop.terrain.features import Feature, Map
from sandtable.tabletop.terrain.kinds import Kinds, read_kinds
from sandtable.tabletop.terrain.reading import read_feature
from sandtable.tabletop.terrain.surfaces import Surface, surface_of

T = TypeVar("T")

KINDS: Mapping[str, Mapping[str, Any]] = {
    "marsh": {"name": "Marsh", "rough": True},
    "wood": {"name": "Wood", "rough": True, "hides": "area", "depth": 2, "unlimited": True},
    "wall": {
        "name": "Wall",
        "entry": "cross",
        "hides": "solid",
        "cover": True,
        "low": True,
        "climb": 3,
        "max_height": 2,
    },
    "hall": {"name": "Hall", "entry": "solid", "hides": "solid", "cover": True, "standable": True, "min_height": 2},
    "lake": {"name": "Lake", "entry": "closed"},
    "road": {"name": "Road"},
}


class Round(NamedTuple):
    radius: int


class Piece(NamedTuple):
    x: int
    y: int
    z: int = 0
    on: str = ""
    card: str = "man"

    @property
    def at(self) -> tuple[int, int]:
        return self.x, self.y


@dataclass(frozen=True)
class Rules:
    kinds: Kinds
    unit: str = "cm"
    kept: dict[Hashable, Any] = field(default_factory=dict)
    widest_base: int = 2000
    bases: Mapping[str, Round] = field(default_factory=lambda: {"man": Round(1000), "giant": Round(2000)})


@dataclass(frozen=True)
class State:
    map: Map
    models: Mapping[str, Piece]


@dataclass(frozen=True)
class Field:
    """A position of the table: forgets everything at once."""

    rules: Rules
    state: State

    def memo(self, key: Hashable, make: Callable[[], T], of: frozenset[str] | None = None) -> T:
        return make()


def laid(*terrain: Mapping[str, Any], pieces: Mapping[str, Piece] | None = None) -> Field:
    """A table of 180 x 120 cm."""
    kinds = read_kinds(KINDS)
    features = tuple(read_feature(kinds, raw, Feature, f"{raw['kind']}_{i}") for i, raw in enumerate(terrain, 1))
    table = Map(size=(180_000, 120_000), features=features)
    return Field(Rules(kinds), State(table, dict(pieces or {})))


def ground(
    p: Field,
    model: str,
    *,
    on: Surface | None = None,
    climbing: str = "",
    leaving: bool = False,
    reach: int | None = None,
) -> Ground:
    me = p.state.models[model]
    surface = on or surface_of(me)
    bare = (
        roof(p, me, surface, leaving)
        if surface.on
        else open_ground(p.rules.kinds, p.state.map, radius(p, me), climbing)
    )
    return bare.among(tuple(disc(p, m) for m in neighbours(p, surface, (model,))))


def air(p: Field, model: str) -> Ground:
    return sky(p.rules.kinds, p.state.map, radius(p, p.state.models[model]))


def standing(p: Field, model: str, surface: Surface) -> Ground:
    return footing(p, radius(p, p.state.models[model]), surface, (model,))


WALKING = Walking(
    ground=ground,
    onto=lambda p, name: "no-giants" if p.state.models[name].card == "giant" else None,
    cites=PathCitations(
        too_far="too-far",
        off_table="off-table",
        into_base="into-base",
        onto_base="onto-base",
        terrain={kind: f"in-{kind}" for kind in KINDS},
        no_surface="no-surface",
        no_ladder="no-ladder",
        other_ladder="other-ladder",
        over_edge="over-edge",
    ),
)
