"""The example of units in line, with many of them: answers a second, how that grows, how long a regular thinks."""

from __future__ import annotations

import json
import math
import statistics
import time
from typing import Any

from sandtable import find
from sandtable.bots import bot
from sandtable.chance import Seeded
from sandtable.core import Roll, Ruleset, View, answer, begin

ANSWERS, THOUGHTS = 1500, 60


def played(rules: Ruleset, units: int, level: str, most: int, seed: int) -> tuple[int, float, list[float]]:
    """Answers given, seconds taken, and seconds of each choice, until the game or the count ends."""
    start = rules.new_game({"units": units})
    players = [bot(level, seed=2 * seed + seat) for seat in (0, 1)]
    source, thought, answers = Seeded(seed), list[float](), 0
    began = time.perf_counter()
    game = begin(rules, start.state, start.frame).game
    while game.waiting is not None and (answers if level == "recruit" else len(thought)) < most:
        value: Any
        if isinstance(game.waiting, Roll):
            value, source = source.throw(game.waiting, rules.dice)
        else:
            before = time.perf_counter()
            value = players[game.waiting.seat].choose(View(rules, game, game.waiting.seat))
            thought.append(time.perf_counter() - before)
        game = answer(rules, game, value, trusted=True).game
        answers += 1
    return answers, time.perf_counter() - began, thought


def seconds_an_answer(rules: Ruleset, units: int) -> float:
    """Of recruits: the best of three runs of several games each."""
    rates = []
    for run in range(3):
        answers, seconds, game = 0, 0.0, 0
        while answers < ANSWERS:
            count, spent, _ = played(rules, units, "recruit", ANSWERS - answers, 100 * run + game)
            answers, seconds, game = answers + count, seconds + spent, game + 1
        rates.append(seconds / answers)
    return min(rates)


def report(name: str, value: float, unit: str) -> None:
    print(json.dumps({"name": name, "value": round(value, 3), "unit": unit}), flush=True)


def main() -> None:
    rules = find("lines")
    played(rules, 10, "recruit", 300, 1)  # warm the kernels
    ten, twenty = seconds_an_answer(rules, 10), seconds_an_answer(rules, 20)
    report("lines.answers", 1 / twenty, "answers/s")
    report("lines.growth", math.log2(twenty / ten), "exponent")
    thought = [t for seed in (1, 2) for t in played(rules, 20, "regular", THOUGHTS, seed)[2]]
    report("lines.regular", statistics.median(thought) * 1e3, "ms")


if __name__ == "__main__":
    main()
