"""The recruit: anything sensible, at random."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core import View


class Recruit:
    name = "recruit"

    def __init__(self, seed: int = 0) -> None:
        self.rng = Random(seed)

    def choose(self, view: View) -> Any:
        ask = view.ask
        assert ask is not None
        found = ask.domain.candidates(1, self.rng)
        return found[0] if found else ask.default
