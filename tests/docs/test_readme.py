"""The readme and the pages keep their promises: their Python runs, their scenarios pass."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from sandtable.core import Position, Ruleset
from sandtable.lab.checks import check_game
from sandtable.scenarios import run

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


def test_the_python_of_the_geometry_page_runs() -> None:
    """One block after another: later ones use the names of earlier ones, and what they assert holds."""
    found, names = blocks(ROOT / "docs" / "geometry.md", "python"), dict[str, object]()
    assert len(found) > 2
    for code in found:
        exec(compile(code, "geometry.md", "exec", dont_inherit=True), names)


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


def test_the_game_on_one_page_keeps_the_laws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = ROOT / "docs" / "rulesets.md"
    package = tmp_path / "brawl"
    package.mkdir()
    code = next(text for text in blocks(page, "python") if text.startswith('"""Brawl'))
    book = next(text for text in blocks(page, "toml") if text.startswith("[rulebook]"))
    (package / "__init__.py").write_text(code, encoding="utf-8")
    (package / "rulebook.toml").write_text(book, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    rules: Ruleset = import_module("brawl").Brawl()
    assert check_game(rules, 1, every=1) > 5
    assert rules.showing.scene(Position(rules, rules.new_game({}).state))._repr_svg_().startswith("<svg")
