"""The lists facet of a game whose lists are described by a vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core.rosters import Rosters
from sandtable.roster.army_list import ArmyList
from sandtable.roster.data_reader import read_data
from sandtable.roster.export import as_data, as_text
from sandtable.roster.text_reader import read_text
from sandtable.roster.vocabulary import Vocabulary


class VocabularyRosters(Rosters):
    """Reads and writes by a vocabulary; a game adds its samples, the building rules and random lists."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def read(self, given: str | Mapping[str, Any]) -> ArmyList:
        return read_text(self.vocabulary, given) if isinstance(given, str) else read_data(self.vocabulary, given)

    def summary(self, army: ArmyList) -> str:
        """How many of the main kind."""
        main = self.vocabulary.kinds[0]
        names = [section.name for section in self.vocabulary.sections if section.kind is main]
        total = sum(entry.times for entry in army.section(*names))
        return f"{total} {main.name}" + ("" if total == 1 else "s")

    def data(self, army: ArmyList) -> dict[str, Any]:
        return as_data(self.vocabulary, army)

    def text(self, army: ArmyList) -> str:
        return as_text(self.vocabulary, army)
