"""Scenario files: positions read, and facts told by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core import ScenarioFacet, Start
from sandtable.rulesets.warcaster.interface import scenario_position
from sandtable.rulesets.warcaster.state.rules import Position, WarcasterRules


class WarcasterScenarios(ScenarioFacet):
    def position(self, rules: WarcasterRules, given: Mapping[str, Any]) -> Start:
        return scenario_position.read(rules.cards, given)

    def facts(self, p: Position, name: str) -> Mapping[str, Any] | None:
        return scenario_position.facts(p, name)
