"""The cards: units, weapons, cortexes, Cyphers and the other figures, read from data/*.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any, NamedTuple

from sandtable.geometry.units import milli
from sandtable.tabletop.terrain.kinds import Kinds, read_kinds

TYPES = ("warjack", "squad", "solo", "attachment", "void_gate")


class Base(NamedTuple):
    name: str
    radius: int
    height: int


class Weapon(NamedTuple):
    id: str
    name: str
    kind: str  # melee or ranged
    rng: int  # thousandths
    pow: int | None
    energy: tuple[str, ...]
    quality: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    hardpoint: str = ""
    wp: int = 0


class Card(NamedTuple):
    """One kind of unit or attachment."""

    id: str
    name: str
    type: str  # warjack, solo or squad (WC-GEN-4)
    factions: tuple[str, ...]
    base: Base  # WC-STAT-15
    stats: Mapping[str, int]
    health: int  # points of damage that destroy it (WC-STAT-9)
    dc: int
    size: int
    weapons: tuple[str, ...]
    charge: tuple[str, ...]
    spike: tuple[str, ...]
    passive: tuple[str, ...]
    actions: tuple[str, ...]
    tags: tuple[str, ...]
    arc_relay: int
    hero: bool
    wild: bool
    wp: int
    hardpoints: Mapping[str, int]
    cortexes: tuple[str, ...]
    options: Mapping[str, tuple[str, ...]]
    builtin: tuple[str, ...]
    attach_to: tuple[str, ...]

    @property
    def rules(self) -> frozenset[str]:
        return frozenset((*self.charge, *self.spike, *self.passive, *self.actions))


class Cypher(NamedTuple):
    id: str
    name: str
    type: str  # overdrive, geometric, harmonic, fury
    target: str
    expiry: str  # instant, turn, pulse
    text: str
    rule: str
    pow: int | str | None
    energy: str
    figures: Mapping[str, int]
    quality: tuple[str, ...] = ()  # of the attack a Fury makes


class AttackFigures(NamedTuple):
    """The numbers of the attack rules; lengths in thousandths."""

    cover_power_dice: int
    cover_distance: int
    blast_distance: int
    blast_neighbours: int
    spray_height: int
    slam_contact_dice: int


@dataclass(frozen=True, eq=False)
class Library:
    """The printed cards and figures of one edition. Looked up by identity: one object on the ruleset.

    Every unit card has a Charge and a Spike rule (WC-ARC-17).
    """

    units: Mapping[str, Card]
    weapons: Mapping[str, Weapon]
    cortexes: Mapping[str, tuple[str, ...]]
    cyphers: Mapping[str, Cypher]
    special: Mapping[str, Mapping[str, Any]]
    effects: Mapping[str, Mapping[str, Any]]
    terrain: Kinds
    missions: Mapping[str, Mapping[str, Any]]
    secondaries: Mapping[str, Mapping[str, Any]]
    forces: Mapping[str, Mapping[str, Any]]
    maps: Mapping[str, Mapping[str, Any]]
    game: Mapping[str, Any]
    bases: Mapping[str, Base]
    markers: Mapping[str, Mapping[str, int]]

    def figure(self, rule: str, name: str) -> int:
        """A number in a special rule's text; lengths stay in inches as the data has them."""
        return int(self.special[rule]["figures"][name])

    def weapon(self, slot: str) -> Weapon:
        """The weapon of a slot: ``battle_rifle_2`` is the second Battle Rifle of a warjack."""
        found = self.weapons.get(slot)
        return found if found is not None else self.weapons[slot.rpartition("_")[0]]

    def slots(self, weapons: Iterable[str]) -> tuple[str, ...]:
        """Names for each weapon carried: combined weapons in their parts, copies numbered (WC-JACK-7, WC-JACK-8)."""
        return numbered(part for name in weapons for part in self.weapons[name].parts or (name,))

    def arc_limit(self, card: Card) -> int:
        """The most Arc a unit or gate may have (WC-ARC-4)."""
        limit: int = self.game["arc"]["limit"][card.type]
        return limit

    @cached_property
    def attack(self) -> AttackFigures:
        raw = self.game["attack"]
        return AttackFigures(
            cover_power_dice=raw["cover_power_dice"],
            cover_distance=milli(raw["cover_distance"]),
            blast_distance=milli(raw["blast_distance"]),
            blast_neighbours=raw["blast_neighbours"],
            spray_height=milli(raw["spray_height"]),
            slam_contact_dice=raw["slam_contact_dice"],
        )

    @cached_property
    def turns_each(self) -> int:
        """Boxes of the Pulse tracker."""
        return int(self.game["pulse"]["turns"])

    @cached_property
    def widest_base(self) -> int:
        return max(card.base.radius for card in self.units.values())

    @cached_property
    def near_marker(self) -> int:
        """No base farther than this from a marker along an axis is within securing distance."""
        secure = milli(self.game["objective"]["secure"])
        return secure + 10 + self.widest_base + max(int(marker["radius"]) for marker in self.markers.values())


