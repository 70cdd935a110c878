"""Rules that change ARM: of the model hit, of those around it, and of the weapon that hits it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import YES, Term, modifies
from sandtable.rulesets.warcaster.abilities.rule_terms import CARD, CHARGE, arc_for, figure, has, in_aura, term
from sandtable.rulesets.warcaster.abilities.special_rules import all_rules
from sandtable.rulesets.warcaster.attacks.targets import weapon_has
from sandtable.rulesets.warcaster.state.continuous_effects import UNTOUCHED
from sandtable.rulesets.warcaster.state.printed import is_warrior
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import Arm, Trait, weapons_of


@modifies(Arm, rule="shield")
def shield(p: Position, q: Arm) -> Iterator[Term]:
    """Shields are weapons. Several add up: the text says so, hence no group (WC-GEN-6)."""
    if "shield" not in all_rules(p, q.who):
        return
    name, arm = p.rules.cards.special["shield"]["name"], figure(p, "shield", "ARM")
    for slot in weapons_of(p, q.who):
        if "shield" in p.rules.cards.weapon(slot).rules:
            yield Term(arm, f"{name}: {p.rules.cards.weapon(slot).name}", CARD)


@modifies(Arm, rule="compound_armor")
def compound_armor(p: Position, q: Arm) -> Iterator[Term]:
    """Damage of several types is of each of them (WC-STAT-12)."""
    if "explosive" in q.energy and has(p, q.who, "compound_armor"):
        yield term(p, figure(p, "compound_armor", "ARM"), "compound_armor", "WC-STAT-21")


@modifies(Arm, rule="void_shifter")
def void_shifter(p: Position, q: Arm) -> Iterator[Term]:
    if arc_for(p, q.who, "void_shifter"):
        yield term(p, figure(p, "void_shifter", "ARM"), "void_shifter", CHARGE)


@modifies(Arm, rule="arc_field")
def arc_field(p: Position, q: Arm) -> Iterator[Term]:
    """Against the attack's own damage roll: blasts and collateral are no attacks (WC-BLAST-3)."""
    if q.strike is None or q.strike.kind == "melee":
        return
    if arc := arc_for(p, q.who, "arc_field"):
        yield term(p, arc * figure(p, "arc_field", "ARM_per_arc"), "arc_field", CHARGE)


@modifies(Arm, rule="adrenalizer")
def adrenalizer(p: Position, q: Arm) -> Iterator[Term]:
    """Other friendly warriors about it."""
    if is_warrior(p, q.who) and in_aura(p, q.who, "adrenalizer", p.state.seat_of(q.who)):
        yield term(p, figure(p, "adrenalizer", "ARM"), "adrenalizer", CHARGE)


@modifies(UNTOUCHED, rule="adrenalizer")
def adrenalized(p: Position, q: Trait) -> Iterator[Term]:
    """Adrenalizer also keeps them from continuous effects."""
    if is_warrior(p, q.who) and in_aura(p, q.who, "adrenalizer", p.state.seat_of(q.who)):
        yield term(p, YES, "adrenalizer", CHARGE)


@modifies(Arm)
def armor_piercing(p: Position, q: Arm) -> Iterator[Term]:
    if q.strike is not None and q.strike.attacker in p.state.models and weapon_has(p, q.strike, "armor_piercing"):
        yield term(p, figure(p, "armor_piercing", "ARM"), "armor_piercing")


@modifies(Arm)
def arc_boosted(p: Position, q: Arm) -> Iterator[Term]:
    """Arc Booster, once it has been spiked for this attack."""
    if q.strike is not None and "arc_booster" in q.strike.marks:
        yield term(p, figure(p, "arc_booster", "ARM"), "arc_booster", "WC-ARC-8")
