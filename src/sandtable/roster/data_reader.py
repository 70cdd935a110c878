"""Lists as plain data, from TOML, JSON or a program, with names or keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sandtable.core.name_lookup import Names
from sandtable.roster.army_list import ArmyList, Place
from sandtable.roster.beside import MOST
from sandtable.roster.reader import Reader, read_twice
from sandtable.roster.vocabulary import COUNTS, TABLES, Section, Vocabulary


def read_data(vocabulary: Vocabulary, given: Mapping[str, Any]) -> ArmyList:
    return read_twice(vocabulary, lambda fields: DataReader(vocabulary, fields).read(given))


class DataReader(Reader):
    def read(self, given: Mapping[str, Any]) -> ArmyList:
        known = [f.name for f in self.vocabulary.fields] + [s.name for s in self.vocabulary.sections]
        self.keys(Place("the list"), given, known)
        for field in self.vocabulary.fields:
            if value := self.text(given, field.name):
                self.take_field(Place(field.name), field, value)
        for section in self.vocabulary.sections:
            if section.form == TABLES:
                self.tables(section, given.get(section.name, ()))
            else:
                for name, times in self.counted(section, given.get(section.name, ())):
                    self.take(Place(f"{section.name} ({name})"), section.kind, name, times, section=section.name)
        return self.done()

    def tables(self, section: Section, raw: Any) -> None:
        for number, entry in enumerate(self.several(Place(section.name), raw), 1):
            self.table(section, number, entry)

    def table(self, section: Section, number: int, raw: Any) -> None:
        key = section.key or section.kind.name
        if isinstance(raw, str):
            raw = {key: raw}
        if not isinstance(raw, Mapping) or not isinstance(raw.get(key), str):
            self.fault("", Place(f"{section.kind.name} {number}"), "has no name", f'write {{ {key} = "..." }}')
            return
        place = Place(f"{section.kind.name} {number} ({raw[key]})")
        size = self.vocabulary.size
        parts = self.vocabulary.parts if section.parts else ()
        self.keys(place, raw, [key, "count", *([size] if size else []), *(part.name for part in parts)])
        times = self.number(place, raw, "count", 1, 1)
        self.take(place, section.kind, raw[key], times, self.number(place, raw, size, 0, 1), section.name)
        if self.open == len(self.entries) - 1:
            for part in parts:
                for name in self.names(place, raw.get(part.name) or ()):
                    self.take_part(place, name, part.slot, (part.kind,))

    def counted(self, section: Section, raw: Any) -> Iterator[tuple[str, int]]:
        """Names with counts; a section written in groups may be given group by group."""
        place = Place(section.name)
        if not isinstance(raw, Mapping) or not (section.title or section.form == COUNTS):
            yield from ((name, 1) for name in self.names(place, raw))
        elif section.form == COUNTS:
            for name in raw:
                if times := self.number(place, raw, name, 0, 0):
                    yield str(name), times
        else:
            yield from ((name, 1) for names in raw.values() for name in self.names(place, names))

    # --- data of the wrong shape ---
    def keys(self, place: Place, raw: Mapping[str, Any], known: Sequence[str]) -> None:
        for key in raw:
            if key not in known:
                near = Names(dict.fromkeys(known, ())).near(str(key))
                hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
                self.fault("", place, f"unknown {key}", hint)

    def text(self, raw: Mapping[str, Any], field: str) -> str:
        value = raw.get(field, "")
        if not isinstance(value, str):
            self.fault("", Place(field), f"is text, not {type(value).__name__}")
            return ""
        return " ".join(value.split())

    def number(self, place: Place, raw: Mapping[str, Any], key: str, usual: int, least: int) -> int:
        value = raw.get(key, usual)
        if key not in raw or (isinstance(value, int) and not isinstance(value, bool) and least <= value <= MOST):
            return int(value)
        self.fault("", place, f"{key} is a number from {least} to {MOST}, not {value!r}")
        return usual

    def several(self, place: Place, raw: Any) -> Sequence[Any]:
        if isinstance(raw, Sequence) and not isinstance(raw, str | bytes):
            return raw
        self.fault("", place, f"is a list, not {type(raw).__name__}")
        return ()

    def names(self, place: Place, raw: Any) -> list[str]:
        given = [raw] if isinstance(raw, str) else self.several(place, raw)
        wrong = [entry for entry in given if not isinstance(entry, str)]
        if wrong:
            self.fault("", place, f"holds {wrong[0]!r}, which is no name")
        return [entry for entry in given if isinstance(entry, str)]
