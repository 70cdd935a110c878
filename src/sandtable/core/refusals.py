"""Why an answer is illegal."""

from __future__ import annotations

from sandtable.core.values import Value


class Refusal(Value, frozen=True):
    """Why an answer is illegal: the rule, by how much, and what would be legal."""

    reason: str
    cite: str = ""
    short_by: int | None = None  # thousandths of the table unit
    instead: str = ""

    def __str__(self) -> str:
        head = f"{self.cite}: " if self.cite else ""
        return head + self.reason + (f" ({self.instead})" if self.instead else "")


class Refused(Exception):
    """An answer was refused; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
