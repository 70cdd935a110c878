"""Orders and control, checks and blows, lost attackers, strays."""

from __future__ import annotations

from math import cos, pi
from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.movement.charge import Charged
from tests.rules.warmachine.kit import (
    LARGE,
    MEDIUM,
    MK1,
    MK2,
    SMALL,
    Game,
    at,
    both,
    foe,
    row,
)  # fmt: skip

NEXT = 10 + 2 * LARGE + 0.3
CONTACT = 10 + SMALL + LARGE


def purposes(t: Game) -> list[str]:
    return [roll.purpose for roll in t.rolls]


# --- taking control needs an action to give up ---
def mechaniks() -> dict[str, Any]:
    casters = {"stryker": at(44, 2), "sorscha": foe(44, 44)}
    return {**row(3, "field_mechaniks", "mechs"), "ironclad": at(12, CONTACT, master=None), **casters}


@pytest.mark.rule("M2-JACK-9", "M2-MOVE-12", "M2-ACT-11")
def test_mk2_a_marshal_under_a_run_or_charge_order_has_no_action_to_give_up() -> None:
    for order, offered in (("no order", True), ("order run", False), ("order charge", False)):
        t = Game(MK2, {**mechaniks(), "juggernaut": foe(30, 40)}, casters=False).activate("mechs", order)
        if "declared" in t.offers():
            t.play("declared")
        assert ("mechs.1 take ironclad" in t.play("act").offers()) is offered
    assert t.refusal("mechs.1 take ironclad").cite == "M2-MOVE-12"


@both
@pytest.mark.rule("M2-JACK-9", "M2-JACK-3", "M2-TERRAIN-10", "M1-INERT-3", "M1-TERRAIN-11")
def test_nobody_in_deep_water_takes_a_warjack_over(game: str) -> None:
    pieces = {"stryker": at(12, 10), "ironclad": at(12, CONTACT, master=None, inert=True), "sorscha": foe(44, 44)}
    assert "reactivate ironclad" in Game(game, pieces, casters=False).activate("stryker").offers()
    pool = [{"kind": "deep_water", "at": [12, 9.6], "radius": 0.3}]
    t = Game(game, pieces, casters=False, terrain=pool).activate("stryker")
    t.refusal("reactivate ironclad", {MK1: "M1-TERRAIN-11", MK2: "M2-TERRAIN-10"}[game])


@both
@pytest.mark.rule("M1-FORM-8", "M2-FORM-5", "M1-ORDER-7")
def test_no_spell_makes_a_trooper_charge_that_must_return_to_his_unit(game: str) -> None:
    unit = row(3, "iron_fangs", "fangs")
    unit["fangs.3"] |= {"at": [40, 10], "spells": {"boundless_charge": "sorscha"}}
    pieces = {**unit, "sorscha": at(44, 2), "stryker": foe(44, 44), "ironclad": foe(40, 16)}
    t = Game(game, pieces, casters=False).activate("fangs", "no order")
    t.refusal("fangs.3 charge ironclad", {MK1: "M1-FORM-8", MK2: "M2-FORM-5"}[game])


# --- checks against what one is pushed or hurled to come before the damage ---
def beside_the_horror(y: float, far: float) -> dict[str, Any]:
    """A foreman, and an Abomination that many inches and 3 more behind him."""
    horror = foe(12, y + SMALL + MEDIUM + 3 + far)
    return {"boiler_foreman": foe(12, y), "chained_horror": horror, "juggernaut": foe(40, 40)}


@pytest.mark.rule("M2-CMD-12", "M2-CMD-6")
def test_mk2_who_is_pushed_near_an_abomination_checks_before_the_damage() -> None:
    pieces = {"gun_mage_adept": at(12, 10), **beside_the_horror(18, 1)}
    t = Game(MK2, pieces, dice=["6 5", "6", "6 6", "1 1"], waits=True).activate("gun_mage_adept")
    t.play("attack boiler_foreman with magelock_pistol", "thunderbolt")
    assert [p.split(" ")[0] for p in purposes(t)] == ["gun_mage_adept", "d3", "command", "damage"]
    assert "fleeing" in t.effects("boiler_foreman")
    pieces = {"vane": at(12, 10, focus=2), "sorscha": foe(44, 44), **beside_the_horror(18, 1)}
    t = Game(MK2, pieces, casters=False, dice=["6 5", "3 3", "1 1"], waits=True)
    t.activate("vane", "cast lode_bolt at boiler_foreman")
    assert [p.split(" ")[0] for p in purposes(t)] == ["vane", "command", "damage"]


