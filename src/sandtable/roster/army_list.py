"""An army list as it was written: what it names, and where each thing stands in the file; legal or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sandtable.core.rosters import Problem


class Place(NamedTuple):
    """Where something was written."""

    text: str
    line: int = 0  # of the file, 0 where it has no lines to point at


class Part(NamedTuple):
    """Something an entry has: a weapon, a mount, a warjack of its battlegroup, an attachment."""

    kind: str
    key: str
    slot: str = ""


class Entry(NamedTuple):
    """One or more alike, each with the same parts."""

    place: Place
    section: str
    key: str  # empty: the name is unknown
    times: int = 1
    parts: tuple[Part, ...] = ()
    size: int = 0  # models in each, where the list says so

    def having(self, kind: str, slot: str | None = None) -> tuple[str, ...]:
        """The keys of its parts of a kind, those in one slot if asked."""
        return tuple(p.key for p in self.parts if p.kind == kind and slot in (None, p.slot))


class ArmyList(NamedTuple):
    fields: Mapping[str, str]  # what it says of itself: name, faction, plan
    entries: tuple[Entry, ...] = ()
    faults: tuple[Problem, ...] = ()  # what could not be read, and what is worth knowing
    totals: tuple[tuple[Place, int], ...] = ()  # what the list says that it costs

    @property
    def name(self) -> str:
        return self.fields.get("name", "")

    def section(self, *names: str) -> tuple[Entry, ...]:
        return tuple(e for e in self.entries if e.section in names)


def problem(rule: str, place: Place, text: str, suggestion: str = "", by: int = 0, *, grave: bool = True) -> Problem:
    return Problem(rule, place.text, text, suggestion, place.line, by, grave)


def joint_place(places: Iterable[Place]) -> Place:
    """Several places in one phrase: ``lines 5, 6``."""
    known = list(dict.fromkeys(places))
    if len(known) == 1:
        return known[0]
    if all(p.line for p in known):
        return Place(f"lines {', '.join(str(p.line) for p in known)}", known[0].line if known else 0)
    return Place(", ".join(p.text for p in known))
