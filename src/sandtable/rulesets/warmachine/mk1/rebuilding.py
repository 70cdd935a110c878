"""Rebuilding a wreck: a warjack that still has a clear box comes back if its systems allow it (M1-SYS-13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Frame, Next, Option, Pool, Refusal, Return, Roll, Settle, Wait
from sandtable.core.texts import say
from sandtable.geometry.distance import overlap, within
from sandtable.geometry.shapes import Disc
from sandtable.rulesets.warmachine.common.abilities.special_attacks import acted, special_barred
from sandtable.rulesets.warmachine.common.damage.grid import disabled, left
from sandtable.rulesets.warmachine.common.damage.healing import Repair
from sandtable.rulesets.warmachine.common.damage.knocking_down import knock_down
from sandtable.rulesets.warmachine.common.damage.systems import wreck_name
from sandtable.rulesets.warmachine.common.measuring.distance import disc
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.events import Declared, Happened, Passed, TerrainLifted
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.table import Model, Table, template
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from sandtable.rulesets.warmachine.common.turn.deeds import Deed
from sandtable.rulesets.warmachine.mk1.suborning import waits_for

VERB, ENOUGH = "rebuild", 3


class Rebuilt(Happened, frozen=True, kw_only=True):
    """A warjack stands in the place of its wreck. It is worth no points a second time."""

    x: int
    y: int
    facing: int
    master: str

    def apply(self, state: Table) -> Table:
        status = state.status[self.who].but(master=self.master, entry="")
        model = Model(card=status.card, x=self.x, y=self.y, facing=self.facing)
        return state.but(
            models={**state.models, self.who: model},
            status={**state.status, self.who: status},
            lost=tuple(n for n in state.lost if n != self.who),
        )

    def line(self, p: Position) -> str:
        return say("{who} is rebuilt", who=self.who)


def wreck_of(p: Position, warjack: str) -> Disc | None:
    """The marker that a lost warjack has left."""
    feature = next((f for f in p.state.map.features if f.id == wreck_name(warjack)), None)
    return None if feature is None else template(feature)


def not_rebuilt(p: Position, model: str, warjack: str) -> Refusal | None:
    """Why a model cannot rebuild a warjack: a wreck of the faction, in contact, with a clear box, nobody on it."""
    status, mine = p.state.status[warjack], p.state.status[model].seat
    printed, area = p.rules.cards.models[status.card], wreck_of(p, warjack)
    on_it = [n for n, m in p.state.models.items() if area is not None and overlap(disc(p, m), area)]
    if status.seat != mine:
        why = say("{warjack} is not friendly", warjack=warjack)
    elif printed.kind != "warjack" or printed.faction != card(p, model).faction:
        why = say("{warjack} is no warjack of the faction", warjack=warjack)
    elif warjack not in p.state.lost or area is None:
        why = say("there is no wreck of {warjack}", warjack=warjack)
    elif left(printed, status.marks) <= 0:
        why = say("{warjack} is beyond repair", warjack=warjack)
    elif not within(disc(p, p.state.models[model]), area, 0, p.rules.edition.contact.value):
        why = say("the wreck of {warjack} is not in base contact", warjack=warjack)
    elif on_it:
        why = say("{other} stands on the wreck of {warjack}", other=on_it[0], warjack=warjack)
    else:
        return None
    return Refusal(why, "M1-SYS-13")


class Rebuild(Frame, frozen=True, kw_only=True):
    activity: Activity
    warjack: str

    def start(self, d: Draft) -> Next:
        d.emit(Declared(who=self.activity.model, what=VERB, cite="M1-SYS-13"))
        pool = Pool("boxes", (("d6", 1),), d.state.status[self.activity.model].seat)
        after = self.but(activity=acted(self.activity))
        return Wait(Roll(say("boxes of {warjack}", warjack=self.warjack), (pool,), cite="M1-DMG-7"), then=after.rolled)

    def rolled(self, d: Draft, face: int) -> Next:
        return Call(Repair(model=self.warjack, points=int(face), cite="M1-DMG-7"), then=self.repaired)

    def repaired(self, d: Draft, *ignored: Any) -> Next:
        status = d.state.status[self.warjack]
        printed = d.rules.cards.models[status.card]
        feature = next(f for f in d.state.map.features if f.id == wreck_name(self.warjack))
        area = template(feature)
        if area is not None and len(disabled(printed, status.marks)) < ENOUGH:
            d.emit(TerrainLifted(feature=feature.id, cite="M1-SYS-13"))
            master = status.master if status.master in d.state.models else ""
            away = bool(master) and d.state.status[master].seat != status.seat
            facing = d.state.models[self.activity.model].facing
            x, y = round(area.x), round(area.y)
            under = "" if away else master
            d.emit(Rebuilt(who=self.warjack, x=x, y=y, facing=facing, master=under, cite="M1-SYS-13"))
            if away:
                waits_for(d, self.warjack, master)
            knock_down(d, self.warjack, "M1-SYS-13")
            d.emit(Passed(who=self.warjack, cite="M1-SYS-13"))
        return Call(Settle(), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


class Rebuilding(Deed):
    verb = VERB

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if VERB in card(p, a.model).abilities and special_barred(p, a) is None:
            for name in p.state.lost:
                if not_rebuilt(p, a.model, name) is None:
                    yield self.option(p, a, f"{VERB} {name}", "M1-SYS-13", using=name)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        if VERB not in card(p, a.model).abilities:
            return Refusal(say("{model} rebuilds nothing", model=a.model), "M1-SYS-13")
        warjack = key.partition(" ")[2]
        return special_barred(p, a) or (not_rebuilt(p, a.model, warjack) if warjack in p.state.status else None)

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return Rebuild(activity=a, warjack=key.removeprefix(f"{VERB} "))
