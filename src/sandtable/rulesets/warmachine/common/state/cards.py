"""The cards of one edition: models, weapons, spells, feats, army entries, tables and scenarios, read from data/*.toml.

Lengths on cards are inches; what rules measure with is in thousandths (`Weapon.reach`, `Spell.reach`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any, Literal, NamedTuple

import msgspec

from sandtable.geometry.units import MILLI
from sandtable.tabletop.terrain.kinds import Kinds, read_kinds

MELEE, RANGED, MAGIC = "melee", "ranged", "magic"
HULL = "."
SYSTEMS = {
    "A": "arc node",
    "C": "cortex",
    "M": "movement",
    "L": "left arm",
    "R": "right arm",
    "H": "head",
    HULL: "hull",
}
ROUND, TURN = "round", "turn"


class Base(NamedTuple):
    """A round base: radius and height of the volume in thousandths; the rank compares sizes."""

    name: str
    radius: int
    height: int
    rank: int


BASES = {
    "small": Base("small", 591, 1750, 1),
    "medium": Base("medium", 787, 2250, 2),
    "large": Base("large", 984, 2750, 3),
}


class Printed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something read from data."""


class Weapon(Printed, frozen=True, kw_only=True):
    name: str
    kind: Literal["melee", "ranged"]
    pow: int
    loc: str = ""  # the system it belongs to
    rng: int = 0
    rof: int = 1
    aoe: int = 0
    spray: bool = False
    traits: tuple[str, ...] = ()


class ArmBonus(Printed, frozen=True, kw_only=True):
    """A shield that counts from all sides while its system works; without a location it always does."""

    loc: str = ""
    value: int


class ModelCard(Printed, frozen=True, kw_only=True):
    """One kind of model."""

    name: str
    kind: Literal["warcaster", "warjack", "trooper", "solo"]
    faction: str
    base: Literal["small", "medium", "large"]
    stats: Mapping[str, int]
    weapons: tuple[Weapon, ...]
    boxes: int = 0
    grid: tuple[str, ...] = ()  # columns 1 to 6, top down
    size: Literal["", "light", "heavy"] = ""
    counts_as: str = ""  # the base it is treated as having
    arm_bonus: ArmBonus | None = None
    horns: int = 0
    spells: tuple[str, ...] = ()
    feat: str = ""
    orders: tuple[str, ...] = ()
    marshals: int = 0  # warjacks it may control as a jack marshal
    immunities: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()

    @property
    def footing(self) -> Base:
        return BASES[self.base]

    @property
    def rank(self) -> int:
        """Its size where base sizes are compared."""
        return BASES[self.counts_as or self.base].rank

    @property
    def most(self) -> int:
        """Boxes it has in all."""
        return sum(map(len, self.grid)) if self.grid else self.boxes


class Member(Printed, frozen=True, kw_only=True):
    model: str
    count: int  # 0: as many as the unit's size leaves
    role: Literal["", "leader", "officer", "grunt", "attached", "gunner", "crewman"] = ""


class Entry(Printed, frozen=True, kw_only=True):
    """What an army list names: a model, a unit, an attachment or a weapon crew."""

    name: str
    kind: Literal["warcaster", "warjack", "unit", "attachment", "crew", "solo"]
    faction: str
    src: str
    members: tuple[Member, ...]
    cost: int = 0
    per_extra: int = 0
    max_cost: int = 0
    vp: int = 0
    fa: str = ""
    warjack_points: int = 0
    sizes: tuple[int, ...] = ()
    joins: str = ""


class Spell(Printed, frozen=True, kw_only=True):
    """See the head of common/data/spells.toml."""

    name: str
    cost: int
    text: str
    rng: int = 0
    caster: bool = False  # only on the caster
    ctrl: bool = False  # on every model in the control area
    aoe: int = 0
    pow: int = 0
    offensive: bool = False
    upkeep: bool = False
    target: str = "any"
    only: str = ""
    faction: bool = False  # only models of the caster's faction
    bonus: Mapping[str, int] = {}
    against: tuple[str, ...] = ()
    gains: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()
    applies: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    lasts: str = ""
    once: bool = False  # per activation
    push: int = 0
    cloud: int = 0
    cloud_pow: int = 0
    special: str = ""

    @property
    def reach(self) -> int:
        return self.rng * MILLI

    @property
    def side(self) -> str:
        """friendly, enemy or any."""
        return self.target.split()[0]

    @property
    def on_units(self) -> bool:
        return self.target.endswith(" unit")


class Feat(Printed, frozen=True, kw_only=True):
    name: str
    text: str
    who: str
    only: str = ""
    faction: bool = False  # only models of the warcaster's faction
    seen: bool = False
    aura: bool = False  # tested all the time, not fixed when it is used
    bonus: Mapping[str, int] = {}
    gains: tuple[str, ...] = ()
    applies: tuple[str, ...] = ()
    warjacks: tuple[str, ...] = ()  # applied to warjacks alone
    lasts: str = ""
    focus: int = 0
    special: str = ""


class Ability(Printed, frozen=True, kw_only=True):
    text: str
    hooks: tuple[str, ...] = ()
    rule: str = ""  # that has it alone


