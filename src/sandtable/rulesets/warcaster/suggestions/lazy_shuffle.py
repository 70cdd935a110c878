"""Drawing lots: random order for those who seldom look at more than the first few."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TypeVar

T = TypeVar("T")


def lots(things: Iterable[T], rng: Random) -> Iterator[T]:
    """One after another in random order, drawn as they are asked for."""
    left = list(things)
    while left:
        at = int(rng.random() * len(left))
        left[at], left[-1] = left[-1], left[at]
        yield left.pop()
