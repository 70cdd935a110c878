"""Venting: a special action of models whose card has it. What the steam does is for an edition to say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable.core import Option, Refusal
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.abilities.special_attacks import special_barred
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from sandtable.rulesets.warmachine.common.turn.deeds import Deed


class Venting(Deed):
    """`verb` is the name of the ability on cards."""

    rule: ClassVar[str]

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if self.verb in card(p, a.model).abilities and special_barred(p, a) is None:
            yield self.option(p, a, self.verb, self.rule)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        if self.verb not in card(p, a.model).abilities:
            return Refusal(say("{model} vents no steam", model=a.model), self.rule)
        return special_barred(p, a)
