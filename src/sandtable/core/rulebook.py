"""The rulebook as data: every rule by id, in our own words. It feeds citations, the rules browser and coverage."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple


class Rule(NamedTuple):
    id: str
    title: str
    text: str
    chapter: str = ""
    source: str = ""
    reading: str = ""
    topic: str = ""  # what shared chapters cite it by, several with "; " between; each edition's book has a rule on it
    follows: str = ""  # ids of the rules it follows from, where no code of its own is needed


class RulebookError(ValueError):
    """The rulebook file is wrong: which rule, which field."""


class Rulebook:
    """Rules by id, in book order."""

    def __init__(self, title: str, version: str, rules: tuple[Rule, ...], chapters: dict[str, str]) -> None:
        self.title, self.version, self.chapters = title, version, chapters
        self.rules = {rule.id: rule for rule in rules}
        self.topics: dict[str, str] = {}
        for rule in rules:
            for topic in filter(None, rule.topic.split("; ")):
                if self.topics.setdefault(topic, rule.id) != rule.id:
                    raise RulebookError(f"{title}: {rule.id} and {self.topics[topic]} share the topic {topic!r}")

    @classmethod
    def read(cls, *paths: Path | Traversable) -> Rulebook:
        """A rulebook of one or several files. The first names title and version; a later rule replaces an earlier one
        of the same id only if it says ``replaces = true``. What an earlier file has a rule on is cited from there."""
        rules: dict[str, Rule] = {}
        chapters: dict[str, str] = {}
        heads: list[dict[str, Any]] = []
        settled: set[str] = set()  # topics of the files before
        for path in paths:
            try:
                raw = tomllib.loads(path.read_text(encoding="utf-8"))
            except tomllib.TOMLDecodeError as e:
                raise RulebookError(f"{path.name}: {e}") from e
            heads.append(raw.get("rulebook", {}))
            chapters |= {c["id"]: c["title"] for c in raw.get("chapter", ())}
            found = list(_rules(path.name, raw, rules))
            for rule in found:
                own = [t for t in rule.topic.split("; ") if t not in settled or rule.id in rules]
                rules[rule.id] = rule._replace(topic="; ".join(own))
            settled.update(topic for rule in found for topic in rule.topic.split("; "))
        title = next((h["title"] for h in heads if "title" in h), paths[0].name)
        version = next((str(h["version"]) for h in heads if "version" in h), "1")
        return cls(title, version, tuple(rules.values()), chapters)

    def on_topic(self, topic: str) -> str:
        """The id of the rule on a topic."""
        try:
            return self.topics[topic]
        except KeyError:
            near = get_close_matches(topic, self.topics, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise RulebookError(f"{self.title} has no rule on the topic {topic!r}{hint}") from None

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


def _rules(file: str, raw: dict[str, Any], known: Mapping[str, Rule]) -> Iterator[Rule]:
    seen: set[str] = set()
    for entry in raw.get("rule", ()):
        name, replaces = entry.get("id", "?"), entry.pop("replaces", False)
        extra, missing = set(entry) - set(Rule._fields), {"id", "title", "text"} - set(entry)
        if extra or missing:
            raise RulebookError(f"{file}: rule {name}: " + (f"unknown {extra}" if extra else f"missing {missing}"))
        if name in seen or (name in known and not replaces):
            raise RulebookError(f"{file}: rule {name}: given twice; a later edition says replaces = true")
        if replaces and name not in known:
            raise RulebookError(f"{file}: rule {name}: replaces nothing")
        seen.add(name)
        yield Rule(**entry)
