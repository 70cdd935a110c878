"""Army lists: what a ruleset brings so that lists can be read, checked with citations, and written again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})


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


class Rosters:
    """What a game brings for army lists; `roster.VocabularyRosters` reads and writes them by a vocabulary.

    An *army* is a value of its own choosing: files and commands only pass it on.
    """

    def samples(self) -> Mapping[str, Mapping[str, Any]]:
        """Ready-made lists by name, as `new_game` takes them."""
        return {}

    def earlier(self) -> Collection[str]:
        """Ready-made lists as they were, by ``NAME@DATA`` (`data_versions`): `new_game` takes them, no menu does."""
        return ()

    def read(self, given: str | Mapping[str, Any]) -> Any:
        """An army from plain text or from data. What cannot be read becomes a problem of the army."""
        raise LookupError("this ruleset reads no lists")

    def check(self, army: Any, options: Mapping[str, Any] = NO_OPTIONS) -> list[Problem]:
        """Everything wrong with it, what was found while reading first.

        `options` are those of a new game that limit lists: a mission, a number of points.
        """
        raise LookupError("this ruleset checks no lists")

    def data(self, army: Any) -> dict[str, Any]:
        """Plain data, as `new_game` takes it."""
        raise LookupError("this ruleset writes no lists")

    def text(self, army: Any) -> str:
        """A list as a player would write it; `read` gives the same army from it."""
        raise LookupError("this ruleset writes no lists")

    def summary(self, army: Any) -> str:
        """Its size in a few words: ``18 units``."""
        return ""

    def random(self, rng: Random, options: Mapping[str, Any] = NO_OPTIONS) -> dict[str, Any]:
        """A legal list, different for every seed."""
        raise LookupError("this ruleset makes no lists")
