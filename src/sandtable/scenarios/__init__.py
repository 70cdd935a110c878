"""Scenario files: a position, dice, what is played, and what must then be true. See docs/scenarios.md."""

import json
from importlib.resources import files
from typing import Any

from sandtable.scenarios.failures import Failure
from sandtable.scenarios.plain_yaml import ScenarioError
from sandtable.scenarios.play import set_up
from sandtable.scenarios.run import Outcome, play, run, run_many, scenario_files
from sandtable.scenarios.scenario import Scenario, read_scenario


def schema() -> dict[str, Any]:
    """The JSON Schema of scenario files, for editors."""
    text = files("sandtable.scenarios").joinpath("scenario.schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


__all__ = [
    "Failure",
    "Outcome",
    "Scenario",
    "ScenarioError",
    "play",
    "read_scenario",
    "run",
    "run_many",
    "scenario_files",
    "schema",
    "set_up",
]
