"""What a scenario file or a description may ask of a model, a unit, an objective or a seat, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.geometry.units import MILLI
from sandtable.rulesets.warcaster.attacks.cover import has_cover
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import declare, reaches
from sandtable.rulesets.warcaster.interface.position_errors import SEATS
from sandtable.rulesets.warcaster.measuring.line_of_sight import sees
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import Arm, Def, Foc, Mat, Rat, Spd, Str, weapons_of
from sandtable.rulesets.warcaster.state.table import OTHER, Model, Table

STATS = {"SPD": Spd, "STR": Str, "MAT": Mat, "RAT": Rat, "FOC": Foc, "DEF": Def, "ARM": Arm}


def facts(p: Position, name: str) -> Mapping[str, Any] | None:
    """Lengths in inches; None: no such name."""
    state = p.state
    if name in SEATS:
        player = state.players[SEATS[name]]
        return {
            "well": player.well,
            "hand": list(player.hand),
            "rack": list(player.rack),
            "discard": list(player.discard),
            "in_play": dict(player.in_play),
            "vp": player.vp,
            "kills": player.kills,
            "cards": len(player.hand),
        }
    if name in state.objectives:
        o = state.objectives[name]
        return {"at": [o.x / MILLI, o.y / MILLI], "carrier": o.carrier or None, "kind": o.kind}
    if name in state.models:
        m = state.models[name]
        known = _model_facts(p, name, m)
        return known | _unit_facts(state, m.unit)
    if name in state.units:
        return _unit_facts(state, name)
    return None


def _model_facts(p: Position, name: str, m: Model) -> dict[str, Any]:
    card = p.rules.cards.units[m.card]
    stats = {key: p.value(query(name)) for key, query in STATS.items() if key != "SPD"}
    return {
        "at": [m.x / MILLI, m.y / MILLI],
        "x": m.x / MILLI,
        "y": m.y / MILLI,
        "z": m.z / MILLI,
        "on": m.on,
        "damage": m.damage,
        "health": card.health - m.damage,
        "effects": list(m.effects),
        "barred": m.barred,
        "carrying": m.carrying or None,
        "SPD": p.value(Spd(name)) / MILLI,
        **stats,
    }


def _unit_facts(state: Table, name: str) -> dict[str, Any]:
    u = state.units[name]
    return {
        "arc": u.arc,
        "token": u.token,
        "place": u.place,
        "models": len(state.models_of(name)),
        "lost": list(u.lost),
        "seat": "ab"[u.seat],
        "enemy": "ab"[OTHER[u.seat]],
    }


def facts_between(p: Position, a: str, b: str) -> Mapping[str, Any]:
    """Distance; between models also sight, cover from ranged attacks, and the weapons that reach by range alone."""
    models = p.state.models
    found: dict[str, Any] = {"distance": p.rules.showing.measure(p, a, b) / MILLI}
    if a not in models or b not in models:
        return found
    reach = [slot for slot in weapons_of(p, a) if reaches(p, declare(p, a, b, slot))]
    shot = Strike(attacker=a, target=b, kind="ranged")
    return {**found, "sight": sees(p, a, b), "cover": any(True for _ in has_cover(p, shot)), "reach": reach}
