"""When two positions are the same: what differs from the first one, and the stack."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from sandtable.core import Game


def key_of(game: Game, base: Game | None) -> Hashable:
    """Positions with the same key are the same position."""
    return (game.stack, game.waiting, game.result, delta(game.state, base.state if base else game.state))


def delta(state: Any, base: Any) -> Hashable:
    if state is base:
        return ()
    found: list[Hashable] = []
    for name in state.__struct_fields__:
        now, was = getattr(state, name), getattr(base, name)
        if now is was:
            continue
        if isinstance(now, dict):
            changed = tuple(sorted((k, v) for k, v in now.items() if was.get(k) is not v and was.get(k) != v))
            gone = tuple(sorted(k for k in was if k not in now))
            if changed or gone:
                found.append((name, changed, gone))
        elif now != was:
            found.append((name, now))
    return tuple(found)