@pytest.mark.rule("M2-CMD-12", "M2-POWER-25", "M2-POWER-36")
def test_mk2_who_is_hurled_near_an_abomination_checks_before_the_damage() -> None:
    away = 10 + LARGE + SMALL
    slammed = {"ironclad": at(12, 10, focus=1), **beside_the_horror(away + 3.3, 5)}
    t = Game(MK2, slammed, dice=["6 5", "6", "3 3", "1 1"], waits=True)
    t.activate("ironclad", "slam boiler_foreman", [90_000, 3000])
    assert purposes(t)[1:] == ["inches of the slam", "command check of boiler_foreman", "damage to boiler_foreman"]
    thrown = {"ironclad": at(12, 10, focus=1), **beside_the_horror(away + 0.3, 5)}
    t = Game(MK2, thrown, dice=["6 5", "6", "1", "1", "1", "3 3", "1 1"], waits=True)
    t.activate("ironclad", "throw boiler_foreman", [90_000, 6500])
    assert purposes(t)[-2:] == ["command check of boiler_foreman", "damage to boiler_foreman"]


@pytest.mark.rule("M2-CMD-13", "M2-CMD-11")
def test_mk2_a_trooper_whose_unit_has_checked_does_not_check_again_out_of_formation() -> None:
    x = 12 + 2 * SMALL + 6.8  # just in formation
    unit = row(3, "winter_guard", "wg")
    unit["wg.3"]["at"] = [x, 10]
    near = at(x + 0.2, 10 + SMALL + MEDIUM + 1)
    pieces = {**unit, "chained_horror": near, "sorscha": at(44, 2), "stryker": foe(44, 44)}
    t = Game(MK2, pieces, casters=False, waits=True).activate("sorscha", "end")
    t.activate("wg", "no order", "wg.3 advance", [[round(1000 * x) + 1000, 10_000]], 90_000, "act")
    assert purposes(t) == [] and t.match.roll is None, "its unit has checked before"
    t.dice = ["1 1"]
    t.play("end")  # this check is for being out of formation (M2-FORM-8)
    assert purposes(t) == ["command check of wg.3"]


# --- attackers that are lost before the damage ---
@pytest.mark.rule("M2-DMG-16", "M2-DMG-12")
def test_mk2_a_crippled_weapon_is_weak_though_a_shock_field_destroyed_its_bearer() -> None:
    dying = at(12, 10, columns=[4, 5, 6, 6, 4, 4])  # all but one box of the cortex; its arms are crippled
    t = Game(MK2, {"ironclad": dying, "lancer": foe(12, 10 + LARGE + MEDIUM + 0.3)}, dice=["6", "3", "1"])
    t.activate("ironclad", "attack lancer with quake_hammer").done()
    assert t.gone("ironclad") and t.damage("lancer") == 3 + 18 - 18


@pytest.mark.rule("M2-AOE-3", "M2-AOE-14")
def test_mk2_a_blast_keeps_its_power_when_it_has_destroyed_the_attacker() -> None:
    """The shooter has one box left and a hex on it, and chooses its own damage first."""
    dying = at(12, 10, columns=[4, 6, 6, 6, 6, 5], spells={"hex_of_rust": "vane"})
    casters = {"sorscha": at(44, 2), "vane": foe(44, 44)}
    pieces = {"destroyer": dying, "line_captain": foe(12, CONTACT + 0.6, down=True), **casters}
    t = Game(MK2, pieces, casters=False, dice=["1 2", "6 6", "1", "3"])
    t.activate("destroyer", "attack line_captain with bombard", "destroyer").done()  # its arm is crippled by now
    assert t.gone("destroyer") and t.damage("line_captain") == 3 + 14 - 15


