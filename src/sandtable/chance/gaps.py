"""Values with unread dice in them: where they are, taken out and put back."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import msgspec

from sandtable.chance.unread import Unread

PLAIN = frozenset({str, int, float, bool, type(None), bytes})
Gaps = int | dict[Any, Any]  # the number of one, or the parts of the value that hold some


class Opaque(Exception):
    """A value whose parts cannot be taken out and put back."""


class Gap:
    """Where an unread number was, by its place in the case."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def __repr__(self) -> str:
        return f"<gap {self.number}>"


GAPS = [Gap(number) for number in range(64)]  # always the same ones: values with the same gaps are equal


def gaps(value: Any, found: dict[Hashable, Unread]) -> Gaps | None:
    """Where a value holds unread dice, those numbered as they are found; None: nowhere."""
    kind = type(value)
    if kind in PLAIN:
        return None
    if kind is Unread:
        found.setdefault(value.key, value)
        return list(found).index(value.key)
    holding: dict[Hashable, Gaps] = {}
    for name, part in parts(value):
        if type(part) not in PLAIN:
            inside = gaps(part, found)
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
    raise Opaque


def filled(value: Any, where: Gaps | None, numbers: Sequence[Any]) -> Any:
    """The value with a number in each gap."""
    if where is None:
        return value
    if isinstance(where, int):
        return numbers[where]
    if isinstance(value, msgspec.Struct):
        new = {name: filled(getattr(value, name), inside, numbers) for name, inside in where.items()}
        return value.__replace__(**new)
    if not isinstance(value, tuple | list | dict):
        raise Opaque
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    for name, inside in where.items():
        copy[name] = filled(value[name], inside, numbers)
    if isinstance(value, tuple):
        return type(value)(*copy) if hasattr(value, "_fields") else tuple(copy)
    return copy
