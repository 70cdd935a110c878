"""The pools of an attack: Action dice by stats, Power dice by Arc, margin and cover (WC-ATK-4, WC-ATK-5, WC-ATK-8)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Pool, Query, Term
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import power_of
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import Def, Foc, Mat, Rat, charged
from sandtable.rulesets.warcaster.state.table import Table

ACTION, POWER = "A", "P"
STATS = {"melee": Mat, "ranged": Rat, "fury": Foc}
NAMES = {"melee": "MAT", "ranged": "RAT", "fury": "FOC"}
NO_LESS = Term(0, "a pool has no fewer dice than none", "WC-DICE-6", "least")


class PoolDice(Query, frozen=True):
    strike: Strike
    die: str  # A or P


class AttackDice(PoolDice, frozen=True):
    """Arc of the attacker gives Power dice; to a Fury the well gives them, not the channeller's Arc.

    Rules: WC-FURY-5, WC-ARC-12.
    """

    def base(self, p: Position) -> tuple[Term, ...]:
        s, state = self.strike, p.state
        if self.die == ACTION:
            cite = "WC-FURY-4" if s.kind == "fury" else "WC-ATK-4"
            return Term(p.value(STATS[s.kind](s.attacker)), NAMES[s.kind], cite, "base"), NO_LESS
        if s.kind == "fury":
            well = state.players[state.seat_of(s.attacker)].well
            return Term(well, "Arc in the well", "WC-FURY-4", "base"), NO_LESS
        return Term(arc_dice(state, s), "Arc", "WC-ARC-10", "base"), NO_LESS


class DefenceDice(PoolDice, frozen=True):
    """DEF as it is when the roll is made (WC-ATK-16)."""

    def base(self, p: Position) -> tuple[Term, ...]:
        if self.die == ACTION:
            return Term(p.value(Def(self.strike.target, self.strike)), "DEF", "WC-ATK-5", "base"), NO_LESS
        return (NO_LESS,)


class DamageDice(PoolDice, frozen=True):
    def base(self, p: Position) -> Iterator[Term]:
        if self.die == ACTION:
            yield Term(power_of(p, self.strike), "POW", "WC-ATK-8", "base")
        else:
            yield Term(self.strike.margin, "margin", "WC-ATK-7", "base")
            if self.strike.power:
                yield Term(self.strike.power, "slammed into something", "WC-SLAM-6")
        yield NO_LESS


def arc_dice(state: Table, strike: Strike) -> int:
    """A Power die for each Arc, to every trooper of a squad for its one; in attack rolls only.

    Rules: WC-ARC-11, WC-ARC-13.
    """
    return charged(state, strike.attacker)


def pool(p: Position, kind: type[PoolDice], strike: Strike, name: str, seat: int) -> Pool:
    """The dice of one roll with the reasons for them."""
    dice: list[tuple[str, int]] = []
    reasons: list[Term] = []
    for die in (ACTION, POWER):
        query = kind(strike, die)
        terms = p.terms(query)
        if number := query.resolve(terms):
            dice.append((die, number))
        reasons += [t for t in terms if t.op != "least" and t.value]
    return Pool(name, tuple(dice), seat, tuple(reasons))
