"""The worked scenario files play as they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.scenarios import run
from tests.examples.duel_table import FIRST, SECOND

FILES = sorted((Path(__file__).parents[2] / "examples" / "scenarios" / "duel").glob("*.yaml"))
EDITIONS = {rules.name: rules for rules in (FIRST, SECOND)}


def test_there_are_at_least_five() -> None:
    assert len(FILES) >= 5


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_scenario_holds(file: Path) -> None:
    outcome = run(file, EDITIONS.__getitem__)
    assert outcome.failures == ()
    assert outcome.rules
