"""The table: where stands and characters are, apart from the condition units are in.

`stands` and `spots` hold places, `units` and `characters` the rest, so that what follows from places is remembered
while dice are thrown and orders are given.
"""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.core import Moment, State, Value
from sandtable.rulesets.warmaster.terrain.features import Map

Pose = tuple[int, int, int]
Spot = tuple[int, int]
Noted = tuple[tuple[str, Pose, int], ...]  # unit, pose and cover of charged stands
Shooters = tuple[tuple[str, tuple[int, ...]], ...]  # who shot, from which pose or spot

PLACES = frozenset({"stands", "map"})  # what memos about the units on the table follow from
TOKEN = 1_250  # the radius of a character (WM-GEO-6)
EPS = 10  # the tolerance of WM-GEO-2, in thousandths
OTHER = (1, 0)
TABLE, WAITING, DESTROYED = "table", "waiting", "destroyed"  # where a unit is
SETUP, COMMAND, SHOOTING, COMBAT = "setup", "command", "shooting", "combat"


class Unit(Value, frozen=True):
    """A unit's condition. Its stands are in `Table.stands` while it is on the table."""

    seat: int
    entry: str
    start: int  # stands it began with, skirmishers not counted
    lost: int = 0  # of those
    skirmisher: bool = False  # the last of its stands is one (WM-FORMN-9)
    attached: str = ""  # the entry of the skirmisher stand it was given
    where: str = TABLE
    hits: int = 0
    carried: int = 0  # hits that count in the first round of its next fight (WM-SHOOT-22, WM-SHOOT-24)
    driving: int = 0  # unsaved hits of this Shooting phase, for the drive back (WM-DRIVE-1)
    confused: bool = False
    penalty: int = 0  # lasting -1s from blunders (WM-CMD-10)
    orders: int = 0  # this phase
    ordered_by: str = ""
    initiative: str = ""  # "charge" or "evade" this turn
    charged: bool = False  # this turn
    retreated: bool = False  # this phase
    fled: bool = False  # its last retreat took it off the table: nobody pursues it (WM-OFFT-12)
    pursued: bool = False  # this phase
    advanced: bool = False  # this phase
    settled: bool = False  # the fight in which it did so is over: its cover counts again (WM-TERRAIN-24)
    won_in: int = 0  # the round in which it won the fight it advanced out of
    spent: bool = False  # it has fought a round since it charged or advanced: no charge bonus (WM-COMBAT-5)
    touched: bool = False  # an enemy, this Combat phase (WM-REFORM-1)
    shot: bool = False  # this Shooting phase
    frozen: bool = False  # back from off the table, no move this turn (WM-OFFT-5)
    edge: tuple[Pose, ...] = ()  # its stands at the table's edge, while it waits off the table
    turned: bool = False  # on its own side: its seat is the other's until the Combat phase is over (`giant`)
    left_over: str = ""  # the edge it went over; unknown in older saves
    missing: bool = False  # off the table when the battle ended: counts as destroyed (WM-OFFT-10)

    @property
    def owner(self) -> int:
        """Whose loss it is, also while it has turned on its own side."""
        return OTHER[self.seat] if self.turned else self.seat


class Character(Value, frozen=True):
    seat: int
    rank: str
    mount: str = ""
    joined: str = ""
    done: bool = False  # issues no more orders this phase
    done_by: str = ""  # the rule that says so
    moved: bool = False
    cast: bool = False
    slain: bool = False
    waiting: bool = False  # off the table with his unit (WM-OFFT-8)
    altar: bool = False  # the once-per-battle bonus is used


class Engagement(Value, frozen=True):
    """A fight. It outlives contact: units are listed until they leave it (WM-ENG-13)."""

    units: tuple[str, ...]
    round: int = 0
    fought: bool = False  # this phase
    pursuits: tuple[tuple[str, str, int], ...] = ()  # pursuer, pursued, cm it retreated (WM-PURSUE-18)


class Side(Value, frozen=True):
    """What belongs to a player: his list, where he deploys, his own edge, when his army withdraws."""

    army: str
    edge: str
    zone: tuple[int, int, int, int]  # x0, y0, x1, y1
    breaks_at: int = 0


class Table(State, frozen=True, kw_only=True):
    map: Map
    sides: tuple[Side, Side]
    units: dict[str, Unit] = msgspec.field(default_factory=dict)
    stands: dict[str, tuple[Pose, ...]] = msgspec.field(default_factory=dict)
    characters: dict[str, Character] = msgspec.field(default_factory=dict)
    spots: dict[str, Spot] = msgspec.field(default_factory=dict)
    engagements: dict[str, Engagement] = msgspec.field(default_factory=dict)
    active: int = 0
    first: int = 0
    turn: int = 0  # turns begun, of both players
    last: int = 0  # the last turn; 0: no limit
    capped: bool = False  # the limit is only that of automatic play (WM-DATA-13)
    phase: str = SETUP
    issuing: str = ""  # the character who gives orders now
    brigade: tuple[str, ...] = ()  # the units he ordered last as one body, and those he is done with
    part: tuple[str, ...] = ()
    finished: tuple[str, ...] = ()
    bodies: tuple[tuple[str, str], ...] = ()  # friends in touch at the start of the Orders step (WM-BRIG-2)
    closed: bool = False  # no more orders this phase (WM-CMD-14)
    far_flyers: tuple[str, ...] = ()  # may home back this turn (WM-HOME-9)
    covers: dict[str, Noted] = msgspec.field(default_factory=dict)  # against chargers of this turn, as they started
    fired: dict[str, Shooters] = msgspec.field(default_factory=dict)  # at each unit, this Shooting phase
    readings: dict[str, str] = msgspec.field(default_factory=dict)  # switches that differ from ours

    def unit(self, name: str, **changes: Any) -> Table:
        """The same table with a unit changed."""
        return self.but(units={**self.units, name: self.units[name].but(**changes)})

    def character(self, name: str, **changes: Any) -> Table:
        return self.but(characters={**self.characters, name: self.characters[name].but(**changes)})

    def on_table(self, seat: int | None = None) -> list[str]:
        """Units with stands on the table, of a seat or of both."""
        units = self.units
        return [name for name in self.stands if seat is None or units[name].seat == seat]

    def leaders(self, seat: int) -> list[str]:
        """A seat's characters on the table."""
        return [n for n, c in self.characters.items() if c.seat == seat and n in self.spots]


class TurnEnds(Moment, frozen=True):
    turn: int


class TurnBegins(Moment, frozen=True):
    turn: int


class CommandEnds(Moment, frozen=True):
    turn: int


class CombatEnds(Moment, frozen=True):
    turn: int


class FirstRoundEnds(Moment, frozen=True):
    unit: str
