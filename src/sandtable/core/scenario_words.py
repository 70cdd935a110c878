"""What a game says besides its events: rolls, questions, answers, facts. Files are checked against these words.

A phrase may have holes and optional parts: ``[{piece} ]attack {piece} with {weapon}``. A hole named after a kind of
`names` takes one of them, ``{piece}`` whatever is or was on the table, ``{n}`` a whole number, ``{any}`` anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from sandtable.core.form_parts import nearest, plain

SMALL = {"with", "to", "at", "the", "on", "of"}  # words that may be left out
LONGEST = 100  # characters of a phrase in an error
HOLE = re.compile(r"\{(\w+)\}")
MARKS = re.compile(r"(\{\w+\}|[\[\]])")


class Words(msgspec.Struct, frozen=True):
    """The phrases of one ruleset, each with a short explanation. Empty: the ruleset has not declared them."""

    rolls: Mapping[str, str] = {}  # what dice are thrown for: the purposes of rolls
    pools: Mapping[str, str] = {}  # the names of their pools
    questions: Mapping[str, str] = {}
    answers: Mapping[str, str] = {}  # what is chosen by name
    facts: Mapping[str, Mapping[str, str]] = {}  # "model": {"at": "where it stands, [x, y]"}
    between: Mapping[str, str] = {}  # facts of two pieces
    names: Mapping[str, Mapping[str, str]] = {}  # kind -> id -> printed name


class Reader:
    """Phrases matched against a position: `pieces` are the names that were ever on the table."""

    def __init__(self, names: Mapping[str, Mapping[str, str]], pieces: Collection[str]) -> None:
        self.names, self.pieces = names, pieces
        self._holes: dict[str, str] = {}
        self._exact: dict[str, re.Pattern[str]] = {}

    def fits(self, said: str, phrases: Iterable[str]) -> bool:
        words = gist(said)
        return any(self.exact(phrase).fullmatch(words) for phrase in phrases)

    def why_not(self, said: str, phrases: Iterable[str], what: str) -> str | None:
        """Why this is none of the phrases, with the nearest; None when it is one."""
        known = list(phrases)
        if self.fits(said, known):
            return None
        for phrase in known:
            found = loose(phrase).fullmatch(gist(said)) if words_in([phrase]) - SMALL else None
            if found is not None:
                filled = zip(HOLE.findall(phrase), found.groups(), strict=True)
                wrong = [w for kind, word in filled if word is not None for w in self.unknown(kind, word)]
                return f"{said!r}: {wrong[0] if wrong else f'it is not {phrase!r}'}"
        return f"no {what} {said[:LONGEST]!r}{self.meant(said[:LONGEST], known)}"

    def meant(self, said: str, known: list[str]) -> str:
        """What was probably meant: a word of the phrases for one that is misspelt, or a whole phrase."""
        fixed = words_in(known)
        names = {
            word for kind in self.names.values() for pair in kind.items() for t in pair for word in plain(t).split()
        }
        names |= {word for piece in self.pieces for word in plain(piece).split()}
        for word in plain(said).split():
            if word not in fixed and word not in names and (near := nearest(word, fixed - SMALL)):
                return f"; did you mean {near!r} by {word!r}?"
        near = nearest(said, known, {phrase: HOLE.sub("", phrase) for phrase in known})
        return f"; did you mean {near!r}?" if near else ""

    def exact(self, phrase: str) -> re.Pattern[str]:
        """The phrase as a pattern whose holes take known names only."""
        if phrase not in self._exact:
            self._exact[phrase] = re.compile(_pattern(phrase, self.hole))
        return self._exact[phrase]

    def known(self, kind: str) -> Mapping[str, str]:
        return self.names[kind] if kind in self.names else dict.fromkeys(self.pieces, "")

    def hole(self, kind: str) -> str:
        if kind in ("any", "n"):
            return "(.+)" if kind == "any" else r"(\d+)"
        if kind not in self._holes:
            spelt = {gist(name) for pair in self.known(kind).items() for name in pair if name}
            either = "|".join(sorted(map(re.escape, spelt), key=len, reverse=True))
            self._holes[kind] = f"((?:{either})(?: \\d+)?)" if either else "((?!))"
        return self._holes[kind]

    def unknown(self, kind: str, word: str) -> Iterator[str]:
        if kind == "n" and not word.isdecimal():
            yield f"{word!r} is no number"
        elif kind not in ("any", "n") and not re.fullmatch(self.hole(kind), word):
            near = nearest(word, self.known(kind), self.known(kind))
            label = kind.replace("_", " ")
            yield f"no {label} {word!r}" + (f"; did you mean {near}?" if near else "")


def gist(text: str) -> str:
    """Case, spacing, underscores and small words do not matter."""
    return " ".join(word for word in plain(text).split() if word not in SMALL)


@lru_cache(maxsize=2048)
def loose(phrase: str) -> re.Pattern[str]:
    """The phrase as a pattern whose holes take anything."""
    return re.compile(_pattern(phrase, lambda kind: "(.+?)"))


def _pattern(phrase: str, hole: Callable[[str], str]) -> str:
    marks = {"[": "(?:", "]": ")?"}
    parts: list[str] = []
    for part in MARKS.split(phrase):
        named = HOLE.fullmatch(part)
        parts.append(hole(named[1]) if named else marks[part] if part in marks else _literal(part))
    return "".join(parts)


def _literal(part: str) -> str:
    words = gist(part)
    lead = " " if part[:1].isspace() else ""
    tail = " " if part[-1:].isspace() and words else ""
    return re.escape(f"{lead}{words}{tail}" if words else lead)


def words_in(phrases: Iterable[str]) -> set[str]:
    """The fixed words of phrases."""
    return {word for phrase in phrases for word in plain(re.sub(r"[\[\]]|\{\w+\}", " ", phrase)).split()}
