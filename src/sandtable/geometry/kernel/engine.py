"""The two ways to run the sight search, and the rows each wants: compiled with arrays, plain with lists."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sandtable.geometry.compiled import compiled, fast
from sandtable.geometry.kernel import front, look

Row = Any


class Engine(NamedTuple):
    """How to run the search, and how to make its rows."""

    plain: bool
    look_all: Callable[..., None]
    clip_ends: Callable[..., int]
    floats: Callable[[Sequence[float]], Row]
    numbers: Callable[[Sequence[int]], Row]
    blank: Callable[[int], Row]  # floats, whatever they hold
    zeros: Callable[[int], Row]  # small whole numbers
    to_list: Callable[[Row], list[Any]]
    join: Callable[[Sequence[Row]], Row]


def engine(plain: bool | None = None) -> Engine:
    """The plain twin if asked for; otherwise compiled code where that is possible."""
    return _plain() if plain or (plain is None and not fast()) else _compiled()


@lru_cache(maxsize=1)
def _plain() -> Engine:
    return Engine(
        True, look.look_all, front.clip_ends, list, list, lambda n: [0.0] * n, lambda n: [0] * n, list, _chained
    )


def _chained(rows: Sequence[Row]) -> Row:
    return [value for row in rows for value in row]


@lru_cache(maxsize=1)
def _compiled() -> Engine:
    import numpy as np

    return Engine(
        False,
        compiled(look).look_all,
        compiled(front).clip_ends,
        lambda row: np.array(row, np.float64),
        lambda row: np.array(row, np.int64),
        lambda n: np.empty(n, np.float64),
        lambda n: np.zeros(n, np.uint8),
        np.ndarray.tolist,
        np.concatenate,
    )


class Scratch(threading.local):
    """Work rows, kept per thread: allocating them costs more than a query."""

    def __init__(self) -> None:
        self.rows: dict[tuple[bool, int], Row] = {}

    def get(self, run: Engine, which: int, size: int) -> Row:
        row = self.rows.get((run.plain, which))
        if row is None or len(row) < size:
            row = self.rows[run.plain, which] = run.blank(2 * size)
        return row


scratch = Scratch()
