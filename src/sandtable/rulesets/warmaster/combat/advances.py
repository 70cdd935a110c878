"""Advances out of a fight: whose enemies are gone, how far, and who leaves for another fight (WM-ADV)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmaster.combat.rounds import Outcome
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import Engagement

FIRST: Switch[int] = Switch("advance_first_round", {"20": 20 * MILLI}, "WM-ADV-1")
LATER: Switch[int] = Switch("advance_later_rounds", {"10": 10 * MILLI, "20": 20 * MILLI}, "WM-ADV-1")
Enemies = Callable[[Position, str, Outcome, Engagement], tuple[str, ...]]


def own_enemies(p: Position, unit: str, outcome: Outcome, fight: Engagement) -> tuple[str, ...]:
    """The enemy units it touched this round, or those of the units it supported (WM-RESULT-7)."""
    touched = dict(outcome.touched)
    found = touched.get(unit, ())
    return found or tuple(e for whom in dict(outcome.supported).get(unit, ()) for e in touched.get(whom, ()))


def all_enemies(p: Position, unit: str, outcome: Outcome, fight: Engagement) -> tuple[str, ...]:
    """Every enemy unit of the fight."""
    seat = p.state.units[unit].seat
    return tuple(u for u, _ in outcome.touched if p.state.units[u].seat != seat)


CONDITION: Switch[Enemies] = Switch(
    "advance_condition", {"own_enemies": own_enemies, "whole_engagement": all_enemies}, "WM-RESULT-7"
)


def driven_off(p: Position, fight: Engagement, enemy: str) -> bool:
    """Whether an enemy left the table by a retreat out of this fight and is back: a mark for others only
    (WM-OFFT-12)."""
    return p.state.units[enemy].fled and enemy in fight.units


def advanced_out(p: Position, fight: Engagement, unit: str) -> bool:
    """Whether a unit has advanced and touches enemies of another fight only (WM-ADV-13)."""
    touched = crowd(p).fought(unit)
    return p.state.units[unit].advanced and bool(touched) and not set(touched) & set(fight.units)


def reach(p: Position, fight: Engagement) -> int:
    """20 cm if the enemy was destroyed in the first round, 10 cm later (WM-ADV-1, WM-ADV-12)."""
    return FIRST.of(p) if fight.round <= 1 else LATER.of(p)
