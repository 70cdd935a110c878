"""One step of a game, as laws look at it."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.core import Game, Progress


class Step(NamedTuple):
    """One wait of a game and what was answered."""

    n: int
    before: Game
    value: Any
    after: Progress
