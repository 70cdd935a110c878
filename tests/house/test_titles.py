"""Titles of rules: short names beside questions, events and citations, not the first words of the text."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from sandtable.core.ruleset import find

LONGEST = 60
NAME = 4  # words with which a text may begin that is headed by its own name: "Linear obstacle: ..."


@pytest.mark.parametrize(
    "ruleset", ["warcaster", "warmachine-mk1", "warmachine-escalation", "warmachine-mk2", "warmaster"]
)
def test_titles_name_their_rules(ruleset: str) -> None:
    book = find(ruleset).rulebook
    named = Counter(rule.title.casefold() for rule in book)
    faults = [
        f"{rule.id}: {rule.title!r} is the title of another rule" for rule in book if named[rule.title.casefold()] > 1
    ]
    for rule in book:
        said = words(rule.title)
        if len(rule.title) > LONGEST:
            faults.append(f"{rule.id}: {rule.title!r} is {len(rule.title)} characters long, at most {LONGEST}")
        if len(said) > NAME and words(rule.text)[: len(said)] == said:
            faults.append(f"{rule.id}: {rule.title!r} is cut from the beginning of the text")
        if rule.title.endswith((".", ",", ";", ":")):
            faults.append(f"{rule.id}: {rule.title!r} ends with a mark")
    assert not faults, "\n".join(faults)


def words(text: str) -> list[str]:
    return re.findall(r"[\w+'-]+", text.casefold())
