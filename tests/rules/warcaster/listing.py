"""Lists for tests of the building rules: a legal force, changed in one place, and which rules it then breaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core.rosters import Problem
from sandtable.rulesets.warcaster.lists.force import Force, force_of
from sandtable.rulesets.warcaster.lists.force_building import problems
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


def built(force: Mapping[str, Any] | str) -> Force:
    """A list as data or as text, as the building rules read it."""
    return force_of(rules().cards, rules().rosters.read(force))


def found(force: Mapping[str, Any] | str, mission: str = "") -> list[Problem]:
    """The problems of a list as data or as text; notes are left out."""
    return [p for p in problems(built(force), rules().cards.missions.get(mission)) if p.grave]


def broken(force: Mapping[str, Any] | str, mission: str = "") -> set[str]:
    return {p.rule for p in found(force, mission)}


def by(force: Mapping[str, Any] | str, rule: str, mission: str = "") -> int:
    """How far past a rule's limit."""
    (hit,) = [p for p in found(force, mission) if p.rule == rule]
    return hit.by