def read_library() -> Library:
    """The printed cards, from data/*.toml."""
    raw = {n: _toml(n) for n in ("units", "weapons", "cortexes", "cyphers", "special_rules", "effects", "terrain")}
    more = {n: _toml(n) for n in ("missions", "forces", "maps", "game", "bases")}
    bases = {name: Base(name, b["radius"], b["height"]) for name, b in more["bases"]["base"].items()}
    units = {key: _card(key, entry, bases) for key, entry in raw["units"]["unit"].items()}
    units["void_gate"] = _gate(more["game"]["gate"], bases)
    return Library(
        units=units,
        weapons={key: _weapon(key, entry) for key, entry in raw["weapons"]["weapon"].items()},
        cortexes={key: tuple(entry["rules"]) for key, entry in raw["cortexes"]["cortex"].items()},
        cyphers={key: _cypher(key, entry) for key, entry in raw["cyphers"]["cypher"].items()},
        special=raw["special_rules"]["rule"],
        effects=raw["effects"]["effect"],
        terrain=read_kinds(raw["terrain"]["terrain"]),
        missions=more["missions"]["mission"],
        secondaries=more["missions"]["secondary"],
        forces=more["forces"]["force"],
        maps=more["maps"]["map"],
        game=more["game"],
        bases=bases,
        markers=more["bases"]["marker"],
    )


def numbered(weapons: Iterable[str]) -> tuple[str, ...]:
    found: list[str] = []
    for name in weapons:
        copies = sum(1 for f in found if f == name or f.rpartition("_")[0] == name)
        found.append(name if not copies else f"{name}_{copies + 1}")
    return tuple(found)


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((files("sandtable.rulesets.warcaster") / "data" / f"{name}.toml").read_text(encoding="utf-8"))


def _weapon(key: str, raw: Mapping[str, Any]) -> Weapon:
    return Weapon(
        id=key,
        name=raw["name"],
        kind=raw.get("kind", ""),
        rng=milli(raw.get("RNG", 0)),
        pow=raw.get("POW"),
        energy=tuple(raw.get("energy", ())),
        quality=tuple(raw.get("quality", ())),
        rules=tuple(raw.get("rules", ())),
        modes=tuple(raw.get("modes", ())),
        parts=tuple(raw.get("parts", ())),
        hardpoint=raw.get("hardpoint", ""),
        wp=raw.get("WP", 0),
    )


def _card(key: str, raw: Mapping[str, Any], bases: Mapping[str, Base]) -> Card:
    return Card(
        id=key,
        name=raw["name"],
        type=raw["type"],
        factions=tuple(raw["faction"]),
        base=bases[raw["base"]],
        stats=raw["stats"],
        health=raw["health"],
        dc=raw["DC"] if "DC" in raw else raw["DC_mod"],
        size=raw.get("size", 1),
        weapons=numbered((*raw.get("builtin", ()), *raw.get("weapons", ()))),
        charge=tuple(raw.get("charge", ())),
        spike=tuple(raw.get("spike", ())),
        passive=tuple(raw.get("rules", ())),
        actions=tuple(raw.get("actions", ())),
        tags=tuple(raw.get("tags", ())),
        arc_relay=milli(raw.get("arc_relay", 0)),
        hero=raw.get("hero", False),
        wild=raw.get("wild", False),
        wp=raw.get("WP", 0),
        hardpoints=raw.get("hardpoints", {}),
        cortexes=tuple(raw.get("cortexes", ())),
        options={kind: tuple(names) for kind, names in raw.get("options", {}).items()},
        builtin=tuple(raw.get("builtin", ())),
        attach_to=tuple(raw.get("attach_to", ())),
    )


def _gate(raw: Mapping[str, Any], bases: Mapping[str, Base]) -> Card:
    """A void gate is a model with stats; its Arc is its health (WC-GATE-7)."""
    blank: dict[str, Any] = dict.fromkeys(Card._fields, ())
    blank |= {"id": "void_gate", "name": "Void Gate", "type": "void_gate", "base": bases[raw["base"]]}
    blank |= {"stats": raw["stats"], "health": 0, "dc": 0, "size": 1, "arc_relay": 0, "hero": False, "wild": False}
    blank |= {"wp": 0, "hardpoints": {}, "options": {}}
    return Card(**blank)


def _cypher(key: str, raw: Mapping[str, Any]) -> Cypher:
    return Cypher(
        id=key,
        name=raw["name"],
        type=raw["type"],
        target=raw["target"],
        expiry=raw["expiry"],
        text=raw["text"],
        rule=raw["rule"],
        pow=raw.get("POW"),
        energy=raw.get("energy", ""),
        figures=raw.get("figures", {}),
        quality=tuple(raw.get("quality", ())),
    )
