"""What a scenario file or a description may ask of a model, a unit or a seat, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.attacks.attack_roll import Defence
from sandtable.rulesets.warmachine.common.attacks.cover import Hiding
from sandtable.rulesets.warmachine.common.attacks.ranges import in_range
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.damage.grid import disabled, left, taken
from sandtable.rulesets.warmachine.common.measuring.distance import behind, in_contact, is_ahead
from sandtable.rulesets.warmachine.common.measuring.engagement import engages, in_melee, weapons_of
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import sees
from sandtable.rulesets.warmachine.common.state.cards import RANGED, SYSTEMS
from sandtable.rulesets.warmachine.common.state.conditions import card, effects_on, is_down
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import stat
from sandtable.rulesets.warmachine.common.state.table import OTHER, SEATS
from sandtable.rulesets.warmachine.common.units.members import is_in_formation

STATS = ("SPD", "STR", "MAT", "RAT", "CMD", "FOC")


def facts(p: Position, name: str) -> Mapping[str, Any] | None:
    """Lengths in inches; None: no such name."""
    state = p.state
    if name in SEATS:
        seat = SEATS.index(name)
        return {"models": len(state.of(seat)), "points": state.points[seat], "army": state.armies[seat]}
    if name in state.units:
        unit = state.units[name]
        return {"seat": SEATS[unit.seat], "members": list(unit.members), "models": len(unit.members)}
    if name not in state.models:
        return None
    m, status, printed = state.models[name], state.status[name], card(p, name)
    return {
        "name": printed.name,
        "seat": SEATS[status.seat],
        "enemy": SEATS[OTHER[status.seat]],
        "at": [m.x / MILLI, m.y / MILLI],
        "x": m.x / MILLI,
        "y": m.y / MILLI,
        "facing": m.facing / MILLI,
        "health": left(printed, status.marks),
        "damage": taken(status.marks),
        "disabled": sorted(SYSTEMS[s] for s in disabled(printed, status.marks)),
        "focus": status.focus,
        "master": status.master or None,
        "unit": status.unit or None,
        "role": status.role or None,
        "down": is_down(p, name),
        "effects": sorted(e.name for e in effects_on(p, name)),
        "in_melee": in_melee(p, name),
        "in_formation": is_in_formation(p, name) if status.unit else None,
        "activated": (status.unit or name) in state.activated,
        "feat_used": name in state.feats,
        **{stat_: stat(p, name, stat_) for stat_ in STATS if stat_ in printed.stats},
        "DEF": p.value(Defence(Strike(attacker=name, target=name))),
        "ARM": p.value(Armour(name, Blow(target=name, power=0, seat=status.seat))),
    }


def facts_between(p: Position, a: str, b: str) -> Mapping[str, Any]:
    """Distance, sight and arcs, what an attack would meet; between models that are not on the table distance alone."""
    found: dict[str, Any] = {"distance": p.rules.showing.measure(p, a, b) / MILLI}
    if a not in p.state.models or b not in p.state.models or a == b:
        return found
    strikes = {slot: Strike(attacker=a, target=b, kind=w.kind, weapon=slot) for slot, w in weapons_of(p, a).items()}
    shot = Strike(attacker=a, target=b, kind=RANGED)
    return {
        **found,
        "sight": sees(p, a, b),
        "ahead": is_ahead(p, a, b),
        "behind": behind(p, a, b),
        "contact": in_contact(p, a, b),
        "engages": engages(p, a, b),
        "hiding": p.value(Hiding(shot)),
        "DEF": p.value(Defence(shot)),
        "reach": [slot for slot, strike in strikes.items() if in_range(p, strike)],
    }
