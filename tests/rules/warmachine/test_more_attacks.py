"""More of attacks, damage, systems, clouds and power attacks: what the first files leave open."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.attacks.area import Landed
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackBonus, Defence
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.state.events import Damaged, FocusSpent, Struck
from sandtable.rulesets.warmachine.common.state.stats import speed
from sandtable.rulesets.warmachine.common.units.command import NeverFlees
from tests.rules.warmachine.kit import LARGE, MEDIUM, MK1, MK2, NORTH, SMALL, Game, at, both, foe

NOSE = {"ironclad": at(12, 10, focus=3), "juggernaut": foe(12, 12.2)}
HAMMER, FIST = "attack juggernaut with quake_hammer", "attack juggernaut with open_fist"


def arm(t: Game, name: str) -> int:
    return t.value(Armour(name, Blow(target=name, power=0, seat=0)))


@both
@pytest.mark.rule("M1-DICE-7", "M1-CTRL-7", "M2-DICE-1", "M2-CTRL-18", "M2-CTRL-19", "M2-ATK-7", "M2-DMG-3")
def test_a_boost_is_paid_before_the_roll_and_adds_a_die(game: str) -> None:
    t = Game(game, NOSE, dice=["1 2 3", "1 1 1", "1"]).activate("ironclad", HAMMER, "boost", "boost")
    assert t.pool("attack") == {"d6": 3} and t.pool("damage") == {"d6": 3} and t.focus("ironclad") == 1


@both
@pytest.mark.rule("M1-ATK-1", "M1-ATK-5", "M1-ATK-6", "M2-ACT-13", "M2-ACT-15")
def test_each_weapon_once_then_any_of_them_for_focus(game: str) -> None:
    t = Game(game, NOSE, dice=["1 1", "1 1", "1 1"]).activate("ironclad", HAMMER, "roll", FIST, "roll")
    assert not t.happened(FocusSpent)
    t.play(HAMMER, "roll")
    assert t.happened(FocusSpent, points=1, on="an additional attack")


@both
@pytest.mark.rule("M1-MELEE-1", "M1-MELEE-3", "M2-ENGAGE-1", "M2-ENGAGE-2", "M2-WQ-12")
def test_reach_belongs_to_the_weapon(game: str) -> None:
    far = {"lancer": at(12, 10), "juggernaut": foe(12, 10 + MEDIUM + LARGE + 2.0)}
    t = Game(game, far).activate("lancer")
    assert "attack juggernaut with war_spear" in t.offers() and "attack juggernaut with shock_shield" not in t.offers()
    beyond = {"lancer": at(12, 10), "juggernaut": foe(12, 10 + MEDIUM + LARGE + 2.002)}
    Game(game, beyond).activate("lancer").refusal(
        "attack juggernaut with war_spear", {MK1: "M1-MELEE-1", MK2: "M2-ENGAGE-1"}[game]
    )


@pytest.mark.rule("M1-DICE-5")
def test_mk1_an_automatic_hit_is_never_critical() -> None:
    pieces = {"juggernaut": at(12, 10), "ironclad": foe(12, 12.2, down=True)}
    t = Game(MK1, pieces, dice=["1 1", "1"]).activate("juggernaut", "attack ironclad with ice_axe")
    assert t.happened(Struck, rolled=False, critical=False)


@pytest.mark.rule("M2-ATK-12")
def test_mk2_an_automatic_hit_may_still_be_critical() -> None:
    pieces = {"juggernaut": at(12, 10), "ironclad": foe(12, 12.2, down=True)}
    t = Game(MK2, pieces, dice=["2 2", "1 1", "1"]).activate("juggernaut", "attack ironclad with ice_axe")
    assert t.ask.cite == "M2-ATK-12" and t.offers() == ["no roll", "roll"]
    assert t.play("roll").effects("ironclad") == {"knocked_down", "stationary"}
    ones = Game(MK2, pieces, dice=["1 1", "1 1", "1"]).activate("juggernaut", "attack ironclad with ice_axe", "roll")
    assert ones.happened(Struck, hit=True, critical=False)
    none = Game(MK2, pieces, dice=["1 1", "1"]).activate("juggernaut", "attack ironclad with ice_axe", "no roll")
    assert none.happened(Struck, hit=True, rolled=False) and none.effects("ironclad") == {"knocked_down"}
    able = {**pieces, "juggernaut": at(12, 10, focus=1)}
    boosted = Game(MK2, able, dice=["1 2 2", "1 1", "1"]).activate(
        "juggernaut", "attack ironclad with ice_axe", "boost"
    )
    assert boosted.focus("juggernaut") == 0 and "stationary" in boosted.effects("ironclad")


@pytest.mark.rule("M1-MOD-5", "M1-MOD-6")
def test_mk1_no_back_strike_at_the_fallen() -> None:
    shot = Strike(attacker="charger", target="juggernaut", kind="ranged", weapon="dual_cannon", unaware=("juggernaut",))
    base = {"charger": at(12, 10), "juggernaut": foe(12, 20, NORTH)}
    assert Game(MK1, base).value(AttackBonus(shot)) == 8
    assert Game(MK1, {**base, "juggernaut": foe(12, 20, NORTH, down=True)}).value(AttackBonus(shot)) == 6
    spell = {"stryker": at(30, 10), "lancer": at(12, 10), "juggernaut": foe(12, 20, NORTH)}
    cast = Strike(
        attacker="stryker",
        target="juggernaut",
        kind="magic",
        spell="arcane_bolt",
        origin="lancer",
        unaware=("juggernaut",),
    )
    assert Game(MK1, spell).value(AttackBonus(cast)) == 6


@pytest.mark.rule("M2-KD-13", "M2-ATK-14")
def test_mk2_a_back_strike_counts_at_the_fallen() -> None:
    shot = Strike(attacker="charger", target="juggernaut", kind="ranged", weapon="dual_cannon", unaware=("juggernaut",))
    base = {"charger": at(12, 10), "juggernaut": foe(12, 20, NORTH, down=True)}
    assert Game(MK2, base).value(AttackBonus(shot)) == 8


@both
@pytest.mark.rule("M1-MOD-25", "M2-TERRAIN-10")
def test_deep_water_is_def_7(game: str) -> None:
    water = [{"kind": "deep_water", "at": [12, 20], "radius": 2}]
    pieces = {"charger": at(12, 10), "stryker_2": foe(12, 20)}
    shot = Strike(attacker="charger", target="stryker_2", kind="ranged", weapon="dual_cannon")
    assert Game(game, pieces, terrain=water).value(Defence(shot)) == 7


@both
@pytest.mark.rule("M1-MOD-30", "M2-ENGAGE-19")
def test_a_caster_in_that_very_melee_has_no_penalty(game: str) -> None:
    spell = Strike(attacker="stryker", target="juggernaut", kind="magic", spell="arcane_bolt")
    near = {"stryker": at(12, 10), "juggernaut": foe(12, 10 + LARGE + SMALL + 0.2)}
    assert Game(game, near).value(AttackBonus(spell)) == 6
    far = {"stryker": at(30, 10), "ironclad": at(12, 10), "juggernaut": foe(12, 12.2)}
    assert Game(game, far).value(AttackBonus(spell)) == 2


@both
@pytest.mark.rule("M1-AOE-9", "M2-AOE-9", "M1-MAGIC-5")
def test_an_area_out_of_range_deviates_from_the_end_of_its_range(game: str) -> None:
    """RNG 10: the point 10 inches from the base edge, capped at half of that."""
    pieces = {"stryker": at(12, 4, focus=3), "juggernaut": foe(12, 24)}
    t = Game(game, pieces, dice=["1", "6"]).activate("stryker", "cast arcane_blast at juggernaut")
    (landed,) = t.happened(Landed)
    assert landed.at[1] / 1000 == pytest.approx(4 + SMALL + 10 + 5, abs=0.003)


@both
@pytest.mark.rule("M1-AOE-13", "M2-AOE-12", "M2-AOE-10", "M1-AOE-10")
def test_an_area_without_power_only_has_its_effect(game: str) -> None:
    pieces = {"stryker": at(12, 4, focus=3), "juggernaut": foe(12, 12), "destroyer": foe(14.5, 12)}
    t = Game(game, pieces, dice=["6 5"]).activate("stryker", "cast earthquake at juggernaut")
    assert t.effects("juggernaut") == {"knocked_down"} == t.effects("destroyer") and not t.happened(Damaged)


@both
@pytest.mark.rule("M1-AOE-12", "M2-AOE-10", "M2-WQ-6")
def test_a_critical_area_needs_a_direct_hit_and_burns_all(game: str) -> None:
    pieces = {"oskin": at(12, 10), "ironclad": foe(12, 17), "lancer": foe(13.9, 17), "stryker": foe(44, 44)}
    t = Game(game, pieces, dice=["5 5", "1 1", "1 1"], casters=False).activate(
        "oskin", "attack ironclad with ember_mortar"
    )
    assert t.effects("ironclad") == {"fire"} == t.effects("lancer")
    missed = Game(game, pieces, dice=["1 1", "1", "1", "1 1", "1 1"], casters=False)
    missed.activate("oskin", "attack ironclad with ember_mortar")
    assert missed.effects("ironclad") == set()


@both
@pytest.mark.rule("M1-SPRAY-5", "M2-SPRAY-6", "M2-SPRAY-4")
def test_terrain_protects_from_a_spray_models_do_not(game: str) -> None:
    wall = [{"kind": "building", "at": [12.9, 15], "size": [1.4, 1]}]
    pieces = {"etcher": at(12, 10), "juggernaut": foe(11, 15.5), "stryker_2": foe(13, 16.6)}
    t = Game(game, pieces, terrain=wall, dice=["1 1"]).activate("etcher", "attack juggernaut with acid_jet").done()
    assert [e.who for e in t.happened(Struck)] == ["juggernaut"]


@both
@pytest.mark.rule("M1-DMG-5", "M2-DMG-5", "M2-DMG-20", "M1-DMG-1", "M2-DMG-4")
def test_a_row_is_full_when_its_last_box_is_marked(game: str) -> None:
    pieces = {"juggernaut": at(12, 10), "guns.1": foe(12, 10 + LARGE + SMALL + 0.2, card="long_gunners")}
    t = Game(game, pieces, dice=["6 5", "1 1"]).activate("juggernaut", "attack guns.1 with ice_axe")
    assert t.gone("guns.1") and t.happened(Damaged, points=1)


# --- systems ---
@pytest.mark.rule("M1-SYS-6", "M1-SYS-11", "M1-CHARGE-17")
def test_mk1_without_movement_it_crawls() -> None:
    t = Game(MK1, {"ironclad": at(12, 10, focus=2, marks="M"), "juggernaut": foe(12, 20)})
    assert speed(t.position, "ironclad") == 1000
    t.activate("ironclad")
    t.refusal("charge juggernaut", "M1-CHARGE-17")
    t.refusal("slam juggernaut", "M1-CHARGE-17")
    assert "run" in t.offers()


@pytest.mark.rule("M2-DMG-15")
def test_mk2_without_movement_it_advances_but_does_not_run() -> None:
    t = Game(MK2, {"ironclad": at(12, 10, focus=2, marks="M"), "juggernaut": foe(12, 20)})
    assert speed(t.position, "ironclad") == 5000
    t.activate("ironclad")
    for deed in ("run", "charge juggernaut", "slam juggernaut", "trample"):
        t.refusal(deed, "M2-DMG-15")


@pytest.mark.rule("M1-SYS-7")
def test_mk1_a_disabled_arm_makes_no_attacks() -> None:
    t = Game(MK1, {"ironclad": at(12, 10, marks="R"), "juggernaut": foe(12, 12.2)}).activate("ironclad")
    t.refusal(HAMMER, "M1-SYS-7")
    assert FIST in t.offers()


@pytest.mark.rule("M2-DMG-16", "M2-DICE-3")
def test_mk2_a_crippled_arm_loses_a_die() -> None:
    pieces = {"ironclad": at(12, 10, marks="R", focus=1), "juggernaut": foe(12, 12.2)}
    t = Game(MK2, pieces, dice=["5", "6 2", "1"]).activate("ironclad", HAMMER, "roll", "boost")
    assert t.pool("attack") == {"d6": 1} and t.pool("damage") == {"d6": 2}


@pytest.mark.rule("M1-SYS-8")
def test_mk1_a_shield_counts_from_all_sides_while_its_arm_works() -> None:
    assert arm(Game(MK1, {"lancer": at(12, 10), "juggernaut": foe(12, 4)}), "lancer") == 18
    assert arm(Game(MK1, {"lancer": at(12, 10, marks="L"), "juggernaut": foe(12, 4)}), "lancer") == 16


@pytest.mark.rule("M1-SYS-4", "M1-SYS-5", "M1-SYS-9")
def test_mk1_the_hull_is_a_system() -> None:
    t = Game(MK1, {"ironclad": at(12, 10), "juggernaut": foe(12, 12.2, marks="."), "lancer": at(30, 30)})
    assert t.out("juggernaut") == {"."}


@both
@pytest.mark.rule("M1-CE-4", "M2-CE-7")
def test_one_of_each_effect(game: str) -> None:
    pieces = {"etcher": at(12, 10), "juggernaut": foe(12, 15, effects=["corrosion"])}
    t = Game(game, pieces, dice=["3 4", "1 1"]).activate("etcher", "attack juggernaut with acid_jet")
    assert [e.name for e in t.state.effects if e.on == "juggernaut"] == ["corrosion"]


# --- clouds ---
@pytest.mark.rule("M1-CLOUD-2", "M1-CLOUD-5", "M1-ATK-8")
def test_mk1_steam_scalds_who_enters_and_who_stays() -> None:
    pieces = {"ibex": at(12, 10), "ironclad": foe(12, 16, focus=1), "oskin": at(44, 2), "stryker": foe(44, 44)}
    t = Game(MK1, pieces, casters=False).activate("ibex", "steam_vent")
    t.refusal("attack ironclad with horns")
    assert [f.disc for f in t.state.map.features] == [(12000, 10000, 2000)]


@pytest.mark.rule("M1-CLOUD-4", "M2-AOE-13")
def test_a_cloud_lasts_one_round() -> None:
    t = Game(MK1, {"vane": at(12, 10, focus=2), "ironclad": at(12, 13), "juggernaut": foe(40, 40)})
    t.activate("vane", "cast mist_veil at ironclad")
    (cloud,) = t.state.map.features
    assert cloud.disc == (12000, 13000, 2000) and [e.name for e in t.state.effects] == ["cloud"]


# --- never fleeing ---
@both
@pytest.mark.rule("M1-CMD-11", "M1-CMD-12", "M2-CMD-8", "M2-CMD-21", "M2-CMD-23", "M2-CMD-24", "M2-ADV-12", "M2-ADV-15")
def test_warjacks_and_fearless_models_never_flee(game: str) -> None:
    t = Game(game, {"stryker": at(12, 10), "ironclad": at(15, 10), "juggernaut": foe(40, 40)})
    assert t.position.holds(NeverFlees("stryker")) and t.position.holds(NeverFlees("ironclad"))


# --- power attacks again ---
@both
@pytest.mark.rule("M1-POWER-4", "M2-POWER-9")
def test_attacks_are_bought_after_a_power_attack(game: str) -> None:
    pieces = {"juggernaut": at(12, 10, focus=2), "ironclad": foe(12, 12.2)}
    t = Game(game, pieces, dice=["1 1", "1 1"]).activate("juggernaut", "head-butt ironclad", "roll")
    t.play("attack ironclad with ice_axe")
    assert t.focus("juggernaut") == 0
    t.refusal("attack ironclad with open_fist")


@both
@pytest.mark.rule("M1-POWER-33", "M1-POWER-34", "M2-POWER-36")
def test_a_thrown_model_that_hits_another_is_hurt_more(game: str) -> None:
    pieces = {
        "juggernaut": at(12, 10, focus=1), "ironclad": foe(12, 10 + 2 * LARGE + 0.3),
        "destroyer": foe(12, 10 + 4 * LARGE + 3.3),
    }  # fmt: skip
    t = Game(game, pieces, dice=["4 5", "6", "1"]).activate("juggernaut", "throw ironclad")
    t.dice = ["1", "2", "1 1 1", "1 2"]
    t.play([90_000, 6000], *({MK1: (270_000,), MK2: ()}[game]))
    assert t.pool("damage", -2) == {"d6": 3} and t.effects("destroyer") == {"knocked_down"}
    assert t.place("ironclad")[1] == pytest.approx(10 + 2 * LARGE + 3.3, abs=0.003)
