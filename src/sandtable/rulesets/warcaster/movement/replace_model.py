"""Replacing a model by one of another kind, in the same place (WC-MOVE-8)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from sandtable.core import Ask, Frame, Next, Outline, Pose, Refusal, Region, Return, Wait
from sandtable.core.texts import say
from sandtable.geometry.ground import Ground
from sandtable.geometry.measure import contains
from sandtable.geometry.regions import circle
from sandtable.geometry.shapes import Disc, Rect
from sandtable.geometry.spots import ring, spot
from sandtable.geometry.units import TOL, text
from sandtable.rulesets.warcaster.measuring.distance import disc, radius
from sandtable.rulesets.warcaster.state.events.change import Change
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import Table
from sandtable.rulesets.warcaster.terrain.surfaces import surface_of
from sandtable.tabletop.moving.obstacles import footing
from sandtable.tabletop.moving.reach import STAYS
from sandtable.tabletop.placing.room import surface_room


class Replaced(Change, frozen=True, kw_only=True):
    """Another kind of model takes a model's place, on the same surface; what it has suffered stays with it."""

    model: str
    card: str
    x: int
    y: int

    def apply(self, state: Table) -> Table:
        return state.with_model(self.model, card=self.card, x=self.x, y=self.y)

    def line(self, p: Position) -> str:
        return say("{model} is replaced by {name}", model=self.model, name=p.rules.cards.units[self.card].name)


class InPlaceOf(Region, frozen=True, kw_only=True):
    """Where the new base may be: the smaller of the two lies wholly within the larger."""

    card: str

    def r(self, p: Position) -> int:
        return p.rules.cards.units[self.card].base.radius

    def ground(self, p: Position) -> Ground:
        surface = surface_of(p.state.models[self.piece])
        return p.memo(("in place of", self), lambda: footing(p, self.r(p), surface, (self.piece,)))

    def fault(self, p: Position, pose: Pose) -> Refusal | None:
        old, new = disc(p, p.state.models[self.piece]), Disc(pose[0], pose[1], self.r(p))
        small, large = (new, old) if new.r <= old.r else (old, new)
        if not contains(large, small):
            off = ((old.x - new.x) ** 2 + (old.y - new.y) ** 2) ** 0.5 - (large.r - small.r)
            return Refusal("the smaller base must lie within the larger", "WC-MOVE-8", short_by=round(off))
        if not self.ground(p).free((pose[0], pose[1])):
            return Refusal(say("no room at {pose}, {pose_2}", pose=text(pose[0]), pose_2=text(pose[1])), "WC-MOVE-7")
        return None

    def outline(self, p: Position) -> Outline:
        old, ground = p.state.models[self.piece], self.ground(p)
        off = max(abs(radius(p, old) - self.r(p)), STAYS)
        return surface_room(p.state.map, surface_of(old), ground, (circle(*old.at, off),), old.at, off)

    def shapes(self, p: Position) -> Mapping[str, Disc | Rect]:
        return {self.piece: Disc(*p.state.models[self.piece].at, self.r(p))}

    def toward(self, p: Position, goal: Pose, far: int | None = None) -> Pose | None:
        old = p.state.models[self.piece]
        found = spot(self.ground(p), (goal[0], goal[1]), old.at, abs(radius(p, old) - self.r(p)))
        return found if found is None or self.fault(p, found) is None else super().toward(p, goal, far)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        old = p.state.models[self.piece]
        ground, reach = self.ground(p), abs(radius(p, old) - self.r(p))
        found: list[Any] = [] if (nearest := spot(ground, old.at, old.at, reach)) is None else [nearest]
        if found and n > 1 and reach:
            found += ring(ground, old.at, reach - TOL, n - 1, rng.randrange(1 << 30))
        return [q for q in dict.fromkeys(found) if self.fault(p, q) is None][:n]


class Replace(Frame, frozen=True, kw_only=True):
    """Puts a model of another kind in a model's place. Returns whether there was room."""

    model: str
    card: str
    cite: str = "WC-MOVE-8"

    def start(self, d: Draft) -> Next:
        domain = InPlaceOf(piece=self.model, card=self.card)
        found = domain.candidates(d, 1, Random(0))
        if not found:
            return Return(False)
        if domain.r(d) == radius(d, d.state.models[self.model]):
            return self.placed(d, d.state.models[self.model].at)
        seat, (first,) = d.state.seat_of(self.model), found
        return Wait(Ask(seat, say("replace {model}", model=self.model), domain, first, self.cite), then=self.placed)

    def placed(self, d: Draft, at: Pose) -> Next:
        d.emit(Replaced(model=self.model, card=self.card, x=at[0], y=at[1], cite=self.cite))
        return Return(True)
