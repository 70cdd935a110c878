"""Who rallies after a flight, and what a fleeing model still does to others."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.units.command import Checked
from tests.rules.warmachine.kit import (
    ESCALATION,
    KEEP,
    LARGE,
    MK1,
    MK2,
    NORTH,
    SMALL,
    SOUTH,
    Game,
    at,
    foe,
    to_next_turn,
)

GUNS: dict[str, Any] = {"card": "long_gunners", "unit": "guns"}
FANGS: dict[str, Any] = {"card": "iron_fangs", "unit": "fangs"}
MAINTENANCE = {"seat": "a", "phase": "maintenance"}


# --- rallying ---
@pytest.mark.rule("M1-FLEE-10", "M1-RALLY-6")
@pytest.mark.parametrize("frozen", ["guns.1", "guns.2"])
def test_mk1_the_check_of_its_unit_does_not_rally_a_stationary_trooper(frozen: str) -> None:
    pieces = {
        "guns.1": at(12, 30, role="leader", fleeing=True, **GUNS),
        "guns.2": at(13.5, 30, role="grunt", fleeing=True, **GUNS),
        "juggernaut": foe(40, 40),
    }
    pieces[frozen] |= {"at": [12, 18], "effects": [{"name": "stationary"}]}
    t = Game(MK1, pieces, turn=MAINTENANCE, dice=["1 1"], waits=True)
    other = "guns.2" if frozen == "guns.1" else "guns.1"
    assert "fleeing" not in t.effects(other)
    assert "fleeing" in t.effects(frozen) and t.facing(frozen) == NORTH


@pytest.mark.rule("M1-KD-8", "M1-RALLY-2", "M1-FLEE-6")
def test_mk1_who_is_knocked_down_in_its_flight_does_not_rally() -> None:
    """Its activation ended where it fell, though its warcaster is near."""
    pieces = {
        "dread": at(12, 20, SOUTH, fleeing=True),
        "fangs.1": foe(12, 21.3, SOUTH, role="leader", **FANGS),
        "sorscha": at(12, 12),
        "stryker": foe(46, 46),
    }
    t = Game(MK1, pieces, turn=MAINTENANCE, casters=False, dice=["3 3", "1 1 1"], waits=True)
    t.play("strike with blasting_pike").done("a", "activate sorscha")
    assert {"fleeing", "knocked_down"} <= t.effects("dread")


@pytest.mark.rule("M1-RALLY-4", "ES-MARSHAL-12")
@pytest.mark.parametrize(("dice", "cite"), [("1 1", "M1-RALLY-4"), ("6 6", "ES-MARSHAL-12")])
def test_a_marshal_who_has_fled_this_turn_helps_his_warjack_from_his_next_turn_on(dice: str, cite: str) -> None:
    pieces = {
        "marshal": at(12, 20, fleeing=True),
        "stryker": at(12, 5),
        "ironclad": at(14, 12, master="marshal"),
        "juggernaut": foe(14, 22),
    }
    t = Game(ESCALATION, pieces, turn=MAINTENANCE, dice=[dice], waits=True).activate("ironclad")
    for deed in ("run", "charge juggernaut"):
        t.refusal(deed, cite)
    if cite == "M1-RALLY-4":
        assert "run" in to_next_turn(to_next_turn(t)).activate("ironclad").offers()


# --- special rules of whoever flees ---
@pytest.mark.rule("M1-FLEE-5", "M1-CMD-4")
@pytest.mark.parametrize("flees", [False, True])
def test_mk1_whoever_flees_frightens_nobody(flees: bool) -> None:
    pieces = {
        "guns.1": at(12, 10, role="leader", **GUNS),
        "guns.2": at(13.5, 10, role="grunt", **GUNS),
        "dread": foe(12, 16, NORTH, **({"fleeing": True} if flees else {})),
    }
    t = Game(MK1, pieces, dice=["1 1"], waits=True)
    t.activate("guns", "no order", "guns.1 advance", ((12_000, 14_500),))
    assert [roll.purpose for roll in t.rolls] == ([] if flees else ["command check of guns"])


# --- a marshal who changes sides and back ---
@pytest.mark.rule("ES-MARSHAL-10", "ES-MARSHAL-11")
def test_warjacks_a_suborned_marshal_took_over_stay_with_their_player_when_he_returns() -> None:
    pieces = {
        "vane": at(12, 10, focus=6),
        "ironclad": at(16, 16.5, master=None),
        "marshal": foe(16 - LARGE - SMALL, 16.5),
        "charger": foe(30, 30, master="marshal"),
        "sorscha": foe(46, 46),
    }
    t = Game(ESCALATION, pieces, casters=False, dice=["6 5"], waits=True)
    t.activate("vane", "cast suborn at marshal", "roll", "end").activate("marshal", "take ironclad", "end")
    assert t.state.status["ironclad"].master == "marshal" and t.state.status["charger"].master == ""
    to_next_turn(to_next_turn(t))
    status = t.state.status
    assert status["marshal"].seat == 1 and status["charger"].master == "marshal" and status["ironclad"].master == ""


@pytest.mark.rule("M2-CMD-25", "M2-CMD-13")
def test_mk2_who_rallies_checks_against_the_terror_that_came_up_meanwhile() -> None:
    """It made no check while it fled; against the one it fled from it makes none again."""
    pieces = {"strangewayes": at(12, 14), "dread_axe": foe(12, 20), "stryker": at(2, 46), "sorscha": foe(44, 44)}
    t = Game(MK2, pieces, casters=False, dice=["6 6"]).activate("strangewayes", "advance", [[12_000, 17_000]], 90_000)
    to_next_turn(to_next_turn(t))
    t.dice = ["1 1"]
    t.activate("strangewayes", KEEP)
    assert [e.passed for e in t.happened(Checked)] == [False, True], "the rally, and no more"
    fled = {**pieces, "strangewayes": at(12, 18, fleeing=True)}
    t = Game(MK2, fled, casters=False, dice=["1 1", "2 2"]).activate("strangewayes", KEEP)
    assert [e.passed for e in t.happened(Checked)] == [True, True]
