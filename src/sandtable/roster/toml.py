"""Plain data as TOML: the standard library reads it but does not write it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

BARE = re.compile(r"[A-Za-z0-9_-]+")
WIDE = 100


def toml(data: Mapping[str, Any]) -> str:
    """One key a line; a long list has one entry a line."""
    return "".join(f"{key(name)} = {spread(value)}\n" for name, value in data.items())


def spread(value: Any) -> str:
    line = inline(value)
    if isinstance(value, list | tuple) and (len(line) > WIDE or any(isinstance(v, Mapping) for v in value)):
        return "[\n" + "".join(f"  {inline(entry)},\n" for entry in value) + "]"
    return line


def inline(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key(name)} = {inline(entry)}" for name, entry in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(inline, value))}]"
    return quoted(str(value))


def key(name: str) -> str:
    return name if BARE.fullmatch(name) else quoted(name)


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
