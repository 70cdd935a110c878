"""A seeded slice of the fuzz: no case ends in anything but a result or a typed error."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz import fuzzing
from tests.fuzz.fuzzing import fuzz
from tests.fuzz.targets import TARGETS, Target
from tests.seeds import TIMES, seeds

CASES, SECONDS = 200, 15.0


@pytest.mark.parametrize("seed", seeds(2))
@pytest.mark.parametrize("target", TARGETS)
def test_hostile_input_is_refused_or_taken_and_nothing_else(target: str, seed: int) -> None:
    report = fuzz(target, 1 + seed, cases=CASES, seconds=SECONDS)
    assert report.findings == []
    assert report.refused > report.taken, "nearly everything was taken: this input is not hostile"


def test_a_finding_is_told_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(rng: object) -> bool:
        raise RecursionError("too deep")

    monkeypatch.setitem(TARGETS, "broken", Target(broken))
    report = fuzz("broken", 3, cases=2)
    assert report.findings[1] == {"seed": 30_000_001, "error": "RecursionError: too deep"}
    with pytest.raises(RecursionError):
        fuzzing.try_one("broken", 30_000_001)


def test_the_long_run_writes_json_lines(tmp_path: Path) -> None:
    out = tmp_path / "fuzz.json"
    words = [sys.executable, "-m", "tests.fuzz", "answers", "--seconds", str(0.5 * TIMES), "--out", str(out)]
    done = subprocess.run(words, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True)
    (line,) = out.read_text(encoding="utf-8").splitlines()
    assert done.stdout == line + "\n"
    assert json.loads(line)["target"] == "answers" and json.loads(line)["cases"] > 0
