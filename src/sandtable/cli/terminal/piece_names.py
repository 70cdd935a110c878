"""Names as people type them: whole, loosely, by a beginning, or by any words in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sandtable.core import Option
from sandtable.scenarios.phrases import NoMatch, gist, match, plain


class Unclear(ValueError):
    """What was typed is no answer: why, and what would be."""


def pick(typed: str, options: Iterable[Option]) -> str:
    """The key of the one offer a phrase stands for. Raises NoMatch with the offers it could mean."""
    offers = tuple(options)
    try:
        return match(typed, offers)
    except NoMatch as e:
        if e.meant:
            raise
    words = gist(typed).split()
    named = any(not word.isdecimal() for word in words)  # numbers alone are a place or an amount
    hits = tuple(dict.fromkeys(o.key for o in offers if named and _holds(o, words)))
    if len(hits) == 1:
        return hits[0]
    raise NoMatch(typed, hits)


def _holds(option: Option, words: list[str]) -> bool:
    """Words may be begun; those of the label of a deed without a target (`end`) stand whole."""
    said = f"{plain(option.key)} {plain(option.label)}".replace(".", " ").replace("-", " ").split()
    whole = " " not in option.key
    return all(word in said or (not whole and any(s.startswith(word) for s in said)) for word in words)


def name(typed: str, names: Iterable[str], what: str = "piece") -> str:
    """One of the names. Raises Unclear, naming what it could mean."""
    known = tuple(names)
    try:
        return pick(typed, (Option(n) for n in known))
    except NoMatch as e:
        if e.meant:
            raise Unclear(f"{typed!r} could mean {listed(e.meant)}") from e
        raise Unclear(f"no {what} is called {typed!r}; there are: {listed(known)}") from e


def by_ids(typed: str, titles: Mapping[str, str]) -> str:
    """A line with the ids of pieces for their printed names: ``toward the Dread Axe`` is ``toward axe``."""
    said = re.sub(r"\bthe\s+", "", typed, flags=re.IGNORECASE)
    ids = {id.casefold() for id in titles}
    for id, title in sorted(titles.items(), key=lambda known: -len(known[1])):
        if title.casefold() not in ids:
            said = re.sub(rf"(?<![\w.]){re.escape(title)}(?![\w.])", id, said, flags=re.IGNORECASE)
    return said


def listed(words: Iterable[str], most: int = 16) -> str:
    found = list(words)
    more = f" and {len(found) - most} more" if len(found) > most else ""
    return (", ".join(found[:most]) or "none") + more
