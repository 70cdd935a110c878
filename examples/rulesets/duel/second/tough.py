"""Tough in the second edition: a die decides (DU-TOUGH-1)."""

from __future__ import annotations

from collections.abc import Iterator

from duel.common.abilities import Survived
from duel.common.attacks import Destroyed
from duel.common.state import Draft, has
from sandtable.core import Frame, Next, Offer, Pool, Return, Roll, Wait, instead_of


class Tough(Frame, frozen=True, kw_only=True):
    event: Destroyed

    def start(self, d: Draft) -> Next:
        return Wait(Roll("tough", (Pool("tough", (("d6", 1),), self.event.seat),), cite="DU-TOUGH-1"), then=self.read)

    def read(self, d: Draft, face: int) -> Next:
        return Return(Survived(who=self.event.who, cite="DU-TOUGH-1") if face >= 5 else self.event)


@instead_of(Destroyed)
def tough(d: Draft, event: Destroyed, seat: int) -> Iterator[Offer]:
    if event.seat == seat and has(d, event.who, "tough"):
        yield Offer("tough", Tough(event=event), must=True)
