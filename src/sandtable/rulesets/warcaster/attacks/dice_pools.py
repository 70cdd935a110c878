"""The pools of an attack: Action dice by stats, Power dice by Arc, margin and cover (WC-ATK-4, -5, -8)."""

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
    """Arc of the attacker gives Power dice; to a Fury the well gives them, not the channeller's Arc (WC-FURY-5)."""

    def base(self, p: Position) -> Iterator[Term]:
        s, state = self.strike, p.state
        if self.die == ACTION:
            yield Term(
                p.value(STATS[s.kind](s.attacker)),
                NAMES[s.kind],
                "WC-FURY-4" if s.kind == "fury" else "WC-ATK-4",
                "base",
            )
        elif s.kind == "fury":
            well = state.players[state.seat_of(s.attacker)].well
            yield Term(well, "Arc in the well", "WC-FURY-4", "base")
        else:
            yield Term(arc_dice(state, s), "Arc", "WC-ARC-10", "base")
        yield NO_LESS


class DefenceDice(PoolDice, frozen=True):
    """DEF as it is when the roll is made (WC-ATK-16)."""

    def base(self, p: Position) -> Iterator[Term]:
        if self.die == ACTION:
            yield Term(p.value(Def(self.strike.target, self.strike)), "DEF", "WC-ATK-5", "base")
        yield NO_LESS


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
