"""A destroyed trooper returns to its squad on the table: it is placed, not deployed (WC-CYPHER-28)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import dist
from random import Random
from typing import Any

from sandtable.core import Ask, Frame, Next, Outline, Pose, Refusal, Region, Return, Wait
from sandtable.core.texts import say
from sandtable.geometry.shapes import Disc, Rect
from sandtable.rulesets.warcaster.movement.placing import SPACING, Beside
from sandtable.rulesets.warcaster.state.events import Placed
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import Model, Table
from sandtable.rulesets.warcaster.terrain.surfaces import surface_at


def fallen(state: Table, unit: str) -> str:
    """The next trooper that may come back, attachments left out; empty: none."""
    u = state.units[unit]
    attached = {f"{unit}.{a}" for a in u.attachments}
    return next((n for n in sorted(u.lost) if n not in attached), "")


class BackWith(Region, frozen=True, kw_only=True):
    """A legal spot within 2 inches of a model of the squad, on whatever surface holds it there."""

    unit: str

    def sides(self, p: Position) -> Iterator[tuple[Position, Beside]]:
        """One question for each model of the squad, on a table where the trooper already stands there."""
        state: Table = p.state
        for of in state.models_of(self.unit):
            anchor = state.models[of]
            guest = Model(
                unit=self.unit, card=state.units[self.unit].card, x=anchor.x, y=anchor.y, z=anchor.z, on=anchor.on
            )

            def build(guest: Model = guest) -> Position:
                return p.with_state(state.but(models={**state.models, self.piece: guest}))

            beside = Beside(piece=self.piece, of=of, reach=SPACING, cite="WC-CYPHER-28")
            yield p.memo(("back", self.piece, of), build), beside

    def fault(self, p: Position, pose: Pose) -> Refusal | None:
        found = None
        for q, beside in self.sides(p):
            fault = beside.fault(q, pose)
            if fault is None:
                return None
            if found is None or fault.cite == "WC-MOVE-7":
                found = fault
        return found

    def toward(self, p: Position, goal: Pose, far: int | None = None) -> Pose | None:
        spots = (beside.toward(q, goal) for q, beside in self.sides(p))
        return min((at for at in spots if at is not None), key=lambda at: dist(at[:2], goal[:2]), default=None)

    def outline(self, p: Position) -> Outline:
        return Outline(also=tuple(beside.outline(q) for q, beside in self.sides(p)))

    def shapes(self, p: Position) -> Mapping[str, Disc | Rect]:
        return {self.piece: Disc(0, 0, p.rules.cards.units[p.state.units[self.unit].card].base.radius)}

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        sides = list(self.sides(p))
        rng.shuffle(sides)
        found: list[Any] = []
        for q, beside in sides:
            if len(found) < n:
                found += beside.candidates(q, n - len(found), rng)
        return list(dict.fromkeys(found))


def can_rejoin(p: Position, unit: str) -> bool:
    """Whether a trooper is missing and there is room for it."""
    name = fallen(p.state, unit)
    return bool(name) and bool(BackWith(piece=name, unit=unit).candidates(p, 1, Random(0)))


class Rejoin(Frame, frozen=True, kw_only=True):
    """Puts the trooper down, undamaged. Returns its name, or nothing when it has no room."""

    unit: str
    cite: str

    def start(self, d: Draft) -> Next:
        name = fallen(d.state, self.unit)
        domain = BackWith(piece=name, unit=self.unit)
        found = domain.candidates(d, 1, Random(0)) if name else []
        if not found:
            return Return("")
        (first,) = found
        ask = Ask(d.state.units[self.unit].seat, say("where {name} returns", name=name), domain, first, self.cite)
        return Wait(ask, then=self.placed)

    def placed(self, d: Draft, pose: tuple[int, int]) -> Next:
        name = fallen(d.state, self.unit)
        card = d.state.units[self.unit].card
        under = surface_at(d.state.map, pose, d.rules.cards.units[card].base.radius)
        d.emit(
            Placed(model=name, unit=self.unit, card=card, x=pose[0], y=pose[1], z=under.z, on=under.on, cite=self.cite)
        )
        return Return(name)
