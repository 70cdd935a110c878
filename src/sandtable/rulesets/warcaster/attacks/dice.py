"""The pools of an attack: Action dice by stats, Power dice by Arc, margin and cover (WC-ATK-4, -5, -8)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Pool, Position, Query, Term
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import power_of
from sandtable.rulesets.warcaster.state import Table
from sandtable.rulesets.warcaster.stats import Def, Foc, Mat, Rat, charged

ACTION, POWER = "A", "P"
STATS = {"melee": Mat, "ranged": Rat, "fury": Foc}
NAMES = {"melee": "MAT", "ranged": "RAT", "fury": "FOC"}


class PoolDice(Query, frozen=True):
    strike: Strike
    die: str  # A or P


class AttackDice(PoolDice, frozen=True):
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
        yield Term(0, "a pool has no fewer dice than none", "WC-DICE-6", "least")


class DefenceDice(PoolDice, frozen=True):
    def base(self, p: Position) -> Iterator[Term]:
        if self.die == ACTION:
            yield Term(p.value(Def(self.strike.target, self.strike)), "DEF", "WC-ATK-5", "base")
        yield Term(0, "a pool has no fewer dice than none", "WC-DICE-6", "least")


class DamageDice(PoolDice, frozen=True):
    def base(self, p: Position) -> Iterator[Term]:
        if self.die == ACTION:
            yield Term(power_of(p, self.strike), "POW", "WC-ATK-8", "base")
        else:
            yield Term(self.strike.margin, "margin", "WC-ATK-7", "base")
            if self.strike.power:
                yield Term(self.strike.power, "slammed into something", "WC-SLAM-6")
        yield Term(0, "a pool has no fewer dice than none", "WC-DICE-6", "least")


def arc_dice(state: Table, strike: Strike) -> int:
    return charged(state, strike.attacker)


def pool(p: Position, kind: type[PoolDice], strike: Strike, name: str, seat: int) -> Pool:
    """The dice of one roll with the reasons for them."""
    action, power = kind(strike, ACTION), kind(strike, POWER)
    a, b = p.terms(action), p.terms(power)
    dice = ((ACTION, action.resolve(a)), (POWER, power.resolve(b)))
    terms = tuple(t for t in (*a, *b) if t.op != "least" and t.value)
    return Pool(name, tuple(d for d in dice if d[1]), seat, terms)
