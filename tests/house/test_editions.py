"""Editions differ by the tables they list, never by an `if edition` in rules code."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.house.sources import python_files, shown

EDITION_NAME = re.compile(r"^(is_|the_|current_)?(edition(_id|_name)?|mk_?(\d|i{1,3}|iv))$", re.IGNORECASE)
EDITION_TEXT = re.compile(
    r"^(warmachine[ _-]?)?(mk|mark)[ ._-]?(\d|i{1,3}|iv)$|^(\d(st|nd|rd|th)|first|second|third|fourth)[ _-]edition$",
    re.IGNORECASE,
)


def speaks_of_editions(node: ast.AST) -> bool:
    match node:
        case ast.Name(id=name):
            return EDITION_NAME.match(name) is not None
        case ast.Attribute(value=value, attr=name):
            return EDITION_NAME.match(name) is not None or speaks_of_editions(value)
        case ast.Constant(value=str(text)):
            return EDITION_TEXT.match(text.strip()) is not None
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts) | ast.BoolOp(values=parts):
            return any(speaks_of_editions(part) for part in parts)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return speaks_of_editions(operand)
        case ast.Call(func=ast.Attribute(value=value)):  # edition.lower(), edition.startswith(...)
            return speaks_of_editions(value)
        case _:
            return False


def decisions(tree: ast.AST) -> Iterator[tuple[int, ast.AST]]:
    """Every expression that something depends on: both sides of comparisons, bare conditions, match and case."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others):
                yield from ((node.lineno, side) for side in (left, *others))
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) | ast.Assert(test=test):
                yield node.lineno, test
            case ast.comprehension(ifs=tests):
                yield from ((test.lineno, test) for test in tests)
            case ast.Match(subject=subject):
                yield node.lineno, subject
            case ast.MatchValue(value=value):
                yield node.lineno, value


def problems(name: str, source: str) -> list[str]:
    lines = sorted({line for line, side in decisions(ast.parse(source)) if speaks_of_editions(side)})
    return [f"{name}:{line} asks for the edition; list the difference in the edition's own table" for line in lines]


def test_no_rule_asks_for_the_edition() -> None:
    files = python_files("src/sandtable/rulesets", "examples")
    assert [problem for path in files for problem in problems(shown(path), path.read_text())] == []


@pytest.mark.parametrize(
    "source",
    [
        "if edition == 'other': pass",
        "if game.edition is MK2: pass",
        "if name == 'mk1': pass",
        "if 'mk2' == name: pass",
        "if name in ('Mk II', 'x'): pass",
        "x = 1 if state.rules.edition.name == 'a' else 2",
        "x = 1 if book == 'first edition' else 2",
        "x = 1 if book == '2nd edition' else 2",
        "late = self.edition != other",
        "if rules.is_mk2: pass",
        "if not edition: pass",
        "if ready and mk2: pass",
        "if edition.startswith('x'): pass",
        "[x for x in y if x.edition]",
        "while edition: pass",
        "match game.edition:\n    case _: pass",
        "match name:\n    case 'mk1': pass",
        "match name:\n    case 'a' | 'mk1': pass",
    ],
)
def test_an_edition_check_is_found(source: str) -> None:
    assert problems("a.py", source) != []


@pytest.mark.parametrize(
    "source",
    [
        "MK2 = COMMON.but(cover=cover_mk2)",
        "edition = 'mk1'",
        "EDITIONS = {'mk1': MK1, 'mk2': MK2}\nrules = EDITIONS[edition]",
        "if name == 'marker': pass",
        "if unit.mk2_cost > 3: pass",
        "'''if edition == 'mk1' is what we do not write'''",
    ],
)
def test_a_table_of_differences_is_fine(source: str) -> None:
    assert problems("a.py", source) == []
