"""Sheets: everything about one thing, for a card beside the table, without rules in the client."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from sandtable.core.queries import Term


class Reason(Struct, frozen=True):
    """One term of a number."""

    amount: int
    text: str
    cite: str = ""


def reasons(terms: Sequence[Term]) -> Iterator[Reason]:
    """Terms in reading order as what each adds to the first; one that sets a value adds the difference."""
    value = terms[0].value
    for term in terms[1:]:
        amount = term.value - value if term.op == "set" else term.value
        value += amount
        yield Reason(amount, term.why, term.cite)


class Stat(Struct, frozen=True):
    name: str
    printed: str
    current: str = ""  # empty: as printed
    reasons: tuple[Reason, ...] = ()


class WeaponSheet(Struct, frozen=True):
    id: str
    name: str
    stats: tuple[Stat, ...] = ()
    rules: tuple[str, ...] = ()  # names of its special rules
    lost: bool = False  # cannot be used now


class RuleText(Struct, frozen=True):
    name: str
    text: str
    cite: str = ""


class TrackSheet(Struct, frozen=True):
    """Boxes in a row: damage, Arc, focus."""

    name: str
    filled: int
    boxes: int


class GridBox(Struct, frozen=True):
    """One box of a damage grid; empty ones are holes in the grid."""

    column: int
    row: int
    system: str = ""  # the letter printed in it
    marked: bool = False


class EffectSheet(Struct, frozen=True):
    name: str
    text: str = ""
    ends: str = ""  # when, in words
    source: str = ""
    cite: str = ""


class Sheet(Struct, frozen=True, kw_only=True):
    """`id` is a piece, body, card, reserve or marker; lists are in printed order."""

    id: str
    title: str
    kind: Literal["piece", "body", "unit", "weapon", "card", "rule", "reserve", "marker", "terrain", "seat"] = "piece"
    subtitle: str = ""
    seat: int | None = None
    text: str = ""
    stats: tuple[Stat, ...] = ()
    weapons: tuple[WeaponSheet, ...] = ()
    rules: tuple[RuleText, ...] = ()
    tracks: tuple[TrackSheet, ...] = ()
    grid: tuple[GridBox, ...] = ()
    effects: tuple[EffectSheet, ...] = ()
