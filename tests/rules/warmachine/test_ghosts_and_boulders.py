"""An incorporeal model of Mk II meets obstacles: it climbs for nothing and may end its move on one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.warmachine.kit import LARGE, MK2, SMALL, Game, at, foe
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


@pytest.mark.rule("M2-ENGAGE-13", "M2-ADV-21", "M2-MOVE-9")
def test_who_is_frozen_inside_a_ghost_stays_and_the_ghost_is_shifted() -> None:
    """A free strike stops it there: its movement ends where it is, and nobody ends in another's base."""
    shade, axe = foe(12, 12.9), foe(12, 11.2 - 2 * LARGE - 0.2, 90, card="juggernaut")
    t = Game(MK2, {"ironclad": at(12, 11.2), "grave_shade": shade, "axe": axe}, dice=["6 6", "1 1 1", "1"])
    t.activate("ironclad", "advance", [[12_000, 16_000]]).play("strike with ice_axe")
    assert "stationary" in t.effects("ironclad") and t.place("ironclad")[1] > 11.2
    assert distance(t, "ironclad", "grave_shade") >= -0.006


@pytest.mark.rule("M2-ADV-20", "M2-MOVE-9")
def test_a_ghost_that_is_stopped_inside_another_is_shifted() -> None:
    shade, frost = at(12, 10), foe(12, 11.9, 270, card="ironclad")
    reach = foe(12, 8.2, 90, card="sorscha")
    t = Game(MK2, {"grave_shade": shade, "wall": frost, "sorscha": reach, "stryker": at(46, 2)}, dice=["6 6", "1 1 1"])
    t.activate("grave_shade", "advance", [[12_000, 14_500]]).play("strike with frostfang")
    assert "stationary" in t.effects("grave_shade") and distance(t, "grave_shade", "wall") >= -0.006


def distance(t: Game, one: str, other: str) -> float:
    """Between a large and a small base."""
    (ax, ay), (bx, by) = t.place(one)[:2], t.place(other)[:2]
    return float(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 - LARGE - SMALL)
