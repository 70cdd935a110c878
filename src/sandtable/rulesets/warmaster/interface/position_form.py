"""The form of a scenario position: every key with its type and range, and what spans several keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from sandtable.core.form_parts import Either, Entry, List, Name, Record, Table, maybe, names
from sandtable.core.forms import Fault, Kind, Number, Pair, Place, Text, Truth, Whole, is_coordinate, said
from sandtable.rulesets.warmaster.interface.switches import SWITCHES
from sandtable.rulesets.warmaster.special_rules.giant import HURT
from sandtable.rulesets.warmaster.special_rules.steam_tank import NO_STEAM, OVERPRESSURE, STUCK
from sandtable.rulesets.warmaster.state.entries import Library
from sandtable.rulesets.warmaster.state.readings import setting
from sandtable.rulesets.warmaster.state.rules import WarmasterRules
from sandtable.rulesets.warmaster.terrain.features import OTHER_KEYS

STEPS = ("start", "command", "home_back", "orders", "characters", "recovery", "shooting", "combat")
EDGES = ("south", "north", "west", "east")
MOST_PIECES, MOST_FEATURES, CORNERS = 80, 80, 64
PLACED = ("line", "column", "stands")
SEAT = names("seat", "a", "b")
NO_ITEMS = "there are no data for magic items (WM-ARMY-6)"


class StandPose(Kind, frozen=True):
    """``[x, y, facing]``: the middle of a stand or of a formation, and where it looks."""

    def takes(self, value: Any) -> bool:
        return isinstance(value, list | tuple) and len(value) == 3 and all(map(is_coordinate, value))

    @property
    def told(self) -> str:
        return "[x, y, facing] in cm and degrees (90 is north)"

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}


class Setting(Kind, frozen=True):
    """The value of a switch, as a word, number or truth."""

    values: tuple[str, ...]
    why: str = ""  # nothing else is possible

    def faults(self, value: Any, path: tuple[str, ...] = ()) -> Iterator[Fault]:
        if self.read(value) not in self.values:
            yield Fault(path, self.why or f"{said(value)} is none of {', '.join(self.values)}")

    def read(self, value: Any) -> Any:
        return setting(value)

    @property
    def told(self) -> str:
        return " or ".join(self.values)


@lru_cache(maxsize=8)
def position_form(rules: WarmasterRules) -> Record:
    library = rules.library
    table = Either((_named("table", {key: key for key in library.tables}), _table(library)))
    readings = {name: Entry(Setting(tuple(s.values)), s.cite) for name, s in SWITCHES.items()}
    readings["magic_items"] = Entry(Setting(("false",), NO_ITEMS), NO_ITEMS)
    return Record(
        {
            "table": Entry(table, "a table by name, or one of your own; empty and 180 x 120 without it", basic=True),
            "pieces": Entry(
                Table(_piece(library), Text(40), MOST_PIECES), "units and characters by the names used in this file"
            ),
            "step": Entry(names("step", *STEPS), "where the turn begins (start); command: with initiative"),
            "active": Entry(SEAT, "whose turn it is (a)"),
            "turn": Entry(Whole(0, 200), "turns begun, of both players (1)"),
            "last": Entry(Whole(0, 400), "the last turn; 0: no limit (20 more)"),
            "readings": Entry(Record(readings, "readings"), "switches that differ from ours"),
            "breaks_at": Entry(
                Either((names("break point", "standard"), List(Whole(1, 1000), 2, 2))),
                "units lost at which each army withdraws; standard: half of them; without it never",
            ),
            "edges": Entry(List(names("edge", *EDGES), 2, 2), "the own table edge of a and of b (south, north)"),
        },
        "position",
    )


LASTING = {STUCK: "WM-ART-8", HURT: "WM-DATA-14"}  # results of charts that last, and their rules
THIS_TURN = {NO_STEAM: "WM-ART-8", OVERPRESSURE: "WM-ART-8"}  # those that end with the turn


def _named(what: str, known: Mapping[str, str]) -> Name:
    return Name(what, known)


def _table(library: Library) -> Record:
    kinds = Name("kind of terrain", {kind: kind.replace("_", " ") for kind in library.kinds})
    feature = Record(
        {
            "id": Entry(Text(60), "its name; without one it is kind and number: wood_1"),
            "kind": Entry(kinds, "what it is", needed=True),
            "points": Entry(List(Place(), 3, CORNERS), "the corners of an area"),
            "line": Entry(List(Place(), 2, CORNERS), "the middle line of a road, river, hedge or rampart"),
            "width": Entry(Number(0, 1_000), "of a line (0: no thickness)"),
            "label": Entry(Text(60), "its printed name"),
            "fort": Entry(List(Text(60)), "of a court: the walls round it, by id"),
        },
        "terrain",
        "{kind: wood, points: [[30, 40], [48, 38], [52, 50]]}, or {kind: low_linear, line: [[10, 9], [20, 9]]}",
        OTHER_KEYS,
    )
    return Record(
        {
            "size": Entry(Pair(Number(20, 1_000)), "width and height in cm (180 x 120)", basic=True),
            "terrain": Entry(List(feature, 0, MOST_FEATURES), "what lies on it"),
        },
        "table",
        "a name, or {size: [180, 120], terrain: [...]}",
    )


UNIT_ONLY: Mapping[str, Entry] = {
    "line": Entry(StandPose(), "a line about this point, facing so; of line, column and stands the last counts"),
    "column": Entry(StandPose(), "a column whose first stand is here, facing so"),
    "stands": Entry(List(StandPose(), 1, 6), "a pose for each stand; fewer than it began with: the rest is lost"),
    "lost": Entry(Whole(0, 5), "stands lost (0)"),
    "hits": Entry(Whole(0, 20), "hits recorded on it"),
    "carried": Entry(Whole(0, 20), "hits that count in the first round of its fight (WM-SHOOT-22)"),
    "confused": Entry(Truth(), "whether it is confused"),
    "penalty": Entry(Whole(0, 20), "lasting -1s to its orders from blunders"),
    "orders": Entry(Whole(0, 20), "orders it was given this phase"),
    "ordered_by": Entry(Text(40), "the character who gave them"),
    "initiative": Entry(names("act", "charge", "evade"), "what it did on initiative this turn"),
    "charged": Entry(Truth(), "whether it charged this turn"),
    "retreated": Entry(Truth(), "whether it has retreated this phase"),
    "advanced": Entry(Truth(), "whether it has advanced this phase"),
    "shot": Entry(Truth(), "whether it has shot this phase"),
    "frozen": Entry(Truth(), "whether it came back to the table and may not act this turn (WM-OFFT-5)"),
    "waiting": Entry(Truth(), "whether it waits off the table; it left where its stands are given (WM-OFFT-4)"),
    "skirmisher": Entry(Truth(), "whether its last stand is an attached skirmisher"),
}
CHARACTER_ONLY: Mapping[str, Entry] = {
    "at": Entry(Place(), "where he is"),
    "joined": Entry(maybe(Text(40)), "the unit he has joined"),
    "done": Entry(Truth(), "whether he gives no more orders this phase"),
    "cast": Entry(Truth(), "whether he has cast this phase"),
    "altar": Entry(Truth(), "whether the bonus of his war altar is used"),
}


def _piece(library: Library) -> Record:
    units = {key: u.name for key, u in library.units.items() if not u.attached}
    ranks = {key: r.name for key, r in library.ranks.items()}
    mounts = {key: m.name for key, m in library.mounts.items()}
    spells = {key: s.name for key, s in library.spells.items()}
    return Record(
        {
            "seat": Entry(SEAT, "whose it is", needed=True),
            "unit": Entry(_named("unit", units), "a unit, by id or printed name"),
            "character": Entry(_named("character", ranks), "a character, by id or printed name"),
            **UNIT_ONLY,
            **CHARACTER_ONLY,
            "mount": Entry(maybe(_named("mount", mounts)), "what a character rides"),
            "spells": Entry(List(_named("spell", spells), once=True), "lasting spells it is under"),
            "chart": Entry(
                List(Name("result of a chart", {key: key for key in (*LASTING, *THIS_TURN)}), once=True),
                "what its own chart has done to a tank or giant, for this turn or for the rest of the battle",
            ),
        },
        "piece",
        "{seat: a, unit: halberdiers, line: [40, 30, 90]} or {seat: a, character: hero, at: [40, 26]}",
    )


def position_errors(library: Library, given: Mapping[str, Any]) -> Iterator[Fault]:
    """What is wrong beyond single keys."""
    pieces = given.get("pieces") or {}
    for name, raw in pieces.items():
        where = ("pieces", name)
        if ("unit" in raw) == ("character" in raw):
            yield Fault(where, "either unit or character")
            continue
        own, others = (UNIT_ONLY, CHARACTER_ONLY) if "unit" in raw else (CHARACTER_ONLY, UNIT_ONLY)
        wrong = [key for key in raw if key in others or (key == "mount" and "unit" in raw)]
        kind = "unit" if "unit" in raw else "character"
        yield from (Fault((*where, key), f"a {kind} has none; it has {', '.join(own)}") for key in wrong)
        if wrong:
            continue
        yield from (
            _unit_errors(library, name, raw) if "unit" in raw else _character_errors(library, name, raw, pieces)
        )


def _unit_errors(library: Library, name: str, raw: Mapping[str, Any]) -> Iterator[Fault]:
    where, kind = ("pieces", name), library.units[raw["unit"]]
    placed = [key for key in raw if key in PLACED][-1:]
    skirmisher = bool(raw.get("skirmisher", False))
    if len(placed) != 1:
        yield Fault(where, "one of line, column, stands")
        return
    most = kind.stands + skirmisher
    if placed == ["stands"] and len(raw["stands"]) > most:
        yield Fault((*where, "stands"), f"{len(raw['stands'])} stands; {kind.name} has {most}")
    elif placed == ["stands"] and "lost" in raw and len(raw["stands"]) != most - raw["lost"]:
        yield Fault((*where, "lost"), f"{len(raw['stands'])} stands are there; {most - raw['lost']} are left of {most}")
    elif raw.get("lost", 0) >= most:
        yield Fault((*where, "lost"), f"{kind.name} has {most} stands; one at least is left")
    if skirmisher and kind.type != "infantry":
        yield Fault((*where, "skirmisher"), "skirmishers join infantry (WM-DATA-2)")
    if raw.get("hits", 0) >= kind.hits * most:
        yield Fault((*where, "hits"), f"{kind.hits * most} hits destroy it (WM-HITS-5)")


def _character_errors(
    library: Library, name: str, raw: Mapping[str, Any], pieces: Mapping[str, Any]
) -> Iterator[Fault]:
    where, joined, mount = ("pieces", name), raw.get("joined"), raw.get("mount")
    unit = pieces.get(joined or "", {})
    if joined and unit.get("seat") != raw["seat"]:
        yield Fault((*where, "joined"), f"no unit {joined!r} of seat {raw['seat']}")
    elif "at" not in raw and not joined:
        yield Fault((*where, "at"), "is missing: a place [x, y]")
    if mount and library.mounts[mount].army != library.ranks[raw["character"]].army:
        yield Fault((*where, "mount"), f"{library.mounts[mount].army} only (WM-ARMY-5)")
    elif mount and (riders := library.mounts[mount].riders) and raw["character"] not in riders:
        yield Fault((*where, "mount"), f"ridden only by {', '.join(riders)} (WM-ARMY-5)")
