"""Names turned into entries as a list is read; an unknown name becomes a fault with the nearest known one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from sandtable.core.name_lookup import words
from sandtable.core.rosters import Problem
from sandtable.roster.army_list import ArmyList, Entry, Part, Place, problem
from sandtable.roster.vocabulary import Field, Kind, Vocabulary


def read_twice(vocabulary: Vocabulary, read: Callable[[Mapping[str, str]], ArmyList]) -> ArmyList:
    """Read again with the fields that the entries told: a faction says which of several a short name means."""
    army = read({})
    told = {name: key for name, key in vocabulary.inferred(army.entries).items() if key and not army.fields[name]}
    return read(told) if told else army


class Reader:
    """A list being read."""

    def __init__(self, vocabulary: Vocabulary, fields: Mapping[str, str]) -> None:
        self.vocabulary = vocabulary
        self.fields = {field.name: "" for field in vocabulary.fields} | dict(fields)
        self.entries: list[Entry] = []
        self.faults: list[Problem] = []
        self.totals: list[tuple[Place, int]] = []
        self.open: int | None = None  # the entry that parts go to

    def done(self) -> ArmyList:
        return ArmyList(self.fields, tuple(self.entries), tuple(self.faults), tuple(self.totals))

    def fault(self, rule: str, place: Place, text: str, suggestion: str = "", *, grave: bool = True) -> None:
        """What is said of a place already is not said again: ``3x`` something unknown is one fault."""
        found = problem(rule, place, text, suggestion, grave=grave)
        if found not in self.faults:
            self.faults.append(found)

    # --- names ---
    def sure(self, kind: Kind, name: str, among: Collection[str] = ()) -> str | None:
        """The one thing a name stands for: exactly, or by a telling part of it, first among what is allowed."""
        if found := kind.names.exact(name):
            return found
        for group in (among, None) if among else (None,):
            if hits := kind.names.meant(name, group):
                return hits[0] if len(hits) == 1 else None
        return None

    def nearest(self, kind: Kind, place: Place, name: str, among: Collection[str] = ()) -> str | None:
        """The nearest name, with a fault that says so; reading goes on with it, so that one slip is told once."""
        names, group = kind.names, among or None
        hits = names.meant(name, group) or names.meant(name)
        if len(hits) > 1:
            listed = ", ".join(map(kind.title, hits))
            self.fault(kind.rule, place, f"{name!r} can be {listed}", "write the whole name")
            return None
        near = names.near(name, group) or names.near(name)
        hint = f"did you mean {' or '.join(map(kind.title, near[:2]))}?" if near else "take it out"
        self.fault(kind.rule, place, f"no {kind.name} {name!r}", hint)
        return near[0] if near else None

    def found(self, kind: Kind, place: Place, name: str, among: Collection[str] = ()) -> str | None:
        return self.sure(kind, name, among) or self.nearest(kind, place, name, among)

    # --- fields and entries ---
    def take_field(self, place: Place, field: Field, value: str) -> None:
        if field.kind is None:
            self.fields[field.name] = value
        elif key := self.found(field.kind, place, value):
            self.fields[field.name] = key

    def take(self, place: Place, kind: Kind, name: str, times: int = 1, size: int = 0, section: str = "") -> None:
        """An entry; with a section it is one of data, where things must stand where they belong."""
        if section and not kind.names.exact(name):
            kind = next((k for k in self.vocabulary.kinds if k.names.exact(name)), kind)
            if not kind.names.exact(name) and (wrong := self.vocabulary.alone(name)):
                rule, text = wrong
                self.fault(rule, place, text, "take it out")
                self.entries.append(Entry(place, section, "", times, size=size))
                return
        key = self.found(kind, place, name, self.vocabulary.allowed(kind, self.fields))
        home = self.vocabulary.section_of(kind, key) if key else section or self.vocabulary.home(kind).name
        if key and section and (wrong := self.vocabulary.misplaced(section, key)):
            rule, text = wrong
            self.fault(rule, place, text, f"move it to {home}")
        self.entries.append(Entry(place, home, key or "", times, size=size))
        if self.vocabulary.section_named[home].parts:
            self.open = len(self.entries) - 1

    # --- parts of the last entry ---
    @property
    def owner(self) -> str:
        """The key of the entry that parts go to; empty without one, or where its name is unknown."""
        return "" if self.open is None else self.entries[self.open].key

    def take_parts(self, place: Place, names: Iterable[str]) -> None:
        """Parts in any order; a word such as ``arm`` says where those go that follow it."""
        slot, slots = "", self.vocabulary.slot_words
        for name in names:
            if words(name) in slots:
                slot = slots[words(name)]
                continue
            first, _, rest = name.partition(" ")
            if rest and words(first) in slots and not self.exact_part(name):
                slot, name = slots[words(first)], rest
            self.take_part(place, name, slot)

    def own(self, kind: Kind) -> Collection[str]:
        """The parts of a kind that the last entry may have."""
        return self.vocabulary.own(kind, self.owner, self.fields)

    def exact_part(self, name: str) -> bool:
        return any(kind.names.exact(name) for kind in self.vocabulary.part_kinds)

    def take_part(self, place: Place, name: str, slot: str = "", kinds: tuple[Kind, ...] = ()) -> None:
        """A part of one of these kinds, of any if none are named: one the entry may have, if the name allows."""
        if not self.owner:
            return
        kinds = kinds or self.vocabulary.part_kinds
        own = {kind: self.own(kind) for kind in kinds}
        hits = [(kind, key) for kind in kinds if (key := self.plain_part(kind, name, own[kind]))]
        if hits:
            kind, key = next((hit for hit in hits if hit[1] in own[hit[0]]), hits[0])
            self.add_part(kind, key, slot)
            return
        near = [kind for kind in kinds if own[kind] and kind.names.near(name, own[kind])]
        near += [kind for kind in kinds if kind.names.near(name)]
        usual = self.vocabulary.usual_part
        kind = near[0] if near else usual if usual in kinds else kinds[0]
        if found := self.nearest(kind, place, name, own[kind]):
            self.add_part(kind, found, slot)

    def plain_part(self, kind: Kind, name: str, own: Collection[str]) -> str | None:
        if found := kind.names.exact(name):
            return found
        hits = kind.names.meant(name, own)
        return hits[0] if len(hits) == 1 else None

    def add_part(self, kind: Kind, key: str, slot: str) -> None:
        if self.open is None or self.vocabulary.included(kind, self.owner, key):
            return
        slots = {part.slot for part in self.vocabulary.parts if part.kind is kind}
        part = Part(kind.name, key, slot if slot and slot in slots else self.vocabulary.slot_of(kind, key))
        entry = self.entries[self.open]
        self.entries[self.open] = entry._replace(parts=(*entry.parts, part))
