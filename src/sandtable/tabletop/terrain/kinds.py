"""Kinds of terrain as data: what stops a base, what slows it, what hides, what may be stood on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import msgspec

from sandtable.core import BadSetup
from sandtable.geometry.units import milli

Entry = Literal["open", "cross", "solid", "closed"]
Hiding = Literal["nothing", "solid", "area"]
LENGTHS = ("depth", "climb", "min_height", "max_height")


class Kind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a kind of terrain does. Lengths in thousandths."""

    name: str
    rule: str = ""  # its rule in the rulebook
    # open: entered freely; cross: passed but not ended on; solid: gone round, a flyer passes over; closed to all
    entry: Entry = "open"
    rough: bool = False  # each unit of movement costs two
    hides: Hiding = "nothing"  # solid: up to the feature's height; area: sight runs `depth` into it
    depth: int = 0
    unlimited: bool = False  # for sight and cover it has no top
    cover: bool = False  # unless a feature says otherwise
    standable: bool = False  # unless a feature says otherwise
    low: bool = False  # bases on its top and on the ground are in each other's way
    climb: int | None = None  # what getting on to it costs; None: by ladders and stairs only
    min_height: int = 0
    max_height: int | None = None


@dataclass(frozen=True, eq=False)
class Kinds:
    """The kinds of terrain of one ruleset, by id. Looked up by identity: one object on the ruleset."""

    by_id: Mapping[str, Kind]

    def __getitem__(self, kind: str) -> Kind:
        return self.by_id[kind]

    def __contains__(self, kind: object) -> bool:
        return kind in self.by_id

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_id)

    @cached_property
    def deepest(self) -> int:
        """The farthest that sight runs through an area of any kind."""
        return max((kind.depth for kind in self.by_id.values()), default=0)


def read_kinds(data: Mapping[str, Mapping[str, Any]]) -> Kinds:
    """Kinds from a table of data, lengths in the ruleset's unit: ``{"wood": {"name": "Wood", "rough": True}}``."""
    return Kinds({kind: _kind(kind, raw) for kind, raw in data.items()})


def _kind(kind: str, raw: Mapping[str, Any]) -> Kind:
    entry = dict(raw)
    for key in LENGTHS:
        if key in entry:
            if isinstance(entry[key], bool) or not isinstance(entry[key], int | float) or entry[key] < 0:
                raise BadSetup(f"terrain.{kind}.{key}: a length of 0 or more, not {entry[key]!r}")
            entry[key] = milli(entry[key])
    try:
        found = msgspec.convert(entry, Kind)
    except msgspec.ValidationError as e:
        fields = ", ".join(Kind.__struct_fields__)
        raise BadSetup(f"terrain.{kind}: {e}; a kind of terrain has {fields}") from e
    if found.hides == "area" and not found.depth:
        raise BadSetup(f"terrain.{kind}: an area that hides needs a depth, how far sight runs into it")
    if found.max_height is not None and found.max_height < found.min_height:
        raise BadSetup(f"terrain.{kind}: max_height is less than min_height")
    return found
