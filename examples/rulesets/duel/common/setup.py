"""How a duel begins: the standard table, and positions written in scenario files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from duel.common.state import NORTH, SEATS, TRICKS, DuelRules, Feature, Model, Table, Tricks, knocked_down, on_guard
from sandtable.core import BadSetup
from sandtable.geometry.units import MILLI, milli

SOUTH = 3 * NORTH
TERRAIN = (
    Feature("wall", 13 * MILLI, 13 * MILLI, 6 * MILLI, MILLI // 2),
    Feature("wood", 6 * MILLI, 11 * MILLI, 5 * MILLI, 4 * MILLI),
)
FORCES = (("rosalind", "wat"), ("gunther", "odo"))


def model(rules: DuelRules, name: str, seat: int, x: int, y: int, facing: int) -> Model:
    profile = rules.models[name]
    return Model(name, seat, x, y, facing, profile.health, profile.knives)


def standard(rules: DuelRules) -> Table:
    """Each champion in the middle of its edge, the squire at its right hand."""
    models = (
        model(rules, "gunther", 1, 12 * MILLI, 18 * MILLI, SOUTH),
        model(rules, "odo", 1, 9 * MILLI, 18 * MILLI, SOUTH),
        model(rules, "rosalind", 0, 12 * MILLI, 6 * MILLI, NORTH),
        model(rules, "wat", 0, 15 * MILLI, 6 * MILLI, NORTH),
    )
    return Table(models={m.name: m for m in models}, terrain=TERRAIN)


def arranged(rules: DuelRules, given: Mapping[str, Any]) -> Table:
    """``pieces: {rosalind: {at: [12, 4], facing: 90, health: 3}}, turn: {seat: a, round: 2}, tricks: {a: [feint]}``"""
    known(given, "position", "table", "pieces", "turn", "tricks")
    turn = known(given.get("turn", {}), "turn", "seat", "round")
    tricks = known(given.get("tricks", {}), "tricks", *SEATS)
    pieces = given.get("pieces", {})
    if unknown := set(pieces) - set(rules.models):
        raise BadSetup(f"no model named {', '.join(sorted(unknown))}; there are {', '.join(rules.models)}")
    models, effects = {}, []
    for name in sorted(pieces):
        models[name] = placed(rules, name, pieces[name])
        if pieces[name].get("down"):
            effects.append(knocked_down(name, "DU-STANCE-2"))
        if pieces[name].get("guard"):
            effects.append(on_guard(name, models[name].seat))
    terrain = known(given.get("table", {}), "table", "terrain").get("terrain", ())
    return Table(
        models=models,
        terrain=tuple(map(feature, terrain)),
        tricks=(held(tricks.get("a", ())), held(tricks.get("b", ()))),
        effects=tuple(effects),
        active=seat_number(turn.get("seat", "a")),
        round=turn.get("round", 1),
    )


def placed(rules: DuelRules, name: str, given: Mapping[str, Any]) -> Model:
    known(given, name, "seat", "at", "facing", "health", "knives", "down", "guard")
    home = next(seat for seat, force in enumerate(FORCES) if name in force)
    seat = seat_number(given["seat"]) if "seat" in given else home
    x, y = pair(given, name, "at")
    m = model(rules, name, seat, x, y, milli(given["facing"]) if "facing" in given else (NORTH, SOUTH)[seat])
    return m.but(health=given.get("health", m.health), knives=given.get("knives", m.knives))


def feature(given: Mapping[str, Any]) -> Feature:
    known(given, "terrain", "kind", "at", "size")
    if given.get("kind") not in ("wall", "wood"):
        raise BadSetup(f"terrain is a wall or a wood, not {given.get('kind')!r}")
    return Feature(given["kind"], *pair(given, given["kind"], "at"), *pair(given, given["kind"], "size"))


def known(given: Any, what: str, *fields: str) -> Mapping[str, Any]:
    """The same, if it has no other fields."""
    if not isinstance(given, Mapping) or not set(given) <= set(fields):
        raise BadSetup(f"{what}: give {', '.join(fields)}, not {given!r}"[:200])
    return given


def pair(given: Mapping[str, Any], what: str, field: str) -> tuple[int, int]:
    """Two lengths in inches, as thousandths."""
    value = given.get(field)
    if not isinstance(value, list | tuple) or [type(v) in (int, float) for v in value] != [True, True]:
        raise BadSetup(f"{what}: give {field}: [x, y] in inches, not {value!r}"[:200])
    return milli(value[0]), milli(value[1])


def held(hand: Any) -> Tricks:
    if not set(hand) <= set(TRICKS):
        raise BadSetup(f"the tricks are {', '.join(TRICKS)}, not {', '.join(hand)}")
    return Tricks(bag=tuple(t for t in TRICKS if t not in hand), hand=tuple(sorted(hand)))


def seat_number(name: str) -> int:
    if name not in SEATS:
        raise BadSetup(f"no seat {name!r}; seats here: {', '.join(SEATS)}")
    return SEATS.index(name)
