"""Evades that the stands' order or a new formation makes possible (WM-EVADE-3, WM-EVADE-5)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.rules.warmaster.kit import Bench, crossbows, general, orcs, poses

ROUND = {"g": general(5, 5), "bg": general(110, 85, "b")}


def beside(wall: float, enemy: float = 46, **more: Any) -> Bench:
    """Crossbowmen at (60, 40) with an enemy ahead, and a building behind their left that ends here."""
    house = {"kind": "building", "points": [[wall - 7, 20], [wall, 20], [wall, 38.9], [wall - 7, 38.9]]}
    pieces = {"x": crossbows(60, 40), "o": orcs(0, 0, stands=[[60, enemy, 270]]), **ROUND}
    return Bench(pieces=pieces, table={"size": [120, 90], "terrain": [house]}, step="command", waits=True, **more)


@pytest.mark.rule("WM-EVADE-3", "WM-MOVE-13")
def test_the_closest_stand_moves_first_through_its_own_unmoved_comrades() -> None:
    pieces = {"x": crossbows(60, 40), "o": orcs(0, 0, stands=[[60, 50, 270]]), **ROUND}
    t = Bench(pieces=pieces, table={"size": [120, 90], "terrain": []}, step="command", waits=True).play("x evades o")
    column = poses((58, 25, 0), (60, 25, 0), (62, 25, 0))
    assert t.legal(column)
    t.play(column)
    assert t.stands("x") == [(58, 25, 0), (60, 25, 0), (62, 25, 0)]


@pytest.mark.rule("WM-EVADE-3", "WM-EVADE-5")
def test_a_unit_that_fits_nowhere_as_it_stands_evades_in_another_formation() -> None:
    t = beside(57)
    assert "x evades o" in t.offers()
    t.play("x evades o")
    offered = t.ask.domain.sample(t.position, 3, Random(0))
    assert offered and all(t.legal(answer) for answer in offered)
    t.play(t.ask.domain.fallback(t.position))
    assert t.stands("x")[1][0] == 60 and min(46 - 1 - (y + 1) for _, y, _ in t.stands("x")) >= 5


@pytest.mark.rule("WM-EVADE-4")
def test_one_that_fits_nowhere_at_all_may_not_evade() -> None:
    t = beside(63)  # the wall is behind the closest stand, too
    assert "x evades o" not in t.offers()
    t.refusal("x evades o", "WM-EVADE-4")
