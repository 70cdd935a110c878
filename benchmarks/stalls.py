"""Stalls: the slowest engine call of whole Warcaster games in a fresh process, after a set-up.

The set-up (`sandtable prepare`, what `make setup` runs) starts with an empty kernel cache in a temporary folder. Then
another process begins a game and times every call: answers, candidates, refusals, options, views, odds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

T = TypeVar("T")
GAMES = 3
STALL = 0.5  # seconds


def play(ruleset: str, games: int) -> None:
    """In the fresh process: whole games, every call timed."""
    from sandtable import new_match

    began, slowest, calls, stalls = time.perf_counter(), (0.0, ""), 0, 0
    started = 0.0

    def timed(name: str, call: Callable[..., T], *args: Any) -> T:
        nonlocal slowest, calls, stalls
        since = time.perf_counter()
        found = call(*args)
        spent = time.perf_counter() - since
        calls, stalls, slowest = calls + 1, stalls + (spent > STALL), max(slowest, (spent, name))
        return found

    for seed in range(games):
        match, rng = new_match(ruleset, seed=seed), Random(seed)
        started = started or time.perf_counter() - began
        while (ask := match.ask) is not None:
            found = timed("candidates", ask.domain.candidates, 2, rng)
            for value in found:
                timed("why not", match.why_not, value)
            timed("view", match.view, ask.seat)
            timed("answer", match.answer, found[0] if found else ask.default)
    report(
        "stalls.longest", slowest[0] * 1e3, "ms", call=slowest[1], ruleset=ruleset, games=games, calls=calls,
        over_500_ms=stalls,
    )  # fmt: skip
    report("stalls.start", started, "s", note="import, find the ruleset, load the kernels, new match")


def report(name: str, value: float, unit: str, **more: Any) -> None:
    print(json.dumps({"name": name, "value": round(value, 3), "unit": unit, **more}), flush=True)


def main() -> None:
    with TemporaryDirectory() as folder:
        env = {**os.environ, "SANDTABLE_CACHE": folder}
        began = time.perf_counter()
        prepare = [sys.executable, "-c", "from sandtable.cli import main; main()", "prepare", "--json"]
        subprocess.run(prepare, env=env, check=True, stdout=subprocess.DEVNULL)
        size = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
        report("stalls.set_up", time.perf_counter() - began, "s", mebibytes=round(size / 2**20, 1))
        code = [sys.executable, __file__, "--play", "warcaster", str(GAMES)]
        subprocess.run(code, env=env, check=True)


if __name__ == "__main__":
    if "--play" in sys.argv:
        play(sys.argv[2], int(sys.argv[3]))
    else:
        main()
