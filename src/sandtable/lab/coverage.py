"""Which rules are proved: every test marks the ids it proves, every scenario file lists them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import yaml

from sandtable.core import Rulebook


class Coverage(NamedTuple):
    total: int
    proved: dict[str, list[str]]  # rule id to the tests and scenarios that prove it
    unproved: list[str]


def coverage(book: Rulebook, root: Path) -> Coverage:
    """Read the marks in a checkout: tests/**/*.py and examples/scenarios/**/*.yaml."""
    proved: dict[str, list[str]] = {}
    for rule, where in [*_tests(root), *_scenarios(root)]:
        if rule in book:
            proved.setdefault(rule, []).append(where)
    return Coverage(len(book), proved, [r.id for r in book if r.id not in proved])


def _tests(root: Path) -> Iterator[tuple[str, str]]:
    for path in sorted((root / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                where = f"{path.relative_to(root).as_posix()}::{node.name}"
                for rule in _marked(node):
                    yield rule, where


def _marked(node: ast.FunctionDef) -> Iterator[str]:
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == "rule":
            for argument in mark.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def _scenarios(root: Path) -> Iterator[tuple[str, str]]:
    for path in sorted((root / "examples" / "scenarios").rglob("*.yaml")):
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
        for rule in (raw or {}).get("rules", ()):
            yield rule, path.relative_to(root).as_posix()
