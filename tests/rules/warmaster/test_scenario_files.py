"""The worked examples and hard cases as files: they play as they say, and go on the same from a save at every wait."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from sandtable.core import answer
from sandtable.match import Match
from sandtable.scenarios import run
from tests.rules.warmaster.kit import rules

FILES = sorted((Path(__file__).parents[3] / "examples" / "scenarios" / "warmaster").glob("*.yaml"))
EXAMPLES = 16


def test_every_worked_example_and_both_hard_cases_are_there() -> None:
    names = {file.stem for file in FILES}
    for number in range(1, EXAMPLES + 1):
        assert any(name.startswith(f"example-{number:02}-") for name in names), number
    assert sum(name.startswith("hard-case-23") for name in names) == 1
    assert sum(name.startswith("hard-case-24") for name in names) == 2


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_scenario_holds(file: Path) -> None:
    outcome = run(file, lambda name: rules())
    assert outcome.passed, str(outcome)
    assert outcome.rules


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_scenario_goes_on_from_a_save_at_every_wait(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game along the way is saved and loaded; the loaded one takes the same answer or throw to the same game."""
    played: list[Match] = []

    class Kept(Match):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            played.append(self)

    monkeypatch.setattr(sys.modules["sandtable.scenarios.play"], "Match", Kept)
    run(file, lambda name: rules())
    codec = rules().codec
    assert played
    for match in played:
        games = [match.start.game, *(entry.game for entry in match.history)]
        for before, entry in zip(games, match.history, strict=False):
            loaded = codec.load(codec.save(before))
            assert loaded == before
            if entry.seat is not None:
                assert answer(rules(), loaded, entry.value).game == entry.game
