"""Movement that is cut short: a free strike disables the movement of a warjack on its way."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.movement.charge import Charged
from tests.rules.warmachine.kit import ESCALATION, LARGE, MEDIUM, MK1, MK2, SMALL, WEST, Game, at, both, foe

LAMED = [0, 4, 4, 0, 0, 0]  # of a Charger: one point in the second column disables its movement
STRIKE = ["6 5", "1 1 1", "2"]


def leaving(**more: Any) -> dict[str, Any]:
    """A Charger with an enemy in front of it."""
    return {"charger": at(12, 10, columns=LAMED, **more), "juggernaut": foe(12, 10 + MEDIUM + LARGE + 0.2)}


@pytest.mark.rule("M1-SYS-6", "M1-FREE-5", "M1-MOD-16")
def test_mk1_a_warjack_whose_movement_is_disabled_on_its_way_goes_one_inch_in_all() -> None:
    t = Game(MK1, leaving(), dice=STRIKE).activate("charger", "advance", [[12_000, 8000], [12_000, 5000]])
    t.play("strike with ice_axe")
    assert t.out("charger") == {"M"} and t.place("charger") == (12, 9)
    t.done("a", "turn charger")


@pytest.mark.rule("M1-SYS-11", "M1-FREE-5")
def test_mk1_it_runs_two_inches_in_all() -> None:
    t = Game(MK1, leaving(focus=1), dice=STRIKE).activate("charger", "run", [[12_000, 9500], [17_000, 9500]])
    t.play("strike with ice_axe")
    x, y = t.place("charger")
    assert y == 9.5 and x == 13.5


@pytest.mark.rule("M1-SYS-6", "M1-FREE-5", "M1-TERRAIN-2")
def test_mk1_what_it_went_through_rough_ground_counts_double() -> None:
    mud = [{"kind": "rough", "at": [12, 8], "size": [6, 6]}]
    t = Game(MK1, leaving(), terrain=mud, dice=STRIKE).activate("charger", "advance", [[12_000, 8000]])
    t.play("strike with ice_axe")
    assert t.place("charger")[1] == pytest.approx(9.5, abs=0.002)


@pytest.mark.rule("M1-MOD-16", "M1-CHARGE-17", "M1-CHARGE-19")
def test_mk1_a_charge_ends_where_the_movement_is_disabled() -> None:
    pieces = leaving(focus=1) | {"destroyer": foe(20, 10, WEST)}
    t = Game(MK1, pieces, dice=STRIKE).activate("charger", "charge destroyer", [0, 5800]).play("strike with ice_axe")
    assert t.place("charger")[0] < 13.5 and t.happened(Charged)[0].failed
    assert t.state.activating != "charger"


@pytest.mark.rule("M1-CHARGE-19", "M1-CHARGE-12")
def test_mk1_a_charger_stopped_with_its_target_in_reach_has_charged_as_far_as_it_went() -> None:
    target = foe(12 + 2 * MEDIUM + 1.5, 10, WEST, card="charger")
    t = Game(MK1, leaving(focus=1) | {"other": target}, dice=STRIKE).activate("charger", "charge other", [0, 1400])
    t.play("strike with ice_axe")
    charged = t.happened(Charged)[0]
    assert not charged.failed and t.place("charger")[0] == 12 + charged.far / 1000 and 1000 < charged.far < 1200
    assert "attack other with battle_hammer" in t.offers()


@pytest.mark.rule("M2-DMG-15", "M2-MOVE-24")
def test_mk2_crippled_in_mid_charge_its_activation_ends_also_with_its_target_in_reach() -> None:
    target = foe(12 + 2 * MEDIUM + 1.3, 10, WEST, card="charger")
    t = Game(MK2, leaving(focus=1) | {"other": target}, dice=STRIKE).activate("charger", "charge other", [0, 1200])
    t.play("strike with ice_axe")
    assert t.out("charger") == {"M"} and 13.1 < t.place("charger")[0] < 13.2, "0.2 inches from it"
    assert t.happened(Charged, failed=True, cite="M2-DMG-15") and t.state.activating != "charger"


@both
@pytest.mark.rule("M1-CHARGE-19", "M2-MOVE-21", "M2-ENGAGE-13")
def test_a_charger_frozen_by_a_free_strike_fails_its_charge(game: str) -> None:
    """In Mk I by the rule on charging out of melee."""
    pieces = {"stryker": at(10, 10), "juggernaut": foe(10 - SMALL - LARGE - 0.3, 10, 0), "sorscha": foe(10, 16)}
    t = Game(game, pieces, dice=["6 6", "1 1 1"]).activate("stryker", "charge sorscha", [90_000, 4500])
    t.play("strike with ice_axe")
    assert "stationary" in t.effects("stryker") and t.place("stryker")[1] < 11.5
    charged = t.happened(Charged)[0]
    assert charged.failed and charged.cite == {MK1: "M1-CHARGE-19", MK2: "M2-MOVE-21"}[game]


@pytest.mark.rule("M1-POWER-24", "M1-CHARGE-19", "M1-POWER-14")
@pytest.mark.parametrize(("start", "gap", "then"), [(10, 0.3, "slam"), (13, 0.3, "bash"), (10, 1.3, "failed")])
def test_mk1_a_slam_that_is_stopped_with_its_target_in_reach_goes_on(start: float, gap: float, then: str) -> None:
    """Its movement is disabled where it leaves an axe, at y = 13.97. Less than 3 inches are a bash."""
    left = 13 + ((2 * LARGE + 0.5) ** 2 - (2 * LARGE + 0.3) ** 2) ** 0.5
    target = foe(12, left + 2 * LARGE + gap)
    axe = foe(12 - 2 * LARGE - 0.3, 13, 0)
    pieces = {"ironclad": at(12, start, columns=[0, 6, 4, 0, 0, 0], focus=1), "destroyer": axe, "juggernaut": target}
    t = Game(MK1, pieces, dice=["6 5", "1 1 1", "3"], waits=True).activate("ironclad", "slam juggernaut")
    t.play([90_000, round(1000 * (left + gap - 0.1 - start))], "strike with executioner_axe")
    charged = t.happened(Charged)[0]
    assert t.out("ironclad") == {"M"} and charged.far == round(1000 * (t.place("ironclad")[1] - start))
    assert charged.failed == (then == "failed")
    if then == "failed":
        assert t.state.activating != "ironclad" and t.cited("M1-POWER-24")
    else:
        t.throw((6, 5))
        assert t.match.roll is not None
        assert t.match.roll.purpose == {"slam": "inches of the slam", "bash": "damage to juggernaut"}[then]


@pytest.mark.rule("ES-CREW-15", "ES-CREW-4", "M1-FLEE-5")
def test_a_gunner_in_flight_runs_twice_his_own_speed() -> None:
    crew = {
        "gun.1": at(12, 30, card="rocket_gunner", unit="gun", role="gunner", fleeing=True),
        "gun.2": at(12 + MEDIUM + SMALL, 30, card="rocket_crewman", unit="gun", role="crewman", fleeing=True),
    }
    pieces = {**crew, "sorscha": at(44, 2), "stryker": foe(44, 44)}
    t = Game(ESCALATION, pieces, casters=False, turn={"seat": "a", "phase": "maintenance"}, waits=True)
    assert t.place("gun.1") == (12, 26)
