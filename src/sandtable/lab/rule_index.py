"""Where each rule lives: the files and symbols of a ruleset that name its id or cite its topic."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from sandtable.core import Rulebook, Ruleset

ID = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\b")
SHORT = re.compile(ID.pattern + r"(?:\.\.-?\d+|(?:,| and| to) -\d+)")  # a list or range that no search would find


class Place(NamedTuple):
    """A place in the code. An empty symbol: the head of the file."""

    file: str  # from the top package on: sandtable/rulesets/warcaster/attacks/cover.py
    symbol: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" + (f" {self.symbol}" if self.symbol else "")


class Source(NamedTuple):
    """A Python file of a ruleset."""

    file: str
    text: str


def sources(rules: Ruleset) -> list[Source]:
    """The Python files of a ruleset's packages, by path."""
    found: dict[str, Source] = {}
    for package in rules.packages:
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations if spec else None) or ():
            root = Path(folder)
            for _ in range(package.count(".")):
                root = root.parent
            for path in Path(folder).rglob("*.py"):
                file = path.relative_to(root.parent).as_posix()
                found[file] = Source(file, path.read_text(encoding="utf-8"))
    return [found[file] for file in sorted(found)]


def rule_index(rules: Ruleset) -> dict[str, list[Place]]:
    """The places of every rule that is named: where it is cited or described before where a file's head lists it."""
    index: dict[str, list[Place]] = {}
    every = sources(rules)
    for source in every:
        for rule, place in named(source, rules.rulebook, tuple(s.file for s in every)):
            known = index.setdefault(rule, [])
            if all((p.file, p.symbol) != (place.file, place.symbol) for p in known):
                known.append(place)
    return {rule: sorted(places, key=lambda p: not p.symbol) for rule, places in index.items()}


def named(source: Source, book: Rulebook, files: tuple[str, ...] = ()) -> Iterator[tuple[str, Place]]:
    """The rules that a file names, line by line: in code, docstrings and comments.

    Where it lists them by file (``"attacks/area": "X-1 X-2"``), their place is that file, which is one of `files`.
    """
    tree = ast.parse(source.text)
    cited, by_file = dict(_topics(tree, book)), dict(_listed_by_file(tree, files))
    for number, line in enumerate(source.text.splitlines(), 1):
        for rule in dict.fromkeys([*ID.findall(line), *cited.get(number, ())]):
            if rule in book:
                yield rule, by_file.get(number) or Place(source.file, ".".join(_symbols(tree, number)), number)


def shortened(source: Source) -> list[str]:
    """Lists and ranges that leave out ids, such as ``X-1, -4`` and ``X-1..-4``."""
    return [match.group() for match in SHORT.finditer(source.text)]


def unplaced(rules: Ruleset) -> list[str]:
    """Every rule that no file names and that does not say which rules it follows from; and wrong entries of those."""
    index, book, faults = rule_index(rules), rules.rulebook, []
    for rule in book:
        if rule.follows:
            wrong = [name for name in ID.findall(rule.follows) if name not in index]
            faults += [f"{rule.id} follows from {name}, which is no rule named in the code" for name in wrong]
        elif rule.id not in index:
            faults.append(f"{rule.id} ({book.chapters.get(rule.chapter, rule.chapter)}: {rule.title}) is named nowhere")
    return faults


def _topics(tree: ast.AST, book: Rulebook) -> Iterator[tuple[int, list[str]]]:
    """Lines that cite by topic, and the rules of this book on them: ``rules.cite("range of a throw")``."""
    lines: dict[int, list[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "cite":
            for given in node.args:
                if isinstance(given, ast.Constant) and given.value in book.topics:
                    lines.setdefault(given.lineno, []).append(book.topics[given.value])
    yield from lines.items()


def _listed_by_file(tree: ast.Module, files: tuple[str, ...]) -> Iterator[tuple[int, Place]]:
    """Lines of a table whose keys are files (``attacks/area``), and the head of the file that each line is about."""
    tables = [node.value for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)]
    for key, value in ((k, v) for table in tables for k, v in zip(table.keys, table.values, strict=True)):
        said = key.value if isinstance(key, ast.Constant) else None
        for file in (f for f in files if isinstance(said, str) and "/" in said and f.endswith(f"/{said}.py")):
            for line in range(value.lineno, (value.end_lineno or value.lineno) + 1):
                yield line, Place(file, "", 1)


def _symbols(tree: ast.AST, line: int) -> Iterator[str]:
    """The classes and functions around a line, outermost first; then a constant or field by its name."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, ast.stmt) or not _first(node) <= line <= (node.end_lineno or 0):
            continue
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name
            yield from _symbols(node, line)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and not isinstance(tree, ast.FunctionDef):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (t.id for t in targets[:1] if isinstance(t, ast.Name))


def _first(node: ast.stmt) -> int:
    decorators = getattr(node, "decorator_list", ())
    return min((d.lineno for d in decorators), default=node.lineno)
