"""A warcaster heals himself in his activation: one box for each focus point."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, Frame, Next, Option, Refusal, Return
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.damage.grid import taken
from sandtable.rulesets.warmachine.common.damage.healing import Heal
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity, focus
from sandtable.rulesets.warmachine.common.turn.deeds import Deed

HEAL = "heal"


class HealSelf(Frame, frozen=True, kw_only=True):
    activity: Activity

    def start(self, d: Draft) -> Next:
        heal = Heal(model=self.activity.model, points=1, cite=d.rules.cite("a warcaster heals"))
        return Call(heal, then=self.told)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.activity)


class Healing(Deed):
    verb = HEAL

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if self.missing(p, a, HEAL) is None:
            yield self.option(p, a, HEAL, p.rules.cite("a warcaster heals"), cost=1)

    def sought(self, p: Position, a: Activity) -> Iterator[Option]:
        if card(p, a.model).kind == "warcaster":
            yield self.option(p, a, HEAL, p.rules.cite("a warcaster heals"), cost=1)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        cite, policy = p.rules.cite("a warcaster heals"), p.rules.edition.knocked_down
        if card(p, a.model).kind != "warcaster":
            return Refusal(say("{model} is no warcaster", model=a.model), cite)
        if a.down and not policy.may_heal():
            return Refusal(say("{model} lies on the ground", model=a.model), cite)
        if a.over:
            return Refusal(say("the activation of {model} is over", model=a.model), cite)
        if not focus(p, a.model):
            return Refusal(say("{model} has no focus to heal with", model=a.model), cite)
        if not taken(p.state.status[a.model].marks):
            return Refusal(say("{model} is unhurt", model=a.model), cite)
        return None

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return HealSelf(activity=a)
