"""How far weapons and spells reach, and whether a target is in range: measured only after the attack is declared."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from sandtable.core import Query, Term
from sandtable.geometry.units import MILLI, TOL
from sandtable.rulesets.warmachine.common.attacks.strike import Strike, weapon_of
from sandtable.rulesets.warmachine.common.measuring.distance import gap, near
from sandtable.rulesets.warmachine.common.measuring.engagement import HALF_INCH, reach_of
from sandtable.rulesets.warmachine.common.state.cards import MELEE, RANGED
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import bonuses


class Range(Query, frozen=True):
    """The range of an attack in inches."""

    strike: Strike

    def base(self, p: Position) -> Iterator[Term]:
        weapon = weapon_of(p, self.strike)
        if self.strike.spell:
            spell = p.rules.cards.spells[self.strike.spell]
            yield Term(spell.rng, spell.name, p.rules.cite("range of a spell"), "base")
        elif weapon is not None:
            yield Term(weapon.rng, weapon.name, p.rules.cite("out of range"), "base")
        if self.strike.kind == RANGED:
            yield from bonuses(p, self.strike.attacker, "RNG")


def range_of(p: Position, strike: Strike) -> int:
    """In thousandths."""
    if strike.kind == MELEE:
        weapon = weapon_of(p, strike)
        return HALF_INCH if weapon is None else reach_of(weapon)
    return MILLI * p.value(Range(strike))


def in_reach(p: Position, strike: Strike) -> bool:
    """Whether the target is within the distance."""
    return near(p, strike.source, strike.target, range_of(p, strike))


def short_by(p: Position, strike: Strike) -> int:
    """How much too far away its target is; 0: within reach."""
    over = gap(p, strike.source, strike.target) - range_of(p, strike)
    return ceil(over) if over > TOL else 0


def misses_by_itself(p: Position, strike: Strike) -> str:
    """The rule by which an attack misses without a roll; empty: it is rolled for."""
    if not in_reach(p, strike):
        return p.rules.cite("a magic attack out of range") if strike.spell else p.rules.cite("out of range")
    barred = p.forbidden(Range, strike)
    return "" if barred is None else barred.cite


def in_range(p: Position, strike: Strike) -> bool:
    return not misses_by_itself(p, strike)
