"""Finite choices with the sensible ones first, so that even a random player fights."""

from __future__ import annotations

from random import Random
from typing import Any

from duel.common.state import Position
from sandtable.core import Options


class Menu(Options, frozen=True):
    """Options whose candidates are the sensible ones before all others."""

    def sensible(self, p: Position, key: str) -> bool:
        return True

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        keys = [option.key for option in self.options(p) or ()]
        rng.shuffle(keys)
        return sorted(keys, key=lambda key: not self.sensible(p, key))[:n]
