"""Units and characters as people say them: ``spears_1``, ``halberdiers 2``, ``spears`` where only one begins so."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.rulesets.warmaster.state.rules import Position

MOST_WORDS = 4  # of one name
LEAST = 3  # letters of a beginning
JOINS = ("and", "with", "the", "&")


def compact(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def words_in(text: str) -> list[str]:
    return text.replace(",", " and ").split()


def one_name(p: Position, words: list[str], among: Iterable[str]) -> tuple[str, list[str]]:
    """The piece that the first words name and the words left; empty: they name none, or more than one."""
    while words and words[0].casefold() in JOINS:
        words = words[1:]
    known = {id: (compact(id), compact(p.rules.showing.name(p, id))) for id in among}
    for count in range(min(MOST_WORDS, len(words)), 0, -1):
        said = compact("".join(words[:count]))
        exact = [id for id, forms in known.items() if said in forms]
        if len(exact) == 1:
            return exact[0], words[count:]
    said = compact(words[0]) if words else ""
    begun = [id for id, forms in known.items() if len(said) >= LEAST and any(f.startswith(said) for f in forms)]
    return (begun[0], words[1:]) if len(begun) == 1 else ("", words)


def several(p: Position, words: list[str], among: Iterable[str]) -> tuple[tuple[str, ...], list[str]]:
    """As many names as there are, and the words left."""
    found: list[str] = []
    all_of = list(among)
    while words:
        name, rest = one_name(p, words, all_of)
        if not name:
            break
        found.append(name)
        words = rest
    return tuple(found), words
