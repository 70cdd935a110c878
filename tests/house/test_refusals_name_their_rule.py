"""A rule test that expects a refusal says by which rule: another reason must not let it pass."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULESETS = ("warcaster",)


def nameless(source: str) -> list[int]:
    """Lines that only say that something is refused: ``t.refusal(x)`` unused, ``assert not t.legal(x)``."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr):
            call = node.value
        elif isinstance(node, ast.Assert):
            call = node.test
        else:
            continue
        if isinstance(call, ast.UnaryOp) and isinstance(call.op, ast.Not) and _calls(call.operand, "legal"):
            found.append(node.lineno)
        elif isinstance(call, ast.Call) and _calls(call, "refusal"):
            named = len(call.args) > 1 or any(keyword.arg == "by" for keyword in call.keywords)
            found += [] if named else [node.lineno]
    return found


def _calls(e: ast.expr, name: str) -> bool:
    return isinstance(e, ast.Call) and isinstance(e.func, ast.Attribute) and e.func.attr == name


def test_nameless_refusals_are_found() -> None:
    bad = ["t.refusal(1)", "assert t.refusal(1)", "assert not t.legal(1)"]
    good = ['t.refusal(1, "R-1")', 't.refusal(1, by="R-1")', 'assert t.refusal(1).cite == "R-1"', "assert t.legal(1)"]
    assert nameless("\n".join(bad + good)) == [1, 2, 3]


def test_every_refusal_in_a_rule_test_names_its_rule() -> None:
    files = sorted(path for name in RULESETS for path in (ROOT / "tests" / "rules" / name).rglob("test_*.py"))
    assert files
    found = [
        f"{path.relative_to(ROOT)}:{line}" for path in files for line in nameless(path.read_text(encoding="utf-8"))
    ]
    assert not found, f'name the rule, t.refusal(value, "WC-…"): {", ".join(found)}'
