"""The names a ruleset's saves and games depend on: kinds of value, steps of frames, and the order of hooks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sandtable.core import Frame, Ruleset, find

GOLDEN = Path(__file__).parent / "golden"
RULESETS = (
    "warcaster",
    "warmachine-mk1",
    "warmachine-escalation",
    "warmachine-mk2",
    "warmaster",
    "duel",
    "lines",
)


def file(name: str) -> Path:
    return GOLDEN / f"{name}.names.txt"


def names(rules: Ruleset) -> str:
    """A line each: ``value Unit``, ``frame Attack: start declared resolved``, ``offers W1: shockwave ...``."""
    return "".join(f"{line}\n" for line in (*kinds(rules), *hooks(rules)))


def kinds(rules: Ruleset) -> Iterator[str]:
    for tag, kind in sorted(rules.codec.kinds.items()):
        if issubclass(kind, Frame):
            yield f"frame {tag}: {' '.join(steps(kind))}"
        else:
            yield f"value {tag}"


def steps(kind: type[Frame]) -> list[str]:
    """Public methods that may be a saved step: those that take the draft first."""
    found = []
    for name in dir(kind):
        code = getattr(getattr(kind, name, None), "__code__", None)
        if code is not None and not name.startswith("_") and code.co_varnames[1:2] == ("d",) and code.co_argcount >= 2:
            found.append(name)
    return [name for name in found if name not in ("still", "cut", "at_once")]


def hooks(rules: Ruleset) -> Iterator[str]:
    for kind, table in rules.hooks.tables.items():
        for key, functions in table.items():
            name = key if isinstance(key, str) else key.__name__
            yield f"{kind} {name}: {' '.join(f.__name__ for f in functions)}"


def keep(name: str) -> None:
    """After a change that is meant: new hooks, or a rename with a migration."""
    file(name).write_text(names(find(name)), encoding="utf-8")
