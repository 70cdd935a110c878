"""Last clauses of abilities on cards: whom they spare, what they need, and when they are over."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackBonus, Defence
from sandtable.rulesets.warmachine.common.attacks.ranges import Range
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.movement.advance import run_allowance
from sandtable.rulesets.warmachine.common.state.events import Destroyed, Struck
from sandtable.rulesets.warmachine.common.state.stats import Stat
from sandtable.rulesets.warmachine.mk2.formation import standard_bearer
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
    both,
    foe,
    row,
    to_next_turn,
)


# --- what comes after a loss ---
@pytest.mark.rule("M2-DMG-12")
def test_mk2_the_tank_of_a_model_removed_from_play_does_not_burst() -> None:
    pieces = {
        "grave_shade": at(12, 10),
        "stoker.1": foe(12, 10 + 2 * SMALL + 0.2, card="stokers", unit="stoker"),
        "stoker.2": foe(40, 40, card="stokers", unit="stoker", role="leader"),
        "stoker.3": foe(42, 40, card="stokers", unit="stoker"),
    }
    t = Game(MK2, pieces, dice=["6 5", "6 6"]).activate("grave_shade", "attack stoker.1 with grave_blade")
    assert t.happened(Destroyed, who="stoker.1", removed=True)
    assert [r.purpose for r in t.rolls if r.purpose.startswith("damage")] == ["damage to stoker.1"]


@pytest.mark.rule("M2-DMG-12", "M2-ADV-42", "M2-ADV-12")
@pytest.mark.parametrize(("name", "living"), [("chained_horror", False), ("dread_axe", True)])
def test_mk2_a_reaping_weapon_removes_only_the_living_from_play(name: str, living: bool) -> None:
    size, damage = {"chained_horror": (MEDIUM, 9), "dread_axe": (SMALL, 7)}[name]
    pieces = {"grave_shade": at(12, 10), name: foe(12, 10 + SMALL + size + 0.2, damage=damage)}
    t = Game(MK2, pieces, dice=["6 5", "6 6"]).activate("grave_shade", f"attack {name} with grave_blade")
    assert [lost.removed for lost in t.happened(Destroyed, who=name)] == [living]


# --- units ---
@pytest.mark.rule("M1-RUN-1", "M1-FLEE-5")
def test_mk1_a_fleeing_drummer_lets_nobody_run_farther() -> None:
    unit = {
        "plate.1": at(12, 10, card="plate", unit="plate", role="leader"),
        "plate.2": at(14, 10, card="plate_drummer_drummer", unit="plate", role="attached"),
        "ironclad": foe(40, 40),
    }
    assert run_allowance(Game(ESCALATION, unit).position, "plate.1") == 10_000
    unit["plate.2"]["fleeing"] = True
    assert run_allowance(Game(ESCALATION, unit).position, "plate.1") == 8000


@pytest.mark.rule("M2-CMD-22", "M2-ADV-35")
def test_mk2_a_standard_bearer_out_of_formation_helps_nobody() -> None:
    pieces = {**row(2), "guns.3": at(12 + 2 * STEP, 10, card="lg_standard", unit="guns"), "juggernaut": foe(40, 40)}
    assert standard_bearer(Game(MK2, pieces).position, "guns")
    pieces["guns.3"]["at"] = [30, 10]
    assert not standard_bearer(Game(MK2, pieces).position, "guns")


@pytest.mark.rule("ES-CREW-5", "ES-CREW-14")
@pytest.mark.parametrize(("gap", "asked"), [(1.0, True), (1.003, False)])
def test_a_crewman_at_exactly_an_inch_steps_in(gap: float, asked: bool) -> None:
    crew = {
        "gun.1": foe(12, 20, card="mortar_gunner", unit="gun", role="gunner"),
        "gun.2": foe(12 + MEDIUM + SMALL + gap, 20, card="mortar_crewman", unit="gun", role="crewman"),
        "gun.3": foe(40, 20, card="mortar_crewman", unit="gun", role="crewman"),
    }
    t = Game(ESCALATION, {**crew, "charger": at(12, 12)}, dice=["6 5", "6 6"], waits=True)
    t.activate("charger", "attack gun.1 with dual_cannon")
    assert t.ask.prompt.startswith("who steps in") is asked and t.gone("gun.1") is not asked


# --- services ---
@pytest.mark.rule("M1-DMG-7")
@pytest.mark.parametrize(("face", "boxes"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_escalation_a_repair_of_d3_boxes_is_half_the_die_rounded_up(face: int, boxes: int) -> None:
    pieces = {"marshal": at(12, 10), "ironclad": at(12, 10 + SMALL + LARGE, damage=4), "juggernaut": foe(40, 40)}
    t = Game(ESCALATION, pieces, dice=[str(face)]).activate("marshal", "repair ironclad")
    t.play(list(t.ask.default or ()))
    assert t.damage("ironclad") == 4 - boxes


@pytest.mark.rule("M1-ATK-8", "ES-MERC-6")
def test_escalation_a_mechanik_repairs_no_warjack_of_another_faction() -> None:
    pieces = {
        "marshal": at(12, 10), "mangler": at(12, 10 + SMALL + LARGE, damage=3, master=None), "juggernaut": foe(40, 40),
        "ironclad": at(12, 10 - SMALL - LARGE, damage=3),
    }  # fmt: skip
    t = Game(ESCALATION, pieces).activate("marshal")
    assert t.legal("repair ironclad")
    t.refusal("repair mangler", "M1-ATK-8")


# --- shots and blows ---
@both
@pytest.mark.rule("M1-ATK-1", "M1-MOD-1", "M2-ACT-13", "M2-ATK-15")
def test_a_shot_bought_after_a_special_attack_is_aimed_no_better_than_that_was(game: str) -> None:
    """It has advanced: RAT 6 and 11 twice. The dazzling light is no second special attack."""
    pieces = {"beacon": at(12, 10, focus=1), "juggernaut": foe(12, 20), "sorscha": at(46, 2), "stryker": foe(46, 46)}
    t = Game(game, pieces, casters=False, dice=["6 5", "6 5", "1 1"]).activate(
        "beacon", "advance", [[12_000, 11_000]], 90_000
    )
    t.play("dazzle juggernaut with lamp_cannon", "roll")
    t.refusal("dazzle juggernaut with lamp_cannon", {MK1: "M1-ATK-1", MK2: "M2-ACT-13"}[game])
    t.play("attack juggernaut with lamp_cannon")
    assert [event.total for event in t.happened(Struck)] == [17, 17]


@both
@pytest.mark.rule("M1-ATK-1", "M2-ACT-13")
def test_a_dazzled_model_is_worse_with_blades_and_guns(game: str) -> None:
    pieces = {"beacon": at(12, 10), "charger_2": foe(12, 16)}
    t = Game(game, pieces, dice=["5 6"]).activate("beacon", "dazzle charger_2 with lamp_cannon")
    printed = t.position.rules.cards.models[t.state.models["charger_2"].card].stats
    now = {name: t.value(Stat("charger_2", name)) for name in ("MAT", "RAT", "SPD")}
    assert now == {"MAT": printed["MAT"] - 2, "RAT": printed["RAT"] - 2, "SPD": printed["SPD"]}


@both
@pytest.mark.rule("M1-ATK-1", "M2-ACT-13", "M2-TURN-4")
def test_a_dazzled_model_is_so_until_the_next_turn_of_whoever_dazzled_it(game: str) -> None:
    pieces = {"beacon": at(12, 10), "charger_2": foe(12, 16)}
    t = Game(game, pieces, dice=["5 6"]).activate("beacon", "dazzle charger_2 with lamp_cannon")
    assert "dazzled" in to_next_turn(t).effects("charger_2")
    assert "dazzled" not in to_next_turn(t).effects("charger_2")


@pytest.mark.rule("M2-CE-5", "M2-CE-6")
@pytest.mark.parametrize(("name", "stalled"), [("charger_2", True), ("line_captain", False)])
def test_mk2_a_critical_stalls_warjacks_only(name: str, stalled: bool) -> None:
    pieces = {"beacon": at(12, 10), name: foe(12, 12.2)}
    t = Game(MK2, pieces, dice=["5 5", "1 1"]).activate("beacon", f"attack {name} with boathook")
    assert t.happened(Struck, who=name, critical=True) and ("stall" in t.effects(name)) is stalled


@pytest.mark.rule("M1-MOD-2", "M1-ATK-1")
def test_escalation_a_gunner_who_stood_up_does_not_aim_his_smoke_shell() -> None:
    """RAT 6 and 2 for aiming, which he has given up with his movement to stand."""
    for down, total in ((False, 3 + 6 + 2), (True, 3 + 6)):
        pieces = {
            "gun.1": at(12, 10, card="field_gun_gunner", unit="gun", role="gunner", down=down),
            "gun.2": at(15, 10, card="field_gun_crewman", unit="gun", role="crewman"),
            "juggernaut": foe(12, 24),
        }
        t = Game(ESCALATION, pieces, dice=["1 2", "1", "1"]).activate("gun")
        t.play(*(["stand instead of moving", 90_000] if down else []), "act")
        t.play("gun.1 smoke_shell juggernaut with field_gun")
        assert [struck.total for struck in t.happened(Struck)] == [total]


@pytest.mark.rule("M2-ATK-17")
def test_mk2_a_thunderbolt_pushes_enemies_only() -> None:
    pieces = {"gun_mage_adept": at(12, 10), "ironclad": at(12, 16), "juggernaut": foe(40, 40)}
    t = Game(MK2, pieces, dice=["4 4", "1 1"]).activate("gun_mage_adept")
    t.play("attack ironclad with magelock_pistol", "thunderbolt")
    assert t.happened(Struck, who="ironclad", hit=True, critical=True)
    assert t.place("ironclad") == (12, 16) and t.effects("ironclad") == set()


@pytest.mark.rule("M2-ATK-24")
@pytest.mark.parametrize(("facing", "brace"), [(SOUTH, -2), (NORTH, 0)])
def test_mk2_set_defense_does_not_help_against_a_charge_from_behind(facing: float, brace: int) -> None:
    t = Game(MK2, {"juggernaut": at(12, 10), "lancer": foe(12, 10 + LARGE + MEDIUM + 0.2, facing)})
    charge = Strike(attacker="juggernaut", target="lancer", weapon="ice_axe", charge=True)
    assert [term.value for term in t.terms(AttackBonus(charge)) if term.why == "set defense"] == [brace] * bool(brace)


@pytest.mark.rule("M2-DMG-14", "M2-DMG-16")
def test_mk2_the_shock_field_of_a_crippled_shield_burns_nothing() -> None:
    lancer = foe(12, 10 + LARGE + MEDIUM + 0.2, marks="L")
    t = Game(MK2, {"juggernaut": at(12, 10), "lancer": lancer}, dice=["6 5", "1 2", "3"])
    t.activate("juggernaut", "attack lancer with ice_axe")
    assert t.happened(Struck, who="lancer", hit=True) and t.damage("juggernaut") == 0


@pytest.mark.rule("M2-POWER-1", "M2-CTRL-17")
def test_mk2_after_a_bought_attack_there_is_no_free_power_attack() -> None:
    pieces = {"kodiak": at(12, 10, focus=1), "ironclad": foe(12, 10 + 2 * LARGE + 0.2)}
    fists = ["attack ironclad with armored_fist_l", "attack ironclad with armored_fist_r"]
    t = Game(MK2, pieces, dice=["6 5", "1 1", "6 5", "1 1", "6 5", "1 1"])
    t.activate("kodiak", fists[0], "roll", "roll", fists[1], "roll", "roll")
    assert t.legal("head-butt ironclad")
    t.play(fists[0])
    assert t.focus("kodiak") == 0
    t.refusal("head-butt ironclad", "M2-ACT-13")


@pytest.mark.rule("M2-ATK-25", "M2-ADV-5")
def test_mk2_who_helped_with_his_charge_attack_helps_the_next_with_an_ordinary_one() -> None:
    """Three guards charge one target. Two weapons each: the second combined attack is no charge attack."""
    y = 10 + MEDIUM + LARGE + 4
    pieces = {
        "guard.1": at(10.2, 10, card="bulwark_guard", unit="guard", role="leader"),
        "guard.2": at(12, 10, card="bulwark_guard", unit="guard"),
        "guard.3": at(13.8, 10, card="bulwark_guard", unit="guard"),
        "juggernaut": foe(12, y),
    }
    t = Game(MK2, pieces).activate("guard", "order charge", "all charge juggernaut")
    while "guard.1 combine juggernaut with storm_maul" not in t.offers():
        t.play("act" if t.legal("act") else t.ask.default)
    t.dice = ["4 5", "1 1 1", "4 5", "1 1"]
    t.play("guard.1 combine juggernaut with storm_maul", ["guard.2"])
    t.play("guard.3 combine juggernaut with storm_maul", ["guard.2"])
    dice = [dict(roll.pools[0].dice) for roll in t.rolls if roll.purpose == "damage to juggernaut"]
    assert dice == [{"d6": 3}, {"d6": 2}]


@pytest.mark.rule("M2-ATK-9", "M2-DMG-16")
def test_mk2_a_six_on_the_only_die_of_a_crippled_weapon_is_no_sure_hit() -> None:
    pieces = {"charger": at(12, 10, marks="R"), "sorscha": foe(12, 10 + MEDIUM + SMALL + 0.2)}
    t = Game(MK2, pieces, dice=["6"]).activate("charger", "attack sorscha with battle_hammer")
    assert [(struck.total, struck.hit) for struck in t.happened(Struck)] == [(6 + 6, False)]


# --- spells and disruption ---
@both
@pytest.mark.rule("M1-MAINT-2", "M2-TURN-4")
def test_who_is_frozen_thaws_when_the_turn_of_whoever_did_it_comes_again(game: str) -> None:
    pieces = {"sorscha": at(12, 10, focus=4), "charger": foe(12, 16), "stryker": foe(40, 40)}
    t = Game(game, pieces, dice=["5 6"], casters=False).activate("sorscha", "cast freezing_grip at charger")
    assert "stationary" in to_next_turn(t).effects("charger")
    assert "stationary" not in to_next_turn(t).effects("charger")


@both
@pytest.mark.rule("M1-SPELL-8", "M2-SPELL-20")
def test_a_longer_range_for_guns_is_none_for_spells(game: str) -> None:
    t = Game(game, {"stryker": at(12, 10, spells={"snipe": "stryker"}), "juggernaut": foe(12, 20)})
    bolt = Strike(attacker="stryker", target="juggernaut", kind="magic", spell="arcane_bolt")
    shot = Strike(attacker="stryker", target="juggernaut", kind="ranged", weapon="disruptor_pistol")
    assert (t.value(Range(bolt)), t.value(Range(shot))) == (t.position.rules.cards.spells["arcane_bolt"].rng, 10 + 4)


@both
@pytest.mark.rule("M1-RUN-4", "M2-MOVE-6")
def test_who_has_used_his_feat_does_not_run(game: str) -> None:
    t = Game(game, {"stryker": at(12, 10), "juggernaut": foe(40, 40)}).activate("stryker")
    assert t.legal("run")
    t.play("feat").refusal("run", {MK1: "M1-RUN-4", MK2: "M2-MOVE-6"}[game])


@both
@pytest.mark.rule("M1-CHANNEL-2", "M2-ATK-23")
def test_a_channelled_lode_bolt_pushes_away_from_the_channeler(game: str) -> None:
    """The Lancer is south of the target, its warcaster west of it."""
    pieces = {"vane": at(6, 20, focus=2), "lancer": at(12, 14, master="vane"), "juggernaut": foe(12, 20)}
    t = Game(game, pieces, dice=["5 6", "1 1"]).activate("vane", "cast lode_bolt at juggernaut through lancer")
    assert t.place("juggernaut") == (12, 22)


@both
@pytest.mark.rule("M1-MOD-19", "M2-KD-8", "M2-ATK-5")
def test_a_spell_at_a_model_on_the_ground_is_rolled_for(game: str) -> None:
    """DEF 5, but only melee attacks hit without a roll."""
    pieces = {"stryker": at(12, 10, focus=2), "juggernaut": foe(12, 16, down=True)}
    t = Game(game, pieces, dice=["1 1"]).activate("stryker", "cast arcane_bolt at juggernaut")
    assert [(struck.rolled, struck.hit, struck.against) for struck in t.happened(Struck)] == [(True, False, 5)]


@both
@pytest.mark.rule("M1-ATK-7", "M2-CTRL-7")
def test_a_disrupted_warjack_loses_the_focus_it_has(game: str) -> None:
    pieces = {"stryker": at(12, 10, focus=0), "juggernaut": foe(12, 16, focus=3)}
    t = Game(game, pieces, dice=["5 6", "1 1"]).activate("stryker", "attack juggernaut with disruptor_pistol")
    assert t.effects("juggernaut") == {"disrupted"} and t.focus("juggernaut") == 0
    pieces = {"stryker": at(12, 10), "sorscha": foe(12, 16, focus=3)}
    t = Game(game, pieces, dice=["5 6", "1 1"]).activate("stryker", "attack sorscha with disruptor_pistol")
    assert not t.effects("sorscha") and t.focus("sorscha") == 3, "no warjack"


@both
@pytest.mark.rule("M1-MOD-30", "M2-ENGAGE-19")
def test_a_caster_in_another_melee_suffers_the_penalty_for_shooting_into_one(game: str) -> None:
    pieces = {
        "stryker": at(12, 10), "destroyer": foe(12, 10 + SMALL + LARGE + 0.2),
        "ironclad": at(24, 20), "juggernaut": foe(24, 20 + 2 * LARGE + 0.2),
    }  # fmt: skip
    t = Game(game, pieces)
    for target, penalty in (("destroyer", []), ("juggernaut", [-4])):
        bolt = Strike(attacker="stryker", target=target, kind="magic", spell="arcane_bolt")
        assert [term.value for term in t.terms(AttackBonus(bolt)) if term.why == "target in melee"] == penalty


@pytest.mark.rule("M2-ATK-14", "M2-ATK-23")
@pytest.mark.parametrize(("facing", "bonus"), [(NORTH, 2), (SOUTH, 0)])
def test_mk2_a_channelled_spell_strikes_the_back_from_where_the_channeler_stands(facing: float, bonus: int) -> None:
    """The channeler is south of the target, its warcaster to the north."""
    pieces = {"stryker": at(12, 25, SOUTH, focus=2), "lancer": at(12, 14), "charger_2": foe(12, 20, facing)}
    t = Game(MK2, pieces, dice=["1 2"]).activate("stryker", "cast arcane_bolt at charger_2 through lancer")
    assert [struck.total for struck in t.happened(Struck)] == [3 + 6 + bonus]


# --- who is hidden, and from whom ---
@pytest.mark.rule("M2-ADV-13", "M2-ADV-43", "M2-ADV-14")
def test_mk2_eyeless_sight_takes_camouflage_away_but_not_the_hedge() -> None:
    hedge = [{"kind": "hedge", "at": [12, 18.8], "size": [6, 0.5]}]
    t = Game(MK2, {"blind_seer": at(12, 10), "charger": at(15, 10), "manhunter": foe(12, 20)}, terrain=hedge)
    seen = Strike(attacker="blind_seer", target="manhunter", kind="ranged", weapon="rime_rifle")
    shot = Strike(attacker="charger", target="manhunter", kind="ranged", weapon="dual_cannon")
    assert (t.value(Defence(seen)), t.value(Defence(shot))) == (14 + 2, 14 + 2 + 2)


@pytest.mark.rule("M2-TERRAIN-16", "M2-ADV-12")
def test_mk2_vented_steam_scalds_the_living_only() -> None:
    pieces = {"kodiak": at(12, 10), "line_captain": foe(12, 12.4), "charger_2": foe(14.2, 10)}
    t = Game(MK2, pieces, dice=["1 1"]).activate("kodiak", "vent_steam")
    assert [r.purpose for r in t.rolls] == ["damage to line_captain"]


@pytest.mark.rule("M1-MOD-34", "M1-KD-9")
def test_mk1_who_lies_on_the_ground_screens_nobody() -> None:
    for down, screened in ((False, True), (True, False)):
        pieces = {
            "charger": at(12, 10),
            "ironclad": foe(12, 20),
            "juggernaut": foe(12, 20 - 2 * LARGE - 0.5, down=down),
        }
        t = Game(MK1, pieces)
        shot = Strike(attacker="charger", target="ironclad", kind="ranged", weapon="dual_cannon")
        assert any(term.why.startswith("screened") for term in t.terms(Defence(shot))) is screened


@pytest.mark.rule("M1-MOD-31", "M1-MOD-28")
def test_mk1_a_shot_strays_to_nobody_beyond_its_range() -> None:
    """RNG 12: the Lancer is 11 inches away, the Ironclad that fights it 12 and a half or 11 and a half."""
    for far, struck in ((True, ["lancer"]), (False, ["lancer", "ironclad"])):
        y = 10 + 2 * MEDIUM + 11
        where = (12, y + MEDIUM + LARGE + 0.3) if far else (12 + MEDIUM + LARGE + 0.3, y)
        pieces = {"charger": at(12, 10), "lancer": foe(12, y)}
        pieces["ironclad"] = at(where[0], where[1], SOUTH if far else 180)
        t = Game(MK1, pieces, dice=["4 4"] + ["1 1"] * (not far)).activate("charger", "attack lancer with dual_cannon")
        assert [s.who for s in t.happened(Struck)] == struck