class Ground(Printed, frozen=True, kw_only=True):
    """What a kind of terrain is to this game, beside what `tabletop` knows of it."""

    kind: str
    stops_charge: bool = False
    stops_pathfinders: bool = False  # their charges too
    collides: bool = False
    grants: Literal["", "cover", "concealment"] = ""
    conceals: bool = False  # a model with any part of its base in it
    covers_inside: bool = False
    raises: bool = False
    step: bool = False  # whoever is hurled against its side from lower ground collides with it
    cloud: bool = False
    usual_height: float = 0.0

    @property
    def bars_pathfinders(self) -> bool:
        return self.stops_pathfinders or self.kind == "obstruction"


class Listed(Printed, frozen=True, kw_only=True):
    """One line of an army."""

    entry: str
    id: str = ""
    models: int = 0
    battlegroup: tuple[str, ...] = ()
    marshals: tuple[str, ...] = ()
    attachment: str = ""


class Army(Printed, frozen=True, kw_only=True):
    name: str
    faction: str
    list: tuple[Listed, ...]
    size: str = ""
    limit: int = 0
    points: int = 0
    plan: str = ""


class Zones(Printed, frozen=True, kw_only=True):
    """Deployment on one table, in inches."""

    first: float
    second: float
    advance: float


class TableLayout(Printed, frozen=True, kw_only=True):
    """What tables by seed of one size are laid out with, in inches."""

    table: tuple[float, float]
    sizes: tuple[str, ...]  # of the armies it suits
    zones: str  # the table whose deployment zones it has
    deck: tuple[tuple[str, ...], ...]  # one side's pieces: each one of some kinds
    counts: tuple[int, ...]  # pieces in a quarter
    gap: float
    deep: float


class TerrainPiece(Printed, frozen=True, kw_only=True):
    """Shapes that a kind of terrain comes in."""

    boxes: tuple[tuple[float, float], ...] = ()
    ovals: tuple[tuple[float, float], ...] = ()
    heights: tuple[float, ...] = (0,)  # 0: that of the kind


class Circle(Printed, frozen=True, kw_only=True):
    """In the middle of the table."""

    radius: float


class Scenario(Printed, frozen=True, kw_only=True):
    name: str
    rounds: int
    decides: str
    zone: Circle | None = None
    tables: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Library:
    """The cards of one edition. Looked up by identity: one object on the ruleset."""

    models: Mapping[str, ModelCard]
    entries: Mapping[str, Entry]
    spells: Mapping[str, Spell]
    feats: Mapping[str, Feat]
    abilities: Mapping[str, Ability]
    armies: Mapping[str, Army]
    maps: Mapping[str, Mapping[str, Any]]
    zones: Mapping[str, Zones]
    layouts: Mapping[str, TableLayout]
    pieces: Mapping[str, TerrainPiece]
    scenarios: Mapping[str, Scenario]
    terrain: Kinds
    ground: Mapping[str, Ground]
    earlier: Mapping[str, Army]  # armies as they were, by ``NAME@DATA``

    @cached_property
    def weapons(self) -> Mapping[str, Mapping[str, Weapon]]:
        """The weapons of each model by slot: ``quake_hammer``; the second of a name is ``ram_piston_2``."""
        return {name: dict(slots(card.weapons)) for name, card in self.models.items()}

    @cached_property
    def widest_base(self) -> int:
        return max(card.footing.radius for card in self.models.values())


def slots(weapons: Iterable[Weapon]) -> Iterable[tuple[str, Weapon]]:
    seen: dict[str, int] = {}
    for weapon in weapons:
        slot = "".join(c if c.isalnum() else "_" for c in weapon.name.lower().replace("'", ""))
        seen[slot] = seen.get(slot, 0) + 1
        yield slot if seen[slot] == 1 else f"{slot}_{seen[slot]}", weapon


def read_library(*packages: str) -> Library:
    """Cards of the named packages; a later one adds to and replaces what an earlier one has."""
    raw: dict[str, dict[str, Any]] = {}
    for package in packages:
        for file in sorted((files(package) / "data").iterdir(), key=lambda f: f.name):
            for table, entries in tomllib.loads(file.read_text(encoding="utf-8")).items():
                raw.setdefault(table, {}).update(entries)
    return Library(
        models=msgspec.convert(raw["model"], dict[str, ModelCard]),
        entries=msgspec.convert(raw["entry"], dict[str, Entry]),
        spells=msgspec.convert(raw["spell"], dict[str, Spell]),
        feats=msgspec.convert(raw["feat"], dict[str, Feat]),
        abilities=msgspec.convert(raw["ability"], dict[str, Ability]),
        armies=msgspec.convert(raw["army"], dict[str, Army]),
        maps=raw["map"],
        zones=msgspec.convert(raw["zones"], dict[str, Zones]),
        layouts=msgspec.convert(raw["layout"], dict[str, TableLayout]),
        pieces=msgspec.convert(raw["piece"], dict[str, TerrainPiece]),
        scenarios=msgspec.convert(raw["scenario"], dict[str, Scenario]),
        terrain=read_kinds(raw["terrain"]),
        ground=msgspec.convert(raw["ground"], dict[str, Ground]),
        earlier=msgspec.convert(raw.get("earlier", {}), dict[str, Army]),
    )
