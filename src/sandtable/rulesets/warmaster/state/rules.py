"""What Warmaster's rules read besides the table: the printed data and the land, on the ruleset.

`Position` and `Draft` here are those of the engine with Warmaster's table and ruleset: chapters import them from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from sandtable.core import Draft as AnyDraft
from sandtable.core import Position as AnyPosition
from sandtable.core import Ruleset
from sandtable.rulesets.warmaster.state.entries import Entry, Library, Mount, Rank, read_library
from sandtable.rulesets.warmaster.state.table import Table
from sandtable.rulesets.warmaster.terrain.features import Map
from sandtable.rulesets.warmaster.terrain.land import Kind, Land, read_kinds

MAP = frozenset({"map"})
MAPS = 256  # maps remembered


class WarmasterRules(Ruleset):
    """The ruleset as its chapters know it."""

    volleys: Mapping[str, Any] = {}  # frames of shots with a rule of their own
    sorcery: Mapping[str, Any] = {}  # spells by id (magic/)
    no_spell: Callable[..., Any] = staticmethod(lambda p, words: None)  # why a spell cannot be cast (magic/)
    aims: Mapping[str, Callable[..., Any]] = {}  # how special rules aim: (p, unit, stands, target) to attacks
    aims_at_chargers: Mapping[str, Callable[..., Any]] = {}  # the same, for those who shoot so at chargers

    def __init__(self) -> None:
        self._lands: dict[Map, Land] = {}
        self.stood: Any = None  # where units stood when last all of them were measured (measuring/crowd.py)

    @cached_property
    def library(self) -> Library:
        return read_library()

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        return read_kinds(self.library.kinds)

    def land(self, table: Map) -> Land:
        """A map with what follows from it, worked out once."""
        found = self._lands.get(table)
        if found is None:
            if len(self._lands) >= MAPS:
                self._lands.clear()
            found = self._lands[table] = Land(table, self.kinds)
        return found


Position = AnyPosition[Table, WarmasterRules]
Draft = AnyDraft[Table, WarmasterRules]


def entry(p: Position, unit: str) -> Entry:
    """What is printed about a unit."""
    return p.rules.library.units[p.state.units[unit].entry]


def rank(p: Position, character: str) -> Rank:
    return p.rules.library.ranks[p.state.characters[character].rank]


def mount(p: Position, character: str) -> Mount | None:
    return p.rules.library.mounts.get(p.state.characters[character].mount)


def land(p: Position) -> Land:
    return p.memo("land", lambda: p.rules.land(p.state.map), MAP)


def full_pace(p: Position, unit: str) -> int:
    """A unit's printed full pace (WM-MOVE-1 to WM-MOVE-7)."""
    found = entry(p, unit)
    if found.flyer:
        return FLYING
    return found.full if found.full is not None else p.rules.library.types[found.type].full


def printed_half_pace(p: Position, unit: str) -> int:
    """Of troops on the ground."""
    found = entry(p, unit)
    return found.half if found.half is not None else p.rules.library.types[found.type].half


FLYING = 100_000  # WM-MOVE-7
