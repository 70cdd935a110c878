"""Rules that change ARM: of the model hit, of those around it, and of the weapon that hits it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Term, modifies
from sandtable.rulesets.warcaster.abilities.rule_terms import CARD, CHARGE, arc_for, figure, has, in_aura, term
from sandtable.rulesets.warcaster.abilities.special_rules import all_rules
from sandtable.rulesets.warcaster.attacks.targets import weapon_has
from sandtable.rulesets.warcaster.state.cards import library, weapon_named
from sandtable.rulesets.warcaster.state.continuous_effects import UNTOUCHED
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import Arm, Trait, rules_of, weapons_of


@modifies(Arm, rule="shield")
def shield(p: Position, q: Arm) -> Iterator[Term]:
    """Several shields add up: the text says so, hence no group (WC-GEN-6)."""
    if "shield" not in all_rules(p.state, q.who):
        return
    name, arm = library().special["shield"]["name"], figure("shield", "ARM")
    if "shield" in rules_of(p.state, q.who):
        yield Term(arm, name, CARD)
    for slot in weapons_of(p.state, q.who):
        if "shield" in weapon_named(slot).rules:
            yield Term(arm, f"{name}: {weapon_named(slot).name}", CARD)


@modifies(Arm, rule="compound_armor")
def compound_armor(p: Position, q: Arm) -> Iterator[Term]:
    """Damage of several types is of each of them (WC-STAT-12)."""
    if "explosive" in q.energy and has(p, q.who, "compound_armor"):
        yield term(figure("compound_armor", "ARM"), "compound_armor", "WC-STAT-21")


@modifies(Arm, rule="void_shifter")
def void_shifter(p: Position, q: Arm) -> Iterator[Term]:
    if arc_for(p, q.who, "void_shifter"):
        yield term(figure("void_shifter", "ARM"), "void_shifter", CHARGE)


@modifies(Arm, rule="arc_field")
def arc_field(p: Position, q: Arm) -> Iterator[Term]:
    """Against the attack's own damage roll: blasts and collateral are no attacks (WC-BLAST-3)."""
    if q.strike is None or q.strike.kind == "melee":
        return
    if arc := arc_for(p, q.who, "arc_field"):
        yield term(arc * figure("arc_field", "ARM_per_arc"), "arc_field", CHARGE)


@modifies(Arm, rule="adrenalizer")
def adrenalizer(p: Position, q: Arm) -> Iterator[Term]:
    """Other friendly warriors about it."""
    if p.state.is_warrior(q.who) and in_aura(p, q.who, "adrenalizer", p.state.seat_of(q.who)):
        yield term(figure("adrenalizer", "ARM"), "adrenalizer", CHARGE)


@modifies(UNTOUCHED, rule="adrenalizer")
def adrenalized(p: Position, q: Trait) -> Iterator[Term]:
    """Adrenalizer's other half: they suffer no continuous effects."""
    if p.state.is_warrior(q.who) and in_aura(p, q.who, "adrenalizer", p.state.seat_of(q.who)):
        yield term(1, "adrenalizer", CHARGE)


@modifies(Arm)
def armor_piercing(p: Position, q: Arm) -> Iterator[Term]:
    if q.strike is not None and q.strike.attacker in p.state.models and weapon_has(p, q.strike, "armor_piercing"):
        yield term(figure("armor_piercing", "ARM"), "armor_piercing")


@modifies(Arm)
def arc_boosted(p: Position, q: Arm) -> Iterator[Term]:
    """Arc Booster, once it has been spiked for this attack."""
    if q.strike is not None and "arc_booster" in q.strike.marks:
        yield term(figure("arc_booster", "ARM"), "arc_booster", "WC-ARC-8")
