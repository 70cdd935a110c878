"""Troopers who can do nothing: in Mk I a unit of them activates all the same, and those out of formation check."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.state.events import ActivationBegan
from tests.rules.warmachine.kit import ESCALATION, LARGE, MK1, MK2, SMALL, STEP, Game, at, both, foe, row, to_next_turn


def frozen_pair(apart: float, *dice: str) -> Game:
    """Two long gunners who are stationary, so far from each other; their warcaster is far away."""
    guns = row(2, step=1.2 + apart, effects=["stationary"])
    return Game(ESCALATION, {**guns, "juggernaut": foe(40, 40)}, dice=list(dice))


@pytest.mark.rule("M1-TURN-4", "M1-TURN-11", "M1-FORM-10")
def test_mk1_stationary_troopers_out_of_formation_check_when_all_others_have_activated() -> None:
    t = frozen_pair(4, "6 6")
    assert "activate guns" not in t.offers()
    to_next_turn(t)
    assert t.happened(ActivationBegan, who="guns")
    assert t.effects("guns.2") == {"stationary", "fleeing"}
    assert t.effects("guns.1") == {"stationary"}, "the leader is in formation with himself"


@pytest.mark.rule("M1-FORM-10")
def test_mk1_a_stationary_trooper_who_keeps_his_nerve_stays() -> None:
    t = to_next_turn(frozen_pair(4, "1 1"))
    assert t.effects("guns.2") == {"stationary"}


@pytest.mark.rule("M1-TURN-4", "M1-TURN-11")
def test_mk1_a_stationary_unit_in_formation_rolls_for_nothing() -> None:
    t = to_next_turn(frozen_pair(1))
    assert t.happened(ActivationBegan, who="guns")
    assert t.effects("guns.2") == {"stationary"}


@pytest.mark.rule("M1-TURN-11", "M1-FLEE-2")
def test_mk1_a_stationary_unit_that_flees_waits_for_the_next_maintenance() -> None:
    guns = row(2, effects=["stationary"], fleeing=True)
    t = to_next_turn(Game(ESCALATION, {**guns, "juggernaut": foe(40, 40)}))
    assert not t.happened(ActivationBegan, who="guns")


# --- troopers whose unit goes on without them ---
@both
@pytest.mark.rule("M1-TURN-11", "M1-FLEE-2", "M1-FLEE-11", "M2-STAT-8")
def test_a_trooper_who_cannot_activate_is_refused_for_what_bars_him(game: str) -> None:
    guns = {**row(4), "juggernaut": foe(12, 18)}
    guns["guns.3"] = {**guns["guns.3"], "stationary": True}
    t = Game(game, guns).activate("guns", "no order")
    t.refusal("guns.3 advance", {MK1: "M1-TURN-11", MK2: "M2-STAT-8"}[game])
    guns["guns.3"] = {**guns["guns.3"], "stationary": False, "fleeing": True}
    if game == MK1:
        Game(game, guns).activate("guns", "no order").refusal("guns.3 advance", "M1-FLEE-2")


@pytest.mark.rule("M1-KD-8", "M1-KD-10")
def test_escalation_a_crewman_felled_by_his_own_gun_does_nothing_more() -> None:
    """A critical hit on a warjack beside him: he lies under the template."""
    near = 10 + 2.4 + SMALL + LARGE + 0.2
    crew = {
        "gun.1": at(12, 10, card="field_gun_gunner", unit="gun", role="gunner"),
        "gun.2": at(10.5, 12.4, card="field_gun_crewman", unit="gun", role="crewman"),
        "juggernaut": foe(10.5, near),
    }
    t = Game(ESCALATION, crew, dice=["5 5", "1 1", "1 1"]).activate(
        "gun", "act", "gun.1 attack juggernaut with field_gun"
    )
    assert t.effects("gun.2") == {"knocked_down"}
    t.refusal("gun.2 attack juggernaut with rammer", "M1-KD-8")


@pytest.mark.rule("M2-STAT-8", "M2-STAT-1", "M2-CMD-16", "M2-CMD-19")
@pytest.mark.parametrize("down", [False, True])
def test_mk2_a_fleeing_trooper_that_is_stationary_neither_runs_nor_stands_up_nor_rallies(down: bool) -> None:
    unit = row(3)
    for piece in unit.values():
        piece["fleeing"] = True
    unit["guns.2"] |= {"stationary": True, "down": down}
    pieces = {**unit, "stryker": at(46, 2), "sorscha": foe(12 + STEP, 20)}
    t = Game(MK2, pieces, casters=False, dice=["1 1"]).activate("guns")
    while t.state.activating == "guns":
        assert "guns.2" not in t.offers() and "guns.2" not in t.ask.prompt
        t.play(t.ask.default)
    assert {"fleeing", "stationary"} <= t.effects("guns.2")
    assert ("knocked_down" in t.effects("guns.2")) is down
    assert "fleeing" not in t.effects("guns.1") | t.effects("guns.3"), "in formation with their leader"
