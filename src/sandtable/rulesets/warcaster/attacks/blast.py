"""Blast: a hit also damages the two nearest models, a miss still damages the target (WC-BLAST).

Elsewhere: WC-BLAST-1 in attacks/resolution; WC-BLAST-11 in abilities/on_hit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import YES, Ask, Call, Choice, Flag, Frame, Next, Option, Return, Term, Wait, modifies
from sandtable.geometry.units import TOL
from sandtable.rulesets.warcaster.attacks.damage import DamageEach, PlainDamage
from sandtable.rulesets.warcaster.attacks.strike import Strike, seat_of_strike
from sandtable.rulesets.warcaster.attacks.targets import power_of, weapon_has
from sandtable.rulesets.warcaster.measuring.distance import distance, near
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import Table

EXPLOSIVE = ("explosive",)


class Spared(Flag, frozen=True):
    """Whether a rule keeps a model from being one of the neighbours caught."""

    strike: Strike
    model: str


@modifies(Spared)
def delayed_blast(p: Position, q: Spared) -> Iterator[Term]:
    if q.model == q.strike.attacker and weapon_has(p, q.strike, "delayed_blast"):
        yield Term(YES, "Delayed Blast", "WC-GEN-8")


class Neighbours(Frame, frozen=True, kw_only=True):
    """Fixes who is caught: by distance at the moment of the hit; the attacker breaks ties (WC-BLAST-6).

    Friends, foes, gates and the attacker itself count alike (WC-BLAST-5). With fewer than two near, only those are
    caught (WC-BLAST-7); a third is safe (WC-BLAST-8).
    """

    strike: Strike
    chosen: tuple[str, ...] = ()

    def start(self, d: Draft) -> Next:
        state: Table = d.state
        target = state.models[self.strike.target]
        close = near(d, self.strike.target, d.rules.cards.attack.blast_distance)
        left = [n for n in close if n not in self.chosen and not d.holds(Spared(self.strike, n))]
        if len(self.chosen) == d.rules.cards.attack.blast_neighbours or not left:
            return Return(self.strike.but(neighbours=self.chosen))
        nearest, *_ = left
        best = distance(d, target, state.models[nearest])
        tied = [n for n in left if distance(d, target, state.models[n]) <= best + TOL]
        if len(tied) + len(self.chosen) <= d.rules.cards.attack.blast_neighbours:
            return self.but(chosen=(*self.chosen, *tied)).start(d)
        options = tuple(Option(n, cite="WC-BLAST-6", verb="caught in blast", target=n) for n in tied)
        seat = seat_of_strike(state, self.strike)
        return Wait(
            Ask(seat, "which of the nearest is caught", Choice(options), nearest, "WC-BLAST-6"), then=self.picked
        )

    def picked(self, d: Draft, name: str) -> Next:
        return self.but(chosen=(*self.chosen, name)).start(d)


class Blast(Frame, frozen=True, kw_only=True):
    """Blast damage rolls on the neighbours, in the attacker's order (WC-BLAST-2, WC-BLAST-10)."""

    strike: Strike

    def start(self, d: Draft) -> Next:
        s = self.strike
        rolls = tuple(blast_on(d, s, name, "WC-BLAST-2") for name in s.neighbours)
        each = DamageEach(seat=seat_of_strike(d.state, s), rolls=rolls, cite="WC-BLAST-10")
        return Call(each, then=self.but(strike=s.but(neighbours=())).hurt)

    def hurt(self, d: Draft, gone: tuple[str, ...]) -> Next:
        return Return(self.strike.but(destroyed=(*self.strike.destroyed, *gone)))


class BlastMiss(Frame, frozen=True, kw_only=True):
    """On a miss only the target suffers a blast roll (WC-BLAST-4)."""

    strike: Strike

    def start(self, d: Draft) -> Next:
        return Call(blast_on(d, self.strike, self.strike.target, "WC-BLAST-4"), then=self.hurt)

    def hurt(self, d: Draft, gone: bool, *ignored: Any) -> Next:
        return Return(self.strike.but(destroyed=(self.strike.target,)) if gone else self.strike)


def blast_on(p: Position, strike: Strike, name: str, cite: str) -> PlainDamage:
    """POW Action dice, no margin, explosive (WC-BLAST-3, WC-BLAST-9)."""
    return PlainDamage(
        model=name,
        pow=power_of(p, strike),
        energy=EXPLOSIVE,
        purpose=f"blast on {name}",
        by=seat_of_strike(p.state, strike),
        attack=strike.kind,
        attacker=strike.attacker,
        cite=cite,
    )
