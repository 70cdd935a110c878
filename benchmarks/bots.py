"""Bots at work: games a second by level, and how long a decision takes (half of them, 95 and 99 of 100)."""

from __future__ import annotations

import json
import time

from sandtable import find
from sandtable.lab.simulate import play_one
from sandtable.lab.strength import percentiles

GAMES = {"recruit": 24, "regular": 6, "veteran:1s": 2}


def main() -> None:
    rules = find("warcaster")
    kinds = list(rules.sample_options())
    for n in range(4):
        play_one(rules, n, kinds[n])  # warm the kernels
    for level, games in GAMES.items():
        began, spent = time.perf_counter(), list[float]()
        for n in range(games):
            played = play_one(rules, 500 + n, kinds[5 * n % len(kinds)], (level, level), timed=True)
            assert not played.error, played.error
            spent += [seconds for seat in played.times for seconds in seat]
        rate = games / (time.perf_counter() - began)
        print(json.dumps({"name": f"bots.{level}.games", "value": round(rate, 3), "unit": "games/s", "games": games}))
        for name, ms in percentiles(spent).items():
            print(json.dumps({"name": f"bots.{level}.decision.{name}", "value": ms, "unit": "ms"}), flush=True)


if __name__ == "__main__":
    main()
