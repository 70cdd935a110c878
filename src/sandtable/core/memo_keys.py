"""Cache keys of a position when a key contains a number that odds have not fixed yet."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import msgspec


class NumberNeeded(TypeError):
    """A rule does something with an unread number that needs its value: it hashes it, or asks for its class."""


def memo_key(value: Any) -> Hashable:
    """The value with each unread number in it replaced by the number's own `memo_key`."""
    own = getattr(type(value), "memo_key", None)
    if own is not None:
        key: Hashable = own(value)
        return key
    if isinstance(value, msgspec.Struct):
        return type(value), *(memo_key(getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, tuple):
        return tuple(map(memo_key, value))
    plain: Hashable = value
    return plain
