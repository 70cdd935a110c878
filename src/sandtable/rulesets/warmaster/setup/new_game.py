"""A new match: its options, read and checked.

armies    two lists, each by name or as data (docs/warmaster.md)
table     a name; {size: [180, 120], terrain: [...]}; or {random: SEED}
scenario  a name: where the sides deploy, how long the battle lasts
deploy    "by hand", or "auto": both armies stand where WM-SCEN-5 says
readings  switches that differ from ours: {charge_edge: zones}; each is an option by itself, too
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core import BadSetup, Start
from sandtable.geometry.units import milli
from sandtable.rulesets.warmaster.ending.victory import break_point
from sandtable.rulesets.warmaster.interface.switches import SWITCHES
from sandtable.rulesets.warmaster.lists.army_choice import legal_list
from sandtable.rulesets.warmaster.setup.deployment import SetUp
from sandtable.rulesets.warmaster.setup.muster import mustered
from sandtable.rulesets.warmaster.setup.random_table import random_table
from sandtable.rulesets.warmaster.state.entries import Battlefield, Library
from sandtable.rulesets.warmaster.state.readings import read_readings
from sandtable.rulesets.warmaster.state.table import Side, Table
from sandtable.rulesets.warmaster.terrain.features import Map, read_map

KNOWN = ("armies", "table", "scenario", "deploy", "readings")
BY_HAND, AUTO = "by hand", "auto"


def new_game(library: Library, options: Mapping[str, Any]) -> Start:
    if unknown := sorted(set(map(str, options)) - {*KNOWN, *SWITCHES}):
        raise BadSetup(f"options: unknown {', '.join(unknown)}; known: {', '.join((*KNOWN, *SWITCHES))}")
    readings = read_readings(all_readings(options), SWITCHES)
    armies = options.get("armies", ("empire_500", "orcs_500"))
    if isinstance(armies, str) or not isinstance(armies, list | tuple) or len(armies) != 2:
        raise BadSetup("armies: two lists, by name or as data")
    agreed = readings.get("below_1000", "standard")
    lists = [legal_list(library, raw, f"armies, seat {'ab'[i]}", agreed) for i, raw in enumerate(armies)]
    if lists[0].limit != lists[1].limit:
        raise BadSetup(f"both sides choose up to the same points: {lists[0].limit}, {lists[1].limit} (WM-ARMY-1)")
    scenario = read_scenario(library, options.get("scenario"), lists[0].limit)
    table = read_table(library, options.get("table"), scenario)
    deploy = options.get("deploy", BY_HAND)
    if deploy not in (BY_HAND, AUTO):
        raise BadSetup(f"deploy: {BY_HAND!r} or {AUTO!r}, not {deploy!r}")
    units, characters = mustered(library, lists)
    counts = [sum(u.seat == s for u in units.values()) for s in (0, 1)]
    sides = [
        Side(lists[s].army, scenario.sides[s].edge, zone(table, scenario, s), break_point(counts[s])) for s in (0, 1)
    ]
    state = Table(
        map=table, sides=(sides[0], sides[1]), units=units, characters=characters, readings=readings,
        last=2 * (scenario.turns or scenario.cap), capped=scenario.length == "none",
    )  # fmt: skip
    return Start(state, SetUp(auto=deploy == AUTO, random=scenario.length == "random"))


def all_readings(options: Mapping[str, Any]) -> Any:
    """Those under `readings`, and switches given by themselves."""
    given = options.get("readings", {})
    own = {name: options[name] for name in SWITCHES if name in options}
    return {**given, **own} if own and isinstance(given, Mapping) else given


def zone(table: Map, scenario: Battlefield, seat: int) -> tuple[int, int, int, int]:
    side = scenario.sides[seat]
    low, high = (milli(c) for c in side.zone)
    return (0, low, table.width, high) if side.axis == "y" else (low, 0, high, table.height)


def read_scenario(library: Library, raw: Any, limit: int) -> Battlefield:
    if raw is None:
        raw = "first_game" if limit <= 500 else "pitched"
    if not isinstance(raw, str) or raw not in library.scenarios:
        raise BadSetup(f"scenario: no {raw!r}; scenarios: {', '.join(library.scenarios)}")
    return library.scenarios[raw]


def read_table(library: Library, raw: Any, scenario: Battlefield) -> Map:
    if raw is None:
        raw = scenario.tables[0]
    if isinstance(raw, str):
        if raw not in library.tables:
            raise BadSetup(f"table: no {raw!r}; tables: {', '.join(library.tables)}")
        if raw not in scenario.tables:
            raise BadSetup(f"table: {scenario.id} is not played on {raw}; tables: {', '.join(scenario.tables)}")
        return read_map(library.tables[raw], library.kinds, raw)
    if isinstance(raw, Mapping) and type(raw.get("random")) is int and len(raw) == 1:
        small = scenario.tables[0] == "starter_green"
        return random_table(library.kinds, raw["random"], (120, 90) if small else (180, 120))
    if isinstance(raw, Mapping) and "table" in raw and "size" not in raw:
        raw = {"size" if key == "table" else key: value for key, value in raw.items()}
    if isinstance(raw, Mapping) and set(raw) <= {"size", "terrain", "features", "scenarios", "symmetry"}:
        made = read_map({key: raw[key] for key in ("size", "terrain") if key in raw}, library.kinds, "own")
        far = max(max(side.zone) for side in scenario.sides)
        along = made.height if scenario.sides[0].axis == "y" else made.width
        if milli(far) > along:
            raise BadSetup(f"table: {scenario.id} needs {far} cm between its edges")
        return made
    raise BadSetup("table: a name, {size: [180, 120], terrain: [...]}, or {random: SEED}")
