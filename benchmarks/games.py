"""Whole games by random seats, full rules and events on, beside random chess in the Python chess library.

Both are played in turns in one run, so that a busy machine slows both; the ratio is the figure to compare.
"""

from __future__ import annotations

import cProfile
import json
import pstats
import sys
import time
from random import Random
from typing import Any

import chess

from sandtable import find
from sandtable.lab.simulate import play_one

ROUNDS, EACH = 10, 4


def chess_game(seed: int) -> int:
    rng, board, plies = Random(seed), chess.Board(), 0
    while not board.is_game_over(claim_draw=False):
        board.push(rng.choice(list(board.legal_moves)))
        plies += 1
    return plies


def report(name: str, value: float, unit: str, **more: Any) -> None:
    print(json.dumps({"name": name, "value": round(value, 3), "unit": unit, **more}), flush=True)


def main() -> None:
    rules = find("warcaster")
    kinds = list(rules.sample_options())
    for n in range(len(kinds)):
        play_one(rules, n, kinds[n])  # warm the kernels
    ours, theirs, decisions, plies, number = 0.0, 0.0, 0, 0, 0
    for _ in range(ROUNDS):
        for _ in range(EACH):
            played = play_one(rules, 1000 + number, kinds[number % len(kinds)])
            assert not played.error, played.error
            ours, decisions, number = ours + played.seconds, decisions + played.decisions, number + 1
        began = time.perf_counter()
        plies += sum(chess_game(1000 + number + i) for i in range(EACH))
        theirs += time.perf_counter() - began
    games = ROUNDS * EACH
    report("warcaster.games", games / ours, "games/s", decisions_per_game=decisions // games, games=games)
    report("chess.games", games / theirs, "games/s", plies_per_game=plies // games, games=games)
    report("warcaster.to.chess", theirs / ours, "ratio", note="games a second, ours over theirs, one alternated run")
    if "--profile" in sys.argv:
        profile(rules, kinds)


def profile(rules: Any, kinds: list[Any]) -> None:
    """Where the time goes, by file of the package."""
    profiler = cProfile.Profile()
    profiler.enable()
    for n in range(8):
        play_one(rules, 2000 + n, kinds[n % len(kinds)])
    profiler.disable()
    stats = pstats.Stats(profiler, stream=sys.stderr)
    stats.sort_stats("tottime").print_stats(35)


if __name__ == "__main__":
    main()
