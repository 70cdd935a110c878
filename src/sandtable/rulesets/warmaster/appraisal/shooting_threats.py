"""Who may be shot at next, and what that would come to: every shooter at the nearest enemy it faces in range."""

from __future__ import annotations

from sandtable.rulesets.warmaster.appraisal.clashes import gone
from sandtable.rulesets.warmaster.appraisal.threats import ahead_of, fighter
from sandtable.rulesets.warmaster.measuring.crowd import Crowd, crowd
from sandtable.rulesets.warmaster.measuring.sight import all_round
from sandtable.rulesets.warmaster.state.rules import Position, entry

HIT = 0.5  # how often a shot hits


def shooting_threats(p: Position) -> dict[str, float]:
    """Points that shooters in range may take from each unit; hits that take no stand away count nothing."""
    return p.memo("shooting threats", lambda: _shot(p))


def _shot(p: Position) -> dict[str, float]:
    table, hits = crowd(p), dict[str, float]()
    for unit in table.spans:
        found = entry(p, unit)
        if not found.shots or table.fought(unit) or p.state.units[unit].confused:
            continue
        if target := nearest_ahead(p, table, unit):
            shots = HIT * found.shots * len(p.state.stands[unit])
            hits[target] = hits.get(target, 0.0) + shots * fighter(p, target).unsaved
    return {unit: fighter(p, unit).points * gone(fighter(p, unit), struck) for unit, struck in hits.items()}


def nearest_ahead(p: Position, table: Crowd, unit: str) -> str:
    """The nearest enemy in range and ahead who does not fight; hidden or not."""
    reach = entry(p, unit).range
    near = table.close_by(unit)
    if not near:
        if not table.foes[table.seats[unit]]:
            return ""
        far, enemy = table.nearest_foe(unit)
        near = {enemy: far}
    free = [
        (far, enemy)
        for enemy, far in near.items()
        if far <= reach and not table.fought(enemy) and (all_round(p, unit) or ahead_of(table, unit, enemy))
    ]
    return min(free)[1] if free else ""
