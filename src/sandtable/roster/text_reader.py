"""Plain text lists: headings are hints, names decide."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from sandtable.core.name_lookup import words
from sandtable.roster.army_list import ArmyList, Entry, Place
from sandtable.roster.beside import COST, MOST, SIZE, Beside, taken_apart
from sandtable.roster.lines import GAME_WORDS, Line, lines_of
from sandtable.roster.reader import Reader, read_twice
from sandtable.roster.told import SIZES, Told, held_against
from sandtable.roster.vocabulary import Field, Kind, Section, Vocabulary

NOTHING = r"empty|none|nothing|-+|no .*"
SUMS = r"\d+ ?/ ?\d+.*"  # of an entry's costs, where sizes are not said so
LISTED = re.compile(r"\s*[,;]\s*")
SEVERAL = re.compile(r"\s*[,;&]\s*|\s+(?:and|plus)\s+", re.IGNORECASE)
SPENT = r"(?P<spent>\d{1,5})(?:\s*(?:/|of)\s*(?P<limit>\d{1,5}))?\s*(?:army\s+)?(?P<points>pts?|points?)?\.?"
VALUE = re.compile(SPENT, re.IGNORECASE)
TOTAL = re.compile(rf"(?P<word>(?:(?:grand|points?)\s+)?total\b\D*)?{SPENT}", re.IGNORECASE)
SURE = 0.8  # a first line less like any name than this is the list's title


def read_text(vocabulary: Vocabulary, text: str) -> ArmyList:
    lines = lines_of(text, vocabulary.costs, vocabulary.size, vocabulary.sizes, vocabulary.costs_before)
    return read_twice(vocabulary, lambda fields: TextReader(vocabulary, fields).read(lines))


class TextReader(Reader):
    def __init__(self, vocabulary: Vocabulary, fields: Mapping[str, str]) -> None:
        super().__init__(vocabulary, fields)
        self.section: Section | None = None
        self.indent = 0  # of the entry that parts go to
        self.told: list[Told] = []
        self.last: tuple[Kind, str] | None = None  # the part that was read last, None: an entry was
        self.behind = re.compile(rf"(?:{vocabulary.behind})$", re.IGNORECASE)
        idle = NOTHING if vocabulary.size else rf"{NOTHING}|{SUMS}|\d+ models?"
        costs = "".join(rf"|{cost}\b.*|\+?\d+ ?{cost}.*" for cost in map(re.escape, vocabulary.costs))
        self.nothing = re.compile(f"(?:{idle}{costs}|{vocabulary.idle})", re.IGNORECASE)

    def read(self, lines: Sequence[Line]) -> ArmyList:
        for line in lines:
            place = Place(f"line {line.number} ({shortened(line.raw)})", line.number)
            if line.title and not self.fields["name"]:
                self.fields["name"] = line.raw
            elif not any(
                reads(place, line) for reads in (self.total, self.field, self.heading, self.beside, self.title)
            ):
                self.item(place, line)
        self.faults += held_against(self.vocabulary, self.entries, self.told)
        return self.done()

    # --- the list itself ---
    def total(self, place: Place, line: Line) -> bool:
        """``Total: 34/35 points``, or the points alone on a line: before the entries they are the limit."""
        points = self.points
        said = TOTAL.fullmatch(line.raw.strip("-*• ")) if points and not line.indent else None
        if points is None or said is None or not (said["word"] or said["limit"] or said["points"]):
            return False
        spent, limit = said["spent"], said["limit"]
        if not (said["word"] or limit or self.entries or self.fields[points.name]):
            spent, limit = None, spent
        if spent:
            self.totals.append((place, int(spent)))
        if limit and not self.fields[points.name]:
            self.fields[points.name] = limit
        return True

    @property
    def points(self) -> Field | None:
        return next((field for field in self.vocabulary.fields if field.points), None)

    def field(self, place: Place, line: Line) -> bool:
        if line.counted:
            return False
        if line.value and words(line.head) in GAME_WORDS:
            return True  # the game is known by now
        if ":" in line.raw and words(line.head) in self.vocabulary.remark_words:
            return True
        head, said = line.head, line.said
        if not line.value:
            head, _, _, more = self.apart(line.head)
            said = (*said, *more)
        field = self.vocabulary.field_words.get(words(head))
        if field is None or not (line.value or (field.points and said)):
            return False
        value = line.value or str(said[0][1])
        if field.points and (points := VALUE.fullmatch(value)):
            self.totals += [(place, int(points["spent"]))] if points["limit"] else []
            value = points["limit"] or points["spent"]
        self.take_field(place, field, value)
        return True

    def heading(self, place: Place, line: Line) -> bool:
        section = self.vocabulary.heading_words.get(words(line.head))
        side = next((f for f in self.vocabulary.fields if f.alone and f.kind and f.kind.names.exact(line.head)), None)
        names = [name for group in line.groups for name in group]
        if line.counted or (section is None and not (side and any(map(self.names_something, names)))):
            return False
        below = line.indent > self.indent or line.raw.startswith(("-", "*", "•"))
        if below and self.owner and self.is_own(line.head, loosely=True):
            return False  # "- Attachment" below a unit
        if section is not None:
            self.section = section
        elif side is not None:
            self.take_field(place, side, line.head)
        for name in self.joined(names):
            if not self.nothing.fullmatch(name.strip()) and not re.fullmatch(SUMS, name.strip()):
                self.counted(place, name)
        return True

    def beside(self, place: Place, line: Line) -> bool:
        """A line with nothing but ``10 models`` belongs to what stands above it."""
        if line.head or not line.said or line.counted or not self.entries:
            return False
        self.tell(place, line.said)
        for group in line.groups:
            self.take_parts(place, self.whole(group))
        return True

    def title(self, place: Place, line: Line) -> bool:
        """A faction by itself; or the first line that looks like nothing else, where no title is underlined."""
        if line.counted or line.indent:
            return False
        for field in self.vocabulary.fields:
            if field.kind is not None and field.alone and self.stands_alone(field, field.kind, line):
                self.take_field(place, field, line.head)
                if self.points and not self.fields[self.points.name]:  # "Cygnar, 35 points"
                    self.fields[self.points.name] = next((str(n) for what, n in line.said if what == COST), "")
                return True
        if self.fields["name"] or self.entries or self.known(line):
            return False
        self.fields["name"] = line.raw
        return True

    def stands_alone(self, field: Field, kind: Kind, line: Line) -> bool:
        if kind.names.exact(line.head):  # "Cygnar", "Cygnar - Gun Line"
            named = (name for group in line.groups for name in group)
            return not (self.entries and line.groups) and not any(map(self.names_something, named))
        return bool(self.fields["name"] and not self.fields[field.name] and kind.names.near(line.head, alike=SURE))

    def known(self, line: Line) -> bool:
        """Whether the line names something, or nearly so."""
        names = [line.head, *SEVERAL.split(line.head), *(name for group in line.groups for name in group)]
        return any(self.names_something(name) for name in names) or any(
            kind.names.near(line.head, alike=SURE) for kind in self.vocabulary.kinds
        )

    def names_something(self, name: str) -> bool:
        kinds = (*self.vocabulary.kinds, *self.vocabulary.part_kinds)
        spellings = {name, self.apart(name).name} - {""}
        return any(self.sure(kind, each, self.allowed(kind)) for each in spellings for kind in kinds)

    def allowed(self, kind: Kind) -> frozenset[str]:
        return frozenset(self.vocabulary.allowed(kind, self.fields))

    # --- entries and their parts ---
    def item(self, place: Place, line: Line) -> None:
        if line.times == 0:
            self.fault("", place, f"0 of {line.head}", "leave the line out, or write how many: 1x " + line.head)
            return
        names = self.several(line.whole)
        if len(names) > 1:
            for name in names:
                self.counted(place, name)
        else:
            told = self.apart(f"{line.times} {line.head}" if line.bare else line.head)
            times = told.times if line.bare else line.times * told.times
            self.named(place, told._replace(times=times, said=(*line.said, *told.said)), line.indent)
        for group in line.groups:
            names = self.whole(group)
            self.take_parts(place, [name for name in names if not self.said_again(name)] if names else names)

    def said_again(self, name: str) -> bool:
        """``Long Gunner Officer & Standard - Officer & Standard``: of what an entry has one of, in other words."""
        kind, key = self.last if self.last is not None else (None, "")
        single = any(part.one for part in self.vocabulary.parts if part.kind is kind)
        return bool(kind and single and self.plain_part(kind, self.apart(name).name, self.own(kind)) == key)

    def several(self, head: str) -> list[str]:
        """``Juggernaut, Kodiak``; with a conjunction if each of them is a name by itself."""
        if self.is_name(self.apart(head).name):
            return [head]
        found: list[str] = []
        for name in self.joined(LISTED.split(head)):
            each = self.joined(SEVERAL.split(name), " and ")
            found += each if all(map(self.names_something, each)) else [name]
        return [name for name in found if name.strip()] or [head]

    def apart(self, name: str) -> Beside:
        """A name without its counts and what else stands beside it, unless it is one as it stands."""
        if self.is_name(name):
            return Beside(name)
        return taken_apart(self.behind.sub("", name), numbers=bool(self.vocabulary.size))

    def is_name(self, name: str) -> bool:
        return any(kind.names.exact(name) for kind in (*self.vocabulary.kinds, *self.vocabulary.part_kinds))

    def counted(self, place: Place, name: str) -> None:
        self.named(place, self.apart(name))

    def tell(self, place: Place, said: Iterable[tuple[str, int]]) -> None:
        """Of the last entry or part; a size is always the entry's."""
        if self.open is not None:
            self.told += [
                Told(place, self.open, what, number, None if what in SIZES else self.last) for what, number in said
            ]

    def named(self, place: Place, told: Beside, indent: int = 0) -> None:
        """An entry, or a part of the entry before: as the name says; the section decides what is unclear."""
        name = told.name
        if not name:
            self.tell(place, told.said)
            return
        main = self.vocabulary.kinds[0]
        kind = self.section.kind if self.section is not None else main
        kinds = tuple(dict.fromkeys((kind, *self.vocabulary.kinds)))
        under = bool(self.owner) and (self.section is None or self.section.parts) and indent > self.indent
        exact = next((k for k in kinds if k.names.exact(name)), None)
        if under and self.is_own(name):
            self.take_parts(place, (name,) * count_of(told))
            self.tell(place, told.said)
        elif exact is not None:
            self.enter(place, exact, told, indent)
        elif self.owner and kind is main and (self.part_below(name) or under):
            self.take_parts(place, (name,) * count_of(told))
            self.tell(place, told.said)
        elif wrong := not self.owner and kind is main and self.vocabulary.alone(name):
            self.fault(wrong[0], place, wrong[1], "write it below what it belongs to")
        else:
            meant = [k for k in kinds if k.names.meant(name)]
            meant += [k for k in kinds if k.names.near(name, alike=SURE)]
            parts = self.owner and kind is main and not meant
            if parts and any(k.names.near(name, alike=SURE) for k in self.vocabulary.part_kinds):
                self.take_parts(place, (name,) * count_of(told))
                self.tell(place, told.said)
                return
            self.enter(place, meant[0] if meant else kind, told, indent)

    def part_below(self, name: str) -> bool:
        """A part of an entry above; parts go to the nearest that takes its kind."""
        kinds = self.vocabulary.part_kinds
        exact = [kind for kind in kinds if kind.names.exact(name)]
        known = any(kind.names.meant(name) for kind in self.vocabulary.kinds)
        own = [kind for kind in kinds if (owned := self.own(kind)) and kind.names.meant(name, owned)]
        if not exact and (known or not own):
            return False
        takes = self.vocabulary.takes
        takers = [n for n, e in enumerate(self.entries) if e.key and any(takes(kind, e.key) for kind in exact)]
        if takers and self.open is not None and takers[-1] < self.open:
            self.open = takers[-1]
        return True

    def is_own(self, name: str, *, loosely: bool = False) -> bool:
        """A part that the last entry may have, by its name or by words that mean it."""
        owned = [(kind.names, own) for kind in self.vocabulary.part_kinds if (own := self.own(kind))]
        return any(names.meant(name, own) if loosely else names.exact(name, own) for names, own in owned)

    def enter(self, place: Place, kind: Kind, told: Beside, indent: int) -> None:
        before, times, said = len(self.entries), count_of(told), told.said
        key = self.sure(kind, told.name, self.allowed(kind)) if told.bare else None
        sizes = [size for size in self.vocabulary.prices(Entry(place, "", key)) if size] if key else []
        if sizes and told.bare >= min(sizes) and not any(what in SIZES for what, _ in said):
            times, said = told.times, (*said, (SIZE, told.bare))
        self.take(place, kind, told.name, times)
        if self.open == before:
            self.indent, self.last = indent, None
            self.tell(place, said)

    def add_part(self, kind: Kind, key: str, slot: str) -> None:
        super().add_part(kind, key, slot)
        self.last = (kind, key)

    def is_entry(self, name: str) -> bool:
        """Nothing but an entry: in one sentence with the parts of another."""
        return not self.exact_part(name) and any(kind.names.exact(name) for kind in self.vocabulary.kinds)

    def take_part(self, place: Place, name: str, slot: str = "", kinds: tuple[Kind, ...] = ()) -> None:
        """With what stands beside it; where that is all, it is said of the entry: ``(10 models, officer)``."""
        told = self.apart(name)
        if told.name and self.is_entry(told.name):
            self.named(place, told)
            return
        if told.name and not self.nothing.fullmatch(name.strip()):
            for _ in range(count_of(told)):
                super().take_part(place, told.name, slot, kinds)
        self.tell(place, told.said)

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

    def joined(self, names: Sequence[str], by: str = ", ") -> list[str]:
        """``Voitek Sudal, Bounty Hunter`` is one name with a comma in it."""
        found: list[str] = []
        for name in names:
            both = f"{found[-1]}{by}{name}" if found else ""
            if both and self.is_name(self.apart(both).name):
                found[-1] = both
            else:
                found.append(name)
        return found


def count_of(told: Beside) -> int:
    return min(told.times * (told.bare or 1), MOST)


def shortened(raw: str, most: int = 48) -> str:
    return raw if len(raw) <= most else raw[: most - 1].rstrip() + "…"
