"""The readme and the pages keep their promises: their Python runs, their scenarios pass."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.record.scenarios import run

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    return [text for found, text in BLOCK.findall(page.read_text(encoding="utf-8")) if found == language]


def test_the_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = blocks(ROOT / "README.md", "python")
    assert found
    for code in found:
        exec(compile(code, "README.md", "exec"), {"print": lambda *a: None})
    assert (tmp_path / "game.sand").is_file()


def scenarios() -> list[tuple[str, str]]:
    return [
        (f"{page.name}:{number}", text)
        for page in PAGES
        for number, text in enumerate(blocks(page, "yaml"))
        if text.startswith("title:") and "expect:" in text
    ]


def test_the_readme_shows_a_scenario() -> None:
    assert any(name.startswith("README.md") for name, _ in scenarios())


@pytest.mark.parametrize(("name", "text"), scenarios())
def test_scenarios_in_the_pages_pass(name: str, text: str) -> None:
    outcome = run(text)
    assert outcome.passed, str(outcome)
