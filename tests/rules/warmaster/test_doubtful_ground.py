"""Ground in doubtful places: on a rampart, exactly at an edge (WM-TERRAIN)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.terrain.cover import DEFENDED, FORTIFIED, OPEN, cover
from tests.rules.warmaster.kit import Bench, foot, orcs


def on(pieces: dict[str, Any], *terrain: dict[str, Any]) -> Bench:
    return Bench(pieces=pieces, step="orders", waits=True, table={"size": [180, 120], "terrain": list(terrain)})


def area(kind: str, x0: float, y0: float, x1: float, y1: float) -> dict[str, Any]:
    return {"kind": kind, "points": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]}


def covered(pieces: dict[str, Any], *terrain: dict[str, Any]) -> int:
    """The cover of the first stand of h against o."""
    p = on(pieces, *terrain).position
    return cover(p, "h", p.state.stands["h"][0], crowd(p).of("o"))


@pytest.mark.rule("WM-TERRAIN-22", "WM-TERRAIN-20")
@pytest.mark.parametrize("side", [orcs(40, 70), orcs(40, 20, facing=90)])
def test_a_stand_on_a_rampart_is_fortified_from_every_side(side: dict[str, Any]) -> None:
    wall = {"kind": "high_linear", "line": [[20, 50], [60, 50]], "width": 1}
    assert covered({"h": foot(40, 50), "o": side}, wall) == FORTIFIED
    hedge = {"kind": "low_linear", "line": [[20, 50], [60, 50]], "width": 1}
    assert covered({"h": foot(40, 50), "o": side}, hedge) == OPEN, "a hedge must be between them"


@pytest.mark.rule("WM-TERRAIN-23", "WM-TERRAIN-21")
def test_cover_at_the_very_edges() -> None:
    ahead = orcs(40, 80)
    hedge = {"kind": "low_linear", "line": [[20, 50], [60, 50]]}
    assert [covered({"h": foot(40, y), "o": ahead}, hedge) for y in (48, 47.98)] == [DEFENDED, OPEN]
    wood = area("wood", 20, 30, 60, 38)
    assert [covered({"h": foot(40, y), "o": ahead}, wood) for y in (39, 39.02)] == [DEFENDED, OPEN]
    hill = area("hill", 20, 40, 60, 60)
    assert [covered({"h": foot(40, y), "o": ahead}, hill) for y in (40, 39.99)] == [DEFENDED, OPEN]
    assert [covered({"h": foot(40, 50), "o": orcs(40, y)}, hill) for y in (61, 60.98)] == [DEFENDED, OPEN]
