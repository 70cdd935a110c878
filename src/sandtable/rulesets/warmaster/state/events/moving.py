"""Units and characters change place."""

from __future__ import annotations

from typing import Any

from sandtable.core import Event, Position
from sandtable.core.texts import say, with_names
from sandtable.rulesets.warmaster.state.table import TABLE, WAITING, Pose, Spot, Table


class UnitMoved(Event, frozen=True, kw_only=True):
    """A unit's stands are somewhere else."""

    unit: str
    poses: tuple[Pose, ...]
    how: str = "moves"
    over: tuple[str, ...] = ()  # lone enemy characters in its way (WM-CHAR-9)
    in_place: bool = False  # it is only put straight: those joined stay with it (WM-FORMN-6)

    def apply(self, state: Table) -> Table:
        return state.but(stands={**state.stands, self.unit: self.poses})

    def line(self, p: Position) -> str:
        return say("{unit} {how}", unit=self.unit, how=with_names(p, self.how))


class UnitDeployed(UnitMoved, frozen=True, kw_only=True):
    how: str = "is deployed"


class CharacterMoved(Event, frozen=True, kw_only=True):
    """A character is placed: free, or with a unit he has joined (WM-CHAR-4)."""

    character: str
    spot: Spot
    joined: str = ""
    by_himself: bool = False  # his one move of the turn
    stays: bool = False

    def apply(self, state: Table) -> Table:
        own = state.characters[self.character]
        changed = own.but(joined=self.joined, moved=own.moved or self.by_himself)
        characters = {**state.characters, self.character: changed} if changed != own else state.characters
        if state.spots.get(self.character) == self.spot:
            return state.but(characters=characters)
        return state.but(characters=characters, spots={**state.spots, self.character: self.spot})

    def line(self, p: Position) -> str:
        if self.stays:
            return say("{character} stays", character=self.character)
        if self.joined:
            return say("{character} joins {joined}", character=self.character, joined=self.joined)
        return say("{character} moves", character=self.character)


class LeftTable(Event, frozen=True, kw_only=True):
    """A unit goes over the edge; its characters go with it (WM-OFFT-1, WM-OFFT-8)."""

    unit: str
    edge: tuple[Pose, ...]  # its stands at the edge, where it will come back
    over: str = ""  # which edge that is

    def apply(self, state: Table) -> Table:
        stands = {name: poses for name, poses in state.stands.items() if name != self.unit}
        gone = [name for name, c in state.characters.items() if c.joined == self.unit and not c.slain]
        characters = {n: c.but(waiting=True) if n in gone else c for n, c in state.characters.items()}
        spots = {name: spot for name, spot in state.spots.items() if name not in gone}
        state = state.but(stands=stands, characters=characters, spots=spots)
        return state.unit(self.unit, where=WAITING, edge=self.edge, left_over=self.over)

    def line(self, p: Position) -> str:
        return say("{unit} leaves the table", unit=self.unit)


class CameBack(Event, frozen=True, kw_only=True):
    """A unit returns at the edge (WM-OFFT-5, WM-OFFT-6)."""

    unit: str
    poses: tuple[Pose, ...]
    frozen: bool
    spots: tuple[tuple[str, Spot], ...] = ()  # its characters

    def apply(self, state: Table) -> Table:
        characters = dict(state.characters)
        for name, _ in self.spots:
            characters[name] = characters[name].but(waiting=False)
        state = state.but(
            stands={**state.stands, self.unit: self.poses}, spots={**state.spots, **dict(self.spots)},
            characters=characters,
        )  # fmt: skip
        return state.unit(self.unit, where=TABLE, edge=(), left_over="", frozen=self.frozen)

    def line(self, p: Position) -> str:
        more = " and may not move" if self.frozen else ""
        return say("{unit} is back at the table's edge{more}", unit=self.unit, more=more)


class UnitMarked(Event, frozen=True, kw_only=True):
    """Something about a unit's condition is noted."""

    unit: str
    changes: dict[str, Any]
    says: str = ""

    def apply(self, state: Table) -> Table:
        return state.unit(self.unit, **self.changes)

    def line(self, p: Position) -> str:
        if self.says:
            return with_names(p, self.says)
        changed = ", ".join(f"{key} {value}" for key, value in self.changes.items())
        return say("{unit}: {changed}", unit=self.unit, changed=changed)
