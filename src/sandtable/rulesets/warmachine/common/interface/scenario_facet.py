"""Scenario files: positions and facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core import ScenarioFacet, Start
from sandtable.rulesets.warmachine.common.interface.facts import facts
from sandtable.rulesets.warmachine.common.interface.scenario_position import position
from sandtable.rulesets.warmachine.common.state.rules import Position, WarmachineRules


class WarmachineScenarios(ScenarioFacet):
    def position(self, rules: WarmachineRules, given: Mapping[str, Any]) -> Start:
        return position(rules, given)

    def facts(self, p: Position, name: str) -> Mapping[str, Any] | None:
        return facts(p, name)
