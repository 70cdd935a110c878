"""Every command of the foundation: what it prints, its JSON, its errors and exit codes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from sandtable.cli import app, main
from sandtable.cli.output import fitted

RUN = CliRunner()


def sandtable(*words: str) -> Result:
    return RUN.invoke(app, list(words))


def data(*words: str) -> Any:
    result = sandtable(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_version_and_help_with_examples() -> None:
    assert sandtable("--version").stdout.startswith("sandtable ")
    for command in ("demo", "replay", "rules", "rulesets", "check", "simulate"):
        shown = sandtable(command, "--help").stdout
        assert f"sandtable {command}" in shown, command
    assert "sandtable scenario run" in sandtable("scenario", "run", "--help").stdout


def test_a_demo_writes_a_drawing_and_a_record_that_verifies(tmp_path: Path) -> None:
    told = data("demo", "duel", "--seed", "3", "--out", str(tmp_path))
    assert Path(told["drawing"]).read_text(encoding="utf-8").startswith("<svg")
    checked = data("replay", told["record"], "--verify")
    assert (checked["verified"], checked["lines"]) == (True, told["answers"])
    part = data("replay", told["record"], "--at", "5", "--svg", str(tmp_path / "at5.svg"))
    assert part["at"] == 5
    assert (tmp_path / "at5.svg").is_file()
    story = sandtable("replay", told["record"]).stdout
    assert told["result"] in story
    assert "DU-" in story


def test_a_record_that_does_not_verify_is_told_as_json_too(tmp_path: Path) -> None:
    kept = Path(data("demo", "duel", "--out", str(tmp_path))["record"])
    cut = tmp_path / "cut.sand"
    cut.write_text(kept.read_text(encoding="utf-8")[:2000], encoding="utf-8")
    result = sandtable("replay", str(cut), "--verify", "--json")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["verified"]) == (1, False)
    assert told["fault"].startswith("cut.sand, line ")


def test_a_record_of_older_rules_opens_at_its_end() -> None:
    old = Path(__file__).parents[1] / "rulesets" / "warcaster" / "golden" / "version-1-over.sand"
    refused = sandtable("replay", str(old))
    assert refused.exit_code == 1
    assert "made with version 1 of the rules" in str(refused.exception)
    shown = sandtable("replay", str(old), "--recover").stdout
    assert "its 590 lines are not played again" in shown and "6 to 6 VP, a draw" in shown
    assert not data("replay", str(old), "--recover")["verified"]


def test_dice_are_shown_by_their_faces_and_hidden_draws_once(tmp_path: Path) -> None:
    shown = sandtable("demo", "warcaster", "--log", "--quick", "--out", str(tmp_path)).stdout
    assert re.search(r"attack \dA(\+\dP)?: [SMX]( [SMX])* = \d", shown)
    assert "draw cards" not in shown
    assert re.search(r"([ab]) Turn 2 of seat \1", shown)
    assert "draw cards" not in sandtable("replay", str(tmp_path / "warcaster-7.sand")).stdout


def test_long_lines_are_broken_between_words_on_a_terminal_only() -> None:
    wide, pipe = Console(force_terminal=True, width=40), Console(force_terminal=False, width=40)
    text = "  " + "word " * 20
    assert fitted(pipe, text) == text
    lines = fitted(wide, text).split("\n")
    assert all(len(line) <= 40 and line.startswith("  word") for line in lines)


@pytest.mark.parametrize(
    "words",
    [
        ["check", "duel", "--games", "-1"],
        ["check", "duel", "--every", "0"],
        ["simulate", "duel", "--games", "0"],
        ["simulate", "duel", "--jobs", "0"],
    ],
)
def test_numbers_that_make_no_sense_are_refused(words: list[str]) -> None:
    assert sandtable(*words).exit_code == 2


def test_a_file_that_was_cut_short_says_how_to_open_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = Path(data("demo", "duel", "--out", str(tmp_path))["record"])
    cut = tmp_path / "cut.sand"
    cut.write_text(kept.read_text(encoding="utf-8")[:2000], encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["sandtable", "replay", str(cut)])
    with pytest.raises(SystemExit):
        main()
    assert "can be opened with --recover" in capsys.readouterr().err
    assert "the game goes on" in sandtable("replay", str(cut), "--recover").stdout
    resumed = RUN.invoke(app, ["play", "duel", "--resume", str(cut), "--recover", "--plain"], input="quit\n")
    assert "The game goes on after" in resumed.stdout


@pytest.mark.parametrize("command", [[], ["explain"], ["simulate"], ["roster", "check"]])
def test_examples_in_the_help_keep_their_indentation(command: list[str]) -> None:
    shown = re.sub(r"\x1b\[[0-9;]*m", "", sandtable(*command, "--help").output)
    heading = next(line for line in shown.split("\n") if line.strip() in ("Examples", "Example"))
    examples = [line for line in shown.split("\n") if line.strip().startswith("sandtable ")]
    margin = len(heading) - len(heading.lstrip())
    assert examples
    assert all(line.startswith(" " * (margin + 2) + "sandtable") for line in examples)


def test_letters_a_terminal_lacks_become_the_nearest_it_has(tmp_path: Path) -> None:
    list_ = tmp_path / "list.txt"
    list_.write_text("My list\n\n0x Hunter\n", encoding="utf-8")
    command = [
        sys.executable,
        "-c",
        "from sandtable.cli import main; main()",
        "roster",
        "check",
        str(list_),
        "--ruleset",
        "warcaster",
    ]
    plain = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    ran = subprocess.run(command, capture_output=True, env=plain, check=False)
    said = ran.stdout.decode("ascii")
    assert "x WC-RACK-1" in said
    assert "-> add 12" in said
    assert "?" not in said


def test_none_of_a_unit_is_a_problem_with_a_suggested_fix(tmp_path: Path) -> None:
    list_ = tmp_path / "list.txt"
    list_.write_text("My list\n\n0x Hunter\n", encoding="utf-8")
    said = sandtable("roster", "check", str(list_), "--ruleset", "warcaster").output
    assert "0 of Hunter" in said
    assert "leave the line out, or write how many: 1x Hunter" in said


def test_help_shows_flags_without_a_value() -> None:
    for words in (["demo"], ["roster"], ["roster", "check"], []):
        shown = sandtable(*words, "--help").stdout
        assert "bool" not in shown
        assert "Examples" in shown


def test_a_list_that_is_no_text_and_a_terminal_without_the_letters(tmp_path: Path) -> None:
    junk = tmp_path / "junk.bin"
    junk.write_bytes(b"\xff\xfe\x00")
    command = [sys.executable, "-c", "from sandtable.cli import main; main()", "roster", "check"]
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    told = subprocess.run([*command, str(junk)], capture_output=True, text=True, env=ascii_only, check=False)
    assert (told.returncode, told.stderr.split(":")[1]) == (1, " junk.bin")
    listed = tmp_path / "list.txt"
    listed.write_text("Dusk Wolf", encoding="utf-8")
    told = subprocess.run([*command, str(listed)], capture_output=True, text=True, env=ascii_only, check=False)
    assert told.returncode == 1
    assert "Traceback" not in told.stderr


def test_the_demo_prints_the_log_line_by_line(tmp_path: Path) -> None:
    shown = sandtable("demo", "lines", "--log", "--quick", "--out", str(tmp_path)).stdout
    assert "LI-" in shown
    assert "The table:" in shown


def test_a_rule_is_printed_found_and_counted() -> None:
    one = data("rules", "duel", "du-free-1")
    assert [r["id"] for r in one] == ["DU-FREE-1"]
    found = [r["id"] for r in data("rules", "duel", "--search", "free strike")]
    assert "DU-FREE-1" in found
    assert "DU-END-1" not in found
    report = data("rules", "duel", "--coverage")
    assert (report["proved"], report["unproved"]) == (report["total"], [])
    assert "DU-FREE-1" in sandtable("rules", "duel", "DU-FREE-1").stdout


def test_a_rule_is_printed_with_the_code_it_lives_in() -> None:
    [rule] = data("rules", "duel", "DU-FREE-2", "--code")
    [place] = rule["code"]
    assert re.fullmatch(r"duel/common/movement\.py:\d+ Move\.asked", place)
    assert f"Code: {place}" in sandtable("rules", "duel", "DU-FREE-2", "--code").stdout
    assert "Code:" not in sandtable("rules", "duel", "DU-FREE-2").stdout
    assert "Follows from: WC-CYPHER-2" in sandtable("rules", "warcaster", "WC-RACK-5").stdout


def test_units_weapons_cards_and_special_rules_have_pages_without_a_game() -> None:
    listed = sandtable("units", "warcaster").stdout
    assert "Units\n" in listed and "Cards\n" in listed and "Dusk Wolf" in listed
    wolf = sandtable("units", "warcaster", "dusk", "wolf").stdout
    assert wolf == sandtable("units", "warcaster", "dusk wolf").stdout
    assert "SPD 5" in wolf and "Rail Gun (3 WP)" in wolf and "Slip Displacer (spike): " in wolf
    [gun] = data("units", "warcaster", "rail_gun")
    assert (gun["title"], gun["kind"]) == ("Rail Gun", "weapon")
    assert {"name": "RNG", "printed": "18"}.items() <= gun["stats"][0].items()
    assert "did you mean Dusk Wolf?" in sandtable("units", "warcaster", "dusk wlof").output


def test_rules_are_found_on_cards_too() -> None:
    shown = sandtable("rules", "warcaster", "--search", "slip displacer").stdout
    assert "slip_displacer" in shown and "spike rule" in shown


def test_the_source_of_a_rule_is_told_in_words() -> None:
    assert "Source" not in sandtable("rules", "warcaster", "WC-MISSION-9").stdout
    assert "Source: our own decision" in sandtable("rules", "warcaster", "WC-MISSION-10").stdout


def test_the_demo_names_the_seat_that_deploys(tmp_path: Path) -> None:
    lines = sandtable("demo", "--seed", "7", "--log", "--quick", "--out", str(tmp_path)).stdout.split("\n")
    setup = lines[: next(i for i, line in enumerate(lines) if "Turn 1 of" in line)]
    assert any(line.startswith("a ") and " deploys" in line for line in setup)
    assert any(line.startswith("b ") and " deploys" in line for line in setup)


def test_rulesets_are_listed() -> None:
    assert {"duel", "duel-first", "lines", "warcaster"} <= {r["name"] for r in data("rulesets")}


def test_check_and_simulate_report() -> None:
    assert data("check", "duel", "--games", "1")["steps"] > 10
    report = data("simulate", "duel", "--games", "3")
    keys = (
        "games",
        "finished",
        "errors",
        "wins",
        "decisions",
        "decisions_per_second",
        "games_per_second",
        "mean_score",
    )
    assert all(key in report for key in keys)
    assert (report["games"], report["finished"], report["errors"]) == (3, 3, 0)


def test_simulated_games_are_kept_and_the_same_with_two_jobs(tmp_path: Path) -> None:
    one = data("simulate", "duel", "--games", "4", "--out", str(tmp_path))
    two = data("simulate", "duel", "--games", "4", "--jobs", "2")
    assert (one["wins"], one["decisions"]) == (two["wins"], two["decisions"])
    kept = sorted(tmp_path.glob("*.sand"))
    assert len(kept) == 4
    assert data("replay", str(kept[0]), "--verify")["over"]


def test_scenarios_pass_and_a_broken_one_says_why(tmp_path: Path) -> None:
    folder = Path(__file__).resolve().parents[2] / "examples" / "scenarios" / "duel"
    assert data("scenario", "run", str(folder))["failed"] == 0
    good = folder / "tricks.yaml"
    bad = tmp_path / "bad.yaml"
    bad.write_text(good.read_text(encoding="utf-8") + "\n  - over: maybe\n", encoding="utf-8")
    result = sandtable("scenario", "run", str(bad), "--svg", str(tmp_path / "drawn"))
    assert result.exit_code == 1
    assert "'over:' is true or false" in result.stdout
    assert (tmp_path / "drawn" / "bad.svg").is_file()
    assert "properties" in json.loads(sandtable("scenario", "schema").stdout)
    assert "tricks" in json.loads(sandtable("scenario", "schema", "duel").stdout)["properties"]


def test_the_words_of_a_ruleset_are_printed_as_text_and_data() -> None:
    printed = sandtable("scenario", "words", "duel").stdout
    assert "pieces.NAME.at" in printed and "throw at {piece}" in printed and "Hurt" in printed
    assert data("scenario", "words", "duel")["rolls"]["tough"]
    unknown = sandtable("scenario", "words", "deul")
    assert unknown.exit_code == 1 and "did you mean duel?" in unknown.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["demo", "nosuch"], "no ruleset named 'nosuch'; installed:"),
        (["demo", "warcster"], "did you mean warcaster? installed:"),
        (["replay", "missing.sand"], "missing.sand"),
        (["rules", "duel", "DU-NO-99"], "no rule or chapter"),
        (["rules", "duel", "DU-FREEE-1"], "did you mean DU-FREE-1"),
        (["rules", "duel", "parry"], "these hold it: DU-"),
        (["demo", "duel", "--out", __file__], "a file stands where a folder is needed"),
        (["scenario", "run", "x.yaml", "--svg", __file__], "a file stands where a folder is needed"),
        (["simulate", "duel", "--set", "mission=x"], "no option 'mission'; options: none"),
        (["simulate", "lines", "--set", "units=21"], "units is a number from 1 to 20"),
        (["simulate", "warcaster", "--set", "mision=recon"], "did you mean mission?"),
        (
            ["simulate", "warmachine-mk2", "--set", "armies=cyg_mid"],
            "one for each seat, with a comma between: armies=cyg",
        ),
        (["explain", __file__], "is a file, and a game comes first: sandtable explain GAME --record"),
        (["explain", "nosuch"], "no ruleset named 'nosuch'"),
        (["demo", "lines", "--set", "units"], "write KEY=VALUE, for example turns=6"),
        (["simulate", "duel", "--bots", "genius,genius"], "no bot 'genius'"),
    ],
)
def test_faults_are_told_in_one_line(
    words: list[str], says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["sandtable", *words])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 1
    err = capsys.readouterr().err
    assert says in err
    assert "Traceback" not in err
