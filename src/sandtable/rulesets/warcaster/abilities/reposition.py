"""Repositioning one model within so many inches of where it stands (WC-MOVE-6)."""

from __future__ import annotations

from sandtable.core import Ask, Draft, Frame, Next, Return, Wait
from sandtable.rulesets.warcaster.repositioning import Beside, put


class RepositionModel(Frame, frozen=True, kw_only=True):
    """A seat puts a model down anew; old and new base are at most the reach apart. Silence leaves it where it is."""

    model: str
    reach: int  # thousandths
    seat: int  # who chooses the place
    cite: str = "WC-MOVE-6"

    def start(self, d: Draft) -> Next:
        here = d.state.models[self.model].at
        domain = Beside(piece=self.model, of=self.model, reach=self.reach, cite=self.cite)
        ask = Ask(self.seat, f"reposition {self.model}", domain, here, self.cite, about=(self.model,))
        return Wait(ask, then=self.placed)

    def placed(self, d: Draft, place: tuple[int, int]) -> Next:
        me = d.state.models[self.model]
        if place != me.at:
            put(d, self.model, place, self.cite)
        return Return()
