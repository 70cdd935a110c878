"""An army list written as a player would, and as plain data; both can be read back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sandtable.roster.army_list import ArmyList, Entry
from sandtable.roster.vocabulary import COUNTS, TABLES, Section, Vocabulary


def as_text(vocabulary: Vocabulary, army: ArmyList) -> str:
    return "\n".join(_lines(vocabulary, army)) + "\n"


def _lines(vocabulary: Vocabulary, army: ArmyList) -> Iterator[str]:
    if army.name:
        yield from (army.name, "=" * max(3, len(army.name)))
    for field in vocabulary.fields:
        value = army.fields[field.name]
        if value and field.name != "name":
            yield f"{field.name.title()}: {field.kind.title(value) if field.kind else value}"
    known = [entry for entry in army.entries if entry.key]
    for heading in vocabulary.headings():
        plain = [e for e in known if vocabulary.heading(e) == heading and not _section(vocabulary, e).title]
        yield from _headed(heading, plain, _counted(vocabulary, plain))
    for section in vocabulary.sections:
        if section.title:
            entries = [entry for entry in known if entry.section == section.name]
            yield from _headed(section.title, entries, _in_groups(vocabulary, section, entries))


def _section(vocabulary: Vocabulary, entry: Entry) -> Section:
    return vocabulary.section_named[entry.section]


def _headed(heading: str, entries: list[Entry], lines: Iterable[str]) -> Iterator[str]:
    if entries:
        yield from ("", f"{heading} ({sum(entry.times for entry in entries)})", *lines)


def _counted(vocabulary: Vocabulary, entries: list[Entry]) -> Iterator[str]:
    """A line for those that are alike: ``2x Dusk Wolf: Scout; Battle Rifle, Slug Gun; Rail Gun [DC 2]``."""
    counts: dict[str, int] = {}
    for entry in entries:
        line = _described(vocabulary, entry)
        counts[line] = counts.get(line, 0) + entry.times
    yield from (f"{count}x {line}" for line, count in counts.items())


def _in_groups(vocabulary: Vocabulary, section: Section, entries: list[Entry]) -> Iterator[str]:
    for heading in vocabulary.headings():
        names = [section.kind.title(e.key) for e in entries if vocabulary.heading(e) == heading for _ in range(e.times)]
        if names:
            yield f"{heading}: {', '.join(names)}"


def _described(vocabulary: Vocabulary, entry: Entry) -> str:
    name = _section(vocabulary, entry).kind.title(entry.key)
    size = f" ({entry.size} {vocabulary.size})" if entry.size else ""
    parts = "; ".join(part for part in _parts(vocabulary, entry) if part)
    note = vocabulary.note(entry)
    return name + size + (f": {parts}" if parts else "") + (f" [{note}]" if note else "")


def _parts(vocabulary: Vocabulary, entry: Entry) -> Iterator[str]:
    for key in vocabulary.parts:
        if own := entry.having(key.kind.name, key.slot):
            # A part in the wrong slot is written with its slot, so that the list stays as wrong as it was.
            wrong = any(vocabulary.slot_of(key.kind, part) != key.slot for part in own)
            yield (f"{key.slot} " if wrong else "") + ", ".join(map(key.kind.title, own))


def as_data(vocabulary: Vocabulary, army: ArmyList) -> dict[str, Any]:
    found: dict[str, Any] = {f.name: army.fields[f.name] for f in vocabulary.fields if army.fields[f.name]}
    for section in vocabulary.sections:
        entries = [entry for entry in army.section(section.name) if entry.key]
        if section.form == COUNTS:
            counts = found[section.name] = dict[str, int]()
            for entry in entries:
                counts[entry.key] = counts.get(entry.key, 0) + entry.times
        elif section.form == TABLES:
            found[section.name] = [_table(vocabulary, section, e) for e in entries for _ in range(e.times)]
        else:
            found[section.name] = [e.key for e in entries for _ in range(e.times)]
    return found


def _table(vocabulary: Vocabulary, section: Section, entry: Entry) -> dict[str, Any]:
    found: dict[str, Any] = {section.key or section.kind.name: entry.key}
    if entry.size:
        found[vocabulary.size] = entry.size
    usual = vocabulary.part_keys(entry.key)
    for key in vocabulary.parts:
        own = list(entry.having(key.kind.name, key.slot))
        if own or key.name in usual:
            found[key.name] = own if not key.one or len(own) > 1 else (own[0] if own else "")
    return found
