"""The documentation names every ability a ruleset's data knows."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.house.sources import PACKAGE, ROOT

TABLES = {"special_rules.toml": "rule", "cyphers.toml": "cypher", "effects.toml": "effect"}


def abilities(data: Path) -> list[str]:
    """Ids of special rules, cards and effects in a ruleset's data folder."""
    found: list[str] = []
    for file, table in TABLES.items():
        if (data / file).is_file():
            found += tomllib.loads((data / file).read_text(encoding="utf-8"))[table]
    return found


def unnamed(names: list[str], text: str) -> list[str]:
    return [name for name in names if f"`{name}`" not in text]


@pytest.mark.parametrize("data", sorted((PACKAGE / "rulesets").glob("*/data")), ids=lambda p: p.parent.name)
def test_every_ability_is_in_the_documentation(data: Path) -> None:
    names = abilities(data)
    assert names
    page = ROOT / "docs" / f"{data.parent.name}.md"
    assert unnamed(names, page.read_text(encoding="utf-8")) == []


def test_a_missing_ability_is_noticed() -> None:
    assert unnamed(["stealth", "flight"], "only `stealth` is here") == ["flight"]
