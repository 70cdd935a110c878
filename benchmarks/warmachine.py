"""WARMACHINE: answers a second by recruits at about 60 models, a saved game decoded, a regular's decision, and battle
boxes beside random chess in the Python chess library.

Boxes and chess are played in turns in one run, so that a busy machine slows both. Other figures are processor time.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from random import Random
from time import process_time
from typing import Any

import chess

from sandtable import find
from sandtable.bots import bot
from sandtable.bots.recruit import Recruit
from sandtable.chance import Seeded
from sandtable.core import Game, Position, Roll, Ruleset, View, answer, begin
from sandtable.lab.simulate import play_one

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
    options, answers, spent, models = mixes(rules, "_large"), 0, 0.0, 0
    play_one(rules, 999, options[0])  # warm the kernels
    for n in range(games):
        players, source, seen = [Recruit(2 * n), Recruit(2 * n + 1)], Seeded(n), 0
        gc.collect()
        gc.disable()
        began = process_time()
        game = begin(rules, *rules.new_game(options[n % len(options)])).game
        models += len(game.state.status)
        while game.waiting is not None:
            value: Any
            if isinstance(game.waiting, Roll):
                value, source = source.throw(game.waiting, rules.dice)
            else:
                value = players[game.waiting.seat].pick(Position(rules, game.state), game.waiting)
            game, seen = answer(rules, game, value, trusted=True).game, seen + 1
            if seen == 400:
                middle = game
        spent += process_time() - began
        gc.enable()
        answers += seen
    report("answers", answers / spent, "answers/s", ruleset=name, models=models // games, games=games, answers=answers)
    return middle


def saved(name: str, game: Game) -> None:
    codec = find(name).codec
    data, spent = codec.save(game), list[float]()
    for _ in range(200):
        began = process_time()
        codec.load(data)
        spent.append(process_time() - began)
    report("load", sorted(spent)[100] * 1000, "ms", ruleset=name, bytes=len(data))


def decisions(name: str) -> None:
    """A regular's decisions in a large game between recruits."""
    rules = find(name)
    players, source, spent = [Recruit(1), Recruit(2)], Seeded(3), list[float]()
    game = begin(rules, *rules.new_game(mixes(rules, "_large")[0])).game
    for n in range(1200):
        if game.waiting is None:
            break
        value: Any
        if isinstance(game.waiting, Roll):
            value, source = source.throw(game.waiting, rules.dice)
        else:
            if n % 20 == 0:
                view = View(rules, game, game.waiting.seat)
                began = process_time()
                bot("regular", seed=n).choose(view)
                spent.append(process_time() - began)
            value = players[game.waiting.seat].pick(Position(rules, game.state), game.waiting)
        game = answer(rules, game, value, trusted=True).game
    spent.sort()
    for share in (50, 95):
        report(f"regular.p{share}", spent[len(spent) * share // 100] * 1000, "ms", ruleset=name, asked=len(spent))


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
        boxes(name)


if __name__ == "__main__":
    main(sys.argv[1:])
