"""Lazy shuffle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TypeVar

T = TypeVar("T")


def in_random_order(things: Iterable[T], rng: Random) -> Iterator[T]:
    """Everything once in random order; each is drawn when it is asked for."""
    left = list(things)
    while left:
        at = int(rng.random() * len(left))
        left[at], left[-1] = left[-1], left[at]
        yield left.pop()
