"""Versions of a ruleset's data, and ready-made lists as they were in older data.

In ``2.3`` the cards are those of 2, and ready-made lists have changed three times since. A list that changes keeps its
earlier form in the data as ``NAME@DATA``: DATA is the last version that had it so. A match begun with that data or
older goes on with that form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sandtable.core.match_options import MatchOption

AT = "@"


def newer(one: str, other: str) -> bool:
    """Versions compare number by number where they are numbers, else as text."""
    mine, theirs = one.split("."), other.split(".")
    if all(part.isdecimal() and len(part) < 10 for part in (*mine, *theirs)):
        return tuple(map(int, mine)) > tuple(map(int, theirs))
    return one > other


def same_but_lists(one: str, other: str) -> bool:
    """Whether two versions can differ in ready-made lists only."""
    return one.partition(".")[0] == other.partition(".")[0]


def list_name(form: str) -> str:
    """The name of a list, whichever form of it is named."""
    return form.partition(AT)[0]


def form_at(name: str, data: str, earlier: Iterable[str]) -> str:
    """What a list of this data is called now: by its name, unless it has changed since."""
    found = ""
    for form in earlier:
        last = form.partition(AT)[2]
        if list_name(form) == name and not newer(data, last) and (not found or newer(found, last)):
            found = last
    return f"{name}{AT}{found}" if found else name


def options_at(
    options: Mapping[str, Any], schema: Iterable[MatchOption], data: str, earlier: Collection[str]
) -> Mapping[str, Any]:
    """Options of a match begun with this data, with every list that has changed since in the form it had then."""
    changed = {}
    for option in schema:
        given = options.get(option.key, option.default)
        if option.kind != "force" or not isinstance(given, list | tuple):
            continue
        then = tuple(form_at(name, data, earlier) if isinstance(name, str) else name for name in given)
        if then != tuple(given):
            changed[option.key] = then
    return {**options, **changed} if changed else options
