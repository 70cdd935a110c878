"""The form of data that people write: every key with its type, range and meaning.

One declaration serves three readers: files are checked against it (`faults`, all at once), rules get the data in one
spelling (`read`), and the reference and the JSON Schema are printed from it (`told`, `schema`).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any, NamedTuple

import msgspec

from sandtable.core.values import shown

Path = tuple[str, ...]
LONGEST = 200  # characters of a name
MOST = 200  # entries of a list or table
FARTHEST = 10_000  # table units
DROPPED: Any = object()


class Fault(NamedTuple):
    """What is wrong in written data: the keys that lead there, and what would be right."""

    path: Path
    text: str

    def __str__(self) -> str:
        path = self.path[1:] if len(self.path) > 1 and self.path[0] == "pieces" else self.path
        return f"{'.'.join(path)}: {self.text}" if path else self.text


class Kind(msgspec.Struct, frozen=True):
    """One type of written value."""

    def takes(self, value: Any) -> bool:
        """Whether the value is of this type, its range and parts aside."""
        return True

    def faults(self, value: Any, path: Path = ()) -> Iterator[Fault]:
        if not self.takes(value):
            yield Fault(path, f"{self.told}, not {said(value)}")

    def read(self, value: Any) -> Any:
        """The value as the rules know it; only for values without faults."""
        return value

    def sound(self, value: Any) -> Any:
        """The value without what is at fault, so that the rest can be judged too; DROPPED: nothing is left."""
        return DROPPED if any(True for _ in self.faults(value)) else value

    @property
    def told(self) -> str:
        """Type and range in words."""
        return "anything"

    def schema(self) -> dict[str, Any]:
        return {}


def said(value: Any) -> str:
    """A value as it stands in the file, short."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(shown(value, 60)) if isinstance(value, str) else shown(value, 60)


class Whole(Kind, frozen=True):
    """A whole number."""

    least: int = 0
    most: int = 1_000

    def takes(self, value: Any) -> bool:
        return type(value) is int

    def faults(self, value: Any, path: Path = ()) -> Iterator[Fault]:
        if not self.takes(value) or not self.least <= value <= self.most:
            yield Fault(path, f"{self.told}, not {said(value)}")

    @property
    def told(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Number(Kind, frozen=True):
    """A number, decimals allowed: a length in table units, an angle in degrees."""

    least: float = 0
    most: float = FARTHEST
    above: bool = False  # more than `least`, not equal to it

    def takes(self, value: Any) -> bool:
        return type(value) in (int, float) and isfinite(value)

    def faults(self, value: Any, path: Path = ()) -> Iterator[Fault]:
        if not self.takes(value) or not self.least <= value <= self.most or (self.above and value == self.least):
            yield Fault(path, f"{self.told}, not {said(value)}")

    @property
    def told(self) -> str:
        low = f"more than {self.least:g}, at most" if self.above else f"from {self.least:g} to"
        return f"a number {low} {self.most:g}"

    def schema(self) -> dict[str, Any]:
        low = "exclusiveMinimum" if self.above else "minimum"
        return {"type": "number", low: self.least, "maximum": self.most}


class Truth(Kind, frozen=True):
    def takes(self, value: Any) -> bool:
        return isinstance(value, bool)

    @property
    def told(self) -> str:
        return "true or false"

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class Text(Kind, frozen=True):
    """Words of one's own: the name of a piece."""

    longest: int = LONGEST

    def takes(self, value: Any) -> bool:
        return isinstance(value, str)

    def faults(self, value: Any, path: Path = ()) -> Iterator[Fault]:
        if not self.takes(value) or not value.strip() or len(value) > self.longest or not value.isprintable():
            yield Fault(path, f"{self.told}, not {said(value)}")

    @property
    def told(self) -> str:
        return f"a text of up to {self.longest} characters"

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": self.longest}


class Place(Kind, frozen=True):
    """``[x, y]`` in table units. Whether it is on the table only the position can tell."""

    def takes(self, value: Any) -> bool:
        return isinstance(value, list | tuple) and len(value) == 2 and all(map(is_coordinate, value))

    @property
    def told(self) -> str:
        return "a place [x, y]"

    def schema(self) -> dict[str, Any]:
        number = {"type": "number", "minimum": -FARTHEST, "maximum": FARTHEST}
        return {"type": "array", "items": number, "minItems": 2, "maxItems": 2}


class Pair(Kind, frozen=True):
    """Two numbers of one kind: ``[4, 0.5]``."""

    of: Number

    def takes(self, value: Any) -> bool:
        return isinstance(value, list | tuple) and len(value) == 2

    def faults(self, value: Any, path: Path = ()) -> Iterator[Fault]:
        if not self.takes(value) or any(list(self.of.faults(each)) for each in value):
            yield Fault(path, f"{self.told}, not {said(value)}")

    @property
    def told(self) -> str:
        return f"two numbers [width, height], each {self.of.told.removeprefix('a number ')}"

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.of.schema(), "minItems": 2, "maxItems": 2}


class Nothing(Kind, frozen=True):
    def takes(self, value: Any) -> bool:
        return value is None

    @property
    def told(self) -> str:
        return "null"

    def schema(self) -> dict[str, Any]:
        return {"type": "null"}


def is_coordinate(value: Any) -> bool:
    return type(value) in (int, float) and isfinite(value) and abs(value) <= FARTHEST


def in_words(faults: list[Fault]) -> str:
    return "; ".join(map(str, faults))
