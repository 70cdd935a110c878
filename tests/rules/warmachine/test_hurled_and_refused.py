"""A warjack hurled through water, which rule is named, why something is refused."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import find
from sandtable.rulesets.warmachine.common.state.events import Placed, Turned
from tests.rules.warmachine.kit import (
    ESCALATION,
    LARGE,
    MEDIUM,
    MK1,
    MK2,
    SMALL,
    STEP,
    Game,
    at,
    both,
    every,
    foe,
    row,
)  # fmt: skip

OWN = {MK1: "", MK2: " Cygnar"}  # whose models a spell may be for
GUN = {MK1: "repeating_long_rifle", MK2: "repeating_long_gun"}
LATER = pytest.mark.parametrize("game", [ESCALATION, MK2])


def canal(y: float) -> list[dict[str, Any]]:
    """Deep water half an inch wide."""
    return [{"kind": "deep_water", "at": [12, y], "size": [6, 0.5]}]


# --- water ---
@both
@pytest.mark.rule("M1-TERRAIN-10", "M1-POWER-26", "M2-TERRAIN-10")
def test_a_warjack_hurled_through_narrow_water_is_lost(game: str) -> None:
    """It would have come out on the other side."""
    pieces = {"juggernaut": at(12, 10, focus=1), "charger": foe(12, 16.5)}
    t = Game(game, pieces, terrain=canal(18.5), waits=True, dice=["4 5", "6", "1 1"])
    t.activate("juggernaut", "slam charger", [90_000, 4500])
    assert t.gone("charger")


@pytest.mark.rule("M2-TERRAIN-10", "M2-POWER-28")
def test_mk2_another_model_is_hurled_through_narrow_water_as_through_rough_ground() -> None:
    away = 10 + LARGE + SMALL + 4
    pieces = {"juggernaut": at(12, 10, focus=1), "stryker": foe(12, away), "sorscha": at(44, 2)}
    t = Game(MK2, pieces, casters=False, terrain=canal(away + SMALL + 0.75), dice=["6 6", "6", "1 1"], waits=True)
    t.activate("juggernaut", "slam stryker", [90_000, 3600])
    assert not t.gone("stryker") and t.place("stryker")[1] > away + 2 * SMALL + 1


# --- which rule it is ---
@pytest.mark.rule("M2-MOVE-1", "M2-TERRAIN-10")
def test_mk2_fold_step_is_a_placing_and_no_upkeep_spell() -> None:
    water = [{"kind": "deep_water", "at": [16, 14], "size": [2, 2]}]
    pieces = {"vane": at(12, 10, focus=4), **row(1, y=14)}
    t = Game(MK2, pieces, terrain=water).activate("vane", "cast fold_step at guns.1")
    assert t.ask.cite == "M2-MOVE-1"
    t.refusal([16_000, 14_000, 0], "M2-TERRAIN-10")
    t.refusal([12_000, 20_000, 0], "M2-MOVE-1")
    t.refusal([12_000, 10_000, 0], "M2-MOVE-9")
    t.play([9_000, 14_000, 0])
    assert [event.cite for event in t.happened(Placed)] == ["M2-MOVE-1"]


@both
@pytest.mark.rule("M1-CHARGE-6", "M2-MOVE-25")
def test_a_charger_that_gets_there_faces_its_target(game: str) -> None:
    """Beside the line of its charge."""
    pieces = {**row(1, "iron_fangs", "fangs"), "ironclad": foe(12.5, 17), "sorscha": at(44, 2), "stryker": foe(44, 44)}
    t = Game(game, pieces, casters=False).activate("fangs", "order charge", "fangs.1 charges ironclad")
    t.play("fangs.1 charge ironclad", [90_000, 4500])
    assert t.happened(Turned)[-1].cite == {MK1: "M1-CHARGE-6", MK2: "M2-MOVE-25"}[game]
    assert t.facing("fangs.1") == pytest.approx(78.7, abs=0.1)


@pytest.mark.rule("M2-TURN-4", "M2-TURN-5", "M2-SPELL-9")
def test_mk2_a_spell_lasts_by_its_own_rule() -> None:
    """Upkeep, one round, one turn."""
    pieces = {"stryker": at(12, 10, focus=6), "charger": at(12, 13), "sorscha": foe(44, 44)}
    t = Game(MK2, pieces, casters=False).activate("stryker")
    for spell, target, rule in (("arcane_shield", "charger", "M2-SPELL-9"), ("snipe", "charger", "M2-SPELL-9")):
        t.play(f"cast {spell} at {target}")
        assert [e.cite for e in t.state.effects if e.name == spell] == [rule]


# --- why not ---
@pytest.mark.rule("M2-ACT-9", "M2-ACT-6")
@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ({"down": True}, "is knocked down"), ({"stationary": True}, "is stationary"), ({"fleeing": True}, "flees"),
        ({"role": "grunt"}, "has no commander"),
    ],
)  # fmt: skip
def test_mk2_a_unit_that_nobody_can_order_is_told_why(state: dict[str, Any], reason: str) -> None:
    pieces = {**row(3), "juggernaut": foe(12, 30)}
    pieces["guns.1"] |= state
    t = Game(MK2, pieces).activate("guns")
    if t.ask.default is None or "move" not in t.ask.prompt:
        t.play(t.ask.default)  # who flees runs first
    assert reason in t.refusal("order run", "M2-ACT-9").reason
    t = Game(MK2, {**row(3), "juggernaut": foe(12, 30)}).activate("guns", "no order")
    t.refusal("order run", "M2-ACT-6")


@both
@pytest.mark.rule("M1-SPELL-5", "M2-SPELL-12")
def test_a_spell_says_for_whom_it_is_before_it_says_what_it_costs(game: str) -> None:
    pieces = {"stryker": at(12, 10, focus=0), "charger": at(12, 13), "juggernaut": foe(12, 20)}
    t = Game(game, pieces).activate("stryker")
    found = t.refusal("cast arcane_shield at juggernaut", {MK1: "M1-SPELL-5", MK2: "M2-SPELL-12"}[game])
    assert found.reason == f"Arcane Shield is for friendly{OWN[game]} models, not for juggernaut"
    assert "lacks" in t.refusal("cast arcane_shield at charger").reason


@pytest.mark.rule("M2-SPELL-12")
def test_mk2_a_spell_for_warriors_of_one_faction_says_so() -> None:
    t = Game(MK2, {"vane": at(12, 10, focus=4), "charger": at(12, 13)}).activate("vane")
    found = t.refusal("cast fold_step at charger", "M2-SPELL-12")
    assert found.reason.startswith("Fold Step is for friendly") and "warriors, not for charger" in found.reason


@both
@pytest.mark.rule("M1-SPELL-6", "M1-MOD-20", "M2-SPELL-8", "M2-SPELL-19")
@pytest.mark.parametrize(("how", "reason"), [("down", "lies on the ground"), ("run", "has run")])
def test_a_warcaster_that_cannot_cast_is_told_why(game: str, how: str, reason: str) -> None:
    pieces = {"stryker": at(12, 10, focus=6, down=how == "down"), "charger": at(12, 13)}
    t = Game(game, pieces).activate("stryker")
    if how == "run":
        t.play("run", [[12_000, 7000]], 90_000)
    if t.state.activating == "stryker":
        assert reason in t.refusal("cast arcane_shield at charger").reason
        assert reason in t.refusal("feat").reason


@LATER
@pytest.mark.rule("ES-MARSHAL-4", "M2-JACK-5")
def test_a_warjack_too_far_from_its_marshal_is_told_by_how_much(game: str) -> None:
    marshal, reach = ({ESCALATION: "kovnik", MK2: "mow_kovnik"}[game], 9.0)
    pieces = {marshal: at(12, 10), "juggernaut": at(12, 10 + reach + LARGE + MEDIUM + 0.5, master=marshal)}
    t = Game(game, {**pieces, "ironclad": foe(12, 40), "sorscha": at(44, 2), "stryker": foe(44, 44)}, casters=False)
    found = t.activate("juggernaut").refusal("run", {ESCALATION: "ES-MARSHAL-4", MK2: "M2-JACK-5"}[game])
    assert marshal in found.reason and found.short_by == 500
    pieces["juggernaut"]["master"] = None
    t = Game(game, {**pieces, "ironclad": foe(12, 40), "sorscha": at(44, 2), "stryker": foe(44, 44)}, casters=False)
    assert "autonomous" in t.activate("juggernaut").refusal("run").reason


@LATER
@pytest.mark.rule("M1-ATK-3", "M2-ACT-15")
def test_a_warcaster_without_focus_is_not_autonomous(game: str) -> None:
    pieces = {"stryker": at(12, 10, focus=0), "juggernaut": foe(12, 10 + SMALL + LARGE + 0.2)}
    t = Game(game, pieces, dice=["1 1"]).activate("stryker", "attack juggernaut with quicksilver")
    assert t.refusal("attack juggernaut with quicksilver").reason.endswith("no focus for another attack")


@both
@pytest.mark.rule("M1-MOVE-5", "M1-MOD-10", "M2-ENGAGE-9", "M2-ATK-21")
def test_a_trooper_in_melee_cannot_join_a_shot_and_is_told_so(game: str) -> None:
    pieces = {**row(3), "juggernaut": foe(12, 18), "destroyer": foe(12 + 2 * STEP, 10 + SMALL + LARGE + 0.2)}
    t = Game(game, pieces).activate("guns", "no order", "act", f"guns.1 combine juggernaut with {GUN[game]}")
    assert t.ask.cite == {MK1: "M1-MOD-10", MK2: "M2-ATK-21"}[game]
    assert "guns.3 is in melee" in t.refusal(["guns.3"]).reason


@every
@pytest.mark.rule("M1-POWER-38", "M2-POWER-13")
def test_a_lock_without_a_place_is_told_the_places(game: str) -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, 10 + 2 * LARGE + 0.3)}
    t = Game(game, pieces).activate("juggernaut")
    for said in ("lock ironclad", "lock ironclad middle"):
        assert t.refusal(said).instead == "left, right, head"
    assert "does not hold ironclad" in t.refusal("release ironclad").reason
    assert "no weapon with tremor" in t.refusal("tremor").reason


@pytest.mark.rule("M2-ROST-1")
def test_mk2_an_ability_is_no_effect_in_a_position() -> None:
    rules = find(MK2)
    pieces = {"ironclad": at(12, 10), "juggernaut": foe(12, 10 + 2 * LARGE + 0.3, effects=["dazzle"])}
    with pytest.raises(Exception, match="dazzled"):
        rules.scenarios.position(rules, {"pieces": pieces, "table": {"size": [48, 48], "terrain": []}})
    t = Game(MK2, {**row(2, effects=["shield_wall"]), "ironclad": foe(12, 10 + LARGE + MEDIUM)})
    assert "shield_wall" in t.effects("guns.1")
