"""The table of WARMACHINE: where models stand, their condition, units, markers, and how far the game has come.

Places are apart from condition, so that what is known of sight and distance survives damage and focus.
"""

from __future__ import annotations

from typing import Any

from sandtable.core import State, Value
from sandtable.geometry.shapes import Disc
from sandtable.tabletop.terrain.features import Feature, Map

OTHER = (1, 0)
SEATS = ("a", "b")
# What a memo may follow from (`Position.memo`).
WHO = frozenset({"status"})  # who is in the game and what they are, not how they fare
MAP = frozenset({"map"})
PLACES = frozenset({"models", "map"})
OF_SEATS = "of seats"  # where `Table.of` keeps what it found
CHANGES_WHO = frozenset({"card", "seat", "home", "unit", "role", "master", "entry"})


class Model(Value, frozen=True, kw_only=True, cache_hash=True):
    """A base on the table: where it stands and where it faces."""

    card: str
    x: int
    y: int
    facing: int

    @property
    def at(self) -> tuple[int, int]:
        return self.x, self.y

    @property
    def z(self) -> int:
        """Bases are measured in plan: hills raise what is seen, not distances."""
        return 0

    @property
    def on(self) -> str:
        return ""


class Status(Value, frozen=True, kw_only=True, cache_hash=True):
    """The condition of a model."""

    seat: int
    card: str
    entry: str = ""  # what it was listed as
    unit: str = ""  # its unit; empty: independent
    role: str = ""  # in its unit: leader, officer, grunt, attached, gunner, crewman
    master: str = ""  # a warjack's warcaster or jack marshal; empty: autonomous
    marks: tuple[int, ...] = (0,)  # damage: boxes marked in each column, one bit a box; a row is one column
    focus: int = 0
    home: int | None = None  # whose it is while another seat controls it


class Unit(Value, frozen=True, kw_only=True, cache_hash=True):
    """Troopers that activate together."""

    seat: int
    entry: str
    members: tuple[str, ...]  # those in play
    began: int = 0  # members at the start of this player turn
    checked: bool = False  # for massive casualties, this player turn


class Table(State, frozen=True, kw_only=True):
    map: Map
    scenario: str
    models: dict[str, Model]  # on the table, by name
    status: dict[str, Status]  # of everybody in the game, also of those not deployed yet
    units: dict[str, Unit]
    armies: tuple[str, str] = ("", "")
    first: int = 0  # the seat that takes the first turn
    sides: tuple[int, int] = (0, 1)  # the table side of each seat: 0 has its edge at y = 0
    active: int = 0
    round: int = 0  # game rounds begun
    phase: str = ""
    activating: str = ""  # the unit or independent model whose activation goes on
    activated: tuple[str, ...] = ()  # units and models that have activated this turn
    feats: tuple[str, ...] = ()  # warcasters that have used theirs
    lost: tuple[str, ...] = ()  # models destroyed or removed from play, in order
    turn: int = 0  # turns begun, of both players
    points: tuple[int, int] = (0, 0)  # victory points scored
    moving: str = ""  # the model or unit whose movement is under way, where terrifying models are in play

    def with_model(self, name: str, **changes: Any) -> Table:
        return self.but(models={**self.models, name: self.models[name].but(**changes)})

    def placed(self, models: dict[str, Model]) -> Table:
        """The same models, some of them elsewhere."""
        after = self.but(models=models)
        if (known := self.__dict__.get(OF_SEATS)) is not None:
            after.__dict__[OF_SEATS] = known
        return after

    def with_status(self, name: str, **changes: Any) -> Table:
        status = {**self.status, name: self.status[name].but(**changes)}
        return self.but(status=status) if CHANGES_WHO.intersection(changes) else self.keeping(WHO, status=status)

    def with_unit(self, name: str, **changes: Any) -> Table:
        return self.but(units={**self.units, name: self.units[name].but(**changes)})

    def of(self, seat: int) -> list[str]:
        """A seat's models on the table."""
        known: list[list[str]] | None = self.__dict__.get(OF_SEATS)
        if known is None:
            known = self.__dict__[OF_SEATS] = [[], []]
            for name in self.models:
                known[self.status[name].seat].append(name)
        return known[seat].copy()

    def enemies(self, name: str) -> list[str]:
        return self.of(OTHER[self.status[name].seat])

    def friends(self, name: str) -> list[str]:
        """Other models of the same seat."""
        return [other for other in self.of(self.status[name].seat) if other != name]


def template(feature: Feature) -> Disc | None:
    """A round feature as a disc: clouds and wrecks."""
    return None if feature.disc is None else Disc(*feature.disc)
