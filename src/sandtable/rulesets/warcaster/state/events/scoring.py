"""Objectives and victory points (WC-OBJ, WC-MISSION)."""

from __future__ import annotations

from sandtable.core.texts import say
from sandtable.rulesets.warcaster.state.events.change import Change
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import Table


class PickedUp(Change, frozen=True, kw_only=True):
    model: str
    objective: str

    def apply(self, state: Table) -> Table:
        return state.with_model(self.model, carrying=self.objective).with_objective(self.objective, carrier=self.model)

    def line(self, p: Position) -> str:
        return say("{model} picks up {objective}", model=self.model, objective=self.objective)


class Dropped(Change, frozen=True, kw_only=True):
    model: str
    objective: str
    x: int
    y: int
    z: int = 0

    def apply(self, state: Table) -> Table:
        state = state.with_objective(self.objective, carrier="", x=self.x, y=self.y, z=self.z)
        return state.with_model(self.model, carrying="")

    def line(self, p: Position) -> str:
        return say("{model} drops {objective}", model=self.model, objective=self.objective)


class Scored(Change, frozen=True, kw_only=True):
    seat: int
    vp: int
    why: str
    objective: str = ""  # skirmish: scored once a round by each player
    recon: bool = False

    def apply(self, state: Table) -> Table:
        player = state.players[self.seat]
        scored = (*player.scored, self.objective) if self.objective else player.scored
        return state.with_player(self.seat, vp=player.vp + self.vp, scored=scored, recon=player.recon or self.recon)

    def line(self, p: Position) -> str:
        return say("Seat {seat} scores {vp} VP: {why}", seat="ab"[self.seat], vp=self.vp, why=self.why)


class UnitKilled(Change, frozen=True, kw_only=True):
    """An enemy unit was destroyed and the kill is credited to a seat."""

    seat: int
    unit: str

    def apply(self, state: Table) -> Table:
        return state.with_player(self.seat, kills=state.players[self.seat].kills + 1)

    def line(self, p: Position) -> str:
        return say("{unit} is credited to seat {seat}", unit=self.unit, seat="ab"[self.seat])
