"""Lessons as arrays that a network is fitted to. Sides are filled up with pieces that do not count."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from sandtable.lab.learning.lessons import Taught
from sandtable.tabletop.network import Side


class Arrays(NamedTuple):
    """Of each position: both sides, seat 0 first."""

    pieces: Any  # position, side, piece, number
    there: Any  # position, side, piece: 1, or 0 for one that fills up
    pairs: Any  # position, side that acts, piece, other piece, number
    around: Any  # position, side, number
    won: Any  # by seat 0: 1, 0 or a half
    game: Any
    turn: Any
    opens: Any

    def part(self, chosen: Any) -> Arrays:
        return Arrays(*(one[chosen] for one in self))


def arrays(
    games: Iterable[Taught], sides: Callable[[Any], tuple[Side, Side]], piece: int, pair: int, most: int
) -> Arrays:
    """`sides`: a situation as numbers, seat 0 first."""
    rows: list[tuple[Any, ...]] = []
    for number, game in enumerate(games):
        result = 0.5 if game.winner is None else float(game.winner == 0)
        for lesson in game.lessons:
            found = sides(lesson.situation)
            many = [len(side.pieces) // piece for side in found]
            if not min(many) or max(many) > most:
                continue
            rows.append((*filled(found, many, piece, pair, most), result, number, lesson.turn, lesson.opens))
    if not rows:
        raise ValueError("no game has a position that can be learned from")
    pieces, there, pairs, about, won, of, turn, opens = zip(*rows, strict=True)
    return Arrays(
        np.stack(pieces), np.stack(there), np.stack(pairs), np.stack(about), np.array(won, np.float32), np.array(of),
        np.array(turn), np.array(opens),
    )  # fmt: skip


def filled(sides: tuple[Side, Side], many: list[int], piece: int, pair: int, most: int) -> tuple[Any, Any, Any, Any]:
    pieces = np.zeros((2, most, piece), np.float32)
    there = np.zeros((2, most), np.float32)
    pairs = np.zeros((2, most, most, pair), np.float32)
    for i, side in enumerate(sides):
        n, m = many[i], many[1 - i]
        pieces[i, :n] = np.reshape(side.pieces, (n, piece))
        there[i, :n] = 1.0
        pairs[i, :n, :m] = np.reshape(side.pairs, (n, m, pair))
    return pieces, there, pairs, np.array([side.around for side in sides], np.float32)
