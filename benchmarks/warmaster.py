"""Warmaster with large armies: answers a second by recruits, charges, brigade moves, a regular's decision, growth.

Processor time, not time by the clock: a busy machine changes the figures less. `--games 12` plays more games.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from time import process_time
from typing import Any

from sandtable import find
from sandtable.bots import bot
from sandtable.bots.recruit import Recruit
from sandtable.core import Position, Roll, View
from sandtable.lab.recruit_games import by_recruits, timed
from sandtable.lab.strength import percentiles
from sandtable.rulesets.warmaster.charging.targets import charges, possible
from sandtable.rulesets.warmaster.command.march import March
from sandtable.rulesets.warmaster.state.table import COMMAND

RULES = find("warmaster")


def report(name: str, value: float, unit: str, **more: Any) -> None:
    print(json.dumps({"name": f"warmaster.{name}", "value": round(value, 3), "unit": unit, **more}), flush=True)


def mixes(points: int) -> list[dict[str, Any]]:
    """The sample games of armies of this size, each once."""
    found: list[dict[str, Any]] = []
    for options in RULES.sample_options():
        if str(options["armies"][0]).endswith(f"_{points}") and dict(options) not in found:
            found.append(dict(options))
    return found


def recruits(points: int, games: int) -> tuple[float, float]:
    """Answers a second, and how many units a side has."""
    found = timed(RULES, mixes(points), games)
    rate, side = found.answers / found.seconds, sum(len(g.state.units) for g in found.beginnings) / games / 2
    report("answers", rate, "answers/s", points=points, units_a_side=round(side, 1), games=games, answers=found.answers)
    return rate, side


def told(name: str, spent: list[float]) -> None:
    for share, ms in percentiles(spent).items():
        report(f"{name}.{share}", ms, "ms", asked=len(spent))


def questions(games: int) -> None:
    """All charges of one unit, and one legal arrangement of a brigade of four, in the Command phases of large games."""
    options, charge, shift, decide = mixes(2000), list[float](), list[float](), list[float]()
    for n in range(games):
        asked = (g for g in by_recruits(RULES, options[n % len(options)], 100 + n) if not isinstance(g.waiting, Roll))
        for i, game in enumerate(asked):
            ask = game.waiting
            if ask is None or game.state.phase != COMMAND:
                continue
            state = RULES.codec.load(RULES.codec.save(game)).state  # nothing is remembered of it
            if i % 4 == 0:
                units = [u for u in state.on_table(state.active) if state.units[u].where == "table"]
                p: Position[Any, Any] = Position(RULES, state)
                unit = units[i % len(units)]
                began = process_time()
                for target in possible(p, unit):
                    charges(p, unit, target)
                charge.append(process_time() - began)
            if isinstance(getattr(ask, "domain", None), March) and len(ask.domain.pieces) == 4:  # type: ignore[union-attr]
                p = Position(RULES, state)
                began = process_time()
                ask.domain.candidates(p, 1, Recruit(i).rng)  # type: ignore[union-attr]
                shift.append(process_time() - began)
            if i % 40 == 0:
                seat = ask.seat  # type: ignore[union-attr]
                began = process_time()
                bot("regular", seed=i).choose(View(RULES, game, seat))
                decide.append(process_time() - began)
    told("charges", charge)
    if shift:
        told("brigade_of_four", shift)
    told("regular", decide)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=6)
    games = parser.parse_args(arguments).games
    for points in (500, 1000, 2000):
        timed(RULES, mixes(points), 1)  # loads the compiled kernels, all of them
    small, few = recruits(1000, games)
    large, many = recruits(2000, games)
    growth = math.log(small / large) / math.log(many / few)
    report("growth", growth, "exponent", note="cost of an answer against units a side, from 1,000 to 2,000 points")
    questions(max(1, games // 3))


if __name__ == "__main__":
    main(sys.argv[1:])
