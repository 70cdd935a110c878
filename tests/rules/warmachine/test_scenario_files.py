"""The worked examples of both books as scenario files: each passes, and cites rules that its ruleset has."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.scenarios import run

FILES = sorted((Path(__file__).parents[3] / "examples" / "scenarios" / "warmachine").glob("*.yaml"))


def test_every_worked_example_has_a_file() -> None:
    numbers = {name: [f.name.split("-")[1] for f in FILES if f.name.startswith(name)] for name in ("mk2", "mk1")}
    numbers["mk1"] += [f.name.split("-")[1] for f in FILES if f.name.startswith("escalation")]
    assert sorted(numbers["mk1"]) == [f"{n:02}" for n in range(1, 13)]
    assert sorted(numbers["mk2"]) == [f"{n:02}" for n in range(1, 13) if n != 3], "example 3 is a case of example 2"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_worked_example_passes(path: Path) -> None:
    outcome = run(str(path))
    assert outcome.passed, outcome.failures
