"""Strafe: a Power die decides how many further models near the first target are attacked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Offer, Option, Options, Pool, Query, Return, Roll, Term, Wait, offers
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.attacks.attack import Attack, rolls
from sandtable.rulesets.warcaster.attacks.strike import Declaration, Strike, seat_of_strike
from sandtable.rulesets.warcaster.attacks.targets import barred, weapon_has
from sandtable.rulesets.warcaster.attacks.windows import SEVERAL_ATTACKS
from sandtable.rulesets.warcaster.measuring.distance import near
from sandtable.rulesets.warcaster.state.rules import Draft, Position

INCH = 1000
PASS = "pass"


class StrafeDice(Query, frozen=True):
    """Power dice rolled for the number of further attacks. A further attack rolls none."""

    strike: Strike

    def base(self, p: Position) -> Iterator[Term]:
        if not self.strike.extra and weapon_has(p, self.strike, "strafe"):
            yield Term(p.rules.cards.figure("strafe", "power_dice"), "Strafe", "WC-ATK-11", "base")


class FurtherTarget(Options, frozen=True, kw_only=True):
    """Models near the first target, each once, that may be attacked with the weapon now; or none of them."""

    strike: Strike  # as it was declared against the first target
    near: tuple[str, ...]

    def at(self, name: str) -> Strike:
        return self.strike.but(target=name, declared=name, extra=True)

    def options(self, p: Position) -> tuple[Option, ...]:
        free = tuple(n for n in self.near if barred(p, self.at(n)) is None)
        s = self.strike
        found = [
            Option(n, cite="WC-SPEC-5", verb="strafe", actor=s.attacker, target=n, using=s.weapon, odds=True)
            for n in free
        ]
        return (*found, Option(PASS, verb="no further attack", ends=True))


class Strafe(Frame, frozen=True, kw_only=True):
    """The Power die, the attack on the first target, then the further attacks, each declared on its own (WC-SPEC-5).

    Who is within 2 inches of the first target is settled with the die: that target may be gone afterwards.
    """

    strike: Strike  # with what the window of its declaration made of it
    declared: Strike  # as declared: spikes used on the first attack are not the others'
    near: tuple[str, ...] = ()
    left: int = 0

    def start(self, d: Draft) -> Next:
        dice = d.value(StrafeDice(self.strike))
        pool = Pool("strafe", (("P", dice),), seat_of_strike(d.state, self.strike))
        return Wait(Roll("strafe", (pool,), cite="WC-ATK-11"), then=self.rolled)

    def rolled(self, d: Draft, strikes: int) -> Next:
        reach = INCH * d.rules.cards.figure("strafe", "range")
        close = tuple(near(d, self.strike.target, reach)) if strikes else ()
        return Call(rolls(d, self.strike), then=self.but(left=strikes, near=close).first)

    def first(self, d: Draft, ended: Strike) -> Next:
        return self.but(strike=ended).further(d)

    def further(self, d: Draft, *ignored: Any) -> Next:
        near_by = tuple(n for n in self.near if n in d.state.models)
        if not self.left or not near_by or self.strike.attacker not in d.state.models:
            return Return(self.strike)
        domain = FurtherTarget(strike=self.declared, near=near_by)
        if len(domain.options(d)) == 1:
            return Return(self.strike)
        seat = seat_of_strike(d.state, self.strike)
        ask = Ask(seat, say("strafe: {left} more", left=self.left), domain, PASS, "WC-SPEC-5", about=near_by)
        return Wait(ask, then=self.but(near=near_by).chosen)

    def chosen(self, d: Draft, name: str) -> Next:
        if name == PASS:
            return Return(self.strike)
        strike = FurtherTarget(strike=self.declared, near=self.near).at(name)
        rest = tuple(n for n in self.near if n != name)
        return Call(Attack(strike=strike), then=self.but(near=rest, left=self.left - 1).further)


@offers(SEVERAL_ATTACKS)
def strafe(d: Draft, made: Declaration, seat: int) -> Iterator[Offer]:
    """An attack with the weapon is rolled for at once; its further attacks do not strafe again."""
    if d.holds(StrafeDice(made.strike)):
        yield Offer("strafe", Strafe(strike=made.strike, declared=made.declared), cite="WC-ATK-11", must=True)
