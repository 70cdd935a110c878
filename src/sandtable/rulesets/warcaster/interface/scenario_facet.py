"""Scenario files: reading positions, and facts by name for their expectations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core import ScenarioFacet, Start
from sandtable.core.form_parts import Record
from sandtable.core.forms import Fault
from sandtable.core.scenario_words import Words
from sandtable.rulesets.warcaster.interface.facts import facts, facts_between
from sandtable.rulesets.warcaster.interface.invariants import footholds
from sandtable.rulesets.warcaster.interface.position_errors import position_errors
from sandtable.rulesets.warcaster.interface.position_form import position_form
from sandtable.rulesets.warcaster.interface.scenario_position import read_position
from sandtable.rulesets.warcaster.interface.scenario_words import scenario_words
from sandtable.rulesets.warcaster.state.rules import Position, WarcasterRules
from sandtable.rulesets.warcaster.state.table import PLAY


class WarcasterScenarios(ScenarioFacet):
    def form(self, rules: WarcasterRules) -> Record:
        return position_form(rules.cards)

    def faults(self, rules: WarcasterRules, given: Mapping[str, Any]) -> Iterator[Fault]:
        return position_errors(rules.cards, given)

    def unsound(self, p: Position) -> list[str]:
        """Invariants of every game, and nobody begins inside a wall."""
        wrong = super().unsound(p)
        told = {each.partition(" ")[0] for each in wrong}
        return [*wrong, *(each for each in footholds(p) if each.partition(" ")[0] not in told)]

    def build(self, rules: WarcasterRules, given: Mapping[str, Any]) -> Start:
        return read_position(rules.cards, given)

    def words(self, rules: WarcasterRules) -> Words:
        return scenario_words(rules.cards)

    def facts(self, p: Position, name: str) -> Mapping[str, Any] | None:
        return facts(p, name)

    def here(self, p: Position, name: str) -> bool:
        """On the table: a destroyed solo is in reserve again, and gone."""
        unit = p.state.units.get(name)
        return super().here(p, name) and (unit is None or unit.place == PLAY)

    def names(self, p: Position) -> tuple[str, ...]:
        """Models, units, objectives and terrain; troopers that are lost too."""
        state = p.state
        lost = (model for unit in state.units.values() for model in unit.lost)
        terrain = (feature.id for feature in state.map.features)
        return tuple(dict.fromkeys((*state.models, *state.units, *state.objectives, *lost, *terrain)))

    def between(self, p: Position, a: str, b: str) -> Mapping[str, Any]:
        return facts_between(p, a, b)
