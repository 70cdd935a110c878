"""Checks of a position as a scenario file gives it: unknown keys and names, each with what would be legal.

The checks yield their faults, so that a file's reader can report all of them at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from typing import Any


def unknown_keys(raw: Mapping[str, Any], keys: Collection[str], where: str) -> Iterator[str]:
    """The keys a table should not have, with all it may have."""
    if unknown := set(raw) - set(keys):
        yield f"{where}: unknown {', '.join(sorted(unknown))}; known: {', '.join(sorted(keys))}"


def unknown_name(name: Any, known: Collection[str], where: str, what: str) -> Iterator[str]:
    """A name out of many that is not known, with the nearest that is."""
    if name not in known:
        near = get_close_matches(str(name), known, 1)
        yield f"{where}: no {what} {name!r}" + (f"; did you mean {near[0]}?" if near else "")
