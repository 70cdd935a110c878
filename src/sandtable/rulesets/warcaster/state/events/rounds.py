"""Turns, rounds and what is settled before them (WC-TURN, WC-PULSE, WC-SETUP)."""

from __future__ import annotations

from sandtable.core.texts import say
from sandtable.rulesets.warcaster.missions.mission_objectives import one
from sandtable.rulesets.warcaster.state.events.change import Change
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import Objective, Table
from sandtable.rulesets.warcaster.terrain.features import Map


class TurnBegan(Change, frozen=True, kw_only=True):
    seat: int
    box: int
    round: int

    def apply(self, state: Table) -> Table:
        cleared = tuple(p.but(kills=0) if p.kills else p for p in state.players)
        return state.but(
            active=self.seat,
            box=self.box,
            round=self.round,
            turn=state.turn + 1,
            step="ready",
            started=True,
            players=(cleared[0], cleared[1]),
        )

    def line(self, p: Position) -> str:
        return say(
            "Turn {turn} of seat {seat}: Pulse round {round}, box {box}",
            turn=p.state.turn,
            seat="ab"[self.seat],
            round=self.round,
            box=self.box,
        )


class StepBegan(Change, frozen=True, kw_only=True):
    step: str

    def apply(self, state: Table) -> Table:
        return state.but(step=self.step)

    def line(self, p: Position) -> str:
        return say("Step: {step}", step=self.step.replace("_", " "))


class PulseEnded(Change, frozen=True, kw_only=True):
    round: int

    def apply(self, state: Table) -> Table:
        fresh = tuple(p.but(scored=()) if p.scored else p for p in state.players)
        return state.but(players=(fresh[0], fresh[1]))

    def line(self, p: Position) -> str:
        return say("Pulse round {round} is over", round=self.round)


class GeyserRolled(Change, frozen=True, kw_only=True):
    number: int

    def apply(self, state: Table) -> Table:
        return state.but(geyser=self.number)

    def line(self, p: Position) -> str:
        return say("Geysers {number} are active", number=self.number)


class TableLaid(Change, frozen=True, kw_only=True):
    """The terrain was picked by a die."""

    map: Map

    def apply(self, state: Table) -> Table:
        return state.but(map=one(self.map))

    def line(self, p: Position) -> str:
        return say("The table is laid out: {name}", name=self.map.name)


class MissionChosen(Change, frozen=True, kw_only=True):
    """A primary mission was rolled; its objectives are placed."""

    mission: str
    objectives: dict[str, Objective]
    map: Map  # with the objectives that are terrain

    def apply(self, state: Table) -> Table:
        return state.but(mission=self.mission, objectives=self.objectives, map=one(self.map))

    def line(self, p: Position) -> str:
        return say("The mission is {name}", name=p.rules.cards.missions[self.mission]["name"])


class SecondariesChosen(Change, frozen=True, kw_only=True):
    names: tuple[str, str]

    def apply(self, state: Table) -> Table:
        return state.with_player(0, secondary=self.names[0]).with_player(1, secondary=self.names[1])

    def line(self, p: Position) -> str:
        one, two = (p.rules.cards.secondaries[n]["name"] for n in self.names)
        return say("Secondary missions: seat a {one}, seat b {two}", one=one, two=two)


class FirstChosen(Change, frozen=True, kw_only=True):
    """Who goes first."""

    seat: int

    def apply(self, state: Table) -> Table:
        return state.but(first=self.seat, active=self.seat)

    def line(self, p: Position) -> str:
        return say("Seat {seat} goes first", seat="ab"[self.seat])


class SidesChosen(Change, frozen=True, kw_only=True):
    """Which table side each seat has."""

    sides: tuple[int, int]

    def apply(self, state: Table) -> Table:
        return state.but(sides=self.sides)

    def line(self, p: Position) -> str:
        return say("Seat {index} takes the side of the near edge", index="ab"[self.sides.index(0)])
