"""Scenario files: reading positions, and facts by name for their expectations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core import ScenarioFacet, Start
from sandtable.rulesets.warcaster.interface.facts import facts
from sandtable.rulesets.warcaster.interface.scenario_position import read_position
from sandtable.rulesets.warcaster.state.rules import Position, WarcasterRules


class WarcasterScenarios(ScenarioFacet):
    def position(self, rules: WarcasterRules, given: Mapping[str, Any]) -> Start:
        return read_position(rules.cards, given)

    def facts(self, p: Position, name: str) -> Mapping[str, Any] | None:
        return facts(p, name)
