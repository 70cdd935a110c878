"""Army lists: what a ruleset brings so that lists can be read, checked with citations, and written again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple


class Problem(NamedTuple):
    """One thing that is wrong with a list."""

    rule: str  # empty only where the file itself is at fault
    where: str  # a line, an entry, or a part of the list
    text: str
    suggestion: str = ""
    line: int = 0  # of the file, 0 where it has no lines to point at
    by: int = 0  # how far past the limit
    grave: bool = True  # False: legal, but worth knowing

    def __str__(self) -> str:
        where = f"{self.where}: " if self.where else ""
        return f"{self.rule or 'format'}  {where}{self.text}" + (f"; {self.suggestion}" if self.suggestion else "")


class Line(NamedTuple):
    """A line of a plain text list, taken apart without knowing what the names mean.

    ``2x Cart: Red; Long Gun, Pike`` stands 2 times, has the head ``Cart`` and two groups.
    """

    number: int
    raw: str
    head: str
    times: int = 1
    groups: tuple[tuple[str, ...], ...] = ()
    value: str = ""  # what follows the colon, untouched
    counted: bool = False
    indented: bool = False
    title: bool = False  # underlined


class Rosters:
    """The facet for army lists.

    An *army* is the ruleset's own value; general readers, writers and commands only pass it on.
    """

    def samples(self) -> Mapping[str, Mapping[str, Any]]:
        """Ready-made forces by name, as `new_game` takes them."""
        return {}

    def read(self, given: Sequence[Line] | Mapping[str, Any]) -> Any:
        """An army from the lines of a text or from plain data. What cannot be read becomes a problem of the army."""
        raise LookupError("this ruleset reads no lists")

    def check(self, army: Any, mission: str = "") -> list[Problem]:
        """Everything wrong with it, what was found while reading first."""
        raise LookupError("this ruleset checks no lists")

    def data(self, army: Any) -> dict[str, Any]:
        """Plain data, as `new_game` takes it."""
        raise LookupError("this ruleset writes no lists")

    def text(self, army: Any) -> str:
        """A list as a player would write it; `read` gives the same army from it."""
        raise LookupError("this ruleset writes no lists")

    def random(self, rng: Random, mission: str = "") -> dict[str, Any]:
        """A legal force, different for every seed."""
        raise LookupError("this ruleset makes no lists")
