"""Moving one model: an advance or a "move up to N inches" along a path (WC-MOVE).

Elsewhere: WC-MOVE-2, WC-MOVE-4, WC-MOVE-9, WC-MOVE-11 in movement/paths; WC-MOVE-3 in movement/obstacles; WC-MOVE-5
in abilities/activation_moves; WC-MOVE-6 in state/events/places; WC-MOVE-7 in movement/falls; WC-MOVE-8 in
movement/replace_model.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from sandtable.core import Ask, Call, Frame, Next, Outline, Path, Pose, Refusal, Return, Wait
from sandtable.core.texts import say
from sandtable.geometry.ground import Spot
from sandtable.geometry.motion import cut, path_length
from sandtable.geometry.units import text
from sandtable.rulesets.warcaster.missions.objectives import PickUp, contacts
from sandtable.rulesets.warcaster.movement.falls import Fall
from sandtable.rulesets.warcaster.movement.obstacles import standing
from sandtable.rulesets.warcaster.movement.paths import costs, plan, reach_of, toward, trip
from sandtable.rulesets.warcaster.state.events import Moved
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.terrain.surfaces import surface_of


class Advance(Path, frozen=True, kw_only=True):
    """A path for one model, up to an allowance in thousandths. Places may carry a height: see `routes`."""

    allowance: int
    height: ClassVar[bool] = True

    def fault(self, p: Position, path: tuple[Pose, ...]) -> Refusal | None:
        if not path:
            return None
        trip = plan(p, self.piece, path, self.allowance)
        return trip if isinstance(trip, Refusal) else None

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        """Staying is always possible."""
        return [()]

    def start(self, p: Position) -> Spot:
        return p.state.models[self.piece].at

    def most(self, p: Position) -> int:
        return self.allowance

    def price(self, p: Position, path: tuple[Pose, ...]) -> tuple[int, ...]:
        return costs(p, self.piece, path)

    def stops_at(self, p: Position, path: tuple[Pose, ...]) -> Pose | None:
        if path and trip(p, self.piece, path, self.allowance).falls:
            return None
        return super().stops_at(p, path)

    def outline(self, p: Position) -> Outline:
        return p.memo(("outline", self), lambda: reach_of(p, self.piece, self.allowance))

    def hint(self, p: Position) -> str:
        return say(
            "a place or a path for {piece}, up to {allowance} in", piece=self.piece, allowance=text(self.allowance)
        )

    def toward(self, p: Position, goal: Pose, far: int | None = None) -> tuple[Any, ...]:
        if far is not None and far < self.allowance:
            return toward(p, self.piece, goal, far)
        return toward(p, self.piece, goal, self.allowance, self.outline(p))


class Travel(Frame, frozen=True, kw_only=True):
    """A model goes along a path of its choice, from one portable objective it touches to the next.

    Each may be picked up as it is touched; the move then goes on (WC-OBJ-8).
    """

    model: str
    path: tuple[Spot, ...]
    z: int = 0  # of the surface it ends on
    on: str = ""
    cite: str = "WC-MOVE-1"
    asked: tuple[str, ...] = ()  # objectives touched so far

    def still(self, d: Draft) -> bool:
        return self.model in d.state.models

    def start(self, d: Draft, *ignored: Any) -> Next:
        me = d.state.models[self.model]
        line = (me.at, *self.path)
        found = contacts(d, self.model, line, self.z, self.asked)
        if found is None:
            if self.path:
                self.go(d, self.path, self.z, self.on)
            return Return()
        at, objective = found
        first = cut(line, at)[1:]
        rest = _after(line, at)
        level = d.state.objectives[objective].z == me.z
        if first and not rest:
            self.go(d, first, self.z, self.on)
        elif first and level and standing(d, self.model, surface_of(me)).free(first[-1]):
            self.go(d, first, me.z, me.on)  # it stops there to be asked, unless over something it is just crossing
        else:
            rest = self.path
        onward = self.but(path=rest, asked=(*self.asked, objective))
        return Call(PickUp(model=self.model, objective=objective), then=onward.start)

    def go(self, d: Draft, path: tuple[Spot, ...], z: int, on: str) -> None:
        d.emit(Moved(model=self.model, path=path, z=z, on=on, cite=self.cite))


def _after(line: tuple[Spot, ...], s: float) -> tuple[Spot, ...]:
    """The places of a path still ahead after some distance along it."""
    return tuple(q for i, q in enumerate(line) if i and path_length(line[: i + 1]) > s + 0.5)


class Move(Frame, frozen=True, kw_only=True):
    """One model moves up to an allowance, fixed when the move starts (WC-MOVE-10)."""

    model: str
    allowance: int
    cite: str = "WC-MOVE-1"
    prompt: str = "move"

    def start(self, d: Draft) -> Next:
        seat = d.state.seat_of(self.model)
        domain = Advance(piece=self.model, allowance=self.allowance)
        return Wait(
            Ask(
                seat,
                say("{prompt} {model}", prompt=self.prompt, model=self.model),
                domain,
                (),
                self.cite,
                about=(self.model,),
            ),
            then=self.chosen,
        )

    def chosen(self, d: Draft, path: tuple[Pose, ...]) -> Next:
        if not path:
            return Return()
        way = trip(d, self.model, path, self.allowance)
        z, on = way.surface.z, way.surface.on
        travel = Travel(model=self.model, path=way.path, z=z, on=on, cite=self.cite)
        return Call(travel, then=self.falls if way.falls else self.arrived)

    def falls(self, d: Draft, *ignored: Any) -> Next:
        return Call(Fall(model=self.model), then=self.arrived)

    def arrived(self, d: Draft, *ignored: Any) -> Next:
        return Return()
