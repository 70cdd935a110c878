"""The rulebook as data: every rule by id, in our own words. It feeds citations, the rules browser and coverage."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple


class Rule(NamedTuple):
    id: str
    title: str
    text: str
    chapter: str = ""
    source: str = ""
    reading: str = ""


class RulebookError(ValueError):
    """The rulebook file is wrong: which rule, which field."""


class Rulebook:
    """Rules by id, in book order."""

    def __init__(self, title: str, version: str, rules: tuple[Rule, ...], chapters: dict[str, str]) -> None:
        self.title, self.version, self.chapters = title, version, chapters
        self.rules = {rule.id: rule for rule in rules}

    @classmethod
    def read(cls, path: Path | Traversable) -> Rulebook:
        try:
            raw = tomllib.loads(path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as e:
            raise RulebookError(f"{path.name}: {e}") from e
        rules, seen = [], set()
        for entry in raw.get("rule", ()):
            extra = set(entry) - set(Rule._fields)
            missing = {"id", "title", "text"} - set(entry)
            if extra or missing or entry["id"] in seen:
                fault = f"unknown {extra}" if extra else f"missing {missing}" if missing else "given twice"
                raise RulebookError(f"{path.name}: rule {entry.get('id', '?')}: {fault}")
            seen.add(entry["id"])
            rules.append(Rule(**entry))
        head = raw.get("rulebook", {})
        chapters = {c["id"]: c["title"] for c in raw.get("chapter", ())}
        return cls(head.get("title", path.name), str(head.get("version", "1")), tuple(rules), chapters)

    def __contains__(self, rule: str) -> bool:
        return rule in self.rules

    def __getitem__(self, rule: str) -> Rule:
        return self.rules[rule]

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __len__(self) -> int:
        return len(self.rules)

    def search(self, text: str) -> list[Rule]:
        """Rules holding every word, titles first."""
        words = text.lower().split()
        hits = [r for r in self if all(w in f"{r.id} {r.title} {r.text} {r.reading}".lower() for w in words)]
        return sorted(hits, key=lambda r: not all(w in f"{r.id} {r.title}".lower() for w in words))
