"""Plain text lists: headings are hints, names decide."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sandtable.core.name_lookup import words
from sandtable.roster.army_list import ArmyList, Place
from sandtable.roster.lines import GAME_WORDS, Line, lines_of
from sandtable.roster.reader import Reader, read_twice
from sandtable.roster.vocabulary import Field, Kind, Section, Vocabulary

NOTHING = r"empty|none|nothing|-+|no .*|\d+ ?/ ?\d+.*|\d+ models?"
SURE = 0.8  # a first line less like any name than this is the list's title


def read_text(vocabulary: Vocabulary, text: str) -> ArmyList:
    lines = lines_of(text, vocabulary.costs, vocabulary.size)
    return read_twice(vocabulary, lambda fields: TextReader(vocabulary, fields).read(lines))


class TextReader(Reader):
    def __init__(self, vocabulary: Vocabulary, fields: Mapping[str, str]) -> None:
        super().__init__(vocabulary, fields)
        self.section: Section | None = None
        self.indent = 0  # of the entry that parts go to
        costs = "".join(rf"|{cost}\b.*|\+?\d+ ?{cost}.*" for cost in map(re.escape, vocabulary.costs))
        self.nothing = re.compile(f"(?:{NOTHING}{costs})", re.IGNORECASE)

    def read(self, lines: Sequence[Line]) -> ArmyList:
        for line in lines:
            place = Place(f"line {line.number} ({shortened(line.raw)})", line.number)
            if line.title and not self.fields["name"]:
                self.fields["name"] = line.raw
            elif not (self.field(place, line) or self.heading(place, line) or self.title(place, line)):
                self.item(place, line)
        return self.done()

    def field(self, place: Place, line: Line) -> bool:
        if not line.value or line.counted:
            return False
        if words(line.head) in GAME_WORDS:
            return True  # the game is known by now
        field = self.vocabulary.field_words.get(words(line.head))
        if field is None:
            return False
        self.take_field(place, field, line.value)
        return True

    def heading(self, place: Place, line: Line) -> bool:
        section = self.vocabulary.heading_words.get(words(line.head))
        if section is None or line.counted:
            return False
        self.section = section
        for name in self.joined([name for group in line.groups for name in group]):
            self.named(place, name)
        return True

    def title(self, place: Place, line: Line) -> bool:
        """A faction by itself; or the first line that looks like nothing else, where no title is underlined."""
        if line.counted or line.indent:
            return False
        for field in self.vocabulary.fields:
            if field.kind is not None and field.alone and self.stands_alone(field, field.kind, line):
                self.take_field(place, field, line.head)
                return True
        if self.fields["name"] or self.entries or self.known(line):
            return False
        self.fields["name"] = line.raw
        return True

    def stands_alone(self, field: Field, kind: Kind, line: Line) -> bool:
        if kind.names.exact(line.head):
            return not line.groups
        return bool(self.fields["name"] and not self.fields[field.name] and kind.names.near(line.head, alike=SURE))

    def known(self, line: Line) -> bool:
        """Whether the line names something, or nearly so."""
        names = [line.head, *line.head.split(","), *(name for group in line.groups for name in group)]
        kinds = (*self.vocabulary.kinds, *self.vocabulary.part_kinds)
        return any(self.sure(kind, name, self.allowed(kind)) for name in names for kind in kinds) or any(
            kind.names.near(line.head, alike=SURE) for kind in self.vocabulary.kinds
        )

    def allowed(self, kind: Kind) -> frozenset[str]:
        return frozenset(self.vocabulary.allowed(kind, self.fields))

    def item(self, place: Place, line: Line) -> None:
        if line.times == 0:
            self.fault("", place, f"0 of {line.head}", "leave the line out, or write how many: 1x " + line.head)
            return
        if "," in line.head and not any(kind.names.exact(line.head) for kind in self.vocabulary.kinds):
            first, *others = self.joined([name.strip() for name in line.head.split(",")])
            self.named(place, first, line.times)
            for name in others:
                self.named(place, name)
        else:
            self.named(place, line.head, line.times, line.size, line.indent)
        for group in line.groups:
            self.take_parts(place, self.whole(group))

    def named(self, place: Place, name: str, times: int = 1, size: int = 0, indent: int = 0) -> None:
        """An entry, or a part of the entry before: as the name says; the section decides what is unclear."""
        main = self.vocabulary.kinds[0]
        kind = self.section.kind if self.section is not None else main
        kinds = tuple(dict.fromkeys((kind, *self.vocabulary.kinds)))
        under = bool(self.owner) and (self.section is None or self.section.parts) and indent > self.indent
        exact = next((k for k in kinds if k.names.exact(name)), None)
        if under and self.is_own(name):
            self.take_parts(place, (name,) * times)
        elif exact is not None:
            self.enter(place, exact, name, times, size, indent)
        elif self.owner and kind is main and (self.exact_part(name) or under):
            self.take_parts(place, (name,) * times)
        else:
            meant = [k for k in kinds if k.names.meant(name)]
            meant += [k for k in kinds if k.names.near(name, alike=SURE)]
            self.enter(place, meant[0] if meant else kind, name, times, size, indent)

    def is_own(self, name: str) -> bool:
        """Exactly a part that the last entry may have."""
        return any(kind.names.exact(name, self.own(kind)) for kind in self.vocabulary.part_kinds)

    def enter(self, place: Place, kind: Kind, name: str, times: int, size: int, indent: int) -> None:
        before = len(self.entries)
        self.take(place, kind, name, times, size)
        if self.open == before:
            self.indent = indent

    def take_part(self, place: Place, name: str, slot: str = "", kinds: tuple[Kind, ...] = ()) -> None:
        if not self.nothing.fullmatch(name.strip()):
            super().take_part(place, name, slot, kinds)

    def whole(self, names: Sequence[str]) -> list[str]:
        """``Captain and Standard`` is one part with a conjunction in it; words that are said again begin another."""
        found: list[str] = []
        for name in names:
            more = bool(found and self.owner) and not {*words(name)} <= {*words(found[-1])}
            both = f"{found[-1]} and {name}" if more else ""
            if both and any(self.plain_part(kind, both, self.own(kind)) for kind in self.vocabulary.part_kinds):
                found[-1] = both
            else:
                found.append(name)
        return found

    def joined(self, names: Sequence[str]) -> list[str]:
        """``Voitek Sudal, Bounty Hunter`` is one name with a comma in it."""
        found: list[str] = []
        for name in names:
            both = f"{found[-1]}, {name}" if found else ""
            if both and any(kind.names.exact(both) for kind in self.vocabulary.kinds):
                found[-1] = both
            else:
                found.append(name)
        return found


def shortened(raw: str, most: int = 48) -> str:
    return raw if len(raw) <= most else raw[: most - 1].rstrip() + "…"
