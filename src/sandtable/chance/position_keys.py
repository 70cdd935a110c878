"""Equality of positions: the stack, what is awaited, and what differs from the first state."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from msgspec.structs import astuple

from sandtable.core import Ask, Game

ABSENT = object()


class PositionKeys:
    """Keys of the positions that follow from one state. Equal keys: the same position."""

    def __init__(self, base: Any) -> None:
        self.base = base
        self.fields = astuple(base)
        self.known: dict[int, tuple[Any, Hashable]] = {}  # by id; the state is kept alive so that its id stays its own

    def state(self, state: Any) -> Hashable:
        """What differs from the first state. Most of it is shared, so for most fields identity decides."""
        if state is self.base:
            return ()
        known = self.known.get(id(state))
        if known is not None:
            return known[1]
        key = self.difference(state)
        self.known[id(state)] = (state, key)
        return key

    def difference(self, state: Any) -> Hashable:
        found: list[Hashable] = []
        for number, (now, was) in enumerate(zip(astuple(state), self.fields, strict=True)):
            if now is was:
                continue
            if type(now) is dict:
                get = was.get
                changed = frozenset([(k, v) for k, v in now.items() if get(k, ABSENT) is not v and get(k, ABSENT) != v])
                gone = frozenset(was.keys() - now.keys())
                if changed or gone:
                    found.append((number, changed, gone))
            elif now != was:
                found.append((number, now))
        return tuple(found)

    def position(self, game: Game) -> Hashable:
        """A position without the dice it waits for: how it goes on depends on their reading, not on the pools."""
        waiting = game.waiting if isinstance(game.waiting, Ask) else None
        return game.stack, waiting, game.result, self.state(game.state)
