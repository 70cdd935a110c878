"""How input is spoilt: bytes flipped, pieces cut out and doubled, values replaced by junk."""

from __future__ import annotations

import json
from random import Random
from typing import Any

TOKENS = (
    b"[" * 3000,
    b'{"a":' * 1000,
    b"\xff",
    b"\x00",
    b"\\ud800",
    "\u202e".encode(),
    b"1" + b"0" * 400,
    b"-",
    b"1e999",
    b"null",
    b"true",
    b'"',
    b"\n",
    b" " * 5000,
    b"=" * 5000,
    b"NaN",
    b"99999999999999999999",
)
WORDS = (
    "",
    "a",
    "b",
    "pass",
    "wolf",
    "x" * 3000,
    "\ud800",
    "\x00",
    "ö\u202e",
    "type",
    "Game",
    "Seeded",
    "'; --",
    "9" * 30,
)


def spoilt(raw: bytes, rng: Random) -> bytes:
    """The same with one to four faults."""
    data = bytearray(raw)
    for _ in range(rng.randint(1, 4)):
        a, b = sorted(rng.randrange(len(data) + 1) for _ in range(2))
        b = min(b, a + rng.choice((1, 8, 200, len(data))))
        way = rng.randrange(6)
        if way == 0 and data:
            data[min(a, len(data) - 1)] = rng.randrange(256)
        elif way == 1:
            del data[a:b]
        elif way == 2:
            data[a:a] = data[a:b]
        elif way == 3:
            data[a:a] = rng.choice(TOKENS)
        elif way == 4:
            data[a:b] = rng.choice(TOKENS)
        else:
            data = data[:a]
    return bytes(data)


def junk(rng: Random, deep: int = 0) -> Any:
    """A value that nobody would give."""
    way = rng.randrange(14 if deep < 4 else 9)
    if way < 9:
        plain: tuple[Any, ...] = (
            None, True, rng.randint(-5, 5), rng.randint(-(10**12), 10**12), 10 ** rng.randint(15, 400), rng.random(),
            float(rng.choice(("nan", "inf", "-inf"))), rng.choice(WORDS), b"bytes",
        )  # fmt: skip
        return plain[way]
    if way == 9:
        return {junk(rng, 9) if rng.random() < 0.1 else rng.choice(WORDS): junk(rng, deep + 1) for _ in range(3)}
    if way == 10:
        found: list[Any] = []
        for _ in range(rng.choice((70, 5000))):
            found = [found]
        return found
    if way == 11:
        found = []
        found += [found, junk(rng, deep + 1)]
        return found
    parts = [junk(rng, deep + 1) for _ in range(rng.randrange(5))]
    return tuple(parts) if way == 12 else parts


def changed_json(raw: bytes | str, rng: Random) -> str | None:
    """Valid JSON with other values in it; None: the junk cannot be written as JSON."""
    try:
        return json.dumps(changed(json.loads(raw), rng), default=str)
    except (ValueError, TypeError, RecursionError):
        return None


def changed(value: Any, rng: Random) -> Any:
    """A value with one part of it replaced."""
    if isinstance(value, list | tuple) and value and rng.random() < 0.8:
        n = rng.randrange(len(value))
        parts = [changed(part, rng) if i == n else part for i, part in enumerate(value)]
        return tuple(parts) if isinstance(value, tuple) else parts
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        return {k: changed(v, rng) if k == key else v for k, v in value.items()}
    if type(value) is int and rng.random() < 0.5:
        return value + rng.choice((-1000, -1, 1, 1000, 10**9))
    if isinstance(value, str) and rng.random() < 0.5:
        return value[: rng.randrange(len(value) + 1)] + rng.choice(WORDS)
    return junk(rng)
