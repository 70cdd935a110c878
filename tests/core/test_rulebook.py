"""A rulebook of several files: what replaces what, and which rule a topic is cited by."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.core import Rulebook
from sandtable.core.rulebook import RulebookError


def written(folder: Path, name: str, *rules: str) -> Path:
    file = folder / name
    file.write_text("\n".join(f'[[rule]]\ntitle = "A rule"\ntext = "It holds."\n{rule}\n' for rule in rules))
    return file


def test_a_topic_is_cited_from_the_first_file_that_has_a_rule_on_it(tmp_path: Path) -> None:
    supplement = written(tmp_path, "supplement.toml", 'id = "S-1"\ntopic = "taking control"')
    book = written(tmp_path, "book.toml", 'id = "B-1"\ntopic = "waking; taking control"', 'id = "B-2"\ntopic = "sleep"')
    found = Rulebook.read(supplement, book)
    assert [found.on_topic(t) for t in ("taking control", "waking", "sleep")] == ["S-1", "B-1", "B-2"]
    assert Rulebook.read(book).on_topic("taking control") == "B-1"


def test_a_rule_that_replaces_another_keeps_its_topic(tmp_path: Path) -> None:
    first = written(tmp_path, "first.toml", 'id = "B-1"\ntopic = "waking"')
    second = written(tmp_path, "second.toml", 'id = "B-1"\ntopic = "waking"\nreplaces = true\nreading = "Ours."')
    found = Rulebook.read(first, second)
    assert found.on_topic("waking") == "B-1" and found["B-1"].reading == "Ours."


def test_two_rules_of_one_file_share_no_topic(tmp_path: Path) -> None:
    book = written(tmp_path, "book.toml", 'id = "B-1"\ntopic = "waking"', 'id = "B-2"\ntopic = "waking"')
    with pytest.raises(RulebookError, match="B-2 and B-1 share the topic 'waking'"):
        Rulebook.read(book)
