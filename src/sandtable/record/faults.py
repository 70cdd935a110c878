"""What is wrong with a record: line, field, what was expected and what was found."""

from __future__ import annotations

from typing import Any

from sandtable.core.values import shown


class RecordError(ValueError):
    """A record cannot be read or does not replay. `truncated`: the start of the file is sound, its end is missing."""

    def __init__(
        self,
        reason: str,
        line: int = 0,
        field: str = "",
        expected: Any = "",
        found: Any = "",
        *,
        truncated: bool = False,
    ) -> None:
        super().__init__(reason)
        self.reason, self.line, self.field, self.truncated = reason, line, field, truncated
        self.expected, self.found = shown(expected), shown(found)
        self.file = ""

    def __str__(self) -> str:
        where = [self.file, f"line {self.line}" if self.line else "", self.field]
        text = ", ".join(part for part in where if part)
        text = f"{text}: {self.reason}" if text else self.reason
        if self.expected or self.found:
            text += f" (expected {self.expected or 'nothing'}, found {self.found or 'nothing'})"
        return text

    def of(self, file: str) -> RecordError:
        """The same fault, naming the file it is in."""
        self.file = file
        return self
