"""An incorporeal model of Mk II meets obstacles: it climbs for nothing and may end its move on one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.warmachine.kit import MK2, SMALL, Game, at, foe
from tests.rules.warmachine.test_obstacles_and_trenches import BOULDER

EDGE = 13 - SMALL  # a small base touches the boulder from here on; SPD 6


def shade(y: float, terrain: list[dict[str, Any]], *effects: str) -> Game:
    pieces = {"grave_shade": at(12, y, effects=list(effects)), "juggernaut": foe(40, 40)}
    return Game(MK2, pieces, terrain=terrain).activate("grave_shade", "advance")


@pytest.mark.rule("M2-ADV-19", "M2-TERRAIN-3")
def test_it_ends_on_a_boulder_at_any_distance_and_climbs_for_nothing() -> None:
    t = shade(EDGE - 5, [BOULDER])
    assert t.legal([[12_000, round(1000 * EDGE) + 100]]), "no need of an inch forward"
    t.play([[12_000, round(1000 * (EDGE + 1))]], 90_000)
    assert t.place("grave_shade")[1] == pytest.approx(EDGE + 1), "all six inches"


@pytest.mark.rule("M2-ADV-26", "M2-TERRAIN-3")
def test_while_solid_it_climbs_as_others_do() -> None:
    t = shade(EDGE - 5, [BOULDER], "corporeal")
    t.refusal([[12_000, round(1000 * (EDGE + 1))]], "M2-TERRAIN-3")


@pytest.mark.rule("M2-ADV-19")
def test_it_goes_on_from_the_top() -> None:
    t = shade(15, [BOULDER])
    assert t.legal([[12_000, 16_000]])
    assert t.legal([[12_000, 21_000]])
    t.refusal([[12_000, 21_002]])


@pytest.mark.rule("M2-ADV-20", "M2-TERRAIN-4")
def test_it_gets_wholly_past_walls_and_buildings() -> None:
    for kind in ("wall", "building"):
        t = shade(10, [{"kind": kind, "at": [12, 13], "size": [6, 0.5]}])
        t.refusal([[12_000, 13_000]])
        assert t.legal([[12_000, 14_000]])
