"""Compiled if numba is there, plain otherwise: two ways to run the same source.

`SANDTABLE_PLAIN=1` asks for the plain twin everywhere; so does `plain=True` in one call.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from types import FunctionType
from typing import Any, NamedTuple

from sandtable.geometry.kernel import boxes

Row = Any


class Engine(NamedTuple):
    """How to run the search, and how it wants its rows."""

    look_all: Callable[..., None]
    floats: Callable[[Sequence[float]], Row]
    numbers: Callable[[Sequence[int]], Row]
    blank: Callable[[int], Row]  # floats, whatever they hold
    zeros: Callable[[int], Row]  # small whole numbers


def engine(plain: bool | None = None) -> Engine:
    if plain is None:
        plain = os.environ.get("SANDTABLE_PLAIN") == "1" or not _has_numba()
    return _plain() if plain else _compiled()


@lru_cache(maxsize=1)
def _has_numba() -> bool:
    return find_spec("numba") is not None


@lru_cache(maxsize=1)
def _plain() -> Engine:
    return Engine(boxes.look_all, list, list, lambda n: [0.0] * n, lambda n: [0] * n)


@lru_cache(maxsize=1)
def _compiled() -> Engine:
    import numba
    import numpy as np

    hot = numba.njit(cache=True, error_model="numpy")
    space = dict(vars(boxes))  # the functions find one another here, in compiled form
    for function in boxes.HOT:
        space[function.__name__] = hot(FunctionType(function.__code__, space, function.__name__))
    return Engine(
        space["look_all"],
        lambda row: np.array(row, np.float64),
        lambda row: np.array(row, np.int64),
        lambda n: np.empty(n, np.float64),
        lambda n: np.zeros(n, np.uint8),
    )


class Scratch(threading.local):
    """Work rows, kept per thread: allocating them costs more than a query."""

    def __init__(self) -> None:
        self.rows: dict[tuple[bool, int], Row] = {}

    def get(self, run: Engine, which: int, size: int) -> Row:
        key = (run.floats is list, which)
        row = self.rows.get(key)
        if row is None or len(row) < size:
            row = self.rows[key] = run.blank(2 * size)
        return row


scratch = Scratch()
