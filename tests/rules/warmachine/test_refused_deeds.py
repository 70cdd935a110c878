"""What is refused, and by which rule: charges at friends, orders out of turn, deep water, deeds of others."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.movement.charge import Charged
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
    foe,
    row,
)  # fmt: skip

CYGNAR: dict[str, Any] = {"stryker": at(44, 2), "sorscha": foe(44, 44)}
KHADOR: dict[str, Any] = {"sorscha": at(44, 2), "stryker": foe(44, 44)}
MAINTENANCE = {"seat": "a", "phase": "maintenance"}


# --- deep water ---
@both
@pytest.mark.rule("M1-TERRAIN-11", "M2-TERRAIN-10")
def test_what_nobody_does_in_deep_water_is_refused_by_the_rule_on_it(game: str) -> None:
    """Not by the one on DEF there."""
    rule = {MK1: "M1-TERRAIN-11", MK2: "M2-TERRAIN-10"}[game]
    pool = [{"kind": "deep_water", "at": [12, 10], "radius": 1}]
    pieces = {"stryker": at(12, 10, focus=6), "ironclad": at(20, 14), "sorscha": foe(30, 30), "juggernaut": foe(12, 16)}
    t = Game(game, pieces, casters=False, terrain=pool).activate("stryker")
    t.refusal("cast arcane_shield at stryker", rule)
    t.refusal("attack juggernaut with disruptor_pistol", rule)


@pytest.mark.rule("M1-TERRAIN-11")
def test_mk1_fire_that_goes_out_in_deep_water_does_so_by_the_rule_on_other_models() -> None:
    pool = [{"kind": "deep_water", "at": [12, 14], "radius": 1}]
    burning = foe(12, 10 + LARGE + SMALL + 0.2, card="dread", effects=["fire"])
    t = Game(MK1, {"ironclad": at(12, 10, focus=1), "dread": burning}, terrain=pool, dice=["6", "1"], waits=True)
    t.activate("ironclad", "push dread")
    assert "fire" not in t.effects("dread") and t.cited("M1-TERRAIN-11") and not t.cited("M1-TERRAIN-10")


# --- spells ---
@both
@pytest.mark.rule("M1-SPELL-1", "M2-SPELL-2")
@pytest.mark.parametrize("said", ["cast", "cast at juggernaut", "cast moonlight at juggernaut", "cast hex_of_rust"])
def test_without_a_spell_of_his_own_a_warcaster_casts_nothing(game: str, said: str) -> None:
    pieces = {"stryker": at(12, 10, focus=6), "juggernaut": foe(12, 16)}
    t = Game(game, pieces).activate("stryker")
    no = t.refusal(said, {MK1: "M1-SPELL-1", MK2: "M2-SPELL-2"}[game])
    assert "arcane_bolt" in no.instead and "hex_of_rust" not in no.instead


# --- charges ---
@both
@pytest.mark.rule("M1-CHARGE-1", "M2-MOVE-17")
def test_nobody_charges_a_friend(game: str) -> None:
    rule = {MK1: "M1-CHARGE-1", MK2: "M2-MOVE-17"}[game]
    pieces = {**row(3, "iron_fangs", "fangs"), "juggernaut": at(12, 16, focus=1), "ironclad": foe(14, 20), **KHADOR}
    t = Game(game, pieces, casters=False).activate("fangs", "order charge")
    t.refusal("fangs.1 charges juggernaut", rule)
    pieces = {"dread" if game == MK1 else "manhunter": at(12, 10), "juggernaut": at(12, 16), "ironclad": foe(20, 20)}
    solo = next(iter(pieces))
    Game(game, {**pieces, **KHADOR}, casters=False).activate(solo).refusal("charge juggernaut", rule)


@pytest.mark.rule("M1-ORDER-6")
def test_mk1_a_trooper_out_of_formation_is_no_charger_because_he_has_no_order() -> None:
    unit = row(4, "iron_fangs", "fangs")
    unit["fangs.4"]["at"] = [30, 10]
    t = Game(MK1, {**unit, "ironclad": foe(22, 18), **KHADOR}, casters=False).activate("fangs", "order charge")
    t.refusal("fangs.4 charges ironclad", "M1-ORDER-6")
    t.play("declared").refusal("fangs.4 charge ironclad", "M1-ORDER-6")


@both
@pytest.mark.rule("M1-CHARGE-8", "M1-CHARGE-7", "M2-MOVE-23", "M2-MOVE-22")
def test_a_charge_that_is_stopped_is_so_by_the_rule_on_what_stops_it(game: str) -> None:
    by = {MK1: ("M1-CHARGE-8", "M1-CHARGE-7"), MK2: ("M2-MOVE-23", "M2-MOVE-22")}[game]
    pieces = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 17), "charger": at(13.2, 13.6)}
    t = Game(game, pieces).activate("ironclad", "charge juggernaut")
    t.refusal([90_000, 5000], by[0])
    wall = [{"kind": "wall", "at": [12, 13], "size": [4, 0.5]}]
    pieces |= {"charger": at(30, 30)}
    Game(game, pieces, terrain=wall).activate("ironclad", "charge juggernaut").refusal([90_000, 5000], by[1])


@pytest.mark.rule("M1-CHARGE-8")
def test_mk1_a_charge_that_meets_another_model_fails_by_that_rule() -> None:
    pieces = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 17), "charger": at(13.2, 13.6)}
    t = Game(MK1, pieces).activate("ironclad", "charge juggernaut")
    far = next(n for n in range(3000, 0, -1) if t.legal([90_000, n]))
    charged = t.play([90_000, far]).happened(Charged)[0]
    assert charged.failed and charged.cite == "M1-CHARGE-8"


# --- orders ---
@both
@pytest.mark.rule("M1-ORDER-5", "M1-ORDER-1", "M2-ACT-6", "M2-ACT-7")
def test_a_unit_gets_one_order_at_the_start_of_its_activation(game: str) -> None:
    one, begun = {MK1: ("M1-ORDER-5", "M1-ORDER-1"), MK2: ("M2-ACT-7", "M2-ACT-6")}[game]
    pieces = {**row(3, "iron_fangs", "fangs"), "ironclad": foe(14, 20), **KHADOR}
    t = Game(game, pieces, casters=False).activate("fangs", "order charge")
    t.refusal("order run", one)
    t.play("declared").refusal("order run", one)
    t = Game(game, pieces, casters=False).activate("fangs", "no order")
    t.refusal("order run", begun)
    t.play("act").refusal("order run", begun)


@pytest.mark.rule("M1-ORDER-4", "M1-ORDER-5")
def test_mk1_a_unit_that_a_warcaster_has_ordered_gets_no_other_order() -> None:
    pieces = {**row(3, "iron_fangs", "fangs"), "sorscha": at(12, 7), "stryker": foe(44, 44)}
    t = Game(MK1, pieces, casters=False).activate("sorscha", "order fangs run", "end").activate("fangs")
    t.refusal("order charge", "M1-ORDER-5")


# --- who has rallied ---
@pytest.mark.rule("M1-RALLY-4", "M1-ORDER-1", "M1-FLEE-11")
def test_mk1_a_leader_who_rallied_this_turn_gives_no_order() -> None:
    """His activation is over and he functions normally from his next turn on."""
    unit = row(4, "iron_fangs", "fangs", y=8)
    unit["fangs.1"] |= {"at": [12, 18], "fleeing": True}
    t = Game(MK1, {**unit, **KHADOR}, casters=False, turn=MAINTENANCE, dice=["4 5"])
    assert "fleeing" not in t.effects("fangs.1")
    t.activate("fangs").refusal("order run", "M1-RALLY-4")
    pieces = {**unit, "sorscha": at(16, 5), "stryker": foe(44, 44)}
    t = Game(MK1, pieces, casters=False, turn=MAINTENANCE, dice=["4 5"])
    t.activate("sorscha", "order fangs run", "end").activate("fangs")
    assert "fangs.2 run" in t.offers() and "fangs.1 run" not in t.offers()


# --- power attacks ---
@both
@pytest.mark.rule("M1-POWER-1", "M2-POWER-1")
def test_no_power_attack_by_whoever_is_no_warjack(game: str) -> None:
    rule = {MK1: "M1-POWER-1", MK2: "M2-POWER-1"}[game]
    pieces = {"stryker": at(12, 10, focus=6), "juggernaut": foe(12, 10 + SMALL + LARGE + 0.2), "sorscha": foe(44, 44)}
    t = Game(game, pieces, casters=False).activate("stryker")
    for deed in ("head-butt juggernaut", "push juggernaut", "throw juggernaut", "lock juggernaut left"):
        t.refusal(deed, rule)


@pytest.mark.rule("M1-POWER-48", "M1-POWER-37")
def test_mk1_a_bash_is_not_declared_and_there_is_neither_trample_nor_double_hand_throw() -> None:
    pieces = {"ironclad": at(12, 10, focus=2), "juggernaut": foe(12, 10 + 2 * LARGE + 0.3)}
    t = Game(MK1, pieces).activate("ironclad")
    t.refusal("bash juggernaut", "M1-POWER-48")
    t.refusal("trample", "M1-POWER-37")
    t.refusal("double-hand throw juggernaut", "M1-POWER-37")
    t.refusal("double-hand-throw juggernaut", "M1-POWER-37")


# --- the gun of a crew ---
@pytest.mark.rule("ES-CREW-15")
def test_only_the_gunner_fires_the_gun() -> None:
    near = 12 + MEDIUM + SMALL
    crew = {
        "gun.1": at(12, 12, card="field_gun_gunner", unit="gun", role="gunner"),
        "gun.2": at(near, 12, card="field_gun_crewman", unit="gun", role="crewman"),
    }
    t = Game(ESCALATION, {**crew, "juggernaut": foe(12, 20), **CYGNAR}, casters=False).activate("gun", "act")
    assert "gun.1 attack juggernaut with field_gun" in t.offers()
    t.refusal("gun.2 attack juggernaut with field_gun", "ES-CREW-15")
    t.refusal("gun.2 smoke_shell juggernaut with field_gun", "ES-CREW-15")


# --- combined attacks ---
@pytest.mark.rule("M1-MOD-7", "M1-MOD-10")
def test_mk1_a_helper_too_far_away_is_refused_by_the_rule_on_open_formation() -> None:
    unit = row(4)
    unit["guns.4"]["at"] = [12 + 3 * STEP + 1, 10]
    t = Game(MK1, {**unit, "juggernaut": foe(14, 20)}).activate("guns", "no order", "act")
    t.play("guns.1 combine juggernaut with repeating_long_rifle")
    t.refusal(["guns.4"], "M1-MOD-7")
    t.refusal(["guns.2", "guns.4"], "M1-MOD-7")
    t.refusal([], "M1-MOD-10")
    assert t.legal(["guns.2", "guns.3"])


# --- healing ---
@pytest.mark.rule("M1-CTRL-10")
def test_mk1_a_fallen_warcaster_heals_in_the_control_phase_only() -> None:
    pieces = {"stryker": at(12, 10, focus=6, damage=3, down=True), "sorscha": foe(44, 44)}
    Game(MK1, pieces, casters=False).activate("stryker").refusal("heal", "M1-CTRL-10")


# --- special actions on warjacks ---
@pytest.mark.parametrize("game", [ESCALATION, MK2])
@pytest.mark.rule("M1-ATK-8", "M2-ACT-17")
def test_an_enemys_warjack_is_neither_repaired_nor_fed(game: str) -> None:
    """By the rule on special actions, as a friendly one that is out of reach; nor is who does it."""
    rule, helper, verbs = {
        ESCALATION: ("M1-ATK-8", "foreman", ("stoke",)),
        MK2: ("M2-ACT-17", "strangewayes", ("repair", "power_booster")),
    }[game]
    pieces = {helper: at(12, 10), "juggernaut": foe(12, 10 + SMALL + LARGE, damage=3), "ironclad": at(30, 10)}
    t = Game(game, pieces).activate(helper)
    for verb in verbs:
        for name in ("juggernaut", "ironclad", helper):
            t.refusal(f"{verb} {name}", rule)


# --- actions that are over ---
@pytest.mark.rule("M2-ACT-4", "M2-ACT-3")
def test_mk2_a_trooper_does_not_go_on_acting_once_another_has_begun() -> None:
    pieces = {**row(3), "juggernaut": foe(12 + STEP, 18), **CYGNAR}
    t = Game(MK2, pieces, casters=False, dice=["1 1", "1 1"]).activate("guns", "no order", "act", "guns.1 dual_shot")
    t.play("guns.1 attack juggernaut with repeating_long_gun")
    assert "guns.1 attack juggernaut with repeating_long_gun" in t.offers()
    t.play("guns.2 attack juggernaut with repeating_long_gun")
    t.refusal("guns.1 attack juggernaut with repeating_long_gun", "M2-ACT-4")


@pytest.mark.rule("M2-ACT-10", "M2-ACT-17")
def test_mk2_a_second_action_is_refused_by_the_rule_on_one_each() -> None:
    pieces = {"boiler_foreman": at(12, 10), "ibex": at(12, 10 + SMALL + MEDIUM, damage=5), "ironclad": foe(12, 20)}
    t = Game(MK2, {**pieces, **KHADOR}, casters=False, dice=["6 6"]).activate("boiler_foreman", "repair ibex")
    t.refusal("repair ibex", "M2-ACT-10")
    t.refusal("power_booster ibex", "M2-ACT-10")
    t.refusal("attack ironclad with rivet_gun", "M2-ACT-17")
    t = Game(MK2, {**pieces, **KHADOR}, casters=False).activate("boiler_foreman", "attack ironclad with rivet_gun")
    t.refusal("repair ibex", "M2-ACT-10")


@pytest.mark.parametrize("game", [ESCALATION, MK2])
@pytest.mark.rule("M1-ATK-6", "M1-ATK-9", "M2-LOS-17", "M2-ATK-18")
def test_a_special_attack_needs_a_target_in_sight_that_is_another(game: str) -> None:
    unseen, itself = {ESCALATION: ("M1-ATK-9", "M1-ATK-6"), MK2: ("M2-LOS-17", "M2-ATK-18")}[game]
    wall = [{"kind": "building", "at": [12, 14], "size": [6, 1]}]
    t = Game(game, {"beacon": at(12, 10), "juggernaut": foe(12, 18), **CYGNAR}, casters=False, terrain=wall)
    t.activate("beacon").refusal("dazzle juggernaut with lamp_cannon", unseen)
    t.refusal("dazzle beacon with lamp_cannon", itself)


@both
@pytest.mark.rule("M1-ATK-6", "M2-ATK-18")
def test_no_power_attack_is_made_on_oneself(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 30)}).activate("ironclad")
    for deed in ("push", "throw", "head-butt", "slam"):
        t.refusal(f"{deed} ironclad", {MK1: "M1-ATK-6", MK2: "M2-ATK-18"}[game])


@pytest.mark.rule("M2-POWER-20")
def test_mk2_further_tries_to_break_free_come_after_the_attacks_and_cost_focus() -> None:
    next_to = 10 + 2 * LARGE + 0.2
    held = at(12, 10, effects=[{"name": "locked_L", "source": "juggernaut"}])
    holder = foe(12, next_to, effects=[{"name": "holding_open_fist", "source": "ironclad"}])
    t = Game(MK2, {"ironclad": held, "juggernaut": holder, **CYGNAR}, casters=False, dice=["1", "6", "1 1"])
    t.activate("ironclad").refusal("break free of sorscha", "M2-POWER-20")
    t.play("break free of juggernaut")
    assert "attacks first" in t.refusal("break free of juggernaut", "M2-POWER-20").reason
    t.play("attack juggernaut with quake_hammer")
    assert "no focus" in t.refusal("break free of juggernaut", "M2-POWER-20").reason


@both
@pytest.mark.rule("M1-TURN-4", "M2-ACT-1")
def test_nobody_activates_before_another_activation_is_over(game: str) -> None:
    rule = {MK1: "M1-TURN-4", MK2: "M2-ACT-1"}[game]
    pieces = {"ironclad": at(10, 10), "lancer": at(20, 10), "juggernaut": foe(10, 20), **row(2, y=4)}
    t = Game(game, pieces).activate("ironclad")
    t.refusal("activate lancer", rule)
    t.refusal("activate guns", rule)
    t.play("end").activate("guns").refusal("activate lancer", rule)
    for answer in ("order charge", "declared", "act"):
        t.play(answer)
        t.refusal("activate lancer", rule)
    t.play("end", "activate lancer")


@both
@pytest.mark.rule("M1-FREE-6", "M2-ENGAGE-9")
def test_no_free_strike_with_a_weapon_that_does_not_reach(game: str) -> None:
    """A spear of 2 inches and a shield of half an inch, where its bearer is left at 2 inches."""
    pieces = {"stryker": at(10, 10), "lancer": foe(10, 10 + SMALL + MEDIUM + 0.2), "ironclad": at(40, 40)}
    t = Game(game, pieces).activate("stryker", "advance", [[10_000, 5000]])
    t.refusal("strike with shock_shield", {MK1: "M1-FREE-6", MK2: "M2-ENGAGE-9"}[game])
    t.refusal("strike with sword")


@pytest.mark.rule("M1-FREE-6", "M1-SYS-7")
def test_mk1_no_free_strike_with_a_disabled_arm() -> None:
    pieces = {"stryker": at(10, 10), "lancer": foe(10, 10 + SMALL + MEDIUM + 0.2, marks="R"), "ironclad": at(40, 40)}
    t = Game(MK1, pieces).activate("stryker", "advance", [[10_000, 5000]])
    assert t.offers() == ["strike with shock_shield", "hold"]
    t.refusal("strike with war_spear", "M1-SYS-7")
