"""Set positions to start games from: those of scenario files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sandtable.core import Ruleset
from sandtable.lab.simulate import SetPosition
from sandtable.scenarios import read_scenarios, scenario_files


def positions_of(rules: Ruleset, paths: Iterable[Path]) -> list[SetPosition]:
    """Every position of this game in the files and folders, in order. Files that a position cannot begin are left out:
    those without one, and those that must be refused."""
    found = []
    for path in paths:
        for file in scenario_files(path) if path.is_dir() else [path]:
            for number, scenario in enumerate(read_scenarios(file.read_text(encoding="utf-8")), 1):
                if scenario.ruleset == rules.name and scenario.given is not None and scenario.refused is None:
                    name = file.stem + (f", {scenario.case or number}" if scenario.case else "")
                    found.append(SetPosition(name, _plain(scenario.given)))
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value
