"""The readme and the pages keep their promises: their Python runs, their scenarios pass."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from duel.common.attacks import Defence, Strike

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


@pytest.fixture
def brawl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    """The game of the page, importable."""
    page = ROOT / "docs" / "rulesets.md"
    package = tmp_path / "brawl"
    package.mkdir()
    code = next(text for text in blocks(page, "python") if text.startswith('"""Brawl'))
    book = next(text for text in blocks(page, "toml") if text.startswith("[rulebook]"))
    (package / "__init__.py").write_text(code, encoding="utf-8")
    (package / "rulebook.toml").write_text(book, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "brawl", raising=False)
    rules: Ruleset = import_module("brawl").Brawl()
    return rules


def test_the_game_on_one_page_keeps_the_laws(brawl: Ruleset) -> None:
    assert check_game(brawl, 1, every=1) > 5
    assert brawl.showing.scene(Position(brawl, brawl.new_game({}).state))._repr_svg_().startswith("<svg")


def test_the_tests_of_the_game_on_one_page_pass(brawl: Ruleset) -> None:
    code = next(text for text in blocks(ROOT / "docs" / "rulesets.md", "python") if "from brawl import" in text)
    scope: dict[str, Any] = {}
    exec(compile(code, "test_brawl.py", "exec"), scope)
    tests = [value for name, value in scope.items() if name.startswith("test_")]
    assert len(tests) == code.count("def test_") > 3
    for test in tests:
        test()


def test_the_supplement_of_the_page_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = next(text for text in blocks(ROOT / "docs" / "rulesets.md", "python") if "class DuelBucklers" in text)
    (tmp_path / "bucklers.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    rules = import_module("bucklers").DuelBucklers()
    p = Position(rules, rules.new_game({}).state)
    assert [term.value for term in p.terms(Defence(Strike("wat", "odo")))] == [12, 1]
    assert [term.value for term in p.terms(Defence(Strike("rosalind", "odo", thrown=True)))] == [12]
    assert "DB-BUCKLER-1" in rules.rulebook and "DU-BLOW-1" in rules.rulebook
    assert check_game(rules, 3, every=5) > 20
