"""Shaking: in the Control Phase a model may spend 1 of its focus points to end a knock-down or a stationary effect."""

from __future__ import annotations

from typing import Any

from sandtable.core import Ask, Frame, Next, Option, Options, Return, Wait
from sandtable.rulesets.warmachine.common.state.asked_windows import SHAKE
from sandtable.rulesets.warmachine.common.state.conditions import DOWN, STATIONARY, effects_on, end
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import focus, pay

DONE = "done"


class ShakeMenu(Options, frozen=True, kw_only=True):
    """Each shake removes one condition (M2-CTRL-12)."""

    seat: int

    def options(self, p: Position) -> tuple[Option, ...]:
        found = [
            Option(f"{name} shakes {effect}", "", "M2-CTRL-11", verb="shake", actor=name, using=effect)
            for name, effect in shakeable(p, self.seat)
        ]
        return (*found, Option(DONE, "", "M2-CTRL-11", verb="shake no more", ends=True))


def shakeable(p: Position, seat: int) -> list[tuple[str, str]]:
    """Models with focus and a condition to shake off; a stationary warcaster does it too (M2-CTRL-14)."""
    return [
        (name, effect.name)
        for name in p.state.of(seat)
        if focus(p, name)
        for effect in effects_on(p, name)
        if effect.name in (DOWN, STATIONARY)
    ]


class Shake(Frame, frozen=True, kw_only=True):
    seat: int

    def start(self, d: Draft, *ignored: Any) -> Next:
        if not shakeable(d, self.seat):
            return Return()
        return Wait(
            Ask(self.seat, "shake", ShakeMenu(seat=self.seat), DONE, "M2-CTRL-11", window=SHAKE), then=self.chosen
        )

    def chosen(self, d: Draft, key: str) -> Next:
        if key == DONE:
            return Return()
        name, effect = key.split(" shakes ")
        pay(d, name, 1, "shaking", "M2-CTRL-11")
        end(d, name, effect, "M2-CTRL-11")
        return self.start(d)
