"""`sandtable roster` at the prompt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandtable.cli import app

EXAMPLES = Path(__file__).parents[2] / "examples" / "rosters"


def run(*words: str, stdin: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(app, ["roster", *words], input=stdin)
    return result.exit_code, result.output


def test_check_says_legal_or_lists_every_problem() -> None:
    code, said = run("check", str(EXAMPLES / "coldfront.txt"))
    assert code == 0
    assert said.endswith("coldfront.txt: legal (17 units)\n")
    code, said = run("check", str(EXAMPLES / "coldfront-illegal.txt"))
    assert code == 1
    assert all(word in said for word in ("WC-FORCE-3", "WC-JACK-5", "WC-RACK-3", "did you mean", "line "))


def test_check_against_a_mission() -> None:
    assert run("check", "marcher_full")[0] == 0
    code, said = run("check", "marcher_full", "--set", "mission=boiling_point")
    assert code == 1
    assert "WC-SKIRMISH-2" in said and "take out 10" in said


@pytest.mark.parametrize(
    ("pair", "words"),
    [
        ("mission", "write KEY=VALUE"),
        ("=x", "write KEY=VALUE"),
        ("misson=x", "unknown misson"),
        ("mission=x", "no 'x'"),
    ],
)
def test_an_option_nobody_knows_is_refused(pair: str, words: str) -> None:
    result = CliRunner().invoke(app, ["roster", "check", "marcher_full", "--set", pair])
    assert result.exit_code != 0
    assert words in result.output + str(result.exception)


def test_check_for_programs() -> None:
    code, said = run("check", str(EXAMPLES / "coldfront-illegal.txt"), "--json")
    report = json.loads(said)
    assert (code, report["legal"], report["ruleset"]) == (1, False, "warcaster")
    first = report["problems"][0]
    assert set(first) == {"rule", "where", "text", "suggestion", "line", "by", "grave"}
    assert report["list"]["faction"] == "marcher"


def test_show_converts_and_can_be_read_back() -> None:
    code, text = run("show", "continuum_full")
    assert code == 0
    for form in ("toml", "json", "text"):
        code, said = run("show", "-", "--format", form, stdin=text)
        assert code == 0
        assert run("show", "-", stdin=said) == (0, text)
        assert run("check", "-", stdin=said)[0] == 0


def test_list() -> None:
    code, said = run("list", "warcaster", "--json")
    assert code == 0
    assert {entry["name"] for entry in json.loads(said)} >= {"marcher_box", "continuum_full"}
    code, said = run("list")
    assert code == 0
    assert "Longwatch Company (18 units)" in said


def test_the_game_a_list_names_may_be_one_of_several_editions() -> None:
    text = "System: {}\nKhador\nKommander Sorscha (+5)\n\tKodiak (8)\n"
    assert run("check", "-", stdin=text.format("Warmachine Mk II"))[0] == 0
    assert run("check", "-", stdin=text.format("Warmachine"))[0] == 0, "only one of them knows the Kodiak"
    assert run("check", "-", stdin=text.format("Warmachines of Loam"))[0] == 1
