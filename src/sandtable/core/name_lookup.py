"""Look up names as people write them: any case, id or title, plural, part of a name; the nearest for a typo."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from difflib import SequenceMatcher

WORD = re.compile(r"[^\W_]+")
PLURAL = re.compile(r"(?<=\w)men$")  # pikemen
ALIKE = 0.7  # the least similarity of a suggestion


def words(name: str) -> tuple[str, ...]:
    """The words of a name in one spelling: lower case, without marks, without a plural's ending."""
    found = WORD.findall(name.lower().replace("'", "").replace("’", ""))
    return tuple(w[:-1] if len(w) > 3 and w.endswith("s") else PLURAL.sub("man", w) for w in found)


class Names:
    """Things of one kind, by all their names."""

    def __init__(self, names: Mapping[str, Iterable[str]]) -> None:
        self.by_words: dict[tuple[str, ...], str] = {}
        for key, spellings in names.items():
            for spelling in (key, *spellings):
                self.by_words.setdefault(words(spelling), key)

    def exact(self, name: str, among: Collection[str] | None = None) -> str | None:
        found = self.by_words.get(words(name))
        return found if among is None or found in among else None

    def meant(self, name: str, among: Collection[str] | None = None) -> list[str]:
        """The thing of exactly this name, or all things whose names contain every word of it."""
        if found := self.exact(name, among):
            return [found]
        parts = set(words(name))
        hits = (key for spelling, key in self.by_words.items() if parts and parts <= set(spelling))
        return list(dict.fromkeys(key for key in hits if among is None or key in among))

    def near(self, name: str, among: Collection[str] | None = None, alike: float = ALIKE) -> list[str]:
        """The things with the most similar names, best first."""
        match = SequenceMatcher(b=" ".join(words(name)))
        scores: dict[str, float] = {}
        for spelling, key in self.by_words.items():
            if among is not None and key not in among:
                continue
            match.set_seq1(" ".join(spelling))
            # Two cheap upper bounds first: a whole file of unknown names must not take minutes.
            if match.real_quick_ratio() >= alike and match.quick_ratio() >= alike and match.ratio() >= alike:
                scores[key] = max(match.ratio(), scores.get(key, 0.0))
        return sorted(scores, key=lambda key: (-scores[key], key))
