"""Runs that go wrong: killed from outside, a full disk, Ctrl-C, a bot that dies. What was played is never lost."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable.lab import simulate as lab
from sandtable.lab.workers import Lost, in_workers
from sandtable.match import load
from tests.bots.scripts import ROOT, script
from tests.bots.test_stdio_process import alive, soon

COMMAND = [sys.executable, "-c", "from sandtable.cli import main; main()", "simulate", "duel"]
PLAYS_THEN_HANGS = """
with open({pids!r}, "a") as file:
    file.write(str(os.getpid()) + "\\n")
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
with open({pids!r}, "a") as file:
    file.write(str(child.pid) + "\\n")
while True:
    time.sleep(600)
"""


def run(*words: str, before: Callable[[], None] | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, preexec_fn=before,
    )  # fmt: skip


def children_of(pid: int) -> list[int]:
    rows = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    return [int(own) for own, parent in (row.split() for row in rows.splitlines()) if int(parent) == pid]


# --- killed ---
@pytest.mark.parametrize("jobs", [1, 2])
def test_kill_9_of_the_run_leaves_no_worker_and_no_program(jobs: int, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    hanging = script(tmp_path, PLAYS_THEN_HANGS.format(pids=str(pids)))
    engine = run("--games", "6", "--jobs", str(jobs), "--bots", f"recruit,{hanging}", "--bot-seconds", "300")
    try:
        assert soon(lambda: pids.exists() and pids.read_text().count("\n") >= 2 * jobs, 60)
        started = [*map(int, pids.read_text().split()), *children_of(engine.pid)]
        assert len(started) >= 3 * jobs
        engine.kill()
        engine.communicate(timeout=30)
        assert soon(lambda: not any(map(alive, started)), 20), [pid for pid in started if alive(pid)]
    finally:
        engine.kill()
        engine.communicate()


def test_a_program_whose_watchdog_was_ended_is_watched_by_another(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    hanging = script(tmp_path, PLAYS_THEN_HANGS.format(pids=str(pids)))
    code = (
        "import os, sys, time\nfrom sandtable.bots.stdio.limits import Limits\n"
        "from sandtable.bots.stdio.process import Child\nfrom sandtable.bots.stdio.watchdog import watchdog\n"
        "one = Child(sys.argv[1:], Limits())\nwatchdog().process.kill()\nwatchdog().process.wait()\n"
        "two = Child(sys.argv[1:], Limits())\ntime.sleep(600)\n"
    )
    words = [sys.executable, str(tmp_path / "script.py")]
    assert hanging.startswith("cmd:")
    (tmp_path / "script.py").write_text(
        "import os, subprocess, sys, time\n" + PLAYS_THEN_HANGS.format(pids=str(pids)), encoding="utf-8"
    )
    engine = subprocess.Popen([sys.executable, "-c", code, *words], cwd=ROOT)
    try:
        assert soon(lambda: pids.exists() and pids.read_text().count("\n") >= 4, 60)
        engine.kill()
        engine.wait(30)
        started = [int(pid) for pid in pids.read_text().split()]
        assert soon(lambda: not any(map(alive, started)), 20)
    finally:
        engine.kill()
        engine.wait()


def doubled(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 5:
        os._exit(7)
    return 2 * number


def test_a_killed_worker_costs_its_piece_and_another_takes_its_place() -> None:
    found = dict(in_workers(2, doubled, range(12)))
    assert found.pop(3) == Lost("its process was ended by SIGKILL")
    assert found.pop(5) == Lost("its process was ended with status 7")
    assert found == {n: 2 * n for n in range(12) if n not in (3, 5)}


def test_all_workers_killed_at_once_cost_no_more_than_their_pieces() -> None:
    found = dict(in_workers(3, doubled, [3, 3, 3, 3, 1]))
    assert [isinstance(found[n], Lost) for n in range(5)] == [True, True, True, True, False]


def failing(number: int) -> int:
    raise LookupError(f"no {number}")


def test_what_a_job_raises_is_raised_here_and_no_worker_is_left() -> None:
    with pytest.raises(LookupError, match="no 1"):
        list(in_workers(1, failing, [1, 2]))


def test_a_killed_worker_is_told_in_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    play = lab.play_one

    def fatal(rules: object, seed: int, *given: object, **more: object) -> lab.Played:
        if seed == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return play(rules, seed, *given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(lab, "play_one", fatal)
    report = lab.simulate("duel", 6, jobs=2)
    assert (report.games, report.finished, report.errors) == (6, 5, 1)
    assert "seed 2" in report.problems[0] and "ended by SIGKILL" in report.problems[0]


# --- a full disk ---
def little_room() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))  # no file can grow beyond a kilobyte


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_full_disk_names_the_file_and_tells_the_report(jobs: str, tmp_path: Path) -> None:
    engine = run("--games", "3", "--jobs", jobs, "--out", str(tmp_path), before=little_room)
    told, errors = engine.communicate(timeout=120)
    assert engine.returncode == 1
    assert "3 games of duel: 3 finished, 0 errors" in told
    assert f"not kept: {tmp_path / 'duel-0.sand'}: File too large" in told
    assert "Traceback" not in errors
    assert list(tmp_path.iterdir()) == [], "nothing half-written is left"


def test_a_program_s_game_that_cannot_be_kept_is_finished_all_the_same(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    playing = script(tmp_path, "play()")
    report = lab.simulate("duel", 1, bots=("recruit", playing), out=blocked / "runs")
    assert (report.finished, report.errors) == (1, 0)
    assert len(report.unkept) == 1 and str(blocked) in report.unkept[0]


# --- Ctrl-C ---
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_tells_what_was_played_until_then(jobs: str, tmp_path: Path) -> None:
    engine = run("--games", "100000", "--jobs", jobs, "--out", str(tmp_path), "--json")
    try:
        assert soon(lambda: len(list(tmp_path.glob("*.sand"))) >= 5, 60)
        os.killpg(engine.pid, signal.SIGINT)
        told, errors = engine.communicate(timeout=60)
    finally:
        engine.kill()
        engine.communicate()
    report = json.loads(told)
    assert engine.returncode == 130
    assert report["interrupted"] and report["wanted"] == 100000
    assert 4 <= report["games"] == report["finished"] < 100000
    assert errors == ""
    kept = sorted(tmp_path.glob("*.sand"))
    assert len(kept) >= report["games"]
    assert load(kept[0]).over


def test_a_run_broken_off_says_so_in_words(tmp_path: Path) -> None:
    engine = run("--games", "100000", "--out", str(tmp_path))
    try:
        assert soon(lambda: len(list(tmp_path.glob("*.sand"))) >= 2, 60)
        os.killpg(engine.pid, signal.SIGINT)
        told, _ = engine.communicate(timeout=60)
    finally:
        engine.kill()
        engine.communicate()
    assert "of 100000 games; until then:" in told and "wins: " in told


# --- a bot that dies ---
def test_a_bot_that_dies_before_its_first_answer_has_its_forfeit_told(tmp_path: Path) -> None:
    dying = script(tmp_path, "sys.exit('no idea')")
    engine = run("--games", "2", "--bots", f"recruit,{dying}")
    told, errors = engine.communicate(timeout=120)
    assert engine.returncode == 0, errors
    assert "2 games were forfeited" in told
    assert "exited with status 1; it wrote: no idea" in told.replace("\n    ", " ")
