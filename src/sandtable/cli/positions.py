"""Set positions to start games from: those of scenario files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sandtable.chance import Source
from sandtable.core import BadSetup, Ruleset, begin, find
from sandtable.lab.simulate import SetPosition
from sandtable.match import Match
from sandtable.scenarios import Scenario, ScenarioError, read_scenarios, scenario_files
from sandtable.scenarios.play import position


def positions_of(rules: Ruleset, paths: Iterable[Path]) -> list[SetPosition]:
    """Every position of this game in the files and folders, in order. Files that a position cannot begin are left out:
    those without one, and those that must be refused."""
    found = []
    for path in paths:
        for file in scenario_files(path) if path.is_dir() else [path]:
            for number, scenario in enumerate(scenarios_in(file), 1):
                if scenario.ruleset == rules.name and to_play(scenario):
                    name = file.stem + (f", {scenario.case or number}" if scenario.case else "")
                    found.append(SetPosition(name, _plain(scenario.given)))
    return found


def scenarios_in(file: Path) -> tuple[Scenario, ...]:
    """All that a file holds. Raises BadSetup with its name and the line."""
    try:
        return read_scenarios(file.read_text(encoding="utf-8"))
    except ScenarioError as e:
        raise BadSetup(f"{file}, {e}") from e


def to_play(scenario: Scenario) -> bool:
    return scenario.given is not None and scenario.refused is None


def match_from(file: Path, ruleset: str, case: str, source: Source, measuring: str) -> Match:
    """A match from the position of a file, with dice of its own; what the file plays is not played."""
    scenarios = scenarios_in(file)
    rules = find(scenarios[0].ruleset)
    if ruleset and rules.name != find(ruleset).name:
        raise BadSetup(f"{file} is a position of {rules.name}, not of {ruleset}")
    start = position(rules, _plain(chosen(file, scenarios, case).given))
    progress = begin(rules, start.state, start.frame)
    return Match(rules, progress, source, measuring=measuring, from_position=True)


def chosen(file: Path, scenarios: Iterable[Scenario], case: str) -> Scenario:
    """The case that has these words, if only one has; without words the only position there is."""
    there = [scenario for scenario in scenarios if to_play(scenario)]
    if not there:
        raise BadSetup(f"{file} has no position to play from")
    wanted = case.casefold()
    found = [s for s in there if s.case.casefold() == wanted] or [s for s in there if wanted in s.case.casefold()]
    positions: list[Any] = []
    for scenario in found:
        if scenario.given not in positions:
            positions.append(scenario.given)
    if len(positions) != 1:
        names = "; ".join(scenario.case for scenario in there)
        raise BadSetup(f"{file} has several positions; give --case with words of one: {names}")
    return found[0]


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value
