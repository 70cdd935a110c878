"""Turns, rounds and what is settled before them (WC-TURN, WC-PULSE, WC-SETUP)."""

from __future__ import annotations

from sandtable.rulesets.warcaster.events.change import Change
from sandtable.rulesets.warcaster.state import Table


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

    def line(self, state: Table) -> str:
        return f"Turn {state.turn} of seat {'ab'[self.seat]}: Pulse round {self.round}, box {self.box}"


class StepBegan(Change, frozen=True, kw_only=True):
    step: str

    def apply(self, state: Table) -> Table:
        return state.but(step=self.step)

    def line(self, state: Table) -> str:
        return f"Step: {self.step.replace('_', ' ')}"


class PulseEnded(Change, frozen=True, kw_only=True):
    round: int

    def apply(self, state: Table) -> Table:
        fresh = tuple(p.but(scored=()) if p.scored else p for p in state.players)
        return state.but(players=(fresh[0], fresh[1]))

    def line(self, state: Table) -> str:
        return f"Pulse round {self.round} is over"


class GeyserRolled(Change, frozen=True, kw_only=True):
    number: int

    def apply(self, state: Table) -> Table:
        return state.but(geyser=self.number)

    def line(self, state: Table) -> str:
        return f"Geysers {self.number} are active"


class FirstChosen(Change, frozen=True, kw_only=True):
    """Who goes first."""

    seat: int

    def apply(self, state: Table) -> Table:
        return state.but(first=self.seat, active=self.seat)

    def line(self, state: Table) -> str:
        return f"Seat {'ab'[self.seat]} goes first"


class SidesChosen(Change, frozen=True, kw_only=True):
    """Which table side each seat has."""

    sides: tuple[int, int]

    def apply(self, state: Table) -> Table:
        return state.but(sides=self.sides)

    def line(self, state: Table) -> str:
        return f"Seat {'ab'[self.sides.index(0)]} takes the side of the near edge"
