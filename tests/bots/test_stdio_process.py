"""Nothing else is harmed: no process, handle or pipe is left behind, and nothing the engine holds is given away."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from sandtable.bots.stdio import Forfeit, Limits, StdioBot
from sandtable.bots.stdio.process import Child, TimedOut
from sandtable.lab.simulate import simulate
from sandtable.match import new_match
from tests.bots.scripts import HELLO, LOOSE, PRELUDE, ROOT, greedy_py, played, script

BIG = b"x" * (1 << 20) + b"\n"


def python(code: str, limits: Limits = LOOSE) -> Child:
    return Child([sys.executable, "-c", code], limits)


def alive(pid: int) -> bool:
    """Running, not only waiting to be reaped by somebody else."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def soon(holds: Callable[[], bool], seconds: float = 10.0) -> bool:
    until = time.monotonic() + seconds
    while not holds() and time.monotonic() < until:
        time.sleep(0.02)
    return holds()


def handles() -> int:
    return len(os.listdir("/dev/fd"))


def children() -> set[int]:
    """Also those that ended and were not reaped."""
    with subprocess.Popen(["ps", "-A", "-o", "pid=,ppid="], stdout=subprocess.PIPE, text=True) as ps:
        rows = [line.split() for line in ps.communicate()[0].splitlines()]
    return {int(pid) for pid, parent in rows if int(parent) == os.getpid() and int(pid) != ps.pid}


# --- pipes ---
def test_a_program_that_never_reads_does_not_hold_the_engine() -> None:
    child = python("import time; time.sleep(600)")
    began = time.monotonic()
    with pytest.raises(TimedOut):
        child.send(BIG, time.monotonic() + 0.5)
    child.end()
    assert time.monotonic() - began < 5


def test_a_program_that_writes_before_it_reads_does_not_hold_the_engine() -> None:
    """Both pipes are full at once: whoever only writes would wait for ever."""
    code = "import sys; sys.stdout.write('y' * 900000 + '\\n'); sys.stdout.flush(); print(len(sys.stdin.readline()))"
    child = python(code)
    until = time.monotonic() + 30
    child.send(BIG, until)
    assert child.line(until) == b"y" * 900000
    assert child.line(until) == str(len(BIG)).encode()
    child.end()


def test_lines_unasked_for_are_bounded_while_the_engine_writes() -> None:
    child = python("while True: print('{}' * 50)")
    with pytest.raises(Forfeit, match="flooded its output"):
        child.send(BIG, time.monotonic() + 30)
    assert len(child.buffer) < 3 << 20
    child.end()


# --- what is left behind ---
def test_fifty_games_leave_no_process_and_no_handle(tmp_path: Path) -> None:
    quick = script(tmp_path, 'until("ask"); sys.exit(1)')
    played(quick)
    before, kids = handles(), children()
    for seed in range(50):
        _, lost = played(quick, seed=seed)
        assert lost is not None
    assert (handles(), children() - kids) == (before, set())


def test_good_games_leave_nothing_either() -> None:
    played(greedy_py())
    before, kids = handles(), children()
    for seed in range(3):
        _, lost = played(greedy_py(), seed=seed)
        assert lost is None
    assert (handles(), children() - kids) == (before, set())


@pytest.mark.parametrize("ending", ["sys.exit(1)", "time.sleep(600)", "play()"])
def test_its_children_end_with_it(ending: str, tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    body = f"""
lingering = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
with open({str(pid_file)!r}, "w") as file:
    file.write(str(lingering.pid))
ask = until("ask")
answer(ask, legal(ask))
{ending}
"""
    limits = msgspec.structs.replace(LOOSE, answer=1.0 if "sleep" in ending else 60, leave=0.2)
    played(script(tmp_path, body), limits)
    pid = int(pid_file.read_text())
    assert soon(lambda: not alive(pid))


def test_a_program_that_does_not_leave_is_ended(tmp_path: Path) -> None:
    body = """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True:
    line = sys.stdin.readline()
    if line and "ask" in json.loads(line):
        answer(json.loads(line)["ask"], legal(json.loads(line)["ask"]))
    time.sleep(0 if line else 0.1)
"""
    bot = StdioBot(script(tmp_path, body), limits=msgspec.structs.replace(LOOSE, leave=0.3))
    match = new_match("duel", seed=1)
    bot.begin(match.rules, 0)
    bot.choose(match.view(0))
    assert bot.child is not None
    pid = bot.child.process.pid
    bot.over(match.rules, None)
    assert bot.lost is None
    assert not alive(pid)
    bot.close()


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_breaking_a_run_off_ends_the_programs(jobs: str, number: signal.Signals, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    hanging = script(tmp_path, f'open({str(pids)!r}, "a").write(str(os.getpid()) + "\\n")\ntime.sleep(600)')
    command = [sys.executable, "-c", "from sandtable.cli import main; main()", "simulate", "duel", "--games", "6"]
    command += ["--json", "--jobs", jobs, "--bots", f"recruit,{hanging}", "--bot-seconds", "300"]
    engine = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        assert soon(lambda: pids.exists() and pids.read_text().count("\n") >= int(jobs), 60)
        began = time.monotonic()
        if number is signal.SIGINT:
            os.killpg(engine.pid, number)  # as a terminal does
        else:
            engine.send_signal(number)
        _, told = engine.communicate(timeout=30)
        assert engine.returncode != 0
        assert time.monotonic() - began < 15
        assert b"Traceback" not in told, told
        started = [int(pid) for pid in pids.read_text().split()]
        assert soon(lambda: not any(map(alive, started)))
    finally:
        engine.kill()
        engine.communicate()


# --- what it is given ---
def test_it_gets_a_small_environment_and_no_handles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_TOKEN", "secret")
    told = tmp_path / "told.json"
    body = f"""
told = {{"environment": dict(os.environ), "handles": sorted(int(n) for n in os.listdir("/dev/fd")),
        "session": os.getsid(0) == os.getpid()}}
with open({str(told)!r}, "w") as file:
    json.dump(told, file)
sys.exit()
"""
    with (tmp_path / "engine.txt").open("w") as held:
        os.set_inheritable(held.fileno(), True)
        played(script(tmp_path, body))
    seen = json.loads(told.read_text())
    assert set(seen["environment"]) <= {
        "PATH",
        "TMPDIR",
        "LANG",
        "PYTHONUNBUFFERED",
        "LC_CTYPE",
        "__CF_USER_TEXT_ENCODING",
    }
    assert [n for n in seen["handles"] if n > 3] == []  # 3: the folder being listed
    assert seen["session"]


# --- the run goes on ---
def test_a_simulation_goes_on_with_a_fresh_process(tmp_path: Path) -> None:
    """It fails in its first game, then plays: each game starts it anew."""
    mark = tmp_path / "been here"
    body = f"""
if not os.path.exists({str(mark)!r}):
    open({str(mark)!r}, "w").close()
    until("ask")
    sys.exit("out of order")
play()
"""
    report = simulate(
        "duel", 3, bots=("recruit", script(tmp_path, body)), limits=LOOSE, check=True, out=tmp_path / "out"
    )
    assert (report.games, report.finished, report.errors, report.forfeits) == (3, 3, 0, 1)
    assert report.forfeited == ["seed 0: b (script) forfeit: exited with status 1; it wrote: out of order"]
    assert len(list((tmp_path / "out").glob("*.sand"))) == 3


def test_the_prelude_is_plain_python() -> None:
    compile(PRELUDE + HELLO, "script.py", "exec")
