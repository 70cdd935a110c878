"""Small changes of source code that a test should notice: operators, numbers, conditions, statements, arguments.

Text, citations, annotations, decorators and docstrings are left alone, and so is code that only tells or suggests.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPPOSITE = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)  # flipping these negates the condition
KINDS = (
    "comparison",
    "constant",
    "condition negated",
    "and, or",
    "return early",
    "statement deleted",
    "arguments swapped",
)
MORE = ("sign", "other function")  # + for -, min for max, any for all: only when asked for
SIGNS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
# Functions that give the same for arguments in another order.
ANY_ORDER = {
    "min",
    "max",
    "isinstance",
    "zip",
    "distance",
    "dist",
    "gap",
    "overlap",
    "within",
    "intersects",
    "hypot",
    "sees",
}
ALL_SAME = {"self", "p", "d", "state", "cls"}  # swapped with what follows it never runs
# Functions that are no rules: text and suggestions.
TELLING = {
    "line",
    "cues",
    "sample",
    "sought",
    "somewhere",
    "spoken",
    "outline",
    "hint",
    "toward",
    "__repr__",
    "__str__",
}
SHOWN = ("cite", "rule", "odds", "ends", "strict", "carries")  # how a menu shows an option; checks; merging of odds
ON_MENUS = {"Option", "Offer", "attack_option"}  # the rest of what they are given is the words of a menu
WORDED = {"verb", "actor", "target", "using", "how", "also", "group", "cost", "ability"}
SEEDED = ("Random",)  # any seed will do
CUT = (":200",)  # what somebody typed, as far as a refusal repeats it


class Change(NamedTuple):
    """One place in a file and what stands there instead."""

    path: str  # from the root of the project
    kind: str
    line: int
    last: int
    start: int  # bytes
    end: int
    text: str
    scope: tuple[int, int] | None  # first and last line of the function it is in; None: run on import

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]

    def diff(self, source: bytes) -> list[str]:
        """The lines that differ."""
        before, after = (s.decode().splitlines() for s in (source, self.applied(source)))
        lines = unified_diff(before, after, lineterm="", n=0)
        return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def changes(root: Path, path: Path, without: Collection[str] = ()) -> list[Change]:
    """Every change of a file, in the order of the text; `without` names functions and constants to be left alone."""
    source = path.read_bytes()
    tree = ast.parse(source)
    found = _Finder(str(path.relative_to(root)), source, TELLING.union(without)).of(tree)
    return sorted(
        {change for change in found if change.applied(source) != source},
        key=lambda change: (change.start, change.end, change.kind, change.text),
    )


def compiles(change: Change, source: bytes) -> bool:
    """Whether the changed text is still Python."""
    try:
        ast.parse(change.applied(source))
    except SyntaxError:
        return False
    return True


class _Finder:
    def __init__(self, path: str, source: bytes, without: Collection[str]) -> None:
        self.path, self.source, self.without = path, source, set(without)
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def of(self, tree: ast.Module) -> Iterator[Change]:
        yield from self.block(tree.body, None)

    # --- statements ---
    def block(self, body: list[ast.stmt], scope: tuple[int, int] | None, *, top: bool = False) -> Iterator[Change]:
        for number, statement in enumerate(body):
            if _docstring(statement) or isinstance(statement, (ast.Import, ast.ImportFrom, ast.Assert, ast.Raise)):
                continue
            if _never_run(statement) or self.without.intersection(_named(statement)):
                continue
            if scope is not None:
                yield from self.leaving_out(statement, scope, last=number == len(body) - 1)
                if top and not isinstance(statement, (ast.FunctionDef, ast.Pass)) and not _returns_none(statement):
                    yield self.change("return early", statement, "return", scope)
            yield from self.statement(statement, scope)

    def leaving_out(self, statement: ast.stmt, scope: tuple[int, int], *, last: bool) -> Iterator[Change]:
        """Not an assignment: without its name the rest could not run, and every test would notice."""
        kinds = (ast.Expr, ast.AugAssign, ast.If, ast.For, ast.Continue, ast.Break)
        if isinstance(statement, kinds) or (isinstance(statement, ast.Return) and not last):
            yield self.change("statement deleted", statement, "pass", scope)

    def statement(self, s: ast.stmt, scope: tuple[int, int] | None) -> Iterator[Change]:
        if isinstance(s, ast.FunctionDef):
            if s.name not in self.without:
                mine = (s.lineno, s.end_lineno or s.lineno)
                yield from self.defaults(s.args, scope)
                yield from self.block(s.body, mine, top=True)
            return
        if isinstance(s, ast.ClassDef):
            if "Protocol" not in map(ast.unparse, s.bases):  # which says what others have and never runs
                yield from self.block(s.body, None)
            return
        if isinstance(s, (ast.If, ast.While)):
            yield from self.negated(s.test, scope)
        for field, value in ast.iter_fields(s):
            if field in ("annotation", "decorator_list", "returns", "targets", "target"):
                continue
            if isinstance(value, ast.expr):
                yield from self.expression(value, scope)
            elif isinstance(value, list):
                yield from self.several(value, scope)

    def several(self, values: list[ast.AST], scope: tuple[int, int] | None) -> Iterator[Change]:
        body = [value for value in values if isinstance(value, ast.stmt)]
        yield from self.block(body, scope)
        for value in values:
            if isinstance(value, ast.expr):
                yield from self.expression(value, scope)
            elif isinstance(value, ast.withitem):
                yield from self.expression(value.context_expr, scope)

    def defaults(self, arguments: ast.arguments, scope: tuple[int, int] | None) -> Iterator[Change]:
        for value in (*arguments.defaults, *arguments.kw_defaults):
            if value is not None:
                yield from self.expression(value, scope)

    # --- expressions ---
    def expression(self, e: ast.expr, scope: tuple[int, int] | None) -> Iterator[Change]:
        if isinstance(e, ast.JoinedStr) or (isinstance(e, ast.Call) and ast.unparse(e.func) in SEEDED):
            return
        if isinstance(e, ast.Subscript) and ast.unparse(e.slice) in CUT:
            return
        yield from self.own(e, scope)
        shown = {*SHOWN, *WORDED} if isinstance(e, ast.Call) and ast.unparse(e.func) in ON_MENUS else SHOWN
        for child in ast.iter_child_nodes(e):
            if isinstance(child, ast.keyword):
                if child.arg not in shown:
                    yield from self.expression(child.value, scope)
            elif isinstance(child, ast.comprehension):
                yield from self.expression(child.iter, scope)
                for test in child.ifs:
                    yield from self.negated(test, scope)
                    yield from self.expression(test, scope)
            elif isinstance(child, ast.expr):
                yield from self.expression(child, scope)

    def own(self, e: ast.expr, scope: tuple[int, int] | None) -> Iterator[Change]:
        if isinstance(e, ast.Compare):
            for number, op in enumerate(e.ops):
                ops = list(e.ops)
                ops[number] = FLIPPED[type(op)]()
                yield self.changed("comparison", e, ast.Compare(e.left, ops, e.comparators), scope)
        elif isinstance(e, ast.BoolOp):
            other = ast.Or() if isinstance(e.op, ast.And) else ast.And()
            yield self.changed("and, or", e, ast.BoolOp(other, e.values), scope)
        elif isinstance(e, ast.IfExp):
            yield from self.negated(e.test, scope)
        elif isinstance(e, ast.Constant) and isinstance(e.value, bool):
            yield self.change("constant", e, str(not e.value), scope)
        elif isinstance(e, ast.Constant) and isinstance(e.value, int):
            for step in (1, -1):
                yield self.change(
                    "constant", e, f"({e.value + step})" if e.value + step < 0 else str(e.value + step), scope
                )
        elif isinstance(e, ast.BinOp) and type(e.op) in SIGNS:
            yield self.changed("sign", e, ast.BinOp(e.left, SIGNS[type(e.op)](), e.right), scope)
        elif isinstance(e, ast.Call):
            yield from self.call(e, scope)

    def call(self, e: ast.Call, scope: tuple[int, int] | None) -> Iterator[Change]:
        name = e.func.id if isinstance(e.func, ast.Name) else ""
        if name in NAMES:
            yield self.change("other function", e.func, NAMES[name], scope)
        last = e.func.attr if isinstance(e.func, ast.Attribute) else name
        if last in ANY_ORDER or any(isinstance(a, ast.Starred) for a in e.args):
            return
        for one, two in zip(e.args, e.args[1:], strict=False):
            if isinstance(one, ast.Name) and one.id in ALL_SAME:
                continue
            if ast.dump(one) == ast.dump(two):
                continue
            if not any(isinstance(a, (ast.JoinedStr, ast.GeneratorExp)) or _word(a) for a in (one, two)):
                arguments = [{one: two, two: one}.get(a, a) for a in e.args]
                yield self.changed("arguments swapped", e, ast.Call(e.func, arguments, e.keywords), scope)

    def negated(self, test: ast.expr, scope: tuple[int, int] | None) -> Iterator[Change]:
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], OPPOSITE):
            return  # the comparison flipped is the same
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            yield self.changed("condition negated", test, test.operand, scope)
        else:
            yield self.changed("condition negated", test, ast.UnaryOp(ast.Not(), test), scope)

    # --- text ---
    def changed(self, kind: str, old: ast.expr, new: ast.expr, scope: tuple[int, int] | None) -> Change:
        return self.change(kind, old, f"({ast.unparse(ast.fix_missing_locations(new))})", scope)

    def change(self, kind: str, old: ast.expr | ast.stmt, text: str, scope: tuple[int, int] | None) -> Change:
        last = old.end_lineno or old.lineno
        start = self.starts[old.lineno - 1] + old.col_offset
        end = self.starts[last - 1] + (old.end_col_offset or 0)
        if isinstance(old, (ast.If, ast.For, ast.With)) and kind == "return early":
            text, end = f"return\n{' ' * old.col_offset}", start
        return Change(self.path, kind, old.lineno, last, start, end, text, scope)


def _returns_none(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Return) and ast.unparse(statement) in ("return", "return None")


def _never_run(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING"


def _named(statement: ast.stmt) -> set[str]:
    """The names a statement gives to values: constants may be left alone like functions."""
    targets = statement.targets if isinstance(statement, ast.Assign) else ()
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _word(e: ast.expr) -> bool:
    return isinstance(e, ast.Constant) and isinstance(e.value, str)
