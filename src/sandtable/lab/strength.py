"""Strength: win rates with 95 % intervals, and times of decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

Z = 1.959964  # of a normal distribution: 95 % lie within


def wilson(won: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate seen in so many games (Wilson's).

    >>> [round(x, 3) for x in wilson(70, 100)]
    [0.604, 0.781]
    """
    if not games:
        return 0.0, 1.0
    rate, square = won / games, Z * Z / games
    middle = (rate + square / 2) / (1 + square)
    half = Z * sqrt(rate * (1 - rate) / games + square / games / 4) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def percentiles(seconds: Sequence[float]) -> dict[str, float]:
    """Milliseconds a decision took: half of them, 95 and 99 of 100 took no longer."""
    if not seconds:
        return {}
    ordered = sorted(seconds)
    return {f"p{q}": round(1000 * ordered[min(len(ordered) - 1, q * len(ordered) // 100)], 3) for q in (50, 95, 99)}


def seated(bots: Sequence[str], number: int) -> tuple[str, ...]:
    """Unlike bots change seats every other game, so that each pair of games is the same but for who sits where."""
    return tuple(bots) if number % 2 == 0 or not unlike(bots) else tuple(reversed(bots))


def unlike(bots: Sequence[str]) -> bool:
    return len(bots) == 2 and bots[0] != bots[1]


def even(variety: Sequence[Mapping[str, Any]], keys: Sequence[str]) -> list[dict[str, Any]]:
    """The same games with equal forces: both seats play the first one's. `keys` are the options that give forces."""
    found = [{**o, **{key: (o[key][0],) * 2 for key in keys if key in o}} for o in variety]
    return list({repr(o): o for o in found}.values())
