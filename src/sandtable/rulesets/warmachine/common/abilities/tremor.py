"""Tremor: an attack on everything near. What it rolls is the edition's own."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Option, Refusal
from sandtable.rulesets.warmachine.common.abilities.special_attacks import (
    attack_barred,
    broken,
    working,
    wrong_weapon,
)
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from sandtable.rulesets.warmachine.common.turn.deeds import Deed

VERB, REACH = "tremor", 2000


class Trembling(Deed):
    verb = VERB

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if attack_barred(p, a, charging=True) is None:
            for slot in working(p, a.model, VERB):
                yield self.option(p, a, f"{VERB} with {slot}", p.rules.cite("the combat action"), using=slot)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        return attack_barred(p, a, charging=True) or broken(p, a.model, VERB) or wrong_weapon(p, a.model, VERB, key)

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return self.tremor(a, key.removeprefix(f"{VERB} with "))

    def tremor(self, a: Activity, slot: str) -> Frame:
        """The edition's way to roll for it."""
        raise TypeError(f"{type(self).__name__} does not say what a tremor rolls")
