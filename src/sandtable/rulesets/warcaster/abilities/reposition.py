"""Repositioning one model within so many inches of where it stands (WC-MOVE-6)."""

from __future__ import annotations

from sandtable.core import Ask, Frame, Next, Pose, Refusal, Return, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.movement.placing import Beside, put
from sandtable.rulesets.warcaster.state.rules import Draft, Position


class Anew(Beside, frozen=True, kw_only=True):
    """Anywhere legal near its place; also that place itself, where a slam may have left it overhanging (WC-FALL-8)."""

    def fault(self, p: Position, pose: Pose) -> Refusal | None:
        return None if tuple(pose) == p.state.models[self.piece].at else super().fault(p, pose)


class RepositionModel(Frame, frozen=True, kw_only=True):
    """A seat puts a model down anew; old and new base are at most the reach apart. Silence leaves it where it is."""

    model: str
    reach: int  # thousandths
    seat: int  # who chooses the place
    cite: str = "WC-MOVE-6"

    def start(self, d: Draft) -> Next:
        here = d.state.models[self.model].at
        domain = Anew(piece=self.model, of=self.model, reach=self.reach, cite=self.cite)
        ask = Ask(self.seat, say("reposition {model}", model=self.model), domain, here, self.cite, about=(self.model,))
        return Wait(ask, then=self.placed)

    def placed(self, d: Draft, place: tuple[int, int]) -> Next:
        me = d.state.models[self.model]
        if place != me.at:
            put(d, self.model, place, self.cite)
        return Return()
