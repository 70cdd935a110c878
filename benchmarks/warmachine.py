"""WARMACHINE: answers a second by recruits at about 60 models, a saved game decoded, a regular's decision, odds of a
warjack's whole activation, and battle boxes beside random chess in the Python chess library.

Boxes and chess are played in turns in one run, so that a busy machine slows both. Other figures are processor time.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from itertools import islice
from random import Random
from time import process_time
from typing import Any

import chess

from sandtable import find
from sandtable.bots import bot
from sandtable.chance import trial_odds
from sandtable.core import Ask, Game, Ruleset, View
from sandtable.lab.recruit_games import by_recruits, timed
from sandtable.lab.simulate import play_one
from sandtable.lab.strength import percentiles

NAMES = ("warmachine-mk1", "warmachine-escalation", "warmachine-mk2")
ROUNDS, EACH = 5, 2


def report(name: str, value: float, unit: str, **more: Any) -> None:
    print(json.dumps({"name": f"warmachine.{name}", "value": round(value, 3), "unit": unit, **more}), flush=True)


def mixes(rules: Ruleset, size: str) -> list[dict[str, Any]]:
    """The sample games of two armies of this size."""
    return [dict(o) for o in rules.sample_options() if all(size in str(army) for army in o["armies"])]


def recruits(name: str, games: int) -> Game:
    """Answers a second with large armies; a game from the middle."""
    rules = find(name)
    options = mixes(rules, "_large")
    play_one(rules, 999, options[0])  # warm the kernels
    found = timed(rules, options, games, middle=400)
    models = sum(len(game.state.status) for game in found.beginnings) // games
    rate = found.answers / found.seconds
    report("answers", rate, "answers/s", ruleset=name, models=models, games=games, answers=found.answers)
    assert found.middle is not None
    return found.middle


def saved(name: str, game: Game) -> None:
    codec = find(name).codec
    data, spent = codec.save(game), list[float]()
    for _ in range(200):
        began = process_time()
        codec.load(data)
        spent.append(process_time() - began)
    report("load", sorted(spent)[100] * 1000, "ms", ruleset=name, bytes=len(data))


def decisions(name: str) -> None:
    """A regular's decisions in large games between recruits, every tenth of each game's first answers."""
    rules, spent = find(name), list[float]()
    for n, game in (
        each
        for seed, options in enumerate(mixes(rules, "_large")[:4], 3)
        for each in enumerate(islice(by_recruits(rules, options, seed), 1200))
    ):
        if n % 10 == 0 and isinstance(game.waiting, Ask):
            view = View(rules, game, game.waiting.seat)
            began = process_time()
            bot("regular", seed=n).choose(view)
            spent.append(process_time() - began)
    for share, ms in percentiles(spent).items():
        report(f"regular.{share}", ms, "ms", ruleset=name, asked=len(spent))


def activations(name: str) -> None:
    """Processor time to tell within 5 points what a charging warjack does to another with 0 to 3 focus."""
    pair = {"attacker": "juggernaut", "target": "ironclad"}
    trial_odds(find(name), pair)  # rules are loaded, kernels compiled
    for focus in range(4):
        began = process_time()
        odds = trial_odds(find(name), {**pair, "activation": "", "charge": "", "focus": str(focus)}, within=0.05)
        spent = process_time() - began
        report("odds.activation", spent * 1000, "ms", ruleset=name, focus=focus, plus_minus=round(odds.plus_minus, 4))


def chess_game(seed: int) -> int:
    rng, board, plies = Random(seed), chess.Board(), 0
    while not board.is_game_over(claim_draw=False):
        board.push(rng.choice(list(board.legal_moves)))
        plies += 1
    return plies


def boxes(name: str) -> None:
    rules = find(name)
    options = mixes(rules, "_box_")
    play_one(rules, 0, options[0])
    ours = theirs = 0.0
    number = 0
    for _ in range(ROUNDS):
        for _ in range(EACH):
            played = play_one(rules, 1000 + number, options[number % len(options)])
            assert not played.error, played.error
            ours, number = ours + played.seconds, number + 1
        began = time.perf_counter()
        for i in range(EACH):
            chess_game(1000 + number + i)
        theirs += time.perf_counter() - began
    report("boxes", number / ours, "games/s", ruleset=name, games=number)
    report("chess", number / theirs, "games/s", games=number)
    report("boxes.to.chess", theirs / ours, "ratio", ruleset=name, note="games a second, ours over theirs")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("names", nargs="*", default=NAMES)
    given = parser.parse_args(arguments)
    for name in given.names:
        saved(name, recruits(name, given.games))
        decisions(name)
        activations(name)
        boxes(name)


if __name__ == "__main__":
    main(sys.argv[1:])
