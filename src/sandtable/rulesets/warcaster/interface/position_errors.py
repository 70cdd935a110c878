"""Every error in a scenario position, with a suggested fix."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.rulesets.warcaster.missions.mission_objectives import objectives_of
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.state.table import STEPS
from sandtable.tabletop.position_files import not_one_of, unknown_keys, unknown_name

SEATS = {"a": 0, "b": 1}
KEYS = {"table", "mission", "objectives", "pieces", "seats", "turn", "mercy", "geyser", "sides"}
PIECE = {
    "seat", "unit", "at", "arc", "damage", "token", "effects", "barred", "carrying", "z", "on", "cortex", "weapons",
    "place", "lost", "attachments", "entered",
}  # fmt: skip
SEAT = {"well", "hand", "rack", "discard", "in_play", "vp", "secondary", "attachments", "kills", "scored", "recon"}
TURN = {"seat", "first", "step", "round", "box"}
MOMENTS = (*STEPS, "setup", "end_of_pulse")


def position_errors(cards: Library, given: Mapping[str, Any]) -> Iterator[str]:
    yield from unknown_keys(given, KEYS, "scenario")
    mission = given.get("mission", "boiling_point")
    yield from not_one_of(mission, cards.missions, "mission", "mission")
    for name, raw in dict(given.get("pieces") or {}).items():
        yield from _piece(cards, name, raw)
    yield from _carried(cards, given)
    for seat, raw in dict(given.get("seats") or {}).items():
        if seat not in SEATS:
            yield f"seats: a and b, not {seat!r}"
        else:
            yield from unknown_keys(raw or {}, SEAT, f"seats.{seat}")
    turn = dict(given.get("turn") or {})
    yield from unknown_keys(turn, TURN, "turn")
    for key in ("seat", "first"):
        if turn.get(key, "a") not in SEATS:
            yield f"turn.{key}: a or b, not {turn[key]!r}"
    yield from not_one_of(turn.get("step", "activation"), MOMENTS, "turn.step", "step")


def _piece(cards: Library, name: str, raw: Any) -> Iterator[str]:
    if not isinstance(raw, Mapping):
        yield f"{name}: {{seat: a, unit: hunter, at: [12, 8]}}, not {raw!r}"
        return
    yield from unknown_keys(raw, PIECE, name)
    yield from unknown_name(raw.get("unit"), cards.units, f"{name}.unit", "unit")
    if raw.get("seat") not in SEATS:
        yield f"{name}.seat: a or b, not {raw.get('seat')!r}"


def _carried(cards: Library, given: Mapping[str, Any]) -> Iterator[str]:
    """Only objectives of this table can be carried."""
    mission = str(given.get("mission"))
    known = {*(objectives_of(cards, mission) if mission in cards.missions else ()), *(given.get("objectives") or {})}
    for name, raw in dict(given.get("pieces") or {}).items():
        carried = raw.get("carrying", "") if isinstance(raw, Mapping) else ""
        for thing in carried.values() if isinstance(carried, Mapping) else (carried,):
            if thing and thing not in known:
                yield f"{name}.carrying: no objective {thing!r}; objectives: {', '.join(sorted(known)) or 'none'}"
