"""Positions as files, and the facts of pieces.

pieces:
  halberdiers_1: {seat: a, unit: halberdiers, line: [40, 30, 90]}          # a line about this point, facing so
  knights_1: {seat: b, unit: knights, stands: [[50, 60, 270], [52, 60, 270]], lost: 1, confused: true}
  general: {seat: a, character: general, at: [40, 26], joined: halberdiers_1}
step: orders          # start command home_back orders characters recovery shooting combat
active: a
table: starter_green, or {size: [100, 80], terrain: [...]}
readings: {charge_edge: zones}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core import ScenarioFacet, Start
from sandtable.core.effects import on
from sandtable.core.form_parts import Record
from sandtable.core.forms import Fault
from sandtable.core.scenario_words import Words
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.command.order_test import Command
from sandtable.rulesets.warmaster.ending.victory import points
from sandtable.rulesets.warmaster.interface.position_form import position_errors, position_form
from sandtable.rulesets.warmaster.interface.scenario_position import read_position
from sandtable.rulesets.warmaster.interface.scenario_words import scenario_words
from sandtable.rulesets.warmaster.interface.sheets import form
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.measuring.formations import regular
from sandtable.rulesets.warmaster.state.rules import Position, WarmasterRules, entry, rank
from sandtable.rulesets.warmaster.terrain.cover import unit_cover

COVERS = ("open", "defended", "fortified")
MARKS = (
    "where", "lost", "hits", "carried", "confused", "penalty", "orders", "ordered_by", "initiative", "charged",
    "retreated", "advanced", "shot", "frozen",
)  # fmt: skip


class WarmasterScenarios(ScenarioFacet):
    def form(self, rules: WarmasterRules) -> Record:
        return position_form(rules)

    def faults(self, rules: WarmasterRules, given: Mapping[str, Any]) -> Iterator[Fault]:
        return position_errors(rules.library, given)

    def build(self, rules: WarmasterRules, given: Mapping[str, Any]) -> Start:
        return read_position(rules, given)

    def words(self, rules: WarmasterRules) -> Words:
        return scenario_words(rules)

    def facts(self, p: Position, name: str) -> Mapping[str, Any] | None:
        if name in p.rules.seats:
            seat = p.rules.seats.index(name)
            return {"points": points(p.rules, p.state, seat), "breaks_at": p.state.sides[seat].breaks_at}
        if name in p.state.characters:
            return character_facts(p, name)
        return unit_facts(p, name) if name in p.state.units else None

    def here(self, p: Position, name: str) -> bool:
        return name in p.state.stands or name in p.state.spots or name in p.rules.seats

    def names(self, p: Position) -> tuple[str, ...]:
        """Units, their stands, characters and terrain."""
        stands = (f"{unit}.{n}" for unit, poses in p.state.stands.items() for n in range(1, len(poses) + 1))
        terrain = (feature.id for feature in p.state.map.features)
        return (*p.state.units, *p.state.characters, *stands, *terrain)

    def between(self, p: Position, a: str, b: str) -> Mapping[str, Any]:
        found = dict(super().between(p, a, b))
        if a in p.state.stands and b in p.state.stands:
            found["cover"] = COVERS[unit_cover(p, b, crowd(p).of(a))]
        return found


def unit_facts(p: Position, name: str) -> dict[str, Any]:
    unit, kind = p.state.units[name], entry(p, name)
    found: dict[str, Any] = {"kind": kind.id, "seat": p.rules.seat_name(unit.seat), "spells": spells(p, name)}
    found |= {mark: getattr(unit, mark) for mark in MARKS}
    found["joined_by"] = sorted(n for n, c in p.state.characters.items() if c.joined == name)
    if name in p.state.stands:
        found["stands"] = [[x / MILLI, y / MILLI, f / MILLI] for x, y, f in p.state.stands[name]]
        found |= {"left": len(p.state.stands[name]), "regular": regular(p, name), "engaged": engaged(p, name)}
        found |= {"touching": sorted(crowd(p).touching[name]), "formation": formation(p, name)}
    return found


def formation(p: Position, name: str) -> str:
    return "single stand" if len(p.state.stands[name]) == 1 else form(p, name).removesuffix(" formation")


def character_facts(p: Position, name: str) -> dict[str, Any]:
    character, kind = p.state.characters[name], rank(p, name)
    found: dict[str, Any] = {
        "kind": kind.id, "seat": p.rules.seat_name(character.seat), "command": p.value(Command(name)),
        "mount": character.mount, "joined": character.joined, "slain": character.slain, "done": character.done,
        "cast": character.cast, "spells": spells(p, name),
    }  # fmt: skip
    if name in p.state.spots:
        found["at"] = [c / MILLI for c in p.state.spots[name]]
    return found


def spells(p: Position, name: str) -> list[str]:
    known = p.rules.library.spells
    return sorted(effect.name for effect in on(p.state.effects, name) if effect.name in known)
