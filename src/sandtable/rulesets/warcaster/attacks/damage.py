"""Damage rolls, damage points and destruction (WC-STAT-17, WC-ATK-9, WC-GATE-9, WC-GATE-10, WC-GATE-11)."""

from __future__ import annotations

from typing import Any

from sandtable.core import Ask, Call, Choice, Frame, Next, Option, Pool, Return, Roll, Term, Wait
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.state.events import Cleared, Damaged
from sandtable.rulesets.warcaster.state.leaving_play import leave
from sandtable.rulesets.warcaster.state.rules import Draft
from sandtable.rulesets.warcaster.state.stats import Arm, Trait
from sandtable.rulesets.warcaster.state.table import Table


def immune(d: Draft, model: str, energy: tuple[str, ...]) -> bool:
    """Immunity must cover every type of the damage (WC-STAT-20)."""
    return bool(energy) and all(d.holds(Trait(model, f"immune to {e}")) for e in energy)


def points_of(d: Draft, model: str, strikes: int, energy: tuple[str, ...], strike: Strike | None = None) -> int:
    """Strikes to damage points: one for every ARM strikes (WC-ATK-9)."""
    if immune(d, model, energy):
        return 0
    return strikes // d.value(Arm(model, strike, energy))


def hurt(d: Draft, model: str, points: int, *, by: int | None, cite: str, attack: str = "", attacker: str = "") -> bool:
    """Apply all the points of a roll together, then see whether the model is gone (WC-ATK-18). True when it is.

    A gate loses Arc instead (WC-ATK-19).
    """
    state: Table = d.state
    if points <= 0 or model not in state.models:
        return False
    if state.is_gate(model):
        arc = state.units[model].arc
        lost = min(points, arc)
        if lost:
            d.emit(Cleared(unit=model, amount=lost, cite="WC-GATE-9"))
        if lost == arc:
            cite = "WC-GATE-10" if arc else "WC-GATE-11"
            leave(d, model, "collapsed", by=by, cite=cite, attack=attack, attacker=attacker)
        return lost == arc
    d.emit(Damaged(model=model, points=points, by=by, cite=cite))
    if d.state.models[model].damage >= d.rules.cards.units[d.state.models[model].card].health:
        leave(d, model, "destroyed", by=by, cite="WC-STAT-17", attack=attack, attacker=attacker)
        return True
    return False


class PlainDamage(Frame, frozen=True, kw_only=True):
    """A damage roll against a model without an attack: blast, collateral, falls, slams (WC-BLAST-3, WC-SLAM-7).

    POW Action dice, and a Power die where a slam gives one. Returns whether the model is gone.
    """

    model: str
    pow: int
    power: int = 0
    energy: tuple[str, ...] = ()
    purpose: str = "damage"
    by: int | None = None
    attack: str = ""
    attacker: str = ""
    cite: str = "WC-BLAST-3"

    def start(self, d: Draft) -> Next:
        if self.model not in d.state.models:
            return Return(False)
        terms = [Term(self.pow, "POW", self.cite, "base")]
        if self.power:
            terms.append(Term(self.power, "slammed into something", "WC-SLAM-6"))
        dice = tuple(d for d in (("A", self.pow), ("P", self.power)) if d[1])
        pool = Pool(self.purpose, dice, self.by, tuple(terms))
        return Wait(Roll(self.purpose, (pool,), cite=self.cite), then=self.rolled)

    def rolled(self, d: Draft, strikes: int) -> Next:
        points = points_of(d, self.model, strikes, self.energy)
        gone = hurt(d, self.model, points, by=self.by, cite=self.cite, attack=self.attack, attacker=self.attacker)
        return Return(gone)


class DamageEach(Frame, frozen=True, kw_only=True):
    """Damage rolls that fall due together, in the order of the player who causes them (WC-GEN-12, WC-BLAST-10).

    Returns the models that are gone.
    """

    seat: int
    rolls: tuple[PlainDamage, ...]
    gone: tuple[str, ...] = ()
    cite: str = "WC-GEN-12"

    def start(self, d: Draft, *ignored: Any) -> Next:
        left = tuple(r for r in self.rolls if r.model in d.state.models)
        if not left:
            return Return(self.gone)
        first, *others = left
        if not others:
            return Call(first, then=self.but(rolls=left).rolled)
        options = tuple(Option(r.model, cite=self.cite, verb="roll damage", target=r.model) for r in left)
        ask = Ask(self.seat, "which damage roll first", Choice(options), first.model, self.cite)
        return Wait(ask, then=self.but(rolls=left).picked)

    def picked(self, d: Draft, name: str) -> Next:
        first = next(r for r in self.rolls if r.model == name)
        rest = tuple(r for r in self.rolls if r.model != name)
        return Call(first, then=self.but(rolls=(first, *rest)).rolled)

    def rolled(self, d: Draft, gone: bool) -> Next:
        first, *others = self.rolls
        after = (*self.gone, first.model) if gone else self.gone
        return self.but(rolls=tuple(others), gone=after).start(d)
