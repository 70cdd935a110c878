"""Abilities that cards carry: repairs, rebuilding, kinds of shots, drums, standards, fuel tanks, chain attacks."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.abilities.repairs import SkillTried
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackBonus
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.movement.advance import allowance, run_allowance
from sandtable.rulesets.warmachine.common.movement.straight_moves import course
from sandtable.rulesets.warmachine.common.state.events import Damaged, FocusSpent, Healed, Struck, TerrainLaid
from sandtable.rulesets.warmachine.common.units.command import Command
from tests.rules.warmachine.kit import (
    ESCALATION,
    LARGE,
    MEDIUM,
    MK1,
    MK2,
    NORTH,
    SMALL,
    SOUTH,
    STEP,
    Game,
    at,
    foe,
    row,
)


# --- repairs ---
@pytest.mark.rule("M2-ACT-18", "M2-DMG-21", "M2-ACT-17")
def test_mk2_a_skill_check_of_seven_then_a_die_of_boxes() -> None:
    pieces = {"strangewayes": at(12, 10), "ironclad": at(12, 10 + SMALL + LARGE, damage=9), "juggernaut": foe(40, 40)}
    t = Game(MK2, pieces, dice=["3 4", "4"]).activate("strangewayes", "repair ironclad").done("a", "boxes of ironclad")
    assert t.happened(SkillTried, passed=True, total=7, against=7)
    names = t.ask.domain.names  # type: ignore[attr-defined]
    t.refusal(list(names[:3]), "M2-DMG-21")
    t.play(list(names[2:6]))
    assert t.damage("ironclad") == 5 and t.happened(Healed, who="ironclad", points=4)
    t = Game(MK2, pieces, dice=["4 4"]).activate("strangewayes", "repair ironclad")
    assert t.happened(SkillTried, passed=False, total=8) and t.damage("ironclad") == 9
    t.refusal("repair ironclad")


@pytest.mark.rule("M1-DMG-7", "M1-ATK-8")
def test_mk1_d3_boxes_of_the_owners_choice_bring_a_system_back() -> None:
    hurt = at(12, 10 + SMALL + LARGE, marks="L", damage=2)
    t = Game(ESCALATION, {"marshal": at(12, 10), "ironclad": hurt, "juggernaut": foe(40, 40)}, dice=["1"])
    assert "L" in t.out("ironclad")
    t.activate("marshal", "repair ironclad").done("a", "boxes of ironclad")
    box = next(n for n in t.ask.domain.names if n.endswith("L"))  # type: ignore[attr-defined]
    t.play([box])
    assert "L" not in t.out("ironclad")
    charged = Game(ESCALATION, {"marshal": at(12, 10), "ironclad": at(40, 2, damage=1)})
    charged.activate("marshal").refusal("repair ironclad", "M1-ATK-8")


@pytest.mark.rule("M1-DMG-7")
def test_mk1_no_more_boxes_than_are_marked() -> None:
    hurt = at(12, 10 + SMALL + LARGE, damage=1)
    t = Game(ESCALATION, {"marshal": at(12, 10), "ironclad": hurt, "juggernaut": foe(40, 40)}, dice=["6"])
    t.activate("marshal", "repair ironclad")
    assert t.damage("ironclad") == 0
    well = {"marshal": at(12, 10), "ironclad": at(12, 10 + SMALL + LARGE), "juggernaut": foe(40, 40)}
    Game(ESCALATION, well).activate("marshal").refusal("repair ironclad")


@pytest.mark.rule("M1-CTRL-6", "ES-AUTO-4", "ES-MARSHAL-7")
def test_mk1_stoking_gives_a_point_up_to_three() -> None:
    """Autonomous and marshalled warjacks take focus that is not allocated."""
    for focus, after in ((2, 3), (3, 3)):
        jack = at(12, 10 + SMALL + LARGE, focus=focus, master=None)
        t = Game(ESCALATION, {"adept": at(12, 10), "ironclad": jack, "juggernaut": foe(40, 40)})
        t.activate("adept", "stoke ironclad")
        assert t.focus("ironclad") == after


@pytest.mark.rule("M2-CTRL-5")
def test_mk2_a_power_booster_feeds_an_empty_warjack_and_ends_a_disruption() -> None:
    jack = at(12, 10 + SMALL + LARGE, effects=["disrupted"])
    t = Game(MK2, {"strangewayes": at(12, 10), "ironclad": jack, "juggernaut": foe(40, 40)})
    t.activate("strangewayes", "power_booster ironclad")
    assert t.focus("ironclad") == 1 and "disrupted" not in t.effects("ironclad")
    full = {"strangewayes": at(12, 10), "ironclad": at(12, 10 + SMALL + LARGE, focus=1), "juggernaut": foe(40, 40)}
    t = Game(MK2, full).activate("strangewayes", "power_booster ironclad")
    assert t.focus("ironclad") == 1


@pytest.mark.rule("M1-SYS-13", "M1-SYS-14", "M1-DMG-8", "M1-SYS-10")
def test_mk1_a_wreck_with_boxes_left_is_rebuilt() -> None:
    """Three systems are out, boxes are left: a destroyed warjack comes back knocked down and does not activate."""
    pieces = {
        "adept": at(12 - LARGE - SMALL, 10, 0), "ironclad": at(12, 10, marks="LRC"),
        "juggernaut": foe(12, 10 + 2 * LARGE + 0.2),
    }  # fmt: skip
    t = Game(ESCALATION, pieces, turn={"seat": "b"}, dice=["6 5", "6 6", "3"], scenario="points_match")
    t.activate("juggernaut", "attack ironclad with ice_axe")
    assert t.gone("ironclad") and t.state.points[1] > 0
    scored = t.state.points
    while t.state.active == 1:
        t.play(t.ask.default if t.ask.default is not None else t.offers()[0])
    t.dice = ["6"]
    while not t.ask.prompt.startswith("activate"):
        t.play(t.ask.default)
    t.activate("adept", "rebuild ironclad")
    names = t.ask.domain.names  # type: ignore[attr-defined]
    arms = [n for n in names if n[-1] in "LR"][:6]
    t.play(arms)
    assert "ironclad" in t.state.models and t.effects("ironclad") >= {"knocked_down"}
    assert "ironclad" in t.state.activated and t.state.points == scored
    assert not [f for f in t.state.map.features if f.kind == "wreck"]


# --- shots ---
@pytest.mark.rule("M2-ATK-24", "M2-DICE-1", "M2-ATK-7", "M2-DMG-3")
def test_mk2_a_powerful_attack_boosts_every_roll_for_one_point() -> None:
    pieces = {"charger": at(12, 10, focus=1), "juggernaut": foe(12, 18)}
    t = Game(MK2, pieces, dice=["2 2 3", "1 1 1"]).activate("charger", "attack juggernaut with dual_cannon")
    t.play("powerful attack")
    assert t.happened(FocusSpent, who="charger", points=1) and t.focus("charger") == 0
    assert t.pool("attack") == {"d6": 3} and t.pool("damage") == {"d6": 3}


@pytest.mark.rule("M2-ATK-3", "M2-ATK-11")
def test_mk2_a_snipe_shot_reaches_four_inches_farther() -> None:
    reach = 16 + SMALL + LARGE
    for extra, hit in ((0.0, True), (0.003, False)):
        pieces = {"gun_mage_adept": at(12, 10), "juggernaut": foe(12, 10 + reach + extra)}
        t = Game(MK2, pieces, dice=["5 6", "1 2"] if hit else []).activate("gun_mage_adept")
        t.play("attack juggernaut with magelock_pistol", "snipe shot")
        assert bool(t.happened(Struck, hit=True)) is hit


@pytest.mark.rule("M2-ATK-17", "M2-ENGAGE-12")
def test_mk2_a_thunderbolt_pushes_and_a_critical_knocks_down() -> None:
    pieces = {"gun_mage_adept": at(12, 10), "juggernaut": foe(12, 16)}
    t = Game(MK2, pieces, dice=["4 4", "5", "1 1"]).activate("gun_mage_adept")
    t.play("attack juggernaut with magelock_pistol", "thunderbolt")
    assert t.place("juggernaut") == (12, 19) and "knocked_down" in t.effects("juggernaut")
    t = Game(MK2, pieces, dice=["4 5", "2", "1 1"]).activate("gun_mage_adept")
    t.play("attack juggernaut with magelock_pistol", "thunderbolt")
    assert t.place("juggernaut") == (12, 17) and t.effects("juggernaut") == set()


@pytest.mark.rule("M2-LOS-3", "M2-ATK-3")
def test_mk2_arcing_fire_goes_over_models_that_are_not_near_the_target() -> None:
    pieces = {"destroyer": at(12, 10), "ironclad": at(12, 15), "stryker": foe(12, 22), "sorscha": at(44, 2)}
    t = Game(MK2, pieces, casters=False).activate("destroyer")
    assert "attack stryker with bombard" in t.offers()
    near = {**pieces, "ironclad": at(12, 22 - SMALL - LARGE - 1.0)}
    Game(MK2, near, casters=False).activate("destroyer").refusal("attack stryker with bombard")


@pytest.mark.rule("M2-ATK-15", "M2-ACT-16")
def test_mk2_dual_shot_is_one_more_shot_without_aiming() -> None:
    pieces = {**row(1, "long_gunners", "guns"), "juggernaut": foe(12, 20)}
    gun = "guns.1 attack juggernaut with repeating_long_gun"
    t = Game(MK2, pieces, dice=["1 2", "1 2"]).activate("guns", "no order", "act", "guns.1 dual_shot")
    t.play(gun)
    assert t.happened(Struck, total=3 + 6)
    t.play(gun)
    assert len(t.happened(Struck, total=3 + 6)) == 2
    t.refusal(gun)
    moved = Game(MK2, pieces).activate("guns", "no order", "guns.1 advance", [[12_000, 11_000]], 90_000, "act")
    moved.refusal("guns.1 dual_shot", "M2-ATK-15")
    aimed = Game(MK2, pieces, dice=["1 2", "1 1"]).activate("guns", "no order", "act", gun)
    assert aimed.happened(Struck, total=3 + 6 + 2)
    aimed.refusal(gun)


# --- what helps a unit along ---
@pytest.mark.rule("M2-MOVE-2", "M2-MOVE-13")
def test_mk2_desperate_pace_adds_two_inches_once_a_game() -> None:
    pieces = {**row(2, "iron_fangs", "fangs"), "ironclad": foe(12, 40)}
    pieces["fangs.3"] = at(12 + 2 * STEP, 10, card="if_officer", unit="fangs", role="officer")
    t = Game(MK2, pieces).activate("fangs", "no order", "desperate pace")
    assert allowance(t.position, "fangs.1") == 8000 and run_allowance(t.position, "fangs.2") == 14_000
    t.play("act", "end")
    assert allowance(t.position, "fangs.1") == 6000 and "desperate_pace_used" in t.effects("fangs.3")


@pytest.mark.rule("M2-ADV-34", "M2-MOVE-22")
def test_mk2_relentless_charge_is_pathfinder_while_the_officer_is_in_formation() -> None:
    """Rough ground, touched after 1.909 inches, takes half of what is left of 9 inches without the officer."""
    pieces = {**row(1, "iron_fangs", "fangs"), "ironclad": foe(12, 10 + SMALL + LARGE + 8.5)}
    rough = {"kind": "rough", "at": [12, 14], "size": [4, 3]}
    officer = {"fangs.2": at(13.4, 10, card="if_officer", unit="fangs", role="officer")}
    for more, far in ((officer, 8500), ({}, 1909 + (9000 - 1909) // 2)):
        t = Game(MK2, {**pieces, **more}, terrain=[rough])
        assert course(t.position, "fangs.1", "ironclad", 90_000, 9000, 2000).most == pytest.approx(far, abs=2)


@pytest.mark.rule("M1-RUN-1")
def test_mk1_a_drum_lets_the_others_run_farther() -> None:
    pieces = {
        "plate.1": at(12, 10, card="plate", unit="plate", role="leader"),
        "plate.2": at(14, 10, card="plate", unit="plate"),
        "plate.3": at(16, 10, card="plate_drummer_drummer", unit="plate", role="attached"),
        "ironclad": foe(40, 40),
    }
    t = Game(ESCALATION, pieces)
    assert run_allowance(t.position, "plate.1") == 10_000 and run_allowance(t.position, "plate.3") == 8000
    assert allowance(t.position, "plate.1") == 4000


@pytest.mark.rule("M1-CMD-1", "ES-ATTACH-9")
def test_mk1_a_standard_is_worth_one_cmd_up_to_ten() -> None:
    pieces = {**row(2, "iron_fangs", "fangs"), "ironclad": foe(40, 40), "sorscha": at(2, 46), "stryker": foe(44, 44)}
    plain = Game(ESCALATION, pieces, casters=False).value(Command("fangs"))
    pieces["fangs.3"] = at(12 + 2 * STEP, 10, card="iron_fang_ua_standard_bearer", unit="fangs", role="attached")
    assert Game(ESCALATION, pieces, casters=False).value(Command("fangs")) == min(10, plain + 1)


# --- crews ---
def mortar(**more: Any) -> dict[str, Any]:
    return {
        "gun.1": at(12, 10, card="mortar_gunner", unit="gun", role="gunner", **more),
        "gun.2": at(14, 10, card="mortar_crewman", unit="gun", role="crewman"),
    }


@pytest.mark.rule("M1-GEO-8", "M1-MOD-35", "M1-AOE-9")
def test_mk1_a_mortar_misses_what_is_within_eight_inches_and_aims_badly() -> None:
    """Declaring it is legal. RAT and aiming +2, -4 for the weapon."""
    edge = MEDIUM + LARGE
    near = {**mortar(), "ironclad": foe(12, 10 + edge + 8.0)}
    t = Game(ESCALATION, near, dice=["3", "6"]).activate("gun")
    t.play("act", "gun.1 attack ironclad with mortar")
    assert t.happened(Struck, who="ironclad", rolled=False)
    far = {**mortar(), "ironclad": foe(12, 10 + edge + 8.01)}
    t = Game(ESCALATION, far)
    strike = Strike(attacker="gun.1", target="ironclad", kind="ranged", weapon="mortar")
    from sandtable.rulesets.warmachine.common.attacks.ranges import in_range

    assert in_range(t.position, strike)
    rat = t.rules.cards.models[t.state.models["gun.1"].card].stats["RAT"]  # type: ignore[attr-defined]
    assert t.value(AttackBonus(strike)) == rat - 4


@pytest.mark.rule("M1-ATK-1", "M1-CLOUD-4", "M1-CLOUD-6")
def test_mk1_a_smoke_shell_lays_a_cloud_where_it_comes_down() -> None:
    pieces = {
        "gun.1": at(12, 10, card="field_gun_gunner", unit="gun", role="gunner"),
        "gun.2": at(15, 10, card="field_gun_crewman", unit="gun", role="crewman"), "juggernaut": foe(12, 20, SOUTH),
    }  # fmt: skip
    t = Game(ESCALATION, pieces, dice=["5 6"]).activate("gun", "act", "gun.1 smoke_shell juggernaut with field_gun")
    cloud = t.happened(TerrainLaid)[0].feature
    assert cloud.disc == (12_000, 20_000, 2000) and t.damage("juggernaut") == 0
    miss = Game(ESCALATION, pieces, dice=["1 1", "4", "2"])
    miss.activate("gun", "act", "gun.1 smoke_shell juggernaut with field_gun")
    assert miss.happened(TerrainLaid)[0].feature.disc == (12_000, 18_000, 2000)


# --- what bursts ---
@pytest.mark.rule("M1-DMG-8", "M1-AOE-11")
def test_mk1_a_fuel_tank_bursts_when_the_attack_is_finished_and_sets_off_others() -> None:
    """Within 2 inches, the nearest first: the second stoker falls and its tank bursts too."""
    pieces = {
        "stoker.1": foe(12, 12, NORTH, card="stokers", unit="stoker", role="leader"),
        "stoker.2": foe(12 + 2 * SMALL + 1.0, 12, NORTH, card="stokers", unit="stoker"),
        "stoker.3": foe(12 + 2 * SMALL + 20, 12, NORTH, card="stokers", unit="stoker"),
        "ironclad": at(12, 12 - SMALL - LARGE - 0.2),
    }  # fmt: skip
    # the hammer; the tank: ironclad at 0.2 in, then stoker.2 at 1 in; massive casualties; the second tank
    dice = ["6 5", "6 6", "1 1", "6 6", "2 2", "1 2"]
    t = Game(ESCALATION, pieces, dice=dice).activate("ironclad", "attack stoker.1 with quake_hammer").done()
    assert t.gone("stoker.1") and t.gone("stoker.2") and not t.gone("stoker.3")
    assert [r.purpose for r in t.rolls].count("damage to ironclad") == 2


@pytest.mark.rule("M2-DMG-12", "M2-TURN-7", "M2-IMM-5")
def test_mk2_a_bursting_tank_does_fire_damage() -> None:
    """Exactly 2 inches away counts; who is immune to fire is unhurt."""
    pieces = {
        "stoker.1": foe(12, 12, NORTH, card="stokers", unit="stoker"),
        "stoker.3": foe(18, 12, NORTH, card="stokers", unit="stoker", role="leader"),
        "stoker.4": foe(20, 12, NORTH, card="stokers", unit="stoker"),
        "stoker.2": foe(12 + 2 * SMALL + 2.0, 12, NORTH, card="stokers", unit="stoker"),
        "charger": at(12, 12 + SMALL + MEDIUM + 2.0), "ironclad": at(12, 12 - SMALL - LARGE - 0.2),
    }  # fmt: skip
    for extra, rolls in ((0.0, 3), (0.003, 2)):
        pieces["charger"] = at(12, 12 + SMALL + MEDIUM + 2.0 + extra)
        dice = ["6 5", "6 6", "1 1", *(["1 1"] * (rolls - 1))]
        t = Game(MK2, pieces, dice=dice).activate("ironclad", "attack stoker.1 with quake_hammer").done()
        assert not t.gone("stoker.2") and len([r for r in t.rolls if r.purpose.startswith("damage")]) == 1 + rolls


# --- chain attack and amputation ---
@pytest.mark.rule("M2-POWER-1", "M2-POWER-4")
def test_mk2_two_fists_that_hit_the_same_target_are_followed_by_a_free_power_attack() -> None:
    pieces = {"kodiak": at(12, 10), "ironclad": foe(12, 10 + 2 * LARGE + 0.2), "charger": foe(14, 11.5, 180)}
    fists = ["attack ironclad with armored_fist_l", "attack ironclad with armored_fist_r"]
    t = Game(MK2, pieces, dice=["6 5", "1 1", "6 5", "1 1"]).activate("kodiak", *fists)
    assert {"throw ironclad", "head-butt ironclad", "push ironclad", "double-hand-throw ironclad"} <= set(t.offers())
    assert not [o for o in t.offers() if "slam" in o or "trample" in o]
    t.dice = ["6 5", "2 2", "1"]
    t.play("head-butt ironclad")
    assert t.focus("kodiak") == 0 and "knocked_down" in t.effects("ironclad")
    t.refusal("head-butt ironclad")
    missed = Game(MK2, pieces, dice=["6 5", "1 1", "1 1"]).activate("kodiak", *fists)
    missed.refusal("head-butt ironclad", "M2-ACT-13")


@pytest.mark.rule("M2-ROST-3", "M2-DMG-10")
def test_mk2_critical_amputation_marks_the_whole_arm() -> None:
    """Column 1 holds L boxes: all of that arm is gone, whatever the damage."""
    pieces = {"destroyer": at(12, 10), "ironclad": foe(12, 10 + 2 * LARGE + 0.2)}
    t = Game(MK2, pieces, dice=["5 5", "1 2", "1"]).activate("destroyer", "attack ironclad with executioner_axe")
    assert "L" in t.out("ironclad") and len(t.happened(Damaged, who="ironclad")) == 2
    plain = Game(MK2, pieces, dice=["5 6", "1 2", "1"]).activate("destroyer", "attack ironclad with executioner_axe")
    assert "L" not in plain.out("ironclad")
    hull = Game(MK2, pieces, dice=["5 5", "1 2", "3"]).activate("destroyer", "attack ironclad with executioner_axe")
    assert not {"L", "R"} & hull.out("ironclad")


@pytest.mark.rule("M1-SYS-12", "ES-MARSHAL-5")
def test_mk1_a_marshal_helps_a_warjack_without_a_cortex_even_when_he_is_stationary() -> None:
    for state in ({}, {"stationary": True}):
        pieces = {"marshal": at(12, 10, **state), "ironclad": at(15, 10, marks="C", master="marshal")}
        t = Game(ESCALATION, {**pieces, "juggernaut": foe(15, 20)}).activate("ironclad")
        assert "run" in t.offers() and "charge juggernaut" in t.offers()
    assert MK1
