"""The driver: answers a second, and what it costs to copy, undo, save and load a game."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from sandtable import find, load, new_match
from sandtable.chance import Seeded
from sandtable.core import Game, Position, Roll, answer, begin


def report(name: str, value: float, unit: str, **more: Any) -> None:
    print(json.dumps({"name": name, "value": round(value, 4), "unit": unit, **more}), flush=True)


def each(work: Callable[[], object], times: int) -> float:
    """Seconds a call, the best of five rounds."""
    best = float("inf")
    for _ in range(5):
        began = time.perf_counter()
        for _ in range(times):
            work()
        best = min(best, (time.perf_counter() - began) / times)
    return best


def played(name: str, seed: int) -> tuple[int, float, list[Game]]:
    """One game by random seats: answers, seconds spent in `answer` alone, and its positions."""
    rules, rng, source = find(name), Random(seed), Seeded(seed)
    game = begin(rules, *rules.new_game({})).game
    count, spent, games = 0, 0.0, [game]
    while game.waiting is not None:
        value: Any
        if isinstance(game.waiting, Roll):
            value, source = source.throw(game.waiting, rules.dice)
        else:
            found = game.waiting.domain.candidates(Position(rules, game.state), 1, rng)
            value = found[0] if found else game.waiting.default
        began = time.perf_counter()
        game = answer(rules, game, value, trusted=True).game
        spent += time.perf_counter() - began
        count += 1
        games.append(game)
    return count, spent, games


def main() -> None:
    for name in ("duel", "lines", "warcaster"):
        played(name, 0)  # warm the kernels
        runs = [played(name, seed) for seed in range(1, 6)]
        answers, seconds = sum(r[0] for r in runs), sum(r[1] for r in runs)
        report("driver.answers", answers / seconds, "answers/s", ruleset=name, answers=answers)
    rules = find("warcaster")
    games = played("warcaster", 3)[2]
    game = max(games, key=lambda g: len(g.stack))
    pieces, depth = len(game.state.models), len(game.stack)
    match = new_match("warcaster", seed=3)
    for _ in range(60):
        assert match.ask is not None
        match.answer(match.ask.domain.candidates(1, len(match.history))[0])
    report("game.copy", each(lambda: game.but(), 10_000) * 1e6, "us", pieces=pieces, depth=depth)
    report("match.fork", each(match.fork, 2_000) * 1e6, "us", history=len(match.history))

    def undo() -> None:
        match.undo()
        match.redo()

    report("game.undo", each(undo, 2_000) * 1e6, "us", note="undo and redo of one answer")
    data = rules.codec.save(game)
    report("game.save", each(lambda: rules.codec.save(game), 2_000) * 1e6, "us", bytes=len(data))
    report("game.load", each(lambda: rules.codec.load(data), 200) * 1e6, "us", bytes=len(data))
    records()
    memory("memory.import", "import sandtable")
    memory("memory.play", "import sandtable; m = sandtable.new_match('warcaster', seed=1)")


def records() -> None:
    """A whole game as a record: written, read and replayed with every hash checked."""
    match = new_match("warcaster", seed=5, mission="surface_tension")
    rng = Random(5)
    while match.ask is not None:
        found = match.ask.domain.candidates(1, rng)
        match.answer(found[0] if found else match.ask.default)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.sand"
        match.save(path)
        lines = len(match.history)
        report("record.save", each(lambda: match.save(path), 1) * 1e3, "ms", lines=lines, bytes=path.stat().st_size)
        seconds = each(lambda: load(path), 1)
        report("record.load", seconds * 1e3, "ms", lines=lines, ms_for_2000_lines=round(seconds / lines * 2e6, 1))


def memory(name: str, code: str) -> None:
    """The most memory a fresh process used, and how long it took. (ru_maxrss would count the parent's.)"""
    code += "; print([line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')][0])"
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    seconds = time.perf_counter() - began
    report(name, int(done.stdout) / 1024, "MiB", seconds=round(seconds, 3))


if __name__ == "__main__":
    main()
