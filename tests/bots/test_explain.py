"""Advice on the example positions: legal, best first, with reasons in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandtable.bots.explain import explain
from sandtable.cli import app
from sandtable.cli.explain import given
from sandtable.record.scenarios import read_scenario

POSITIONS = sorted((Path(__file__).parents[2] / "examples" / "positions").glob("*.yaml"))


def test_there_are_ten_positions() -> None:
    assert len(POSITIONS) >= 10


@pytest.mark.parametrize("file", POSITIONS, ids=lambda f: f.stem)
def test_advice_is_legal_and_ordered(file: Path) -> None:
    match = given(read_scenario(file.read_text()).ruleset, file)
    assert match.ask is not None
    advice = explain(match.view(match.ask.seat), nodes=600)
    assert advice
    assert all(match.why_not(one.answer) is None for one in advice)
    assert all(str(one).casefold().startswith(one.words.casefold()) for one in advice)
    assert any(one.reasons for one in advice)


def test_a_squad_goes_where_it_scores() -> None:
    file = next(f for f in POSITIONS if f.stem == "last-turn")
    match = given("warcaster", file)
    assert explain(match.view(0))[0].answer == "activate rangers"


def test_the_command_tells_and_gives_json() -> None:
    file = str(next(f for f in POSITIONS if f.stem == "where-the-gate-opens"))
    runner = CliRunner()
    told = runner.invoke(app, ["explain", "warcaster", "--scenario", file, "--nodes", "400"])
    assert told.exit_code == 0
    assert "1. Place a gate near" in told.stdout
    raw = runner.invoke(app, ["explain", "warcaster", "--scenario", file, "--nodes", "400", "--json"])
    assert json.loads(raw.stdout)["advice"][0]["words"].startswith("place a gate near")
