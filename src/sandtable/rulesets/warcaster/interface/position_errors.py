"""Every error in a scenario position, with a suggested fix."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from sandtable.rulesets.warcaster.missions.objective_markers import objectives_of
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.state.table import STEPS

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
    yield from _unknown(given, KEYS, "scenario")
    mission = given.get("mission", "boiling_point")
    if mission not in cards.missions:
        yield f"mission: no {mission!r}; missions: {', '.join(cards.missions)}"
    for name, raw in dict(given.get("pieces") or {}).items():
        yield from _piece(cards, name, raw)
    yield from _carried(cards, given)
    for seat, raw in dict(given.get("seats") or {}).items():
        if seat not in SEATS:
            yield f"seats: a and b, not {seat!r}"
        else:
            yield from _unknown(raw or {}, SEAT, f"seats.{seat}")
    turn = dict(given.get("turn") or {})
    yield from _unknown(turn, TURN, "turn")
    for key in ("seat", "first"):
        if turn.get(key, "a") not in SEATS:
            yield f"turn.{key}: a or b, not {turn[key]!r}"
    if turn.get("step", "activation") not in MOMENTS:
        yield f"turn.step: no step {turn['step']!r}; steps: {', '.join(MOMENTS)}"


def _unknown(raw: Mapping[str, Any], keys: set[str], where: str) -> Iterator[str]:
    if unknown := set(raw) - keys:
        yield f"{where}: unknown {', '.join(sorted(unknown))}; known: {', '.join(sorted(keys))}"


def _piece(cards: Library, name: str, raw: Any) -> Iterator[str]:
    if not isinstance(raw, Mapping):
        yield f"{name}: {{seat: a, unit: hunter, at: [12, 8]}}, not {raw!r}"
        return
    yield from _unknown(raw, PIECE, name)
    if raw.get("unit") not in cards.units:
        near = get_close_matches(str(raw.get("unit")), cards.units, 1)
        yield f"{name}.unit: no unit {raw.get('unit')!r}" + (f"; did you mean {near[0]}?" if near else "")
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
