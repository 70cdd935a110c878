"""The table of Warcaster: units with their Arc and tokens, models on their bases, players, objectives.

A void gate is a unit of type ``void_gate`` with one model: it is charged, cleared and measured to like any other.
"""

from __future__ import annotations

from typing import Any

from sandtable.core import State, Value
from sandtable.rulesets.warcaster.terrain.features import Map

RESERVE, PLAY, REMOVED = "reserve", "play", "removed"
OTHER = (1, 0)
# What a memo may follow from (`Position.memo`). A unit keeps its seat, card and loadout while it is on the table.
WHO = frozenset({"models"})  # which models there are, wherever they stand
ARRIVED = WHO | {"arrived"}  # which models have come: some may have left since
CARDS = WHO | {"map", "cards"}  # the cards of both forces: until a model is replaced by one of another kind
UNITS = frozenset({"units"})
LAND = frozenset({"map"})
OBJECTIVES = frozenset({"objectives"})
PLACES = frozenset({"models", "map"})
SITES = PLACES | {"objectives", "sides"}
PLACES_OF = (frozenset({"models", "a"}), frozenset({"models", "b"}))  # where the models of one seat stand
STANDING = frozenset({"unit", "card", "x", "y", "z", "on"})  # what of a model says where which base stands
STEPS = (
    "ready",
    "charging",
    "cypher_a",
    "activation",
    "cypher_b",
    "deployment",
    "gate",
    "discard",
    "draw",
)


class Model(Value, frozen=True, kw_only=True, cache_hash=True):
    """A base on the table. Models in reserve or dead have no place and are not listed.

    It has no facing (WC-STAT-18), and no enemy near it binds it (WC-STAT-19).
    """

    unit: str
    card: str
    x: int
    y: int
    z: int = 0  # elevation of the surface under the base
    on: str = ""  # the feature it stands on top of
    damage: int = 0
    effects: tuple[str, ...] = ()  # continuous effects, sorted
    barred: str = ""  # System Failure: the kind of weapon that may not attack
    carrying: str = ""  # a portable objective, without any other effect (WC-OBJ-14)

    @property
    def at(self) -> tuple[int, int]:
        return self.x, self.y


class Unit(Value, frozen=True, kw_only=True, cache_hash=True):
    """A warjack, solo or squad. Its models carry its name, so that squads of a kind stay distinct (WC-UNIT-10)."""

    seat: int
    card: str
    place: str = RESERVE
    arc: int = 0
    token: bool = False  # an activation token
    weapons: tuple[str, ...] = ()  # slots of a warjack's loadout; others have those of their card
    cortex: str = ""
    attachments: tuple[str, ...] = ()  # deployed with
    lost: tuple[str, ...] = ()  # troopers that have left play since it was deployed
    entered: int = -1  # the turn it was deployed, counted over both players; -1: initially


class Player(Value, frozen=True, kw_only=True):
    """A Warcaster: what is off the table. The rack is a bag: nobody may know an order, so none is stored."""

    well: int = 7
    hand: tuple[str, ...] = ()
    rack: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    in_play: tuple[tuple[str, str], ...] = ()  # lasting cards and the unit each lies with
    attachments: tuple[tuple[str, int], ...] = ()  # owned and not with a squad
    vp: int = 0
    secondary: str = ""
    recon: bool = False  # scored, once a game
    kills: int = 0  # enemy units destroyed this turn
    scored: tuple[str, ...] = ()  # skirmish: objectives scored this Pulse round


class Objective(Value, frozen=True, kw_only=True):
    """An objective marker. A portable one is flat: nothing is blocked by it (WC-OBJ-16)."""

    kind: str  # permanent or portable
    x: int
    y: int
    z: int = 0  # a carrier lost on a height drops it there
    number: int = 0
    side: str = ""
    terrain: bool = False
    carrier: str = ""  # the model that has picked it up


class Table(State, frozen=True, kw_only=True):
    map: Map
    mission: str
    units: dict[str, Unit]
    models: dict[str, Model]
    players: tuple[Player, Player]  # WC-GEN-1
    objectives: dict[str, Objective]
    first: int = 0  # the seat that takes the first turn
    sides: tuple[int, int] = (0, 1)  # the table side of each seat: 0 has its rear edge at y = 0
    active: int = 0
    round: int = 1  # the Pulse round
    box: int = 0  # the Pulse tracker, 1 to 5
    turn: int = 0  # turns begun, of both players
    step: str = ""
    activating: str = ""  # the unit whose activation goes on
    geyser: int = 0  # Orders of Magnitude: the active number
    mercy: bool = True
    gates: int = 0  # gates placed so far: names for the next
    started: bool = False  # the first turn has begun

    # --- changes: each gives another table ---
    def with_model(self, name: str, **changes: Any) -> Table:
        models = {**self.models, name: self.models[name].but(**changes)}
        if STANDING.isdisjoint(changes):
            return self.keeping(WHO, ARRIVED, CARDS, PLACES, SITES, *PLACES_OF, models=models)
        if "card" in changes or "unit" in changes:
            return self.but(models=models)
        return self.keeping(WHO, ARRIVED, CARDS, PLACES_OF[OTHER[self.seat_of(name)]], models=models)

    def with_unit(self, name: str, **changes: Any) -> Table:
        return self.but(units={**self.units, name: self.units[name].but(**changes)})

    def with_player(self, seat: int, **changes: Any) -> Table:
        one, two = self.players
        changed = self.players[seat].but(**changes)
        return self.but(players=(changed, two) if seat == 0 else (one, changed))

    def with_objective(self, name: str, **changes: Any) -> Table:
        return self.but(objectives={**self.objectives, name: self.objectives[name].but(**changes)})

    # --- reading ---
    def seat_of(self, model: str) -> int:
        """Who controls a model: it is friendly to that seat and an enemy to the other (WC-GEN-2)."""
        return self.units[self.models[model].unit].seat

    def unit_of(self, model: str) -> Unit:
        return self.units[self.models[model].unit]

    def models_of(self, unit: str) -> tuple[str, ...]:
        known: dict[Any, tuple[str, ...]] = self.cached(WHO)
        if (found := known.get(("models of", unit))) is None:
            found = tuple([name for name, model in self.models.items() if model.unit == unit])
            known["models of", unit] = found
        return found

    def is_gate(self, model: str) -> bool:
        return self.models[model].card == "void_gate"

    def in_play(self, seat: int) -> list[str]:
        """Units of a seat with a model on the table, gates left out (WC-UNIT-9)."""
        return [n for n, u in self.units.items() if u.place == PLAY and u.seat == seat and u.card != "void_gate"]

    def is_in_play(self, unit: str, seat: int) -> bool:
        """Whether it is a unit of that seat with a model on the table, no gate."""
        u = self.units[unit]
        return u.place == PLAY and u.seat == seat and u.card != "void_gate"

    def is_gate_of(self, gate: str, seat: int) -> bool:
        """Whether it is a gate of that seat on the table."""
        u = self.units.get(gate)
        return u is not None and u.card == "void_gate" and u.seat == seat and u.place == PLAY

    def gates_of(self, seat: int) -> tuple[str, ...]:
        """A gate is a unit and its model: both come and go at once."""
        known: dict[Any, tuple[str, ...]] = self.cached(WHO)
        if (found := known.get(("gates of", seat))) is None:
            units = self.units.items()
            found = tuple([n for n, u in units if u.card == "void_gate" and u.seat == seat and u.place == PLAY])
            known["gates of", seat] = found
        return found
