"""What lies on the table: models with a facing, a wall, a wood, and each seat's bag and hand of tricks."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.core import Draft as AnyDraft
from sandtable.core import Effect, Event, Moment, Ruleset, State, Value
from sandtable.core import Position as AnyPosition
from sandtable.core.effects import on
from sandtable.geometry.shapes import Disc, Rect
from sandtable.geometry.units import MILLI

if TYPE_CHECKING:
    from duel.common.edition import DuelEdition

TABLE = 24 * MILLI
BASE = 590  # radius of every base
NORTH = 90 * MILLI
SEATS = ("a", "b")
HIDDEN = "?"  # a trick somebody else holds
TRICKS = ("feint", "grit", "parry")  # sorted: an order nobody may know is not stored


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of a model, as an edition's `models.toml` gives them."""

    title: str
    speed: int
    skill: int
    power: int
    defence: int
    armour: int
    health: int
    champion: bool = False
    knives: int = 0
    abilities: tuple[str, ...] = ()


def read_profiles(package: str) -> dict[str, Profile]:
    """The models of one edition."""
    text = (files(package) / "models.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Profile])


class Model(Value, frozen=True):
    name: str
    seat: int
    x: int
    y: int
    facing: int
    health: int
    knives: int

    @property
    def place(self) -> tuple[int, int]:
        return self.x, self.y

    @property
    def base(self) -> Disc:
        return Disc(self.x, self.y, BASE)


class Feature(Value, frozen=True):
    """A wall or a wood: an upright rectangle by its middle and its size."""

    kind: str
    x: int
    y: int
    width: int
    depth: int

    @property
    def shape(self) -> Rect:
        return Rect(self.x, self.y, self.width, self.depth, NORTH)


class Tricks(Value, frozen=True):
    """One seat's tricks: what it may still draw, what it holds, what is spent (DU-TRICK-1)."""

    bag: tuple[str, ...] = TRICKS
    hand: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()

    def draw(self, trick: str) -> Tricks:
        return self.but(bag=tuple(t for t in self.bag if t != trick), hand=tuple(sorted((*self.hand, trick))))

    def spend(self, trick: str) -> Tricks:
        return self.but(hand=tuple(t for t in self.hand if t != trick), spent=(*self.spent, trick))

    def hidden(self) -> Tricks:
        return self.but(bag=(HIDDEN,) * len(self.bag), hand=(HIDDEN,) * len(self.hand))


class Table(State, frozen=True, kw_only=True):
    models: dict[str, Model]
    terrain: tuple[Feature, ...]
    tricks: tuple[Tricks, Tricks] = (Tricks(), Tricks())
    active: int = 0
    round: int = 1
    acted: tuple[str, ...] = ()  # who was activated this turn

    def of(self, seat: int) -> list[Model]:
        return [m for m in self.models.values() if m.seat == seat]

    def enemies(self, who: str) -> list[Model]:
        return self.of(1 - self.models[who].seat)

    def shapes(self, kind: str) -> tuple[Rect, ...]:
        return tuple(f.shape for f in self.terrain if f.kind == kind)

    def with_model(self, who: str, **changes: Any) -> Table:
        return self.but(models={**self.models, who: self.models[who].but(**changes)})

    def with_tricks(self, seat: int, tricks: Tricks) -> Table:
        a, b = self.tricks
        return self.but(tricks=(tricks, b) if seat == 0 else (a, tricks))


class DuelRules(Ruleset):
    """The ruleset as its chapters know it: what an edition decides, and its models."""

    edition: DuelEdition
    models: Mapping[str, Profile]


Position = AnyPosition[Table, DuelRules]
Draft = AnyDraft[Table, DuelRules]


class Happened(Event, frozen=True, kw_only=True):
    """Something that happened to a model."""

    who: str


class TurnStarts(Moment, frozen=True):
    seat: int


class Activates(Moment, frozen=True):
    who: str


def knocked_down(who: str, cite: str) -> Effect:
    return Effect("down", who, slot="stance", until=Activates(who), cite=cite)


def on_guard(who: str, seat: int) -> Effect:
    return Effect("guard", who, slot="stance", until=TurnStarts(seat), amount=2, cite="DU-STANCE-1")


def is_up(p: Position, who: str) -> bool:
    return who in p.state.models and not on(p.state.effects, who, "down")


def has(p: Position, who: str, ability: str) -> bool:
    return ability in p.rules.models[who].abilities
