"""Throws that come to the same point of the rules go the same way from there.

An attack roll of 5 against 3 and one of 4 against 2 are told apart until the margin is taken; from the next call on
they are one. The driver asks here at the first calls after a wait, so that only the steps in which they differ are
played twice.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from sandtable.chance.keys import Keys
from sandtable.core import Call, Frame, Game
from sandtable.core.frames import resume

LOOKS = 2  # calls after a wait at which it is worth looking: later ones seldom meet


class Tails:
    """How it went on from a call: state, stack and call alone decide that."""

    def __init__(self, keys: Keys) -> None:
        self.keys = keys
        self.found: dict[Hashable, Game] = {}
        self.open: list[Hashable] = []

    def known(self, state: Any, stack: list[Frame], call: Call) -> Game | None:
        if len(self.open) == LOOKS:
            return None
        key = (call.frame, resume(call.then), tuple(stack), self.keys.table(state))
        game = self.found.get(key)
        if game is None:
            self.open.append(key)
            return None
        return self.keep(game)

    def keep(self, game: Game) -> Game:
        """The next wait: where every call passed on the way has led."""
        for key in self.open:
            self.found[key] = game
        self.open.clear()
        return game
