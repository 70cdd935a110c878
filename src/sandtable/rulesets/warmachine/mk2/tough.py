"""Tough: a disabled model rolls a die; on 5 or 6 it has one box again and is knocked down (M2-ADV-40, M2-ADV-41)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Next, Offer, Pool, Return, Roll, Wait, forces, instead_of
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.damage.grid import boxes_marked, cleared
from sandtable.rulesets.warmachine.common.damage.knocking_down import knock_down
from sandtable.rulesets.warmachine.common.state.events import Boxed, Destroyed, Disabled, Happened
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import has_ability
from sandtable.rulesets.warmachine.common.state.table import Table
from sandtable.rulesets.warmachine.mk2.living import is_living

SAVES = 5


class Endured(Happened, frozen=True, kw_only=True):
    """It is no longer disabled: the box marked last is clear."""

    marks: tuple[int, ...]

    def apply(self, state: Table) -> Table:
        return state.with_status(self.who, marks=self.marks)

    def line(self, p: Position) -> str:
        return say("{who} is tough", who=self.who)


class Tough(Frame, frozen=True, kw_only=True):
    event: Disabled

    def start(self, d: Draft) -> Next:
        pool = Pool("tough", (("d6", 1),), d.state.status[self.event.who].seat)
        return Wait(Roll(say("tough roll of {who}", who=self.event.who), (pool,), cite="M2-ADV-40"), then=self.rolled)

    def rolled(self, d: Draft, face: int) -> Next:
        if face < SAVES:
            return Return(self.event)
        marks = d.state.status[self.event.who].marks
        box = boxes_marked(marks)[-1:]
        return Return(Endured(who=self.event.who, marks=cleared(marks, box), cite="M2-ADV-40"))


def weapon_trait(p: Position, event: Disabled, trait: str) -> bool:
    """Whether the weapon that did it has a trait."""
    if not event.weapon or event.by not in p.state.status:
        return False
    return trait in p.rules.cards.weapons[p.state.status[event.by].card][event.weapon].traits


@instead_of(Disabled)
def tough(d: Draft, event: Disabled, seat: int) -> Iterator[Offer]:
    """Also while it lies on the ground; not against a reaping weapon."""
    own = d.state.status[event.who].seat == seat and has_ability(d, event.who, "tough")
    if own and not weapon_trait(d, event, "reaping"):
        yield Offer("tough", Tough(event=event), must=True)


@forces(Endured)
def falls(d: Draft, event: Endured) -> Iterator[Frame]:
    knock_down(d, event.who, "M2-ADV-40")
    yield from ()


class Reap(Frame, frozen=True, kw_only=True):
    """A living model boxed by a reaping weapon is removed from play (M2-DMG-12)."""

    event: Boxed

    def start(self, d: Draft) -> Next:
        at = d.state.models[self.event.who].at
        return Return(Destroyed(who=self.event.who, by=self.event.by, removed=True, at=at, cite="M2-DMG-12"))


@instead_of(Boxed)
def reaping(d: Draft, event: Boxed, seat: int) -> Iterator[Offer]:
    if seat == d.state.active and weapon_trait(d, event, "reaping") and is_living(d, event.who):
        yield Offer("reaping", Reap(event=event), must=True)
