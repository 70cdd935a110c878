"""The end of a Pulse round: continuous effects, expiring cards, scoring, tokens, in that order (WC-PULSE-5).

It comes between two turns and is part of neither (WC-PULSE-4, WC-PULSE-12). Nothing else is removed (WC-PULSE-11).
What the missions score is in missions/primary.py (WC-PULSE-7).
"""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Option, Options, Pool, Refusal, Return, Roll, Settle, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.attacks.damage import hurt, immune
from sandtable.rulesets.warcaster.cyphers.cards_in_play import expire_cards
from sandtable.rulesets.warcaster.missions.primary import score_pulse
from sandtable.rulesets.warcaster.missions.secondaries import score_overrun
from sandtable.rulesets.warcaster.state.continuous_effects import untouched
from sandtable.rulesets.warcaster.state.events import EffectExpired, PulseEnded, TokenRemoved
from sandtable.rulesets.warcaster.state.moments import PulseEnds
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import OTHER, Table


class EndOfPulse(Frame, frozen=True, kw_only=True):
    """Four steps, each finished by both players before the next (WC-PULSE-6); Mercy is judged after each (WC-MERCY-6).

    Who is destroyed in the first step is gone when the third scores (WC-PULSE-8).
    """

    round: int

    def start(self, d: Draft) -> Next:
        return Call(ResolveEffects(seat=d.state.first), then=self.second)

    def second(self, d: Draft, *ignored: Any) -> Next:
        return Call(ResolveEffects(seat=OTHER[d.state.first]), then=self.resolved)

    def resolved(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.expire)

    def expire(self, d: Draft, *ignored: Any) -> Next:
        for seat in self.order(d.state):
            expire_cards(d, seat, "pulse", "WC-PULSE-5")
        d.reach(PulseEnds())
        return Call(Settle(), then=self.score)

    def score(self, d: Draft, *ignored: Any) -> Next:
        score_pulse(d)
        score_overrun(d)
        return Call(Settle(), then=self.tokens)

    def tokens(self, d: Draft, *ignored: Any) -> Next:
        for seat in self.order(d.state):
            for name, unit in d.state.units.items():
                if unit.token and unit.seat == seat:
                    d.emit(TokenRemoved(unit=name, cite="WC-PULSE-5"))
        d.emit(PulseEnded(round=self.round, cite="WC-PULSE-3"))
        return Call(Settle(), then=self.finish)

    def order(self, state: Table) -> tuple[int, int]:
        return state.first, OTHER[state.first]


class NextEffect(Options, frozen=True, kw_only=True):
    """Which effect is rolled for next: the owner's order (WC-CE-13)."""

    seat: int
    rolled: tuple[str, ...]

    def options(self, p: Position) -> tuple[Option, ...]:
        pairs = (key.split() for key in pending(p.state, self.seat, self.rolled))
        return tuple(
            Option(f"{model} {effect}", cite="WC-CE-13", verb="roll for effect", target=model, using=effect)
            for model, effect in pairs
        )

    def missing(self, p: Position, key: str) -> Refusal:
        return Refusal(say("{key!r} is no effect of yours left to resolve", key=key), "WC-CE-13")

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        return [o.key for o in self.options(p)][:n]


def pending(state: Table, seat: int, rolled: tuple[str, ...]) -> list[str]:
    """``model effect`` pairs not yet rolled for."""
    found = (f"{n} {e}" for n, m in state.models.items() if state.units[m.unit].seat == seat for e in m.effects)
    return [key for key in found if key not in rolled]


class ResolveEffects(Frame, frozen=True, kw_only=True):
    """One Action die per effect per model (WC-CE-3, WC-CE-4, WC-CE-5)."""

    seat: int
    rolled: tuple[str, ...] = ()

    def start(self, d: Draft, *ignored: Any) -> Next:
        left = pending(d.state, self.seat, self.rolled)
        if not left:
            return Return()
        first, *others = left
        if not others:
            return self.chosen(d, first)
        domain = NextEffect(seat=self.seat, rolled=self.rolled)
        return Wait(Ask(self.seat, "which effect is resolved next", domain, first, "WC-CE-13"), then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        model, effect = key.split()
        name = d.rules.cards.effects[effect]["name"]
        roll = Roll(f"{name} on {model}", (Pool("effect", (("A", 1),), self.seat),), cite="WC-CE-3")
        return Wait(roll, then=self.but(rolled=(*self.rolled, key)).resolved)

    def resolved(self, d: Draft, strikes: int) -> Next:
        model, effect = self.rolled[-1].split()
        raw = d.rules.cards.effects[effect]  # its damage is not divided by ARM and has its energy (WC-CE-11, WC-CE-12)
        if strikes == 0:
            d.emit(EffectExpired(model=model, effect=effect, cite="WC-CE-4"))
        elif raw.get("on_stay") == "damage" and not (immune(d, model, (raw["energy"],)) or untouched(d, model)):
            hurt(d, model, strikes, by=None, cite=raw["rule"])
        return self.start(d)
