"""What can happen on the table."""

from __future__ import annotations

from lines.state import Field, Pose, Spot
from sandtable.core import Event, Position
from sandtable.core.cues import AnyCue, Gone
from sandtable.core.texts import say


class OrderGiven(Event, frozen=True, kw_only=True):
    units: tuple[str, ...]
    passed: bool

    def apply(self, state: Field) -> Field:
        again = {name: state.units[name].but(orders=state.units[name].orders + 1) for name in self.units}
        return state.but(units={**state.units, **again})

    def line(self, p: Position) -> str:
        result = "order obeyed" if self.passed else "order failed, and no more are given this turn"
        return say("{units}: {result}", units=tuple(self.units), result=result)


class UnitMoved(Event, frozen=True, kw_only=True):
    unit: str
    pose: Pose
    how: str = "moves"

    def apply(self, state: Field) -> Field:
        return state.put(self.unit, state.units[self.unit].at(self.pose))

    def line(self, p: Position) -> str:
        return say("{unit} {how}", unit=self.unit, how=self.how)


class ChargeDeclared(Event, frozen=True, kw_only=True):
    unit: str
    target: str

    def apply(self, state: Field) -> Field:
        return state.put(self.unit, state.units[self.unit].but(charged=True))

    def line(self, p: Position) -> str:
        return say("{unit} charges {target}", unit=self.unit, target=self.target)


class StandLost(Event, frozen=True, kw_only=True):
    unit: str
    stand: str

    def apply(self, state: Field) -> Field:
        unit = state.units[self.unit]
        kept = tuple(stand for stand in unit.stands if stand != self.stand)
        return state.put(self.unit, unit.but(stands=kept)).lose(unit.seat, 1)

    def line(self, p: Position) -> str:
        return say("{unit} loses its {stand} stand", unit=self.unit, stand=self.stand)

    def cues(self, before: Position, after: Position) -> tuple[AnyCue, ...]:
        return (Gone(piece=f"{self.unit} {self.stand}", how="destroyed"),)


class UnitDestroyed(Event, frozen=True, kw_only=True):
    unit: str

    def apply(self, state: Field) -> Field:
        gone = state.units[self.unit]
        units = {name: unit for name, unit in state.units.items() if name != self.unit}
        effects = tuple(effect for effect in state.effects if effect.on != self.unit)
        return state.but(units=units, effects=effects).lose(gone.seat, len(gone.stands))

    def line(self, p: Position) -> str:
        return say("{unit} is destroyed", unit=self.unit)

    def cues(self, before: Position, after: Position) -> tuple[AnyCue, ...]:
        stands = before.state.units[self.unit].stands
        return tuple(Gone(piece=f"{self.unit} {stand}", how="destroyed") for stand in stands)


class GeneralMoved(Event, frozen=True, kw_only=True):
    seat: int
    spot: Spot

    def apply(self, state: Field) -> Field:
        a, b = state.generals
        return state.but(generals=(self.spot, b) if self.seat == 0 else (a, self.spot))

    def line(self, p: Position) -> str:
        return "the general moves"


class TurnPassed(Event, frozen=True, kw_only=True):
    def apply(self, state: Field) -> Field:
        rested = {name: unit.but(orders=0, charged=False) for name, unit in state.units.items()}
        return state.but(turn=state.turn + 1, active=1 - state.active, units=rested)

    def line(self, p: Position) -> str:
        return "the turn passes"
