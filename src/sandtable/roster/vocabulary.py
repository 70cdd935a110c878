"""What the lists of one game may name. A ruleset describes its lists here; reading and writing follow from it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from sandtable.core.name_lookup import Names, words
from sandtable.roster.army_list import Entry

Words = tuple[str, ...]  # a name in one spelling (`core.name_lookup.words`)
TABLES, NAMES, COUNTS = "tables", "names", "counts"


class Kind:
    """One kind of thing with names of its own: units, weapons, cards, factions."""

    def __init__(
        self, name: str, rule: str, titles: Mapping[str, str], also: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        self.name = name
        self.rule = rule  # cited where a name is unknown
        self.titles = titles  # printed names by key
        self.also = also or {}  # other names by key

    @cached_property
    def names(self) -> Names:
        return Names({key: (title, *self.also.get(key, ())) for key, title in self.titles.items()})

    def title(self, key: str) -> str:
        return self.titles.get(key, key)


class Field(NamedTuple):
    """Something a list says of itself: ``Faction: Cygnar``."""

    name: str
    spoken: str = ""  # other words for it in text: "plan|notes|tactics"
    kind: Kind | None = None  # free text without one
    alone: bool = False  # its value may stand alone on a line
    points: bool = False  # a number of points: "35", "35 pts", "34/35", or "35 points" alone before the entries


class Section(NamedTuple):
    """A part of a list, by its key in data and its headings in text. Headings are hints: names decide."""

    name: str
    kind: Kind
    headings: str = ""  # "warjacks|squads|units"
    form: str = NAMES  # in data: TABLES with parts, NAMES, or COUNTS by name
    parts: bool = False  # its entries may have parts
    key: str = ""  # of the name in a table, the kind's name if empty
    title: str = ""  # one heading for all its entries, which are written in a line for each of their own headings


class PartKey(NamedTuple):
    """A key of an entry's table in data: ``shoulder = ["rail_gun"]``."""

    name: str
    kind: Kind
    slot: str = ""
    one: bool = False  # written as a name, not as a list


class Vocabulary:
    """Subclass it for a game; the methods answer for keys of its cards."""

    fields: tuple[Field, ...] = (Field("name", "title|army"), Field("plan", "notes|note|tactics"))
    sections: tuple[Section, ...] = ()  # the first one's kind is the main one
    parts: tuple[PartKey, ...] = ()  # in the order they are written
    usual_part: Kind | None = None  # what an unknown part is told as, the first kind of part if None
    slots: Mapping[str, str] = {}  # words before a part that say where it goes: {"arm": "arm", "head": ""}
    costs: tuple[str, ...] = ("pt", "point")  # words of costs, which are left out when a list is read
    costs_before: tuple[str, ...] = ()  # the same where the number comes behind: "PC: 7"
    remarks: str = ""  # heads of lines that say nothing here: "tiers|theme"
    idle: str = "-"  # a pattern of words beside a name that say what it is anyway: "heavy warjack"
    behind: str = "$"  # a pattern of words behind a name that add nothing: "Sorscha's battlegroup"
    size: str = ""  # the word for the models of an entry, "models", where a list says how many
    sizes: Sequence[tuple[str, int]] = ()  # other phrases for it, with the number in them, and what they leave out

    def allowed(self, kind: Kind, fields: Mapping[str, str]) -> Collection[str]:
        """What such a list may take; empty: all of it. Decides what an unclear name means."""
        return ()

    def own(self, kind: Kind, key: str, fields: Mapping[str, str]) -> Collection[str]:
        """The parts an entry may have."""
        return ()

    def takes(self, kind: Kind, key: str) -> bool:
        """Whether an entry may have parts of a kind: a line below it that names one belongs to it."""
        return True

    def prices(self, entry: Entry) -> Mapping[int, Collection[int]]:
        """What an entry may say that it costs, by its models (0: no choice); empty: costs are left out when read."""
        return {}

    def part_prices(self, kind: Kind, key: str) -> Collection[int]:
        """What a part may say that it costs; empty: left out when read."""
        return ()

    def included(self, kind: Kind, key: str, part: str) -> bool:
        """Whether an entry always has a part: naming it adds nothing."""
        return False

    def slot_of(self, kind: Kind, part: str) -> str:
        """Where a part goes unless the list says otherwise."""
        return ""

    def section_of(self, kind: Kind, key: str) -> str:
        """The section an entry belongs to wherever it was written."""
        return self.home(kind).name

    def misplaced(self, section: str, key: str) -> tuple[str, str] | None:
        """Rule and words against a thing in this section of the data; None: it may stand there."""
        return None

    def alone(self, name: str) -> tuple[str, str] | None:
        """Rule and words against a part that the data lists as an entry; None: it is no part by name."""
        return None

    def inferred(self, entries: Sequence[Entry]) -> Mapping[str, str]:
        """Fields that the entries tell when the list does not: its faction."""
        return {}

    def heading(self, entry: Entry) -> str:
        """The heading an entry is written under; all of them in order: `headings`."""
        return entry.section.replace("_", " ").title()

    def headings(self) -> Sequence[str]:
        return [section.name.replace("_", " ").title() for section in self.sections]

    def part_keys(self, key: str) -> Collection[str]:
        """Keys that an entry's table always has; others are written where there is something to write."""
        return ()

    def note(self, entry: Entry) -> str:
        """Costs and the like, written in square brackets and left out when read."""
        return ""

    # --- looked up by the readers ---
    def home(self, kind: Kind) -> Section:
        return next(s for s in self.sections if s.kind is kind)

    @cached_property
    def section_named(self) -> dict[str, Section]:
        return {section.name: section for section in self.sections}

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """Of entries, the main one first."""
        return tuple(dict.fromkeys(section.kind for section in self.sections))

    @cached_property
    def part_kinds(self) -> tuple[Kind, ...]:
        return tuple(dict.fromkeys(part.kind for part in self.parts))

    @cached_property
    def field_words(self) -> dict[Words, Field]:
        return {words(w): field for field in self.fields for w in (field.name, *field.spoken.split("|")) if w}

    @cached_property
    def remark_words(self) -> frozenset[Words]:
        return frozenset(words(w) for w in self.remarks.split("|") if w)

    @cached_property
    def heading_words(self) -> dict[Words, Section]:
        return {
            words(w): section for section in self.sections for w in (section.name, *section.headings.split("|")) if w
        }

    @cached_property
    def slot_words(self) -> dict[Words, str]:
        return {words(word): slot for word, slot in self.slots.items()}
