"""Stealth and cover: who has them by a special rule, who loses them, and whose attacks ignore them."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import YES, Term, modifies
from sandtable.rulesets.warcaster.abilities.rule_terms import CHARGE, arc_for, in_aura, term
from sandtable.rulesets.warcaster.abilities.special_rules import charged_holders
from sandtable.rulesets.warcaster.attacks.targets import Ignores, weapon_has
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import NEVER, Trait
from sandtable.rulesets.warcaster.state.table import OTHER

STEALTH, COVER = "stealth", "cover"


@modifies(STEALTH, rule="mimetic_cloak")
def mimetic_cloak(p: Position, q: Trait) -> Iterator[Term]:
    if arc_for(p, q.who, "mimetic_cloak"):
        yield term(p, YES, "mimetic_cloak", CHARGE)


@modifies(STEALTH, rule="spotlight")
def spotlight(p: Position, q: Trait) -> Iterator[Term]:
    """Overrules every reason for Stealth."""
    if in_aura(p, q.who, "spotlight", OTHER[p.state.seat_of(q.who)]):
        yield term(p, NEVER, "spotlight", CHARGE)


@modifies(COVER, rule="force_field")
def force_field(p: Position, q: Trait) -> Iterator[Term]:
    """Said of the squad: the Aegis' rule works for every model with it (WC-SPEC-1)."""
    unit = p.state.models[q.who].unit
    if any(p.state.models[n].unit == unit for n in charged_holders(p, "force_field")):
        yield term(p, YES, "force_field", CHARGE)


@modifies(COVER, rule="kinetic_field")
def kinetic_field(p: Position, q: Trait) -> Iterator[Term]:
    """The model itself and friendly models near it, gates among them (WC-GEN-3, WC-COVER-8)."""
    if arc_for(p, q.who, "kinetic_field") or in_aura(p, q.who, "kinetic_field", p.state.seat_of(q.who)):
        yield term(p, YES, "kinetic_field", CHARGE)


@modifies(Ignores, rule="smart_lock")
def smart_lock(p: Position, q: Ignores) -> Iterator[Term]:
    if q.what == COVER and q.strike.kind == "ranged" and arc_for(p, q.strike.attacker, "smart_lock"):
        yield term(p, YES, "smart_lock", CHARGE)


@modifies(Ignores)
def revelator(p: Position, q: Ignores) -> Iterator[Term]:
    """A rule of the model, or the mode chosen for this attack."""
    if q.what == STEALTH and q.strike.kind == "ranged" and weapon_has(p, q.strike, "revelator"):
        yield term(p, YES, "revelator")


@modifies(Ignores)
def hunter_killer_flight(p: Position, q: Ignores) -> Iterator[Term]:
    """Hunter-Killer Rounds, once spiked for this attack."""
    if q.what == COVER and "hunter_killer_rounds" in q.strike.marks:
        yield term(p, YES, "hunter_killer_rounds", "WC-ARC-8")
