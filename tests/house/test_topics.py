"""Chapters that several rulesets share cite by topic: every topic is in every edition's book."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.core import Ruleset, installed


def topics_in(source: str) -> Iterator[str]:
    """The constant arguments of ``rules.cite("...")``."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "cite":
            yield from (a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))


def cited(rules: Ruleset) -> set[str]:
    """Every topic that the modules in a ruleset's packages cite."""
    files: set[Path] = set()
    for package in rules.packages:
        module = __import__(package, fromlist=["__path__"])
        for folder in getattr(module, "__path__", ()):
            files.update(Path(folder).rglob("*.py"))
    return {topic for file in files for topic in topics_in(file.read_text(encoding="utf-8"))}


def siblings() -> Iterator[tuple[Ruleset, Ruleset]]:
    """Rulesets that share a package."""
    found = list(installed().values())
    for one in found:
        for two in found:
            if one is not two and set(one.packages) & set(two.packages):
                yield one, two


@pytest.mark.parametrize("name", sorted(installed()))
def test_every_topic_cited_is_in_the_book(name: str) -> None:
    rules = installed()[name]
    assert cited(rules) <= set(rules.rulebook.topics)


def test_every_topic_of_an_edition_is_in_its_siblings_book() -> None:
    pairs = list(siblings())
    assert pairs
    for one, two in pairs:
        assert set(one.rulebook.topics) == set(two.rulebook.topics), (one.name, two.name)


def test_a_topic_is_found() -> None:
    assert list(topics_in('cite=d.rules.cite("range of a throw")')) == ["range of a throw"]
