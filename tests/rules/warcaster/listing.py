"""Lists for tests of the building rules: a legal force, changed in one place, and which rules it then breaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core.rosters import Problem
from sandtable.roster import lines_of
from sandtable.rulesets.warcaster.lists.force_building import problems
from sandtable.rulesets.warcaster.lists.list_data import read_data
from sandtable.rulesets.warcaster.lists.plain_text import read_lines
from tests.rules.warcaster.kit import rules

RACK = list(rules().cards.forces["marcher_box"]["rack"])
WOLF = {
    "unit": "dusk_wolf",
    "cortex": "neural_net",
    "arm": ["battle_rifle", "flamethrower"],
    "shoulder": ["talon_rocket_pod"],
}
BRAND = {"unit": "firebrand", "cortex": "reflex", "arm": ["fusion_glaive", "repulsor_shield"]}
BRAND |= {"shoulder": ["harbinger_cannon"]}


def listed(*units: str | Mapping[str, Any], faction: str = "marcher", **more: Any) -> dict[str, Any]:
    return {"name": "Test", "faction": faction, "units": list(units), "rack": RACK, **more}


def found(force: Mapping[str, Any] | str, mission: str = "") -> list[Problem]:
    """The problems of a list as data or as text; notes are left out."""
    army = read_lines(lines_of(force)) if isinstance(force, str) else read_data(force)
    return [p for p in problems(army, rules().cards.missions.get(mission)) if p.grave]


def broken(force: Mapping[str, Any] | str, mission: str = "") -> set[str]:
    return {p.rule for p in found(force, mission)}


def by(force: Mapping[str, Any] | str, rule: str, mission: str = "") -> int:
    """How far past a rule's limit."""
    (hit,) = [p for p in found(force, mission) if p.rule == rule]
    return hit.by
