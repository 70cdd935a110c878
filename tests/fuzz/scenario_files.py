"""Scenario files as hostile input: files of the examples with one to four changes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from sandtable.core import find
from sandtable.core.form_parts import Either, List, Record, Table
from sandtable.core.forms import Kind
from sandtable.scenarios import run
from tests.fuzz.spoiling import spoilt

FOLDER = Path(__file__).parents[2] / "examples" / "scenarios"
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 99, 10**9, 0.5, -3.25, 1e18, "", "a", "b", "c", "zzz", "wolf", "pass", "gone",
    "x" * 300, "\u202e", [], [[]], [1], [1, 2], [1, 2, 3], [[1, 2], None], ["a"], {}, {"a": 1}, {"1": [2]},
    {"at": [3, 3]},
    {"seat": "a", "unit": "hunter", "at": [3, 3]}, "any", "default", "next turn", {"repeat": 3, "play": ["any"]},
    {1: 3}, {"2": True}, {"2": ["x"]}, [0] * 6, [9] * 6, [{"name": "x"}],
    {"refuse": "pass"}, {"expect": {"over": False}}, {"move": [[1, 1]]}, {"place": [1, 1]}, {"share": {"wolf": 1}},
)  # fmt: skip
NAMES = (
    "title", "ruleset", "rules", "options", "table", "terrain", "pieces", "seats", "turn", "mission", "dice", "seed",
    "play", "expect", "refused", "cases", "at", "seat", "unit", "kind", "event", "roll", "ask", "order", "between",
    "terain", "hieght", "banana", "from", "to", "purpose", "offers", "excludes", "sees", "hides", "map", "forces",
)  # fmt: skip


@cache
def files() -> tuple[tuple[bytes, Any], ...]:
    """Each example as text and as data."""
    texts = [path.read_bytes() for path in sorted(FOLDER.rglob("*.yaml"))]
    return tuple((text, yaml.safe_load(text)) for text in texts)


def mutated(rng: Random) -> str:
    """A file whose text or whose data was changed."""
    text, data = rng.choice(files())
    if rng.random() < 0.25:
        return spoilt(text, rng).decode("utf-8", "replace") + "\n"
    names = NAMES + keys(data["ruleset"])
    for _ in range(rng.randint(1, 4)):
        data = changed(data, rng, names)
    return json.dumps(data) + "\n"


@cache
def keys(ruleset: str) -> tuple[str, ...]:
    """Every key that positions of a ruleset have."""
    rules = find(ruleset)
    form = rules.scenarios.form(rules) if rules.scenarios is not None else None
    return tuple(_keys(form)) if form is not None else ()


def _keys(kind: Kind) -> Iterator[str]:
    if isinstance(kind, Record):
        yield from kind.entries
        for entry in kind.entries.values():
            yield from _keys(entry.kind)
    elif isinstance(kind, Table | List):
        yield from _keys(kind.of)
    elif isinstance(kind, Either):
        for one in kind.kinds:
            yield from _keys(one)


def changed(data: Any, rng: Random, names: Sequence[str]) -> Any:
    """The data with one value replaced, taken away, doubled or renamed, at any depth."""
    if isinstance(data, dict) and data:
        key = rng.choice(list(data))
        way = rng.random()
        if way < 0.65:
            return {k: changed(v, rng, names) if k == key else v for k, v in data.items()}
        if way < 0.75:
            return {k: v for k, v in data.items() if k != key}
        if way < 0.88:
            return {**data, rng.choice(names): rng.choice(VALUES)}
        return {(_misspelt(k, rng) if k == key else k): v for k, v in data.items()}
    if isinstance(data, list) and data:
        n = rng.randrange(len(data))
        way = rng.random()
        if way < 0.7:
            return [changed(each, rng, names) if i == n else each for i, each in enumerate(data)]
        if way < 0.8:
            return data[:n] + data[n + 1 :]
        return [*data[:n], rng.choice((rng.choice(VALUES), data[n])), *data[n:]]
    if isinstance(data, str) and rng.random() < 0.4:
        return _misspelt(data, rng)
    if type(data) in (int, float) and rng.random() < 0.5:
        return data + rng.choice((-1000, -5, -1, -0.001, 0.001, 1, 5, 1000))
    return rng.choice(VALUES)


def _misspelt(word: Any, rng: Random) -> str:
    text = str(word)
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(("", "e", "x", " ", "_")) + text[at + 1 :]


def scenarios(rng: Random) -> bool:
    """A changed file passes or fails by what it says; the rules never break and nothing runs for long."""
    outcome = run(mutated(rng))
    if outcome.error is not None:
        raise outcome.error
    str(outcome).encode()
    return outcome.passed
