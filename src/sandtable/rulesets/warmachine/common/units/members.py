"""Who belongs to a unit, who leads it, and who is in formation."""

from __future__ import annotations

from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, has, is_helpless
from sandtable.rulesets.warmachine.common.state.rules import Position

OFFICER, LEADER, GUNNER, GRUNT = "officer", "leader", "gunner", "grunt"


def unit_of(p: Position, model: str) -> str:
    return p.state.status[model].unit


def members(p: Position, unit: str) -> tuple[str, ...]:
    """Its models on the table."""
    models = p.state.models
    return tuple([n for n in p.state.units[unit].members if n in models])


def commander(p: Position, unit: str) -> str:
    """Who leads it: the officer while in play, else the leader; empty: nobody."""
    for role in (OFFICER, LEADER):
        for name in members(p, unit):
            if p.state.status[name].role == role:
                return name
    return ""


def in_formation(p: Position, unit: str) -> frozenset[str]:
    """The troopers in formation, judged where they stand now."""
    return p.memo(("in formation", unit), lambda: p.rules.edition.formation.members(p, unit))


def is_in_formation(p: Position, model: str) -> bool:
    unit = unit_of(p, model)
    return not unit or model in in_formation(p, unit)


def can_order(p: Position, unit: str) -> bool:
    """Whether its commander can give it an order: in formation, neither helpless nor fleeing."""
    name = commander(p, unit)
    if not name or name not in in_formation(p, unit) or is_helpless(p, name) or has(p, name, FLEEING):
        return False
    return p.forbidden("give order", name) is None
