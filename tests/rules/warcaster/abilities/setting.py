"""What the tests of special rules share: distances between bases, and the reasons behind a number."""

from __future__ import annotations

from typing import Any

from sandtable.core import Query
from tests.rules.warcaster.kit import Bench, rules

TABLE = {"size": 48}
WALL = {"kind": "obstacle", "height": 1, "at": [24, 14.5], "size": [6, 0.5]}  # gives cover, hides nobody
TOWER = {"kind": "structure", "height": 6, "at": [24, 14.5], "size": [20, 0.5]}  # gives cover, hides everybody
MIRE = {"kind": "rough", "at": [24, 24], "size": [30, 30]}


def apart(one: str, other: str, gap: float) -> float:
    """The distance of base centres of two units that leaves this gap between the bases."""
    units = rules().cards.units
    return (units[one].base.radius + units[other].base.radius) / 1000 + gap


def reasons(t: Bench, query: Query) -> dict[str, tuple[int, str]]:
    """Why a number is what it is: each reason with its share and the rule it cites."""
    return {term.why: (term.value, term.cite) for term in t.position.terms(query)}


def bench(pieces: dict[str, Any], *terrain: dict[str, Any], dice: tuple[str, ...] = (), **more: Any) -> Bench:
    return Bench(table={**TABLE, "terrain": list(terrain)}, pieces=pieces, dice=dice, **more)
