"""From what a person writes to what is on offer: ``attack the marauder with rail gun``."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sandtable.core import Option

SMALL = {"with", "to", "at", "the", "on", "of"}


class NoMatch(LookupError):
    """A phrase that names nothing on offer, or more than one thing. `meant`: the offers it could stand for."""

    def __init__(self, phrase: str, meant: tuple[str, ...] = ()) -> None:
        super().__init__(phrase)
        self.phrase, self.meant = phrase, meant


def plain(text: str) -> str:
    """Case, underscores and spacing do not matter."""
    return " ".join(text.replace("_", " ").casefold().split())


def gist(text: str) -> str:
    """Small words do not matter either."""
    return " ".join(word for word in plain(text).split() if word not in SMALL)


def match(phrase: str, options: Iterable[Option]) -> str:
    """The key of the offer a phrase names: exactly, then loosely, then as its only beginning. Raises NoMatch."""
    offers = tuple(options)
    exact: Callable[[str], str] = str
    for form in (exact, plain, gist):
        wanted = form(phrase)
        hits = _keys(o for o in offers if wanted in (form(o.key), form(o.label or o.key)))
        if len(hits) == 1:
            return hits[0]
        if hits:
            raise NoMatch(phrase, hits)
    wanted = gist(phrase)
    hits = _keys(o for o in offers if wanted and any(_begins(gist(t), wanted) for t in (o.key, o.label or o.key)))
    if len(hits) == 1:
        return hits[0]
    raise NoMatch(phrase, hits)


def _keys(options: Iterable[Option]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(o.key for o in options))


def _begins(text: str, words: str) -> bool:
    """Whole words: ``order spears`` does not begin ``order spears2``, which is another unit."""
    return text.startswith(words) and not (words[-1].isalnum() and text[len(words) : len(words) + 1].isdigit())
