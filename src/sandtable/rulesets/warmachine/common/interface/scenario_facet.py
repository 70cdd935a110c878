"""Scenario files: positions, words and facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core import BadSetup, ScenarioFacet, Start
from sandtable.core.form_parts import Record
from sandtable.core.forms import Fault
from sandtable.core.scenario_words import Words
from sandtable.rulesets.warmachine.common.interface.facts import facts, facts_between
from sandtable.rulesets.warmachine.common.interface.position_form import position_form
from sandtable.rulesets.warmachine.common.interface.scenario_position import map_of, read_position, written_feature
from sandtable.rulesets.warmachine.common.interface.scenario_words import scenario_words
from sandtable.rulesets.warmachine.common.interface.written_pieces import piece_faults
from sandtable.rulesets.warmachine.common.state.rules import Position, WarmachineRules
from sandtable.rulesets.warmachine.common.terrain.features import laid_out
from sandtable.tabletop.terrain.laid_out import terrain_faults


class WarmachineScenarios(ScenarioFacet):
    def form(self, rules: WarmachineRules) -> Record:
        return position_form(rules.cards)

    def faults(self, rules: WarmachineRules, given: Mapping[str, Any]) -> Iterator[Fault]:
        yield from piece_faults(rules.cards, given)
        terrain = given.get("table", {}).get("terrain", ())
        for n, raw in enumerate(terrain, 1):
            try:
                laid_out(rules.cards, (0, 0), [written_feature(rules.cards, raw, n)])
            except BadSetup as e:
                yield from e.faults_at(("table", "terrain", str(n)))
                return
        laid = map_of(rules.cards, given) if terrain else None
        for n, text in terrain_faults(laid, laid.features) if laid else ():
            yield Fault(("table", "terrain", str(n)), text)

    def build(self, rules: WarmachineRules, given: Mapping[str, Any]) -> Start:
        return read_position(rules, given)

    def words(self, rules: WarmachineRules) -> Words:
        return scenario_words(rules.cards)

    def facts(self, p: Position, name: str) -> Mapping[str, Any] | None:
        return facts(p, name)

    def between(self, p: Position, a: str, b: str) -> Mapping[str, Any]:
        return facts_between(p, a, b)

    def names(self, p: Position) -> tuple[str, ...]:
        """Models, units and terrain; those that are lost too."""
        state = p.state
        terrain = (feature.id for feature in state.map.features)
        return tuple(dict.fromkeys((*state.models, *state.units, *state.lost, *state.status, *terrain)))
