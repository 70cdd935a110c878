"""Values that hold unread numbers: find them, and put placeholders or numbers in their place."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import msgspec

from sandtable.chance.unread import Unread
from sandtable.core.texts import Text

PLAIN = frozenset({str, Text, int, float, bool, type(None), bytes})
Places = int | dict[Any, Any]  # the index of one unread number, or the parts of the value that hold some
Found = dict[Hashable, Unread]


class Opaque(Exception):
    """A value whose parts cannot be taken out and put back."""


class Placeholder:
    """Stands for an unread number, by its index in the case."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index

    def __repr__(self) -> str:
        return f"<unread {self.index}>"


PLACEHOLDERS = [Placeholder(index) for index in range(64)]  # shared, so that values with the same places are equal


def find_unread(value: Any, found: Found) -> Places | None:
    """Where a value holds unread numbers, indexed in the order they are found; None: nowhere."""
    kind = type(value)
    if kind in PLAIN:
        return None
    if kind is Unread:
        found.setdefault(value.key, value)
        return list(found).index(value.key)
    holding: dict[Hashable, Places] = {}
    for name, part in parts(value):
        if type(part) not in PLAIN:
            inside = find_unread(part, found)
            if inside is not None:
                holding[name] = inside
    return holding or None


def parts(value: Any) -> Iterable[tuple[Any, Any]]:
    if isinstance(value, msgspec.Struct):
        return [(name, getattr(value, name)) for name in value.__struct_fields__]
    if isinstance(value, tuple | list):
        return enumerate(value)
    if isinstance(value, dict):
        return value.items()
    if isinstance(value, frozenset) and not any(type(part) is Unread for part in value):
        return enumerate(value)
    raise Opaque(f"{type(value).__name__} cannot be taken apart")


def fill(value: Any, places: Places | None, numbers: Sequence[Any]) -> Any:
    """The value with a number at each of the places."""
    if places is None:
        return value
    if isinstance(places, int):
        return numbers[places]
    if isinstance(value, msgspec.Struct):
        new = {name: fill(getattr(value, name), inside, numbers) for name, inside in places.items()}
        return value.__replace__(**new)
    if not isinstance(value, tuple | list | dict):
        raise Opaque(f"{type(value).__name__} cannot be put together again")
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    for name, inside in places.items():
        copy[name] = fill(value[name], inside, numbers)
    if isinstance(value, tuple):
        return type(value)(*copy) if hasattr(value, "_fields") else tuple(copy)
    return copy
