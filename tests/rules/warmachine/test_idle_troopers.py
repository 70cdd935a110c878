"""Troopers that take no part in the activation of their unit: stationary, fleeing, fallen on their way."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.warmachine.kit import MK1, MK2, Game, at, both, foe, row

SHOT = "guns.2 attack juggernaut with repeating_long_gun"


def guns(**more: Any) -> dict[str, Any]:
    """Long Gunners, the second of them in some state, and an enemy far off."""
    unit = row(3)
    unit["guns.2"] |= more
    return {**unit, "stryker": at(46, 2), "juggernaut": foe(12, 20), "sorscha": foe(46, 46)}


@both
@pytest.mark.rule("M2-STAT-8", "M1-TURN-11")
def test_a_stationary_trooper_is_skipped_whatever_the_order(game: str) -> None:
    cite = {MK1: "M1-TURN-11", MK2: "M2-STAT-8"}[game]
    t = Game(game, guns(stationary=True), casters=False).activate("guns", "order charge")
    t.refusal("guns.2 charges juggernaut", cite)
    t.play("declared")
    for move in ("advance", "run", "charge juggernaut"):
        t.refusal(f"guns.2 {move}", cite)
    t = Game(game, guns(stationary=True), casters=False).activate("guns", "no order", "act")
    for deed in ("attack juggernaut with sword", "advance"):
        t.refusal(f"guns.2 {deed}", cite)


@pytest.mark.rule("M2-CMD-17")
def test_mk2_a_trooper_that_has_fled_neither_moves_on_nor_acts() -> None:
    t = Game(MK2, guns(fleeing=True), casters=False).activate("guns", "no order", [])
    t.refusal("guns.2 advance", "M2-CMD-17")
    t.play("act").refusal(SHOT, "M2-CMD-17")


@pytest.mark.rule("M1-FLEE-2")
def test_mk1_a_fleeing_trooper_waits_for_the_maintenance_phase() -> None:
    t = Game(MK1, guns(fleeing=True), casters=False).activate("guns", "no order")
    t.refusal("guns.2 advance", "M1-FLEE-2")


@pytest.mark.rule("M2-KD-3", "M2-ENGAGE-13")
def test_mk2_a_trooper_knocked_down_on_his_way_does_nothing_more() -> None:
    """A plate infantryman survives the pike that throws him to the ground."""
    pike = foe(12, 10 + 2 * 0.787 + 0.2, card="iron_fangs", unit="pikes", role="leader")
    pieces = {**row(2, "bulwark_guard", "guards", step=4), "fangs": pike, "stryker": at(46, 2), "sorscha": foe(46, 46)}
    pieces["guards.1"]["at"], pieces["guards.2"]["at"] = [16, 10], [12, 10]
    t = Game(MK2, pieces, casters=False, dice=["6 6", "1 1 1"]).activate("guards", "no order")
    t.play("guards.2 advance", [[12_000, 6000]], "strike with blasting_pike")
    assert "knocked_down" in t.effects("guards.2")
    t.refusal("guards.2 advance", "M2-KD-3")
    t.refusal("guards.2 stand instead of acting", "M2-KD-2")
