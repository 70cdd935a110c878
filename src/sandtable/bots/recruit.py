"""The recruit: anything sensible, at random."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core import Ask, Position, View


class Recruit:
    name = "recruit"

    def __init__(self, seed: int = 0) -> None:
        self.rng = Random(seed)

    def choose(self, view: View) -> Any:
        ask = view.ask
        assert ask is not None
        found = ask.domain.candidates(1, self.rng)
        return found[0] if found else ask.default

    def pick(self, p: Position, ask: Ask) -> Any:
        """The same choice without a view: it looks at nothing but the domain's own candidates."""
        found = ask.domain.candidates(p, 1, self.rng)
        return found[0] if found else ask.silence(p)
