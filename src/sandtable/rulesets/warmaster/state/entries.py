"""Data as typed values: troop types, units, characters, mounts, spells, lists, scenarios. Lengths in thousandths."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal, TypeVar

import msgspec

from sandtable.geometry.units import MILLI

T = TypeVar("T")
CENTIMETRES = frozenset(("full", "half", "frontage", "depth", "range"))


class TroopType(msgspec.Struct, frozen=True):
    """Paces and the size of a stand (WM-GEO-3, WM-MOVE-1, WM-MOVE-2, WM-MOVE-3, WM-MOVE-4, WM-MOVE-5)."""

    full: int
    half: int
    frontage: int
    depth: int


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of unit in an army's list."""

    id: str
    name: str
    army: str
    type: str
    attack: int
    hits: int
    stands: int
    points: int
    min: int
    special: tuple[str, ...]
    source: str
    max: int | None = None
    armour: int | None = None  # the save; None: no save
    shots: int = 0  # a stand's shooting Attack
    shots_by_range: tuple[tuple[int, int], ...] = ()  # cm and dice
    range: int = 0
    full: int | None = None  # machines have a pace of their own (WM-MOVE-6)
    half: int | None = None
    flyer: bool = False
    face: str = "type"
    attached: bool = False  # a stand added to another unit

    def has(self, rule: str) -> bool:
        return rule in self.special


class Rank(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of character."""

    id: str
    name: str
    army: str
    kind: Literal["general", "hero", "wizard"]
    attack: int
    command: int
    points: int
    min: int
    max: int
    source: str


class Mount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    army: str
    kind: Literal["flying_monster", "monster", "chariot"]
    attack: int
    points: int
    special: tuple[str, ...]
    source: str
    max: int | None = None  # per 1,000 points
    army_max: int | None = None
    riders: tuple[str, ...] = ()  # ranks that may have it; none named: any

    @property
    def flies(self) -> bool:
        return "fly100" in self.special


class Spell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    army: str
    name: str
    cast: int
    range: int
    sight: bool
    attacks: int
    drives: bool
    target: str
    lasts: str
    effect: str
    source: str


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    human: bool


class ArmyList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list as data: `total` and `break_point` are checked, not read (WM-DATA-2)."""

    id: str
    army: str
    limit: int
    characters: dict[str, int]
    units: dict[str, int]
    mounts: dict[str, tuple[str, ...]] = {}
    attach: dict[str, tuple[str, ...]] = {}
    total: int = 0
    break_point: int = 0


class SideZone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a side deploys: between two lines across an axis, in cm; and its own edge (WM-DATA-9)."""

    edge: str
    axis: Literal["x", "y"]
    zone: tuple[int, int]


class Battlefield(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario: tables it is played on, zones, length."""

    id: str
    tables: tuple[str, ...]
    limits: tuple[int, ...]
    sides: tuple[SideZone, SideZone]
    length: Literal["random", "fixed", "none"]
    turns: int = 0
    cap: int = 0  # where automatic play stops (WM-DATA-13)


@dataclass(frozen=True)
class Library:
    """Everything printed."""

    types: Mapping[str, TroopType]
    armies: Mapping[str, Army]
    units: Mapping[str, Entry]
    ranks: Mapping[str, Rank]
    mounts: Mapping[str, Mount]
    spells: Mapping[str, Spell]
    lists: Mapping[str, ArmyList]
    scenarios: Mapping[str, Battlefield]
    tables: Mapping[str, Any]
    kinds: Mapping[str, Any]
    special_rules: Mapping[str, Any]
    earlier: Mapping[str, ArmyList]  # lists as they were, by ``NAME@DATA``

    def spells_of(self, army: str) -> tuple[Spell, ...]:
        return tuple(spell for spell in self.spells.values() if spell.army == army)


def read_data(name: str) -> dict[str, Any]:
    folder = files("sandtable.rulesets.warmaster") / "data"
    return tomllib.loads((folder / name).read_text(encoding="utf-8"))


def _table(raw: Mapping[str, Mapping[str, Any]], kind: type[T]) -> dict[str, T]:
    named = "id" in kind.__struct_fields__  # type: ignore[attr-defined]
    found = {}
    for name, entry in raw.items():
        lengths = {key: entry[key] * MILLI for key in CENTIMETRES & set(entry)}
        found[name] = msgspec.convert({**({"id": name} if named else {}), **entry, **lengths}, kind)
    return found


def read_library() -> Library:
    armies, lists = read_data("armies.toml"), read_data("lists.toml")
    return Library(
        types=_table(read_data("troops.toml")["type"], TroopType),
        armies=_table(armies["army"], Army),
        units=_table(armies["unit"], Entry),
        ranks=_table(armies["character"], Rank),
        mounts=_table(armies["mount"], Mount),
        spells=_table(read_data("spells.toml")["spell"], Spell),
        lists=_table(lists["list"], ArmyList),
        scenarios=_table(read_data("scenarios.toml")["scenario"], Battlefield),
        tables=read_data("tables.toml")["table"],
        kinds=read_data("terrain.toml")["kind"],
        special_rules=read_data("special_rules.toml")["rule"],
        earlier=_table(lists.get("earlier", {}), ArmyList),
    )
