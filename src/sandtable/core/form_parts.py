"""Forms made of forms: names out of a list, lists, tables, records, alternatives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, cast

import msgspec

from sandtable.core.forms import DROPPED, MOST, Fault, Kind, Nothing, Path, Text, said
from sandtable.core.name_lookup import Names

FEW = 12  # names that are listed in an error
LONGEST = 100  # characters of a name that is looked up
ALIKE = 0.6


class Name(Kind, frozen=True):
    """One name out of many, by its id or as it is printed: ``dusk_wolf`` or ``Dusk Wolf``."""

    what: str  # "unit"
    known: Mapping[str, str]  # id -> printed name

    def takes(self, value: Any) -> bool:
        return isinstance(value, str)

    def find(self, value: str) -> str | None:
        if value in self.known:
            return value
        wanted = plain(value)
        return next((key for key, title in self.known.items() if wanted in (plain(key), plain(title))), None)

    def faults(self, value: Any, path: Path = ()) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield Fault(path, f"{self.told}, not {said(value)}")
        elif self.find(value) is None:
            yield Fault(path, f"no {self.what} {said(value)}{self.hint(value)}")

    def hint(self, value: str) -> str:
        """The nearest name, or those with a word in common, and all of them when they are few."""
        near = nearest(value, self.known, self.known) or self.alike(value)
        listed = f"; {plural(self.what)}: {', '.join(self.known) or 'none'}" if len(self.known) <= FEW else ""
        if not near and not listed:
            return "; `sandtable scenario words` with the ruleset prints all of them"
        return (f"; did you mean {near}?" if near else "") + listed

    def alike(self, value: str) -> str:
        words = set(plain(value).split())
        found = [key for key, title in self.known.items() if words & {*plain(key).split(), *plain(title).split()}]
        return " or ".join(found[:3])

    def read(self, value: Any) -> Any:
        return self.find(value)

    @property
    def told(self) -> str:
        listed = f": {', '.join(self.known) or 'none'}" if len(self.known) <= FEW else ""
        return f"{article(self.what)} {self.what}{listed}"

    def schema(self) -> dict[str, Any]:
        if len(self.known) > FEW:
            return {"type": "string", "examples": list(self.known)}
        return {"enum": [*self.known]} if all(k == t for k, t in self.known.items()) else {"type": "string"}


class List(Kind, frozen=True):
    of: Kind
    least: int = 0
    most: int = MOST
    once: bool = False  # nothing twice

    def takes(self, value: Any) -> bool:
        return isinstance(value, list | tuple) or (value is None and not self.least)

    def faults(self, value: Any, path: Path = ()) -> Iterator[Fault]:
        if not self.takes(value):
            yield Fault(path, f"{self.told}, not {said(value)}")
            return
        entries = value or ()
        if not self.least <= len(entries) <= self.most:
            yield Fault(path, f"{self.told}, not {len(entries)} of them")
        for n, entry in enumerate(entries[: self.most], 1):
            yield from self.of.faults(entry, (*path, str(n)))
        if self.once:
            yield from (Fault(path, f"{said(each)} is there twice") for each in twice(entries))

    def read(self, value: Any) -> Any:
        return [self.of.read(entry) for entry in value or ()]

    def sound(self, value: Any) -> Any:
        """An entry with a fault is left out as a whole."""
        if not self.takes(value):
            return DROPPED
        kept = [entry for entry in (value or ())[: self.most] if not any(True for _ in self.of.faults(entry))]
        if self.once:
            kept = [entry for n, entry in enumerate(kept) if entry not in kept[:n]]
        return kept if len(kept) >= self.least else DROPPED

    @property
    def told(self) -> str:
        number = f"{self.least} or more" if self.most >= MOST else f"{self.least} to {self.most}"
        return f"a list of {self.of.told}" + (f" ({number})" if self.least or self.most < MOST else "")

    def schema(self) -> dict[str, Any]:
        found = {"type": "array", "items": self.of.schema(), "minItems": self.least, "maxItems": self.most}
        return found if self.least else {"anyOf": [found, {"type": "null"}]}


class Table(Kind, frozen=True):
    """Names with a value each."""

    of: Kind
    keys: Kind = Text()
    most: int = MOST
    least: int = 0  # 0: nothing is an empty table

    def takes(self, value: Any) -> bool:
        return isinstance(value, Mapping) or (value is None and not self.least)

    def faults(self, value: Any, path: Path = ()) -> Iterator[Fault]:
        if not self.takes(value):
            yield Fault(path, f"{self.told}, not {said(value)}")
            return
        entries = value or {}
        if len(entries) < self.least:
            yield Fault(path, f"at least {self.least} of them, not {len(entries)}")
        if len(entries) > self.most:
            yield Fault(path, f"at most {self.most} of them, not {len(entries)}")
            return
        for key, entry in entries.items():
            yield from (Fault(path, f.text) for f in self.keys.faults(str(key), path))
            yield from self.of.faults(entry, (*path, str(key)))

    def read(self, value: Any) -> Any:
        return {self.keys.read(str(key)): self.of.read(entry) for key, entry in (value or {}).items()}

    def sound(self, value: Any) -> Any:
        """An entry with a fault is left out as a whole."""
        if not self.takes(value) or len(value or ()) > self.most:
            return DROPPED
        return {
            key: entry
            for key, entry in (value or {}).items()
            if not any(True for _ in (*self.keys.faults(str(key)), *self.of.faults(entry)))
        }

    @property
    def told(self) -> str:
        key = self.keys.what if isinstance(self.keys, Name) else "name"
        return f"{{{key}: {self.of.told}}}"

    def schema(self) -> dict[str, Any]:
        found = {"additionalProperties": self.of.schema(), "maxProperties": self.most}
        if self.least:
            return {"type": "object", **found, "minProperties": self.least}
        return {"type": ["object", "null"], **found}


class Entry(msgspec.Struct, frozen=True):
    """One key of a record."""

    kind: Kind
    about: str
    needed: bool = False
    basic: bool = False  # without it the rest cannot be judged: the table, the mission


class Record(Kind, frozen=True):
    """Known keys, each with its own kind of value."""

    entries: Mapping[str, Entry]
    what: str = ""  # what such a record is, for the error when it is something else
    example: str = ""
    also: Mapping[str, str] = {}  # other names of keys, and which key each means

    def takes(self, value: Any) -> bool:
        return isinstance(value, Mapping) or (value is None and not any(e.needed for e in self.entries.values()))

    def renamed(self, value: Any) -> Mapping[str, Any]:
        """What is given, under the names of the entries; another name beside its key stays as it is."""
        given = value or {}
        if not self.also:
            return cast(Mapping[str, Any], given)
        return {key if (own := self.also.get(key, key)) in given else own: part for key, part in given.items()}

    def faults(self, value: Any, path: Path = ()) -> Iterator[Fault]:
        if not self.takes(value):
            yield Fault(path, f"{self.told}, not {said(value)}")
            return
        given = self.renamed(value)
        for key in given:
            if key in self.also:
                yield Fault((*path, key), f"the same as {self.also[key]}, which is given too")
            elif key not in self.entries:
                near = nearest(str(key), self.entries)
                if near and not self.entries[near].kind.takes(given[key]):
                    near = None  # hardly meant: one fault is enough
                hint = f"; did you mean {near}?" if near else ""
                yield Fault((*path, str(key)), f"unknown key{hint}; known here: {', '.join(self.entries)}")
                if near and near not in given:
                    yield from self.entries[near].kind.faults(given[key], (*path, str(key)))
        for key, entry in self.entries.items():
            if key in given:
                yield from entry.kind.faults(given[key], (*path, key))
            elif entry.needed:
                yield Fault((*path, key), f"is missing: {entry.kind.told}")

    def read(self, value: Any) -> Any:
        given = self.renamed(value)
        return {key: self.entries[key].kind.read(part) for key, part in given.items() if key in self.entries}

    def sound(self, value: Any) -> Any:
        """Key by key; without one that is needed nothing is left."""
        if not self.takes(value):
            return DROPPED
        given = self.renamed(value)
        kept = {key: entry.kind.sound(given[key]) for key, entry in self.entries.items() if key in given}
        kept = {key: part for key, part in kept.items() if part is not DROPPED}
        return DROPPED if any(e.needed and key not in kept for key, e in self.entries.items()) else kept

    def is_basic(self, path: Path) -> bool:
        """Whether a fault there leaves the rest without meaning."""
        if not path or path[0] not in self.entries:
            return not path
        entry = self.entries[path[0]]
        return entry.basic or (isinstance(entry.kind, Record) and entry.kind.is_basic(path[1:]))

    @property
    def told(self) -> str:
        return self.example or f"{{{', '.join(self.entries)}}}"

    def schema(self) -> dict[str, Any]:
        properties = {key: {**e.kind.schema(), "description": e.about} for key, e in self.entries.items()}
        found = {"type": "object", "additionalProperties": False, "properties": properties}
        found["required"] = [key for key, entry in self.entries.items() if entry.needed]
        return found if found["required"] else {"anyOf": [found, {"type": "null"}]}


class Either(Kind, frozen=True):
    """One of several kinds. The faults told are those of the first kind that takes the value."""

    kinds: tuple[Kind, ...]

    def takes(self, value: Any) -> bool:
        return any(kind.takes(value) for kind in self.kinds)

    def meant(self, value: Any) -> Kind | None:
        return next((kind for kind in self.kinds if kind.takes(value)), None)

    def faults(self, value: Any, path: Path = ()) -> Iterator[Fault]:
        meant = self.meant(value)
        if meant is None:
            yield Fault(path, f"{self.told}, not {said(value)}")
        else:
            yield from meant.faults(value, path)

    def read(self, value: Any) -> Any:
        meant = self.meant(value)
        return value if meant is None else meant.read(value)

    @property
    def told(self) -> str:
        return ", or ".join(kind.told for kind in self.kinds)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [kind.schema() for kind in self.kinds]}


def each(of: Kind, keys: Kind | None = None) -> Either:
    """One value for a whole piece, or a table by its parts: ``damage: 1`` or ``damage: {2: 1}``."""
    return Either((Table(of, keys or Text(), least=1), of))


def maybe(of: Kind) -> Either:
    return Either((Nothing(), of))


def names(what: str, *known: str) -> Name:
    """A name out of a few that are printed as they are typed."""
    return Name(what, {name: name for name in known})


def nearest(name: str, known: Iterable[str], titles: Mapping[str, str] | None = None) -> str | None:
    """The known name most like this one; a title is another spelling of it."""
    if len(name) > LONGEST:
        return None
    spelt = {each: (titles[each],) if titles and titles.get(each) else () for each in known}
    found = Names(spelt).near(name, alike=ALIKE)
    if found:
        return found[0]
    close = get_close_matches(name.casefold(), spelt, 1)
    return close[0] if close else None


def twice(entries: Any) -> list[Any]:
    seen: list[Any] = []
    found: list[Any] = []
    for entry in entries:
        (found if entry in seen and entry not in found else seen).append(entry)
    return found


def plain(text: str) -> str:
    """One spelling: case, underscores and spacing do not matter."""
    return " ".join(text.replace("_", " ").casefold().split())


def plural(word: str) -> str:
    first, of, rest = word.partition(" of ")
    if of:
        return plural(first) + of + rest
    return word[:-1] + "ies" if word.endswith("y") and word[-2:-1] not in "aeiou" else word + "s"


def article(word: str) -> str:
    return "an" if word[:1].casefold() in "aeio" else "a"
