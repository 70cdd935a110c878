"""Traits of movement that a special rule gives while the unit is charged.

How a flyer moves: movement/paths.py and obstacles.py (WC-FLIGHT-2, WC-FLIGHT-3, WC-FLIGHT-5, WC-FLIGHT-6, WC-FLIGHT-7,
WC-FLIGHT-8).
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import YES, Term, modifies
from sandtable.rulesets.warcaster.abilities.rule_terms import CHARGE, arc_for, term
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import Trait


@modifies("pathfinder", rule=("thrusters", "dynamic_accelerator"))
def unhindered(p: Position, q: Trait) -> Iterator[Term]:
    """Thrusters and Dynamic Accelerator: rough terrain does not slow the model."""
    for rule in ("thrusters", "dynamic_accelerator"):
        if arc_for(p, q.who, rule):
            yield term(p, YES, rule, CHARGE)


@modifies("flight", rule="flight_pack")
def flight_packed(p: Position, q: Trait) -> Iterator[Term]:
    """Flight Pack also gives Flight."""
    if arc_for(p, q.who, "flight_pack"):
        yield term(p, YES, "flight_pack", CHARGE)
