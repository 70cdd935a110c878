"""Scenario files: a position, dice, what is played, and what must then be true. See docs/scenarios.md."""

from sandtable.scenarios.failures import Failure
from sandtable.scenarios.plain_yaml import ScenarioError
from sandtable.scenarios.play import set_up
from sandtable.scenarios.reference import reference, schema, words_of
from sandtable.scenarios.run import ENDINGS, Outcome, play, run, run_many, scenario_files
from sandtable.scenarios.scenario import Scenario, read_scenario, read_scenarios

__all__ = [
    "ENDINGS",
    "Failure",
    "Outcome",
    "Scenario",
    "ScenarioError",
    "play",
    "read_scenario",
    "read_scenarios",
    "reference",
    "run",
    "run_many",
    "scenario_files",
    "schema",
    "set_up",
    "words_of",
]
