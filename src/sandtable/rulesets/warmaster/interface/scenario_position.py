"""The table that a scenario position describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core import Moment, Start
from sandtable.core.effects import Effect
from sandtable.geometry.units import MILLI, milli
from sandtable.rulesets.warmaster.command.brigades import friends_in_touch
from sandtable.rulesets.warmaster.ending.victory import break_point
from sandtable.rulesets.warmaster.interface.position_form import LASTING, PLACED, THIS_TURN
from sandtable.rulesets.warmaster.interface.switches import SWITCHES
from sandtable.rulesets.warmaster.magic.casting import Sorcery
from sandtable.rulesets.warmaster.measuring.crowd import size
from sandtable.rulesets.warmaster.measuring.formations import column_at, line_at
from sandtable.rulesets.warmaster.state.readings import read_readings
from sandtable.rulesets.warmaster.state.rules import Position, WarmasterRules
from sandtable.rulesets.warmaster.state.table import (
    COMBAT,
    COMMAND,
    OTHER,
    SHOOTING,
    TABLE,
    WAITING,
    Character,
    CommandEnds,
    Pose,
    Side,
    Spot,
    Table,
    TurnEnds,
    Unit,
)
from sandtable.rulesets.warmaster.terrain.features import Map, read_map
from sandtable.rulesets.warmaster.turn.battle import Battle
from sandtable.rulesets.warmaster.turn.home_back import far_flyers

SEATS = ("a", "b")
FOR_EVER = 1_000  # an army of a small position never withdraws
MORE_TURNS = 20
UNIT_MARKS = (
    "hits", "carried", "confused", "penalty", "orders", "ordered_by", "initiative", "charged", "retreated", "advanced",
    "shot", "frozen",
)  # fmt: skip
CHARACTER_MARKS = ("done", "cast", "altar")
COMMAND_STEPS = ("command", "home_back", "orders", "characters", "recovery")  # before the spells of a turn


def read_position(rules: WarmasterRules, given: Mapping[str, Any]) -> Start:
    step, active = given.get("step", "start"), SEATS.index(given.get("active", "a"))
    table, pieces = table_of(rules, given.get("table")), given.get("pieces", {})
    units: dict[str, Unit] = {}
    stands: dict[str, tuple[Pose, ...]] = {}
    for name, raw in pieces.items():
        if "unit" in raw:
            units[name], poses = unit_of(rules, raw)
            if units[name].where == TABLE:
                stands[name] = poses
    characters = {name: character_of(raw) for name, raw in pieces.items() if "character" in raw}
    spots = {name: spot_of(pieces[name], stands) for name in characters}
    edges = given.get("edges", ("south", "north"))
    sides = [
        Side(army_of(rules, pieces, s), edges[s], (0, 0, table.width, table.height), breaks_at(given, units, s))
        for s in (0, 1)
    ]
    turn = given.get("turn", 1)
    if step == "start":  # that turn is about to begin
        turn, active = max(0, turn - 1), active if turn <= 1 else OTHER[active]
    phase = SHOOTING if step == "shooting" else COMBAT if step == "combat" else COMMAND
    state = Table(
        map=table, sides=(sides[0], sides[1]), units=units, stands=stands, characters=characters, spots=spots,
        active=active, first=active, turn=turn, last=given.get("last", turn + MORE_TURNS), phase=phase,
        readings=read_readings(given.get("readings", {}), SWITCHES),
        effects=effects_of(rules, pieces, turn, active, step),
    )  # fmt: skip
    p: Position = Position(rules, state)
    bodies = friends_in_touch(p, active)
    state = state.but(bodies=bodies, far_flyers=far_flyers(p) if step not in ("start", "command") else ())
    return Start(state, Battle(step=step, asks=True))


def table_of(rules: WarmasterRules, raw: Any) -> Map:
    library = rules.library
    if raw is None:
        return Map(width=180 * MILLI, height=120 * MILLI)
    if isinstance(raw, str):
        return read_map(library.tables[raw], library.kinds, raw)
    return read_map(raw, library.kinds, "own")


def breaks_at(given: Mapping[str, Any], units: Mapping[str, Unit], seat: int) -> int:
    """Small positions do not break an army unless they say so."""
    raw = given.get("breaks_at")
    if raw is None:
        return FOR_EVER
    return break_point(sum(u.seat == seat for u in units.values())) if raw == "standard" else int(raw[seat])


def army_of(rules: WarmasterRules, pieces: Mapping[str, Any], seat: int) -> str:
    """That of its units, or of its characters."""
    library = rules.library
    own = [raw for raw in pieces.values() if raw["seat"] == SEATS[seat]]
    found = [library.units[raw["unit"]].army for raw in own if "unit" in raw]
    return next(iter(found + [library.ranks[raw["character"]].army for raw in own if "character" in raw]), "empire")


def unit_of(rules: WarmasterRules, raw: Mapping[str, Any]) -> tuple[Unit, tuple[Pose, ...]]:
    kind, skirmisher = rules.library.units[raw["unit"]], bool(raw.get("skirmisher", False))
    lost = raw.get("lost", 0)
    formation = [key for key in raw if key in PLACED][-1]
    if formation == "stands":
        poses = tuple((milli(x), milli(y), milli(f) % (360 * MILLI)) for x, y, f in raw["stands"])
        lost = kind.stands + skirmisher - len(poses)
    else:
        x, y, f = raw[formation]
        make = line_at if formation == "line" else column_at
        count = kind.stands - lost + skirmisher
        poses = make((milli(x), milli(y)), milli(f) % (360 * MILLI), size(rules, kind.id), count)
    marks = {key: raw[key] for key in UNIT_MARKS if key in raw}
    if raw.get("waiting", False):
        marks |= {"where": WAITING, "edge": poses}
    attached = "skirmishers" if skirmisher else ""
    return Unit(SEATS.index(raw["seat"]), kind.id, kind.stands, lost, skirmisher, attached, **marks), poses


def character_of(raw: Mapping[str, Any]) -> Character:
    marks = {key: raw[key] for key in CHARACTER_MARKS if key in raw}
    return Character(
        SEATS.index(raw["seat"]), raw["character"], raw.get("mount") or "", raw.get("joined") or "", **marks
    )


def spot_of(raw: Mapping[str, Any], stands: Mapping[str, tuple[Pose, ...]]) -> Spot:
    """Where a character is; with his unit, on its first stand, if nothing is said."""
    if "at" in raw:
        x, y = raw["at"]
        return milli(x), milli(y)
    at = stands.get(raw["joined"], ((0, 0, 0),))[0]  # with nobody on the table: told as a fault
    return at[0], at[1]


def effects_of(
    rules: WarmasterRules, pieces: Mapping[str, Any], turn: int, active: int, step: str
) -> tuple[Effect, ...]:  # fmt: skip
    """Spells in force, as long as they last, and what charts have done."""
    found = list[Effect]()
    for name, raw in pieces.items():
        own = SEATS.index(raw["seat"]) == active
        for spell in raw.get("spells", ()):
            ends = spell_ends(rules.sorcery[spell], turn, own, step not in COMMAND_STEPS)
            found.append(Effect(spell, name, until=ends, cite="WM-MAGIC-1"))
        for result in raw.get("chart", ()):
            if result in LASTING:
                found.append(Effect(result, name, cite=LASTING[result]))
            else:
                found.append(Effect(result, name, until=TurnEnds(turn), cite=THIS_TURN[result]))
    return tuple(found)


def spell_ends(sorcery: Sorcery, turn: int, own: bool, cast: bool) -> Moment:
    """When a spell in force ends: cast in the last turn it may have been. `own`: the turn is that of the side that is
    under it; `cast`: the spells of this turn are cast."""
    if own == sorcery.of_enemies():
        return sorcery.until(turn - 1)
    before = sorcery.until(turn - 2)
    return before if not cast and before == CommandEnds(turn) else sorcery.until(turn)
