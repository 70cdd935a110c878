"""The table in which sibling rulesets differ: small frozen policies, and numbers with their citation.

    @dataclass(frozen=True)
    class DuelEdition(Edition):
        free_strike_dice: Figure
        critical: Critical          # a policy: a frozen class with a method per decision

    FIRST = DuelEdition(free_strike_dice=Figure(3, "DU-FREE-4"), critical=Bites())
    SECOND = FIRST.but(free_strike_dice=Figure(2, "DU-FREE-5"), critical=Fells())

A boolean field is refused: it would be an ``if edition`` in the rules. Two behaviours are two policies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple, Self


class Figure(NamedTuple):
    """A number of one edition, and the rule that says so."""

    value: int
    cite: str
    unit: str = ""  # of a length, which is in thousandths of it


@dataclass(frozen=True)
class Edition:
    """What one edition decides. A subclass names the fields; editions are made from each other with `but`."""

    def __init_subclass__(cls) -> None:
        flags = [name for name, kind in cls.__annotations__.items() if kind in (bool, "bool")]
        if flags:
            raise TypeError(f"{cls.__name__}.{flags[0]} is a boolean: give each behaviour a policy of its own")

    def but(self, **changes: Any) -> Self:
        return replace(self, **changes)

    def differences(self, other: Self) -> Iterator[tuple[str, Any, Any]]:
        """Field by field: its name, the value here, the value there."""
        for field in fields(self):
            here, there = getattr(self, field.name), getattr(other, field.name)
            if here != there:
                yield field.name, here, there