# --- refusals and choices ---
@pytest.mark.rule("M2-ATK-21")
def test_mk2_no_combined_shot_into_melee() -> None:
    pieces = {**row(4), "juggernaut": foe(12, 20), "charger": at(12, 20 - LARGE - MEDIUM - 0.3)}
    t = Game(MK2, pieces).activate("guns", "no order", "act")
    t.refusal("guns.1 combine juggernaut with repeating_long_gun", "M2-ATK-21")


@pytest.mark.rule("M2-ADV-36", "M2-ENGAGE-16")
def test_mk2_a_stray_shot_was_not_declared_at_the_stealthy_model_it_meets() -> None:
    pieces = {"charger": at(12, 10), "ironclad": at(12, 20, 0), "manhunter": foe(12 + LARGE + SMALL + 0.3, 20, 180)}
    t = Game(MK2, pieces, dice=["1 1", "6 6", "6 6"]).activate("charger", "attack ironclad with dual_cannon").done()
    assert t.gone("manhunter")


@pytest.mark.rule("M2-JACK-5", "M2-ATK-7")
def test_mk2_a_tremor_is_boosted_by_focus_or_by_the_marshal() -> None:
    jack = at(14, 10, master="strangewayes", focus=1)
    pieces = {"strangewayes": at(12, 10), "ironclad": jack, "juggernaut": foe(14, NEXT)}
    t = Game(MK2, pieces, dice=["1 2 3"]).activate("ironclad", "tremor with quake_hammer", "boost by marshal")
    assert t.focus("ironclad") == 1 and "boost by marshal" not in t.offers()


@pytest.mark.rule("M2-JACK-10")
def test_mk2_no_marshal_pays_for_a_power_attack() -> None:
    pieces = {"strangewayes": at(12, 10), "ironclad": at(14, 10, master="strangewayes"), "juggernaut": foe(14, NEXT)}
    t = Game(MK2, pieces).activate("ironclad")
    for deed in ("head-butt juggernaut", "push juggernaut", "slam juggernaut", "trample"):
        t.refusal(deed, "M2-JACK-10")
    pieces["ironclad"]["marks"] = "C"
    Game(MK2, pieces).activate("ironclad").refusal("head-butt juggernaut", "M2-DMG-14")


# --- straight moves ---
@both
@pytest.mark.rule("M1-CHARGE-9", "M2-MOVE-21", "M2-MOVE-30", "M2-ENGAGE-1")
def test_a_charge_does_not_fail_because_another_hides_the_target_at_its_end(game: str) -> None:
    """Reach over an equal base exactly between: the target is in melee range, and cannot be attacked."""
    y = 20 - 4 * SMALL - 0.6
    unit = row(2, "iron_fangs", "fangs", x=20 - 6 * cos(pi / 6), y=y - 3, step=-3)
    unit["fangs.1"]["facing"] = 30
    pieces = {
        **unit,
        "stryker": foe(20, 20),
        "screen": foe(20, 20 - 2 * SMALL - 0.5, card="vane"),
        "sorscha": at(44, 2),
    }
    t = Game(game, pieces, casters=False).activate("fangs", "order charge", "fangs.1 charges stryker", "declared")
    t.play("fangs.1 charge stryker", [30_000, 6000])
    assert not t.happened(Charged)[0].failed
    offers = t.play("act").offers()
    assert [o for o in offers if "attack" in o] == ["fangs.1 attack screen with blasting_pike"]


@pytest.mark.rule("M2-POWER-42", "M2-ENGAGE-13")
def test_mk2_a_trampler_that_is_knocked_down_is_struck_by_the_others_it_left() -> None:
    unit = row(2, "iron_fangs", "fangs", x=9.8, y=13, step=4.4, seat="b", facing=270)
    t = Game(MK2, {"ironclad": at(12, 10, focus=1), **unit}, dice=["6 6", "1 1 1", "6 6 1", "1"])
    t.activate("ironclad", "trample", [90_000, 8000], "fangs.1 strike with blasting_pike")
    assert "knocked_down" in t.effects("ironclad") and t.ask.prompt == "ironclad has left fangs.2"
    t.play("strike with blasting_pike", "no roll").done("a", "activate")
    assert t.damage("ironclad") == 13 + 14 - 18 and t.state.activating != "ironclad"
