"""A unit of which nobody can do anything, in Mk I: it activates all the same, and those out of formation check."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.state.events import ActivationBegan
from tests.rules.warmachine.kit import ESCALATION, Game, foe, row, to_next_turn


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
