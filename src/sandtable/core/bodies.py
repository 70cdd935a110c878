"""Bodies: several pieces that are one thing to a person, such as a squad, a unit of troopers, a unit of stands."""

from __future__ import annotations

from msgspec import Struct


class Body(Struct, frozen=True):
    """One thing for names, ruler, odds, lists, outlines and labels."""

    id: str
    name: str  # as printed
    seat: int | None
    pieces: tuple[str, ...]  # on the table, in the order of the rules
