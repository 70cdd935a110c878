"""Special actions on warjacks in base contact: repairing boxes of the owner's choice, stoking, boosting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Frame, Next, Option, Pool, Refusal, Return, Roll, Settle, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.abilities.special_attacks import acted, special_barred
from sandtable.rulesets.warmachine.common.damage.grid import taken
from sandtable.rulesets.warmachine.common.damage.healing import Repair
from sandtable.rulesets.warmachine.common.measuring.distance import in_contact
from sandtable.rulesets.warmachine.common.state.conditions import DISRUPTED, card, end
from sandtable.rulesets.warmachine.common.state.events import Declared, Happened
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity, focus
from sandtable.rulesets.warmachine.common.turn.control import gain_focus
from sandtable.rulesets.warmachine.common.turn.deeds import Deed

SKILLS = {"repair_d3": 0, "repair_7": 7}  # what a skill check must not exceed; 0: no check, and d3 boxes
STOKE, BOOSTER = "stoke", "power_booster"


class SkillTried(Happened, frozen=True, kw_only=True):
    """A skill check: two dice, at most the skill."""

    passed: bool
    total: int
    against: int

    def line(self, p: Position) -> str:
        return say(
            "{who} {how} a skill check: {total} against {against}",
            who=self.who,
            how="passes" if self.passed else "fails",
            total=self.total,
            against=self.against,
        )


class RepairWarjack(Frame, frozen=True, kw_only=True):
    activity: Activity
    warjack: str
    skill: int

    def start(self, d: Draft) -> Next:
        me, cite = self.activity.model, d.rules.cite("special actions")
        d.emit(Declared(who=me, what="repair", target=self.warjack, cite=cite))
        after = self.but(activity=acted(self.activity))
        if not self.skill:
            return after.roll(d)
        pool = Pool("skill", (("d6", 2),), d.state.status[me].seat)
        return Wait(
            Roll(say("skill check of {me}", me=me), (pool,), cite=d.rules.cite("skill checks")), then=after.checked
        )

    def checked(self, d: Draft, total: int) -> Next:
        passed, cite = bool(total <= self.skill), d.rules.cite("skill checks")
        d.emit(SkillTried(who=self.activity.model, passed=passed, total=int(total), against=self.skill, cite=cite))
        return self.roll(d) if passed else Return(self.activity)

    def roll(self, d: Draft) -> Next:
        pool = Pool("boxes", (("d6", 1),), d.state.status[self.activity.model].seat)
        return Wait(
            Roll(say("boxes of {warjack}", warjack=self.warjack), (pool,), cite=d.rules.cite("healing and repair")),
            then=self.rolled,
        )

    def rolled(self, d: Draft, face: int) -> Next:
        points = int(face) if self.skill else -(-int(face) // 2)
        repair = Repair(model=self.warjack, points=points, cite=d.rules.cite("healing and repair"))
        return Call(repair, then=self.done)

    def done(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


class FeedWarjack(Frame, frozen=True, kw_only=True):
    """One focus point; a booster gives it only to a warjack without, and ends a Disruption."""

    activity: Activity
    warjack: str
    what: str

    def start(self, d: Draft) -> Next:
        cite = d.rules.cite("special actions")
        d.emit(Declared(who=self.activity.model, what=self.what, target=self.warjack, cite=cite))
        if self.what == STOKE or not focus(d, self.warjack):
            gain_focus(d, self.warjack, 1, cite)
        if self.what == BOOSTER:
            end(d, self.warjack, DISRUPTED, cite)
        return Call(Settle(), then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(acted(self.activity))


class Servicing(Deed):
    """A special action on a friendly warjack of the faction in base contact."""

    def __init__(self, verb: str, *abilities: str) -> None:
        self.verb, self.abilities = verb, abilities

    def own(self, p: Position, model: str) -> str:
        return next((a for a in self.abilities if a in card(p, model).abilities), "")

    def barred(self, p: Position, a: Activity) -> Refusal | None:
        if not self.own(p, a.model):
            return Refusal(say("{model} cannot {verb}", model=a.model, verb=self.verb), p.rules.cite("special actions"))
        return special_barred(p, a)

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if not self.own(p, a.model) or self.barred(p, a) is not None:
            return
        for name in p.state.friends(a.model):
            if self.no_target(p, a, name) is None:
                yield self.option(p, a, f"{self.verb} {name}", p.rules.cite("special actions"), target=name)

    def no_target(self, p: Position, a: Activity, name: str) -> Refusal | None:
        cite, printed = p.rules.cite("special actions"), card(p, name)
        if p.state.status[name].seat != p.state.status[a.model].seat:
            return Refusal(say("{name} is not friendly", name=name), cite)
        if printed.kind != "warjack" or printed.faction != card(p, a.model).faction:
            return Refusal(say("{name} is no warjack of the faction", name=name), cite)
        if not in_contact(p, a.model, name):
            return Refusal(say("{name} is not in base contact", name=name), cite)
        if self.verb == "repair" and not taken(p.state.status[name].marks):
            return Refusal(say("{name} is undamaged", name=name), cite)
        return None

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        if why := self.barred(p, a):
            return why
        name = key.partition(" ")[2]
        return self.no_target(p, a, name) if name in p.state.models else None

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        warjack = key.partition(" ")[2]
        if self.verb == "repair":
            return RepairWarjack(activity=a, warjack=warjack, skill=SKILLS[self.own(p, a.model)])
        return FeedWarjack(activity=a, warjack=warjack, what=self.verb)
