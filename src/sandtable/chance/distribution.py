"""The distribution of a Roll's readings: one throw for each distinct result, with whole-number weights."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, NamedTuple

from sandtable.core import DiceSet, Reading, Roll
from sandtable.core.dice import Faces

Dice = tuple[tuple[str, int], ...]


class Outcome(NamedTuple):
    """One distinct reading of a roll."""

    faces: Faces  # one throw that reads so
    weight: int
    results: tuple[Any, ...] = ()  # what the rules get, pool by pool


class Distribution(NamedTuple):
    outcomes: tuple[Outcome, ...]
    total: int  # of all weights; rejected throws are left out, so the odds condition on what counts


def distribution(roll: Roll, dice: DiceSet) -> Distribution:
    """Every distinct reading of the whole roll."""
    pools = tuple(_faces(p.dice, dice) for p in roll.pools)
    return _joint(pools, roll.reading)


def _faces(pool: Dice, dice: DiceSet) -> tuple[tuple[int, ...], ...]:
    return tuple(dice[name].faces for name, count in pool for _ in range(count))


@lru_cache(maxsize=4096)
def _joint(pools: tuple[tuple[tuple[int, ...], ...], ...], reading: Reading) -> Distribution:
    singles = [_single(pool, reading) for pool in pools]
    found = []
    for parts in product(*singles):
        results = tuple(result for result, _, _ in parts)
        if reading.accepts(results):
            weight = prod(weight for _, _, weight in parts)
            found.append(Outcome(tuple(faces for _, faces, _ in parts), weight, results))
    return Distribution(tuple(found), sum(outcome.weight for outcome in found))


@lru_cache(maxsize=4096)
def _single(pool: tuple[tuple[int, ...], ...], reading: Reading) -> tuple[tuple[Any, tuple[int, ...], int], ...]:
    """Convolution die by die over the reading's own states: equal states merge at once."""
    states: dict[Any, tuple[tuple[int, ...], int]] = {reading.first(): ((), 1)}
    for faces in pool:
        following: dict[Any, tuple[tuple[int, ...], int]] = {}
        for state, (thrown, weight) in states.items():
            for face in faces:
                key = reading.add(state, face)
                known = following.get(key)
                following[key] = ((*thrown, face), weight) if known is None else (known[0], known[1] + weight)
        states = following
    merged: dict[Any, tuple[tuple[int, ...], int]] = {}
    for state, (thrown, weight) in states.items():
        result = reading.done(state)
        known = merged.get(result)
        merged[result] = (thrown, weight) if known is None else (known[0], known[1] + weight)
    return tuple((result, thrown, weight) for result, (thrown, weight) in merged.items())
