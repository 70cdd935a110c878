"""Small positions judged from the rulebook alone: one file a chapter, several cases each (`cases/*.yaml`)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.scenarios import run
from tests.rules.warmaster.kit import rules

FOLDER = Path(__file__).parent / "cases"
PROVED = re.compile(r"^rules: \[(.*)\]$", re.MULTILINE)


def marked(file: Path) -> object:
    """A file with the rules it says it proves."""
    proved = [each.strip() for found in PROVED.findall(file.read_text(encoding="utf-8")) for each in found.split(",")]
    assert proved, f"{file.name} proves no rule"
    return pytest.param(file, marks=pytest.mark.rule(*proved), id=file.stem)


@pytest.mark.parametrize("file", [marked(file) for file in sorted(FOLDER.glob("*.yaml"))])
def test_a_case_comes_out_as_the_rules_say(file: Path) -> None:
    outcome = run(file, lambda name: rules())
    assert outcome.passed, str(outcome)
