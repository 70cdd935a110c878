"""A position as a scenario file or a rule test gives it.

    pieces: {ironclad: {seat: a, at: [12, 8], facing: 90, focus: 2, damage: 3, down: true, effects: [fire]}}
    table: {size: [48, 48], terrain: [{kind: wall, at: [12, 10], size: [4, 0.5]}]}   or   map: mill_green
    turn: {seat: a, round: 1, phase: activation, first: a}

A piece's card is found by its name: ``ironclad``, ``ironclad_2`` and ``guns.1`` with ``card: long_gunners``. Warjacks
belong to the only warcaster of their seat unless `master` names another. Troopers give `unit` and `role`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core import BadSetup, Effect, Start
from sandtable.geometry.units import milli
from sandtable.rulesets.warmachine.common.damage.grid import marked, unmarked
from sandtable.rulesets.warmachine.common.setup.muster import PREFIXES
from sandtable.rulesets.warmachine.common.state.cards import Library, ModelCard
from sandtable.rulesets.warmachine.common.state.moments import TurnStarts
from sandtable.rulesets.warmachine.common.state.rules import WarmachineRules
from sandtable.rulesets.warmachine.common.state.table import SEATS, Model, Status, Table, Unit
from sandtable.rulesets.warmachine.common.terrain.features import laid_out, read_map
from sandtable.rulesets.warmachine.common.turn.battle import Battle
from sandtable.tabletop.position_files import unknown_keys

TOP = ("pieces", "table", "map", "turn", "scenario", "feats", "activated", "points")
PIECE = (
    "card", "seat", "at", "facing", "focus", "damage", "marks", "down", "stationary", "inert", "fleeing", "effects",
    "master", "unit", "role", "entry",
)  # fmt: skip
PHASES = ("maintenance", "control", "activation")
STATES = {"down": "knocked_down", "stationary": "stationary", "inert": "inert", "fleeing": "fleeing"}


def position(rules: WarmachineRules, given: Mapping[str, Any]) -> Start:
    faults = [*unknown_keys(given, TOP, "position"), *_faults(rules.cards, given.get("pieces", {}))]
    if faults:
        raise BadSetup("; ".join(faults))
    turn = given.get("turn", {})
    active, first = seat_of(turn.get("seat", "a")), seat_of(turn.get("first", "a"))
    round_ = turn.get("round", 1)
    status = dict(_statuses(rules.cards, given.get("pieces", {})))
    state = Table(
        map=_map(rules.cards, given),
        scenario=given.get("scenario", next(iter(rules.cards.scenarios))),
        models=dict(_models(rules.cards, given.get("pieces", {}))),
        status=status,
        units=_units(status),
        first=first,
        sides=(0, 1) if first == 0 else (1, 0),
        active=active,
        round=round_,
        turn=2 * round_ - (1 if active == first else 0),
        phase=turn.get("phase", "activation"),
        feats=tuple(given.get("feats", ())),
        activated=tuple(given.get("activated", ())),
        effects=tuple(_effects(given.get("pieces", {}), active)),
    )
    return Start(state, Battle(at="in_turn"))


def seat_of(name: Any) -> int:
    if name not in SEATS:
        raise BadSetup(f"no seat {name!r}; seats: {', '.join(SEATS)}")
    return SEATS.index(name)


def card_named(cards: Library, name: str) -> str | None:
    """The card a piece's name means: its id, with or without the faction's prefix, and without a number."""
    plain = re.sub(r"(_\d+|\.\d+)$", "", name)
    for wanted in (name, plain):
        for prefix in ("", *PREFIXES):
            if prefix + wanted in cards.models:
                return prefix + wanted
    return None


def _card(cards: Library, name: str, raw: Mapping[str, Any]) -> str:
    return card_named(cards, raw.get("card", name)) or ""


def _faults(cards: Library, pieces: Mapping[str, Any]) -> Iterator[str]:
    for name, raw in pieces.items():
        yield from unknown_keys(raw, PIECE, name)
        if not _card(cards, name, raw):
            yield f"{name}: no card {raw.get('card', name)!r}"
        if "at" not in raw:
            yield f"{name}: at is missing"


def _models(cards: Library, pieces: Mapping[str, Any]) -> Iterator[tuple[str, Model]]:
    for name, raw in pieces.items():
        x, y = (milli(v) for v in raw["at"])
        facing = milli(raw.get("facing", 90 if raw.get("seat", "a") == "a" else 270))
        yield name, Model(card=_card(cards, name, raw), x=x, y=y, facing=facing)


def _statuses(cards: Library, pieces: Mapping[str, Any]) -> Iterator[tuple[str, Status]]:
    kinds = {name: cards.models[_card(cards, name, raw)].kind for name, raw in pieces.items()}
    for name, raw in pieces.items():
        seat, card = seat_of(raw.get("seat", "a")), _card(cards, name, raw)
        casters = [n for n, r in pieces.items() if kinds[n] == "warcaster" and seat_of(r.get("seat", "a")) == seat]
        master = raw.get("master", casters[0] if len(casters) == 1 else "") if kinds[name] == "warjack" else ""
        entries = (e for e, entry in cards.entries.items() if any(m.model == card for m in entry.members))
        yield (
            name,
            Status(
                seat=seat,
                card=card,
                entry=raw.get("entry", next(entries, "")),
                unit=raw.get("unit", ""),
                role=raw.get("role", "grunt" if raw.get("unit") else ""),
                master=master,
                marks=_marks(cards.models[card], raw),
                focus=raw.get("focus", 0),
            ),
        )


def _marks(card: ModelCard, raw: Mapping[str, Any]) -> tuple[int, ...]:
    """``damage: 5`` fills from the first column; ``marks: CM`` marks whole systems."""
    marks = list(unmarked(card))
    if "marks" in raw:
        for system in raw["marks"]:
            for column, boxes in enumerate(card.grid):
                for box, letter in enumerate(boxes):
                    if letter == system:
                        marks[column] |= 1 << box
    damage = raw.get("damage", 0)
    return marked(card, tuple(marks), 0, damage) if damage else tuple(marks)


def _units(status: Mapping[str, Status]) -> dict[str, Unit]:
    found: dict[str, list[str]] = {}
    for name, s in status.items():
        if s.unit:
            found.setdefault(s.unit, []).append(name)
    return {
        unit: Unit(seat=status[names[0]].seat, entry=status[names[0]].entry, members=tuple(names), began=len(names))
        for unit, names in found.items()
    }


def _effects(pieces: Mapping[str, Any], active: int) -> Iterator[Effect]:
    for name, raw in pieces.items():
        for key, effect in STATES.items():
            if raw.get(key):
                lasts = TurnStarts(active) if key == "stationary" else None
                yield Effect(effect, name, until=lasts)
        for effect in raw.get("effects", ()):
            if isinstance(effect, Mapping):
                yield Effect(effect["name"], name, effect.get("source", ""), effect.get("slot", ""))
            else:
                yield Effect(effect, name)


def _map(cards: Library, given: Mapping[str, Any]) -> Any:
    if "map" in given:
        return read_map(cards, given["map"])
    raw = given.get("table", {})
    size = tuple(milli(side) for side in raw.get("size", (48, 48)))
    return laid_out(cards, size, raw.get("terrain", ()))
