"""Tough in the first edition: a six saves, and on a four or five a trick may be spent for it (DU-TOUGH-2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from duel.common.abilities import Held, Survived, TrickSpent
from duel.common.attacks import Destroyed
from duel.common.state import Draft, Position, has
from sandtable.core import Ask, Frame, Next, Offer, Option, Pool, Return, Roll, Wait, instead_of

FALL = "fall"


class Price(Held, frozen=True):
    """A trick to spend, or none."""

    verb: ClassVar[str] = "spend"

    def options(self, p: Position) -> tuple[Option, ...]:
        return (*super().options(p), Option(FALL, cite="DU-TOUGH-2", verb="fall", ends=True))


class Tough(Frame, frozen=True, kw_only=True):
    event: Destroyed

    def start(self, d: Draft) -> Next:
        return Wait(Roll("tough", (Pool("tough", (("d6", 1),), self.event.seat),), cite="DU-TOUGH-2"), then=self.read)

    def read(self, d: Draft, face: int) -> Next:
        if face == 6:
            return self.lives()
        if face < 4 or not d.state.tricks[self.event.seat].hand:
            return Return(self.event)
        ask = Ask(self.event.seat, "spend a trick to live", Price(self.event.seat), FALL, "DU-TOUGH-2", secret=True)
        return Wait(ask, then=self.paid)

    def paid(self, d: Draft, trick: str) -> Next:
        if trick == FALL:
            return Return(self.event)
        d.emit(TrickSpent(seat=self.event.seat, trick=trick, cite="DU-TOUGH-2"))
        return self.lives()

    def lives(self) -> Next:
        return Return(Survived(who=self.event.who, cite="DU-TOUGH-2"))


@instead_of(Destroyed)
def tough(d: Draft, event: Destroyed, seat: int) -> Iterator[Offer]:
    if event.seat == seat and has(d, event.who, "tough"):
        yield Offer("tough", Tough(event=event), must=True)
