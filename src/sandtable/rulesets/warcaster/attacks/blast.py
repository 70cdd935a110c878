"""Blast: a hit also shakes the two nearest models, a miss still shakes the target (WC-BLAST)."""

from __future__ import annotations

from typing import Any

from sandtable.core import Ask, Call, Choice, Draft, Frame, Next, Option, Return, Wait
from sandtable.geometry.units import TOL
from sandtable.rulesets.warcaster.attacks.damage import PlainDamage
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import power_of
from sandtable.rulesets.warcaster.state import Table
from sandtable.rulesets.warcaster.table import distance, near

REACH, MOST = 2000, 2
EXPLOSIVE = ("explosive",)


class Neighbours(Frame, frozen=True, kw_only=True):
    """Fixes who is caught: by distance at the moment of the hit; the attacker breaks ties (WC-BLAST-6)."""

    strike: Strike
    chosen: tuple[str, ...] = ()

    def start(self, d: Draft) -> Next:
        state: Table = d.state
        target = state.models[self.strike.target]
        left = [n for n in near(state, self.strike.target, REACH) if n not in self.chosen and self.counts(n)]
        if len(self.chosen) == MOST or not left:
            return Return(self.strike.but(neighbours=self.chosen))
        best = distance(target, state.models[left[0]])
        tied = [n for n in left if distance(target, state.models[n]) <= best + TOL]
        if len(tied) + len(self.chosen) <= MOST:
            return self.but(chosen=(*self.chosen, *tied)).start(d)
        options = tuple(Option(n, f"{n} is caught in the blast", "WC-BLAST-6", about=(n,)) for n in tied)
        seat = state.seat_of(self.strike.attacker)
        return Wait(
            Ask(seat, "which of the nearest is caught", Choice(options), tied[0], "WC-BLAST-6"), then=self.picked
        )

    def counts(self, name: str) -> bool:
        return not (name == self.strike.attacker and "delayed_blast" in self.strike.rules)

    def picked(self, d: Draft, name: str) -> Next:
        return self.but(chosen=(*self.chosen, name)).start(d)


def neighbours(strike: Strike) -> Neighbours:
    return Neighbours(strike=strike)


class Blast(Frame, frozen=True, kw_only=True):
    """Blast damage rolls on the neighbours, target first already done (WC-BLAST-2, WC-BLAST-10)."""

    strike: Strike
    left: tuple[str, ...] | None = None
    current: str = ""

    def start(self, d: Draft) -> Next:
        return self.but(left=self.strike.neighbours).following(d)

    def following(self, d: Draft) -> Next:
        if not self.left:
            return Return(self.strike)
        name, rest = self.left[0], self.left[1:]
        roll = PlainDamage(
            model=name,
            pow=power_of(d, self.strike) if self.strike.attacker in d.state.models else self.strike.pow or 0,
            energy=EXPLOSIVE,
            purpose=f"blast on {name}",
            by=d.state.units[self.strike.attacker.partition(".")[0]].seat,
            attack=self.strike.kind,
            attacker=self.strike.attacker,
            cite="WC-BLAST-2",
        )
        return Call(roll, then=self.but(left=rest, current=name).hurt)

    def hurt(self, d: Draft, gone: bool) -> Next:
        strike = self.strike.but(destroyed=(*self.strike.destroyed, self.current)) if gone else self.strike
        return self.but(strike=strike).following(d)


class BlastMiss(Frame, frozen=True, kw_only=True):
    """On a miss only the target suffers a blast roll (WC-BLAST-4)."""

    strike: Strike

    def start(self, d: Draft) -> Next:
        roll = PlainDamage(
            model=self.strike.target,
            pow=power_of(d, self.strike),
            energy=EXPLOSIVE,
            purpose=f"blast on {self.strike.target}",
            by=d.state.seat_of(self.strike.attacker),
            attack=self.strike.kind,
            attacker=self.strike.attacker,
            cite="WC-BLAST-4",
        )
        return Call(roll, then=self.hurt)

    def hurt(self, d: Draft, gone: bool, *ignored: Any) -> Next:
        return Return(self.strike.but(destroyed=(self.strike.target,)) if gone else self.strike)
