"""Networks from lessons. A position should foretell how the game stands some turns later, and in the end who wins.

Who wins in the end hangs on many throws; how the game stands two turns on, on few. So what a position should foretell
is a mean of both: each later turn counts TRUST times what the one before does, as a first network sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from sandtable.lab.learning.arrays import Arrays
from sandtable.lab.learning.fitting import RATE, Layers, begin, chances, fit, loss
from sandtable.tabletop.network import Weights, flat

TRUST = 0.75
AGAIN = 0.25  # of the rate, for networks that have learned before
ASIDE = 6  # one game in so many is not learned from: it tells how good the networks are
INNER, LAST = 20, 16
DIGITS = 4


class Taught(NamedTuple):
    networks: list[Layers]
    surprise: float  # on games not learned from; certainty is 0, a coin 0.693


def teach(
    a: Arrays,
    networks: int = 3,
    rounds: int = 6,
    seed: int = 0,
    progress: Callable[[str], None] = lambda text: None,
    start: Sequence[Layers] = (),
) -> Taught:
    """First networks learn who won, the last what the first see in later turns and who won.

    `start`: networks that have learned from other games take the place of the first and go on as the last.
    """
    aside = np.isin(a.game, range(0, int(a.game.max()) + 1, ASIDE))
    learned, rest = a.part(~aside), a.part(aside)
    weight = by_game(learned.game)
    seen = mean(start, learned) if start else seen_by_others(learned, rounds, seed, progress)
    wanted, rate = foretold(learned, seen), RATE * AGAIN if start else RATE
    found = []
    for n in range(networks):
        rng = np.random.default_rng(seed + n)
        layers = start[n % len(start)] if start else new(a, rng)
        tell = told(progress, f"last network {seed + n}", rounds)
        found.append(fit(layers, learned, wanted, weight, rounds, rng, tell, rate))
    surprise = loss(mean(found, rest), rest.won, by_game(rest.game)) if aside.any() else 0.0
    return Taught(found, surprise)


def seen_by_others(a: Arrays, rounds: int, seed: int, progress: Callable[[str], None]) -> Any:
    """The chances of seat 0 as two networks see them, each asked only about games that it did not learn from: of
    those it knows how they ended."""
    seen = np.empty(len(a.won))
    for n in (0, 1):
        own, rng = a.game % 2 == n, np.random.default_rng(seed + n)
        part, tell = a.part(own), told(progress, f"first network {seed + n}", rounds)
        first = fit(new(a, rng), part, part.won, by_game(part.game), rounds, rng, tell)
        seen[~own] = chances(first, a.part(~own))
    return seen


def new(a: Arrays, rng: np.random.Generator) -> Layers:
    return begin(a.pieces.shape[-1], a.pairs.shape[-1], a.around.shape[-1], INNER, LAST, rng)


def told(progress: Callable[[str], None], name: str, rounds: int) -> Callable[[int, float], None]:
    return lambda number, surprise: progress(f"{name}: round {number} of {rounds}, {surprise:.4f}")


def by_game(game: Any) -> Any:
    """Every game counts the same, however long it was."""
    _, at, many = np.unique(game, return_inverse=True, return_counts=True)
    weight = 1.0 / many[at]
    return (weight / weight.mean()).astype(np.float32)


def mean(networks: Sequence[Layers], a: Arrays) -> Any:
    return sum(chances(one, a) for one in networks) / len(networks)


def foretold(a: Arrays, seen: Any) -> Any:
    """What each position should foretell; `seen`: how likely seat 0 looks to win in each."""
    wanted = a.won.copy()
    for game in np.unique(a.game):
        of_game = np.nonzero(a.game == game)[0]
        opening = {int(a.turn[i]): float(seen[i]) for i in of_game if a.opens[i]}
        value, later = float(a.won[of_game[0]]), dict[int, float]()
        for turn in range(int(a.turn[of_game].max()), 0, -1):
            later[turn] = value
            if turn in opening:
                value = (1 - TRUST) * opening[turn] + TRUST * value
        wanted[of_game] = [later[int(turn)] for turn in a.turn[of_game]]
    return wanted


def weights(found: Taught, by: str) -> Weights:
    """As a file holds them."""
    one = found.networks[0]
    inner, last, around = one.pair.shape[1], one.side.shape[1], len(one.around)
    piece = one.piece.shape[0] - 2 * inner
    return Weights(
        piece=piece,
        pair=one.pair.shape[0] - 2 * piece,
        around=around,
        inner=inner,
        last=last,
        networks=tuple(flat([rounded(part) for part in layers]) for layers in found.networks),
        taught_by=by,
    )


def layers(found: Weights) -> list[Layers]:
    """The networks of a file, to go on from."""
    piece, pair, around, inner, last = found.sizes
    shapes = [
        (2 * piece + pair, inner), (inner,), (piece + 2 * inner, inner), (inner,), (2 * inner + around, last), (last,),
        (last,), (around,),
    ]  # fmt: skip
    ends = np.cumsum([int(np.prod(shape)) for shape in shapes])
    rows = [np.split(np.array(row, np.float32), ends[:-1]) for row in found.networks]
    return [Layers(*(part.reshape(shape) for part, shape in zip(parts, shapes, strict=True))) for parts in rows]


def rounded(part: Any) -> list[float]:
    return [float(f"{value:.{DIGITS}g}") for value in np.ravel(part)]
