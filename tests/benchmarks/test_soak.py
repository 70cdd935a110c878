"""The long checks: a slice of each runs here, and a failing one is noticed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import soak
from benchmarks.soak import CHECKS, Found, Sizes, lawful, read_tests, warmaster_rows
from sandtable.core import installed
from sandtable.lab.duels import DEEPER, Duel, play_duel, timed

SMALL = Sizes(games=1, fuzz=1, strength=1, veteran=0, seeds=1)


def written(folder: Path, name: str) -> Any:
    return json.loads((folder / f"{name}.json").read_text())


@pytest.mark.parametrize("name", ["games", "fuzz"])
def test_a_slice_over_every_ruleset(name: str, tmp_path: Path) -> None:
    assert soak.soak([name], SMALL, tmp_path)
    about = written(tmp_path, name)
    assert about["passed"]
    assert set(about["figures"]) == set(installed())
    assert about["sizes"]["games"] == 1


def test_usage_wants_every_spell_and_every_row_of_the_blunders() -> None:
    rows = warmaster_rows()
    assert len([row for row in rows if row.startswith("using ")]) == 12
    assert {f"row Blundered {face}" for face in range(1, 7)} <= set(rows)


def test_regular_beats_recruit() -> None:
    found = play_duel(Duel("warcaster", ("regular:30", "recruit")), 6, 40, 1)
    assert found.problems == []
    assert found.figures["won"] > 4


def test_a_level_that_is_not_stronger_is_a_problem() -> None:
    (problem,) = play_duel(Duel("duel", ("recruit:1", "recruit:2")), 4, 0, 1).problems
    assert "reaches a half" in problem


def test_a_duel_that_is_only_reported_is_no_problem() -> None:
    assert play_duel(Duel("duel", ("recruit:1", "recruit:2"), certain=False), 4, 0, 1).problems == []


def test_a_veteran_without_a_budget_gets_three_times_a_regulars_time() -> None:
    bots = timed(Duel("duel", ("veteran", "regular")), 1).bots
    assert bots[0].startswith("veteran:") and bots[0].endswith("s") and bots[1] == "regular"
    assert timed(Duel("duel", ("veteran:1s", "regular")), 1).bots[0] == "veteran:1s"


def test_duels_of_boxes_have_only_boxes() -> None:
    (boxes,) = [d for d in DEEPER if d.armies == "_box_"]
    assert boxes.mirrored()
    assert all(a == b and "_box_" in a for a, b in (o["armies"] for o in boxes.mirrored()))


def test_a_failing_check_is_written_and_the_others_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crashes(sizes: Sizes) -> Found:
        raise ZeroDivisionError("by hand")

    checks = {
        "bad": lambda sizes: Found({"n": 1}, ["seed 4 breaks"]),
        "crash": crashes,
        "good": lambda s: Found({}, []),
    }
    monkeypatch.setattr(soak, "CHECKS", checks)
    assert soak.main(["--out", str(tmp_path)]) == 1
    assert written(tmp_path, "bad")["problems"] == ["seed 4 breaks"]
    assert written(tmp_path, "crash")["problems"] == ["ZeroDivisionError: by hand"]
    summary = written(tmp_path, "summary")
    assert {name: row["passed"] for name, row in summary["checks"].items()} == {
        "bad": False,
        "crash": False,
        "good": True,
    }
    assert not summary["passed"]


def test_a_run_goes_on_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checks = {name: lambda sizes: Found({}, []) for name in ("one", "two")}
    monkeypatch.setattr(soak, "CHECKS", checks)
    assert soak.main(["one", "--out", str(tmp_path)]) == 0
    summary = written(tmp_path, "summary")
    assert (summary["missing"], summary["passed"]) == (["two"], False)
    assert soak.main(["two", "--out", str(tmp_path)]) == 0
    assert written(tmp_path, "summary")["passed"]
    with pytest.raises(SystemExit):
        soak.main(["three", "--out", str(tmp_path)])


def test_a_game_that_breaks_a_law_or_crashes_is_a_problem() -> None:
    steps, problem = lawful(("duel", 3, {"nonsense": 1}))
    assert steps == 0
    assert "seed 3" in problem


def test_a_test_report_is_read() -> None:
    report = """<testsuites><testsuite><testcase classname="tests.a" name="test_one"/>
    <testcase classname="tests.a" name="test_two"><failure message="assert 1 == 2&#10;more">long</failure></testcase>
    </testsuite></testsuites>"""
    assert read_tests(report, 1) == Found({"tests": 2, "failed": 1}, ["tests.a.test_two: assert 1 == 2"])
    assert read_tests("<testsuites/>", 4).problems == ["pytest ended with 4"]


def test_longer_tests_try_more_seeds() -> None:
    counts = []
    for times in ("", "3"):
        environment = {**os.environ, "SANDTABLE_SEEDS": times}
        code = "from tests.seeds import examples, seeds; import sys; sys.exit(len(seeds(4)) + examples(10))"
        counts.append(subprocess.run([sys.executable, "-c", code], cwd=soak.ROOT, env=environment).returncode)
    assert counts == [14, 42]


def test_every_check_of_the_docs_is_there() -> None:
    assert {"games", "fuzz", "strength", "geometry", "odds", "files"} <= set(CHECKS)
