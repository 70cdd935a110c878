"""Sprays: a template from the attacker's base edge through the target. Each model under it is attacked.

The nearest comes first.
"""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Next, Return, Settle
from sandtable.geometry.distance import touching
from sandtable.geometry.lines import cone
from sandtable.geometry.sight import Look
from sandtable.rulesets.warmachine.common.attacks.attack import Hit, blow_of
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackRoll, WholeAttack
from sandtable.rulesets.warmachine.common.attacks.ranges import range_of
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import Damage
from sandtable.rulesets.warmachine.common.measuring.distance import disc, gap
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import DEPTH, seen_through, terrain_blockers
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.events import Declared
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.terrain.features import elevation

SPRAYED = "spray"


class SprayAttack(WholeAttack, frozen=True, kw_only=True):
    """Attack and damage for each model under the template. Returns whether the declared target was hit."""

    strike: Strike
    victims: tuple[str, ...] = ()
    hit: bool = False

    def start(self, d: Draft) -> Next:
        strike = self.strike.but(marks=(*self.strike.marks, SPRAYED))
        d.emit(
            Declared(
                who=strike.attacker,
                what=strike.weapon,
                target=strike.target,
                cite=d.rules.cite("sprays"),
            )
        )
        return self.but(strike=strike, victims=under_spray(d, strike)).each(d)

    def each(self, d: Draft, *ignored: Any) -> Next:
        if not self.victims or self.strike.attacker not in d.state.models:
            return Call(Settle(), then=self.told)
        if self.victims[0] not in d.state.models:
            return self.but(victims=self.victims[1:]).each(d)
        return Call(AttackRoll(strike=self.at_first()), then=self.rolled)

    def at_first(self) -> Strike:
        return self.strike.but(target=self.victims[0])

    def rolled(self, d: Draft, hit: bool, critical: bool, *ignored: Any) -> Next:
        name = self.victims[0]
        after = self.but(victims=self.victims[1:], hit=self.hit or (hit and name == self.strike.target))
        if not hit:
            return after.each(d)
        strike = self.at_first()
        d.emit(Hit(who=name, strike=strike, critical=critical, cite=d.rules.cite("sprays")))
        return Call(Damage(blow=blow_of(d, strike, critical)), then=after.each)

    def told(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.hit)


def under_spray(p: Position, strike: Strike) -> tuple[str, ...]:
    """Everybody under the template but the attacker, by distance and name; terrain that wholly hides protects.

    Its edges are measured as ranges are: exactly at one is under it.
    """
    models = p.state.models
    template = cone(disc(p, models[strike.attacker]), disc(p, models[strike.target]), range_of(p, strike))
    found = [
        n
        for n, m in models.items()
        if n != strike.attacker and touching(template, disc(p, m)) and not hidden(p, strike.attacker, n)
    ]
    return tuple(sorted(found, key=lambda n: (round(gap(p, strike.attacker, n)), n)))


def hidden(p: Position, attacker: str, name: str) -> bool:
    """Whether terrain wholly blocks the line; models do not protect."""
    a, b = p.state.models[attacker], p.state.models[name]
    base, blockers = disc(p, a), terrain_blockers(p)
    look = Look(blockers, DEPTH, each=True)
    look.end(p.rules.edition.sight.eye(base) or base, elevation(p, a) + card(p, attacker).footing.height, model=base)
    look.end(disc(p, b), elevation(p, b) + card(p, name).footing.height)
    return not look.answer((0, 1), {0: seen_through(p, attacker, blockers)}).clear[0]
