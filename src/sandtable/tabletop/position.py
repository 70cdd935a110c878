"""What the room asks of a game: pieces on round bases, a map, and the sizes of bases and kinds of terrain on the rules.

A `core.Position` of a ruleset with these attributes is a `Tabletop`. Nothing has to be inherited.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Protocol, TypeVar

from sandtable.tabletop.terrain.features import Map
from sandtable.tabletop.terrain.kinds import Kinds

T = TypeVar("T")

# What a memo may follow from (`Position.memo`): the fields of the state that must be called so.
MAP = frozenset({"map"})
PLACES = frozenset({"models", "map"})


class Base(Protocol):
    """The size of a round base."""

    @property
    def radius(self) -> int: ...


class Piece(Protocol):
    """A base on the table: where it is, what it stands on, and the name its base is found under (`rules.bases`)."""

    @property
    def card(self) -> str: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...
    @property
    def on(self) -> str: ...
    @property
    def at(self) -> tuple[int, int]: ...


class Table(Protocol):
    @property
    def models(self) -> Mapping[str, Piece]: ...
    @property
    def map(self) -> Map: ...


class Rules(Protocol):
    @property
    def unit(self) -> str: ...  # "in", "cm"
    @property
    def bases(self) -> Mapping[str, Base]: ...  # by the name a piece gives
    @property
    def kinds(self) -> Kinds: ...
    @property
    def widest_base(self) -> int: ...  # the largest radius of all


class Tabletop(Protocol):
    """A position of a game with miniatures."""

    @property
    def state(self) -> Table: ...
    @property
    def rules(self) -> Rules: ...
    def memo(self, key: Hashable, make: Callable[[], T], of: frozenset[str] | None = None) -> T: ...
