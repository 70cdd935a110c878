"""Rules that make a model faster or stronger: SPD, STR and the POW of its melee weapons."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Term, modifies
from sandtable.rulesets.warcaster.abilities.rule_terms import CHARGE, arc_for, figure, inches, term
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import Spd, Str, WeaponPower


@modifies(Spd, rule="arcantrik_turbine")
def arcantrik_turbine(p: Position, q: Spd) -> Iterator[Term]:
    if arc := arc_for(p, q.who, "arcantrik_turbine"):
        yield term(p, arc * inches(p, "arcantrik_turbine", "SPD_per_arc"), "arcantrik_turbine", CHARGE)


@modifies(Spd, rule="flight_pack")
def flight_pack(p: Position, q: Spd) -> Iterator[Term]:
    if arc_for(p, q.who, "flight_pack"):
        yield term(p, inches(p, "flight_pack", "SPD"), "flight_pack", CHARGE)


@modifies(Str, rule="servo_booster")
def servo_booster(p: Position, q: Str) -> Iterator[Term]:
    if arc := arc_for(p, q.who, "servo_booster"):
        yield term(p, arc * figure(p, "servo_booster", "STR_per_arc"), "servo_booster", CHARGE)


@modifies(WeaponPower, rule="servo_booster")
def servo_boosted_blows(p: Position, q: WeaponPower) -> Iterator[Term]:
    """Servo Booster also raises the POW of melee weapons."""
    if (arc := arc_for(p, q.who, "servo_booster")) and p.rules.cards.weapon(q.weapon).kind == "melee":
        yield term(p, arc * figure(p, "servo_booster", "POW_per_arc"), "servo_booster", CHARGE)
