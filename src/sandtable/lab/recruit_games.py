"""Games between recruits, step by step: for benchmarks and for positions from the middle of a game."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from time import process_time
from typing import Any, NamedTuple

from sandtable.bots.recruit import Recruit
from sandtable.chance import Seeded
from sandtable.core import Game, Position, Roll, Ruleset, answer, begin


class Timed(NamedTuple):
    """What some games took, in seconds of the processor."""

    answers: int
    seconds: float
    beginnings: tuple[Game, ...]
    middle: Game | None  # the last game after so many answers


def by_recruits(rules: Ruleset, options: Mapping[str, Any], seed: int) -> Iterator[Game]:
    """A game from its beginning to its end, after each answer and roll."""
    players, source = [Recruit(2 * seed), Recruit(2 * seed + 1)], Seeded(seed)
    game = begin(rules, *rules.new_game(dict(options))).game
    yield game
    while game.waiting is not None:
        value: Any
        if isinstance(game.waiting, Roll):
            value, source = source.throw(game.waiting, rules.dice)
        else:
            value = players[game.waiting.seat].pick(Position(rules, game.state), game.waiting)
        game = answer(rules, game, value, trusted=True).game
        yield game


def timed(rules: Ruleset, variety: Sequence[Mapping[str, Any]], games: int, middle: int = 0) -> Timed:
    """Whole games, one kind after another, without the garbage collector."""
    answers, seconds, beginnings, kept = 0, 0.0, list[Game](), None
    for n in range(games):
        gc.collect()
        gc.disable()
        try:
            began = process_time()
            for seen, game in enumerate(by_recruits(rules, variety[n % len(variety)], n)):
                if not seen:
                    beginnings.append(game)
                elif seen == middle:
                    kept = game
            seconds += process_time() - began
        finally:
            gc.enable()
        answers += seen
    return Timed(answers, seconds, tuple(beginnings), kept)
