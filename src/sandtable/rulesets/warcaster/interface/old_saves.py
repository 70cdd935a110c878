"""Saves of older versions of the rules, read as today's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

BESIDE = "beside "
OWED = "impulse_reciprocator "  # followed by the model that spiked it
AGAIN = "reiteration_complex "  # followed by the model that made its extra attack


def migrated(raw: dict[str, Any], version: int) -> dict[str, Any]:
    """A saved game of an older version, changed in place."""
    if version < 2:
        from_one(raw)
    if version < 3:
        from_two(raw)
    return raw


def from_one(raw: dict[str, Any]) -> None:
    """Version 1 rolled for one card at a time; a roll it waits for is read as all draws are now."""
    waiting = raw["waiting"]
    if waiting is not None and waiting.get("purpose") == "draw a card":
        waiting["reading"] = {"type": "Picks"}


def from_two(raw: dict[str, Any]) -> None:
    """Version 2 kept the progress of attacks and activations in strings; now it has fields."""
    for value in values(raw):
        kind = value.get("type")
        if kind == "Strike":
            strike(value)
        elif kind == "Activity":
            activity(value)
        elif kind == "ImmediateAttack":
            value["in_activation"] = "activation" in value["marks"]
            value["marks"] = kept(value["marks"])


def strike(value: dict[str, Any]) -> None:
    marks = value["marks"]
    value["more_to_come"] = "more to come" in marks
    value["in_activation"] = "activation" in marks
    value["fixed_gun"] = "fixed gun" in marks
    value["beside"] = [mark.removeprefix(BESIDE) for mark in marks if mark.startswith(BESIDE)]
    value["owed"] = [mark.split() for mark in marks if mark.startswith(OWED)]
    value["marks"] = kept(marks)


def activity(value: dict[str, Any]) -> None:
    """``model/weapon``, with a leading + for an attack that does not count."""
    found = []
    for made in value["attacks"]:
        model, _, weapon = made.removeprefix("+").partition("/")
        found.append({"type": "MadeAttack", "model": model, "weapon": weapon, "extra": made.startswith("+")})
    value["attacks"], value["marks"] = found, kept(value["marks"])


def kept(marks: list[str]) -> list[str]:
    """Marks that are rules used."""
    fields = ("more to come", "activation", "fixed gun")
    return [mark for mark in marks if mark not in fields and not mark.startswith((BESIDE, OWED, AGAIN))]


def values(raw: Any) -> Iterator[dict[str, Any]]:
    """Every saved value, the inner ones first."""
    inner = raw.values() if isinstance(raw, dict) else raw if isinstance(raw, list) else ()
    for part in list(inner):
        yield from values(part)
    if isinstance(raw, dict):
        yield raw
