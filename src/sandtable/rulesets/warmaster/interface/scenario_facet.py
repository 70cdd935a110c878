"""Positions as files, and the facts of pieces.

pieces:
  halberdiers_1: {seat: a, unit: halberdiers, line: [40, 30, 90]}          # a line about this point, facing so
  knights_1: {seat: b, unit: knights, stands: [[50, 60, 270], [52, 60, 270]], lost: 1, confused: true}
  general: {seat: a, character: general, at: [40, 26], joined: halberdiers_1}
step: orders          # start command home_back orders characters recovery shooting combat
active: a
table: starter_green, or {size: [100, 80], terrain: [...]}
readings: {charge_edge: zones}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core import BadSetup, ScenarioFacet, Start
from sandtable.geometry.units import MILLI, milli
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.command.brigades import friends_in_touch
from sandtable.rulesets.warmaster.ending.victory import break_point, points
from sandtable.rulesets.warmaster.interface.invariants import faults
from sandtable.rulesets.warmaster.interface.switches import SWITCHES
from sandtable.rulesets.warmaster.measuring.crowd import crowd, size
from sandtable.rulesets.warmaster.measuring.formations import column_at, line_at, regular
from sandtable.rulesets.warmaster.state.readings import read_readings
from sandtable.rulesets.warmaster.state.rules import Position, WarmasterRules, entry, rank
from sandtable.rulesets.warmaster.state.table import COMBAT, COMMAND, SHOOTING, Character, Pose, Side, Spot, Table, Unit
from sandtable.rulesets.warmaster.terrain.features import Map, read_map
from sandtable.rulesets.warmaster.turn.battle import Battle
from sandtable.rulesets.warmaster.turn.home_back import far_flyers

KNOWN = frozenset(("pieces", "step", "active", "turn", "last", "table", "readings", "breaks_at", "edges"))
STEPS = ("start", "command", "home_back", "orders", "characters", "recovery", "shooting", "combat")
UNIT_KEYS = frozenset(
    ("seat", "unit", "line", "column", "stands", "lost", "hits", "confused", "penalty", "orders", "charged",
     "retreated", "initiative", "ordered_by", "skirmisher", "carried")
)  # fmt: skip
CHARACTER_KEYS = frozenset(("seat", "character", "at", "joined", "mount", "done"))
SEATS = ("a", "b")


class WarmasterScenarios(ScenarioFacet):
    def position(self, rules: WarmasterRules, given: Mapping[str, Any]) -> Start:
        if extra := sorted(set(map(str, given)) - KNOWN):
            raise BadSetup(f"unknown {', '.join(extra)}; known: {', '.join(sorted(KNOWN))}")
        step, active = given.get("step", "start"), seat_of(given.get("active", "a"), "active")
        if step not in STEPS:
            raise BadSetup(f"step: {step!r} is none of {', '.join(STEPS)}")
        table = table_of(rules, given.get("table"))
        units: dict[str, Unit] = {}
        stands: dict[str, tuple[Pose, ...]] = {}
        characters: dict[str, Character] = {}
        spots: dict[str, Spot] = {}
        for name, raw in dict(given.get("pieces", {})).items():
            if not isinstance(raw, Mapping):
                raise BadSetup(f"{name}: expected a table with seat and unit or character")
            if "character" in raw:
                characters[name], spots[name] = character_of(rules, name, raw)
            else:
                units[name], stands[name] = unit_of(rules, name, raw)
        edges = given.get("edges", ("south", "north"))
        sides = [
            Side(army_of(rules, units, s), edges[s], (0, 0, table.width, table.height), breaks_at(given, units, s))
            for s in (0, 1)
        ]
        turn = given.get("turn", 1 if step != "start" else 0)
        phase = SHOOTING if step == "shooting" else COMBAT if step == "combat" else COMMAND
        state = Table(
            map=table, sides=(sides[0], sides[1]), units=units, stands=stands, characters=characters, spots=spots,
            active=active, first=active, turn=turn, last=given.get("last", turn + 20), phase=phase,
            readings=read_readings(given.get("readings", {}), SWITCHES),
        )  # fmt: skip
        p: Position = Position(rules, state)
        if wrong := faults(p):
            raise BadSetup("; ".join(wrong[:5]))
        bodies = friends_in_touch(p, active)
        state = state.but(bodies=bodies, far_flyers=far_flyers(p) if step not in ("start", "command") else ())
        return Start(state, Battle(step=step))

    def facts(self, p: Position, name: str) -> Mapping[str, Any] | None:
        if name in p.rules.seats:
            return {"points": points(p.rules, p.state, p.rules.seats.index(name))}
        if name in p.state.characters:
            return character_facts(p, name)
        return unit_facts(p, name) if name in p.state.units else None


def unit_facts(p: Position, name: str) -> dict[str, Any]:
    unit, kind = p.state.units[name], entry(p, name)
    found: dict[str, Any] = {
        "kind": kind.id, "seat": p.rules.seat_name(unit.seat), "where": unit.where, "lost": unit.lost,
        "hits": unit.hits,
        "confused": unit.confused, "penalty": unit.penalty, "orders": unit.orders, "charged": unit.charged,
    }  # fmt: skip
    if name in p.state.stands:
        found["stands"] = [[x / MILLI, y / MILLI, f / MILLI] for x, y, f in p.state.stands[name]]
        found |= {"left": len(p.state.stands[name]), "regular": regular(p, name), "engaged": engaged(p, name)}
        found["touching"] = sorted(crowd(p).touching[name])
    return found


def character_facts(p: Position, name: str) -> dict[str, Any]:
    character, kind = p.state.characters[name], rank(p, name)
    found: dict[str, Any] = {
        "kind": kind.id, "seat": p.rules.seat_name(character.seat), "command": kind.command, "mount": character.mount,
        "joined": character.joined, "slain": character.slain, "done": character.done,
    }  # fmt: skip
    if name in p.state.spots:
        found["at"] = [c / MILLI for c in p.state.spots[name]]
    return found


def seat_of(raw: Any, where: str) -> int:
    if raw not in SEATS:
        raise BadSetup(f"{where}: a or b, not {raw!r}")
    return SEATS.index(raw)


def table_of(rules: WarmasterRules, raw: Any) -> Map:
    library = rules.library
    if raw is None:
        return Map(width=180 * MILLI, height=120 * MILLI)
    if isinstance(raw, str):
        if raw not in library.tables:
            raise BadSetup(f"table: no {raw!r}; tables: {', '.join(library.tables)}")
        return read_map(library.tables[raw], library.kinds, raw)
    if isinstance(raw, Mapping):
        return read_map(raw, library.kinds, "own")
    raise BadSetup("table: a name, or {size: [180, 120], terrain: [...]}")


def breaks_at(given: Mapping[str, Any], units: Mapping[str, Unit], seat: int) -> int:
    """Small positions do not break an army unless they say so."""
    raw = given.get("breaks_at")
    if raw is None:
        return 1000
    if raw == "standard":
        return break_point(sum(u.seat == seat for u in units.values()))
    return int(raw[seat])


def army_of(rules: WarmasterRules, units: Mapping[str, Unit], seat: int) -> str:
    return next((rules.library.units[u.entry].army for u in units.values() if u.seat == seat), "empire")


def unit_of(rules: WarmasterRules, name: str, raw: Mapping[str, Any]) -> tuple[Unit, tuple[Pose, ...]]:
    if extra := sorted(set(raw) - UNIT_KEYS):
        raise BadSetup(f"{name}: unknown {', '.join(extra)}; known: {', '.join(sorted(UNIT_KEYS))}")
    kind = rules.library.units.get(raw.get("unit", ""))
    if kind is None:
        raise BadSetup(f"{name}: no unit {raw.get('unit')!r}; units: {', '.join(rules.library.units)}")
    seat, lost, skirmisher = seat_of(raw.get("seat"), name), int(raw.get("lost", 0)), bool(raw.get("skirmisher", False))
    count = kind.stands - lost + skirmisher
    given = [key for key in ("line", "column", "stands") if key in raw]
    if len(given) != 1:
        raise BadSetup(f"{name}: one of line, column, stands")
    try:
        if given[0] == "stands":
            poses = tuple((milli(x), milli(y), milli(f) % 360_000) for x, y, f in raw["stands"])
        else:
            x, y, f = raw[given[0]]
            make = line_at if given[0] == "line" else column_at
            poses = make((milli(x), milli(y)), milli(f) % 360_000, size(rules, kind.id), count)
    except (TypeError, ValueError, ArithmeticError) as e:
        raise BadSetup(f"{name}.{given[0]}: [x, y, facing] in cm and degrees ({e})") from e
    if len(poses) != count:
        lost = kind.stands - (len(poses) - skirmisher)
    if not 0 <= lost < kind.stands + skirmisher:
        raise BadSetup(f"{name}: {len(poses)} stands, {kind.id} has {kind.stands}")
    marks = {
        key: raw[key]
        for key in (
            "hits",
            "confused",
            "penalty",
            "orders",
            "charged",
            "retreated",
            "initiative",
            "ordered_by",
            "carried",
        )
        if key in raw
    }
    return Unit(seat, kind.id, kind.stands, lost, skirmisher, "skirmishers" if skirmisher else "", **marks), poses


def character_of(rules: WarmasterRules, name: str, raw: Mapping[str, Any]) -> tuple[Character, Spot]:
    if extra := sorted(set(raw) - CHARACTER_KEYS):
        raise BadSetup(f"{name}: unknown {', '.join(extra)}; known: {', '.join(sorted(CHARACTER_KEYS))}")
    if raw["character"] not in rules.library.ranks:
        raise BadSetup(f"{name}: no character {raw['character']!r}; characters: {', '.join(rules.library.ranks)}")
    mount = raw.get("mount", "")
    if mount and mount not in rules.library.mounts:
        raise BadSetup(f"{name}: no mount {mount!r}; mounts: {', '.join(rules.library.mounts)}")
    try:
        x, y = raw["at"]
        spot = (milli(x), milli(y))
    except (KeyError, TypeError, ValueError, ArithmeticError) as e:
        raise BadSetup(f"{name}: at: [x, y] in cm ({e})") from e
    return Character(
        seat_of(raw.get("seat"), name), raw["character"], mount, raw.get("joined", ""), bool(raw.get("done", False))
    ), spot
