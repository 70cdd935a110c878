"""Squads move by one model; the others are put down within 2 inches of it (WC-SQUAD)."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core import (
    Arrangement,
    Ask,
    Call,
    Choice,
    Draft,
    Frame,
    Next,
    Option,
    Pose,
    Position,
    Refusal,
    Region,
    Return,
    Wait,
)
from sandtable.geometry.spots import ring, spot
from sandtable.geometry.units import TOL, text
from sandtable.rulesets.warcaster.attacks.damage import leave
from sandtable.rulesets.warcaster.events import Repositioned
from sandtable.rulesets.warcaster.movement import Move, ground_for
from sandtable.rulesets.warcaster.stats import Spd
from sandtable.rulesets.warcaster.table import radius, within

SPACING = 2000


class Beside(Region, frozen=True, kw_only=True):
    """A legal spot within a distance of another model; `gone` models are not in the way (they are being placed too)."""

    of: str
    reach: int = SPACING
    gone: tuple[str, ...] = ()
    placed: tuple[Any, ...] = ()  # (model, pose) already put down
    cite: str = "WC-SQUAD-1"

    def table(self, p: Position) -> Position:
        """The table as it will be: earlier placements stand, later ones are in nobody's way."""
        if not self.placed:
            return p

        def build() -> Position:
            state = p.state
            for name, pose in self.placed:
                if pose is not None:
                    z, on = state.models[self.of].z, state.models[self.of].on
                    state = state.with_model(name, x=pose[0], y=pose[1], z=z, on=on)
            return p.with_state(state)

        return p.memo(("beside", self.of, self.placed), build)

    def fault(self, p: Position, pose: Pose) -> Refusal | None:
        q = self.table(p)
        centre, me = q.state.models[self.of], q.state.models[self.piece]
        there = me.but(x=pose[0], y=pose[1], z=centre.z, on=centre.on)
        if not within(centre, there, self.reach):
            return Refusal(f"more than {text(self.reach)} in from {self.of}", self.cite)
        if not ground_for(q, self.piece, flying=True, without=self.gone).free((pose[0], pose[1])):
            return Refusal(f"{self.piece} does not fit at {text(pose[0])}, {text(pose[1])}", "WC-MOVE-7")
        return None

    def wish(self, p: Position, wish: tuple[int, int]) -> tuple[int, int] | None:
        """The legal spot nearest to a wish; None: there is no room at all."""
        q = self.table(p)
        centre = q.state.models[self.of]
        ground = ground_for(q, self.piece, flying=True, without=self.gone)
        return spot(ground, wish, centre.at, self.reach + radius(centre) + ground.r)

    def candidates(self, p: Position, n: int, rng: Random) -> list[Any]:
        q = self.table(p)
        centre = q.state.models[self.of]
        ground = ground_for(q, self.piece, flying=True, without=self.gone)
        reach = self.reach + radius(centre) + ground.r
        found: list[Any] = list(ring(ground, centre.at, reach - TOL, n, rng.randrange(1 << 30)))
        if not found and (only := spot(ground, centre.at, centre.at, reach)) is not None:
            found = [only]
        return found[:n]


class Reposition(Arrangement, frozen=True, kw_only=True):
    """The rest of a squad around the model that moved. A model is lost only where it has no room (WC-SQUAD-4, -5)."""

    of: str
    reach: int = SPACING

    def after(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Beside:
        done = {name for name, _ in prefix}
        gone = tuple(n for n in self.pieces if n not in done and n != piece)
        lost = tuple(n for n, pose in prefix if pose is None)
        placed = tuple((n, pose) for n, pose in prefix if pose is not None)
        return Beside(piece=piece, of=self.of, reach=self.reach, gone=(*gone, *lost), placed=placed)

    def may_lose(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Refusal | None:
        here = p.state.models[self.of].at
        if self.after(p, prefix, piece).wish(p, here) is not None:
            return Refusal(f"{piece} has room and must be placed", "WC-SQUAD-4")
        return None


class SquadMove(Frame, frozen=True, kw_only=True):
    """A whole squad moves: its own SPD, or the distance a rule gives. Returns whether it moved."""

    unit: str
    allowance: int | None = None  # None: the SPD of the model picked
    cite: str = "WC-SQUAD-1"

    def start(self, d: Draft) -> Next:
        models = d.state.models_of(self.unit)
        seat = d.state.units[self.unit].seat
        options = tuple(Option(n, n, self.cite, about=(n,)) for n in models)
        return Wait(
            Ask(seat, f"which model of {self.unit} moves", Choice(options), models[0], self.cite), then=self.picked
        )

    def picked(self, d: Draft, model: str) -> Next:
        reach = d.value(Spd(model)) if self.allowance is None else self.allowance
        return Call(
            Move(model=model, allowance=reach, cite=self.cite), then=Followers(unit=self.unit, leader=model).start
        )


class Followers(Frame, frozen=True, kw_only=True):
    """The others follow."""

    unit: str
    leader: str

    def start(self, d: Draft, *moved: bool) -> Next:
        rest = tuple(n for n in d.state.models_of(self.unit) if n != self.leader)
        if self.leader not in d.state.models or not rest:
            return Return(True)
        domain = Reposition(pieces=rest, of=self.leader)
        here = tuple((n, d.state.models[n].at) for n in rest)
        return Wait(
            Ask(d.state.units[self.unit].seat, f"place the rest of {self.unit}", domain, here, "WC-SQUAD-1"),
            then=self.placed,
        )

    def placed(self, d: Draft, places: tuple[tuple[str, tuple[int, int] | None], ...]) -> Next:
        leader = d.state.models[self.leader]
        for name, pose in places:
            if pose is not None:
                d.emit(Repositioned(model=name, x=pose[0], y=pose[1], z=leader.z, on=leader.on, cite="WC-SQUAD-3"))
        for name, pose in places:
            if pose is None:
                leave(d, name, "destroyed", cite="WC-SQUAD-4")
        return Return(True)


def move_unit(d: Draft, unit: str, allowance: int | None, cite: str) -> Frame:
    """The frame that moves a unit: a squad by WC-SQUAD-1, a single model by its own path."""
    models = d.state.models_of(unit)
    if d.state.unit_card(unit).type == "squad":
        return SquadMove(unit=unit, allowance=allowance, cite=cite)
    reach = d.value(Spd(models[0])) if allowance is None else allowance
    return Move(model=models[0], allowance=reach, cite=cite)
