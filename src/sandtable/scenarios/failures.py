"""One failed expectation, in a player's words."""

from __future__ import annotations

from typing import NamedTuple


class Failure(NamedTuple):
    expected: str
    found: str
    line: int | None = None  # of the file
    because: str = ""  # what last happened about it

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        tail = f": {self.because}" if self.because else ""
        return f"{where}expected {self.expected}, found {self.found}{tail}"
