"""One failed expectation, or one fault of the file, in a player's words."""

from __future__ import annotations

from typing import NamedTuple


class Failure(NamedTuple):
    expected: str
    found: str
    line: int | None = None  # of the file
    because: str = ""  # what last happened about it
    fault: bool = False  # the file itself is wrong: something unknown, or of the wrong kind

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        if self.fault:
            return f"{where}{self.found}"
        tail = f": {self.because}" if self.because else ""
        return f"{where}expected {self.expected}, found {self.found}{tail}"
