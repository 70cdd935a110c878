"""Rules that lengthen a weapon's or a Fury's reach."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Term, modifies
from sandtable.rulesets.warcaster.abilities.rule_terms import CHARGE, arc_for, has, inches, term
from sandtable.rulesets.warcaster.cyphers.channelling import FuryRange
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import WeaponRange, charged


@modifies(WeaponRange, rule="mechanikal_optics")
def mechanikal_optics(p: Position, q: WeaponRange) -> Iterator[Term]:
    """A rule of the weapon itself: the squad's other weapons gain nothing (WC-SPEC-1), and it counts once however
    often it is listed (WC-SPEC-8)."""
    if "mechanikal_optics" in p.rules.cards.weapon(q.weapon).rules and charged(p.state, q.who):
        yield term(p, inches(p, "mechanikal_optics", "RNG"), "mechanikal_optics", CHARGE)


@modifies(WeaponRange, rule="advanced_optics")
def advanced_optics(p: Position, q: WeaponRange) -> Iterator[Term]:
    if has(p, q.who, "advanced_optics") and p.rules.cards.weapon(q.weapon).kind == "ranged":
        yield term(p, inches(p, "advanced_optics", "RNG"), "advanced_optics")


@modifies(WeaponRange, rule="range_amplifier")
def range_amplifier(p: Position, q: WeaponRange) -> Iterator[Term]:
    if (arc := arc_for(p, q.who, "range_amplifier")) and p.rules.cards.weapon(q.weapon).kind == "ranged":
        yield term(p, arc * inches(p, "range_amplifier", "RNG_per_arc"), "range_amplifier", CHARGE)


@modifies(WeaponRange, rule="force_projector")
def force_projector(p: Position, q: WeaponRange) -> Iterator[Term]:
    if (arc := arc_for(p, q.who, "force_projector")) and p.rules.cards.weapon(q.weapon).kind == "melee":
        yield term(p, arc * inches(p, "force_projector", "RNG_per_arc"), "force_projector", CHARGE)


@modifies(FuryRange, rule="arcantrik_amplifier")
def arcantrik_amplifier(p: Position, q: FuryRange) -> Iterator[Term]:
    """Of Furies channelled through this model (WC-FURY-12)."""
    if arc_for(p, q.who, "arcantrik_amplifier"):
        yield term(p, inches(p, "arcantrik_amplifier", "RNG"), "arcantrik_amplifier", "WC-FURY-12")
