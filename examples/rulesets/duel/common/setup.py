"""How a duel begins: the standard table, and positions written in scenario files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from duel.common import state
from duel.common.state import NORTH, SEATS, TRICKS, DuelRules, Feature, Model, Tricks, knocked_down, on_guard
from duel.common.turns import ROUNDS
from sandtable.core.form_parts import Entry, List, Name, Record, Table, names
from sandtable.core.forms import Number, Pair, Place, Truth, Whole
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


def standard(rules: DuelRules) -> state.Table:
    """Each champion in the middle of its edge, the squire at its right hand."""
    models = (
        model(rules, "gunther", 1, 12 * MILLI, 18 * MILLI, SOUTH),
        model(rules, "odo", 1, 9 * MILLI, 18 * MILLI, SOUTH),
        model(rules, "rosalind", 0, 12 * MILLI, 6 * MILLI, NORTH),
        model(rules, "wat", 0, 15 * MILLI, 6 * MILLI, NORTH),
    )
    return state.Table(models={m.name: m for m in models}, terrain=TERRAIN)


def form(rules: DuelRules) -> Record:
    """Every key of a position. The invariants judge the rest: bases that overlap, models off the table."""
    health = max(profile.health for profile in rules.models.values())
    knives = max(profile.knives for profile in rules.models.values())
    piece = Record(
        {
            "seat": Entry(names("seat", *SEATS), "whose it is, if not its own side's"),
            "at": Entry(Place(), "where it stands", needed=True),
            "facing": Entry(Number(-360, 360), "degrees, 90 is up the table; by default towards the enemy"),
            "health": Entry(Whole(1, health), "what is left of it"),
            "knives": Entry(Whole(0, knives), "left to throw"),
            "down": Entry(Truth(), "knocked down"),
            "guard": Entry(Truth(), "on guard"),
        },
        "model",
        "{at: [12, 4], facing: 90}",
    )
    side = Number(0, 24, above=True)
    feature = Record(
        {
            "kind": Entry(names("kind of terrain", "wall", "wood"), "what it is", needed=True),
            "at": Entry(Place(), "its middle", needed=True),
            "size": Entry(Pair(side), "width and height", needed=True),
        },
        "terrain",
        "{kind: wall, at: [12, 8], size: [4, 0.5]}",
    )
    hand = List(names("trick", *TRICKS), once=True)
    turn = {
        "seat": Entry(names("seat", *SEATS), "whose turn it is (a)"),
        "round": Entry(Whole(1, ROUNDS), "which round (1)"),
    }
    return Record(
        {
            "table": Entry(
                Record({"terrain": Entry(List(feature), "walls and woods")}), "the table of 24 by 24 inches"
            ),
            "pieces": Entry(Table(piece, Name("model", {n: m.title for n, m in rules.models.items()})), "the models"),
            "turn": Entry(Record(turn), "whose turn it is"),
            "tricks": Entry(Record({seat: Entry(hand, f"what {seat} holds") for seat in SEATS}), "tricks in hand"),
        },
        "position",
    )


def arranged(rules: DuelRules, given: Mapping[str, Any]) -> state.Table:
    """``pieces: {rosalind: {at: [12, 4], facing: 90, health: 3}}, turn: {seat: a, round: 2}, tricks: {a: [feint]}``"""
    turn, tricks, pieces = given.get("turn", {}), given.get("tricks", {}), given.get("pieces", {})
    models, effects = {}, []
    for name in sorted(pieces):
        models[name] = placed(rules, name, pieces[name])
        if pieces[name].get("down"):
            effects.append(knocked_down(name, "DU-STANCE-2"))
        if pieces[name].get("guard"):
            effects.append(on_guard(name, models[name].seat))
    return state.Table(
        models=models,
        terrain=tuple(map(feature, given.get("table", {}).get("terrain", ()))),
        tricks=(held(tricks.get("a", ())), held(tricks.get("b", ()))),
        effects=tuple(effects),
        active=SEATS.index(turn.get("seat", "a")),
        round=turn.get("round", 1),
    )


def placed(rules: DuelRules, name: str, given: Mapping[str, Any]) -> Model:
    home = next(seat for seat, force in enumerate(FORCES) if name in force)
    seat = SEATS.index(given["seat"]) if "seat" in given else home
    x, y = map(milli, given["at"])
    m = model(rules, name, seat, x, y, milli(given["facing"]) if "facing" in given else (NORTH, SOUTH)[seat])
    return m.but(health=given.get("health", m.health), knives=given.get("knives", m.knives))


def feature(given: Mapping[str, Any]) -> Feature:
    return Feature(given["kind"], *map(milli, given["at"]), *map(milli, given["size"]))


def held(hand: Any) -> Tricks:
    return Tricks(bag=tuple(t for t in TRICKS if t not in hand), hand=tuple(sorted(hand)))
