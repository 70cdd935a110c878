"""Ranged, area, spray and magic attacks, their modifiers, and stray shots."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.attacks.area import Landed
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackBonus, Defence
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.state.events import Damaged, FocusSpent, Struck
from tests.rules.warmachine.kit import EAST, LARGE, MEDIUM, MK1, MK2, NORTH, SMALL, SOUTH, Game, at, both, every, foe

CANNON = "attack juggernaut with dual_cannon"
SHOT = {"charger": at(12, 10), "juggernaut": foe(12, 20)}


def ranged(attacker: str = "charger", target: str = "juggernaut", **more: object) -> Strike:
    return Strike(attacker=attacker, target=target, kind="ranged", weapon="dual_cannon", **more)  # type: ignore[arg-type]


@both
@pytest.mark.rule("M1-RANGED-2", "M1-MOD-1", "M2-ATK-4", "M2-ATK-15")
def test_a_shot_without_moving_is_aimed(game: str) -> None:
    """RAT 6 + 2 against DEF 10; POW 12 without STR: 8 + 12 - 20 = 0."""
    t = Game(game, SHOT, dice=["1 2", "4 4"]).activate("charger", CANNON)
    assert t.happened(Struck, hit=True, total=11) and not t.happened(Damaged)
    t = Game(game, SHOT, dice=["1 2"]).activate("charger", "advance", (), 90_000, CANNON)
    assert t.happened(Struck, hit=False, total=9)


@both
@pytest.mark.rule("M1-RANGED-1", "M1-RANGED-3", "M1-GEO-8", "M2-ATK-11", "M2-GEO-11")
def test_out_of_range_is_declared_and_misses_without_a_roll(game: str) -> None:
    far = 10 + MEDIUM + LARGE + 12
    inside = Game(game, {**SHOT, "juggernaut": foe(12, far)}, dice=["1 2", "1 1"]).activate("charger", CANNON)
    assert inside.happened(Struck, rolled=True)
    beyond = Game(game, {**SHOT, "juggernaut": foe(12, far + 0.002)}).activate("charger")
    assert CANNON in beyond.offers()
    beyond.play(CANNON)
    assert beyond.happened(Struck, rolled=False, hit=False, cite={MK1: "M1-RANGED-1", MK2: "M2-ATK-11"}[game])


@both
@pytest.mark.rule("M1-ATK-3", "M1-ATK-4", "M2-ACT-15", "M2-ACT-16")
def test_another_shot_costs_focus_up_to_the_rate_of_fire(game: str) -> None:
    pieces = {**SHOT, "charger": at(12, 10, focus=3)}
    t = Game(game, pieces, dice=["1 2", "1 1", "1 2", "1 1"])
    plain = {MK1: (), MK2: ("pass",)}[game]  # no powerful attack
    t.activate("charger", CANNON, *plain, "roll", "roll", CANNON, *plain, "roll", "roll")
    assert t.happened(FocusSpent, who="charger", points=1, on="an additional attack")
    t.refusal(CANNON, {MK1: "M1-ATK-4", MK2: "M2-ACT-16"}[game])


@both
@pytest.mark.rule("M1-ATK-2", "M2-ACT-14")
def test_melee_and_ranged_are_not_mixed(game: str) -> None:
    near = {**SHOT, "ibex": foe(12, 10 + 2 * MEDIUM + 0.4, NORTH)}
    t = Game(game, near, dice=["1 1"]).activate("charger", "attack ibex with battle_hammer")
    t.refusal(CANNON, {MK1: "M1-ATK-2", MK2: "M2-ACT-14"}[game])


@both
@pytest.mark.rule("M1-MOVE-5", "M1-MOVE-6", "M2-ENGAGE-5", "M2-ENGAGE-3")
def test_no_shots_in_melee(game: str) -> None:
    near = {**SHOT, "ibex": foe(12, 10 + 2 * MEDIUM + 0.5, SOUTH)}
    t = Game(game, near).activate("charger")
    t.refusal(CANNON, {MK1: "M1-MOVE-5", MK2: "M2-ENGAGE-5"}[game])
    away = {**SHOT, "ibex": foe(12 + 2 * MEDIUM + 0.51, 10, EAST)}
    assert CANNON in Game(game, away).activate("charger").offers()


@both
@pytest.mark.rule("M1-ATK-9", "M2-LOS-17", "M2-LOS-4", "M1-LOS-3")
def test_an_equal_base_in_between_hides(game: str) -> None:
    t = Game(game, {**SHOT, "ironclad": at(12, 15)}).activate("charger")
    t.refusal(CANNON, {MK1: "M1-ATK-9", MK2: "M2-LOS-17"}[game])


@both
@pytest.mark.rule("M1-LOS-4", "M2-LOS-4")
def test_a_smaller_base_does_not_hide(game: str) -> None:
    assert CANNON in Game(game, {**SHOT, "lancer": at(12, 15)}).activate("charger").offers()


@both
@pytest.mark.rule("M1-KD-9", "M2-LOS-7", "M2-KD-5")
def test_a_knocked_down_model_hides_nobody(game: str) -> None:
    assert CANNON in Game(game, {**SHOT, "ironclad": at(12, 15, down=True)}).activate("charger").offers()


@both
@pytest.mark.rule("M1-MOD-4", "M2-ATK-14")
def test_back_strike(game: str) -> None:
    """From behind, after starting behind; not after stepping out in front."""
    t = Game(game, {**SHOT, "juggernaut": foe(12, 20, NORTH)}, dice=["1 2", "1 1"]).activate("charger", CANNON)
    assert t.happened(Struck, total=3 + 6 + 2 + 2)
    seen = Game(game, {**SHOT, "juggernaut": foe(12, 20, SOUTH)}, dice=["1 2", "1 1"]).activate("charger", CANNON)
    assert seen.happened(Struck, total=3 + 6 + 2)


@both
@pytest.mark.rule("M1-MOD-12", "M1-MOD-13", "M2-TERRAIN-13", "M2-TERRAIN-14")
def test_a_wall_within_an_inch_is_cover(game: str) -> None:
    for y, bonus in ((20 - LARGE - 0.9, 4), (20 - LARGE - 1.6, 0)):
        wall = [{"kind": "wall", "at": [12, y], "size": [6, 0.5]}]
        t = Game(game, SHOT, terrain=wall)
        assert t.value(Defence(ranged())) == 10 + bonus
    both_pieces = [
        {"kind": "wall", "at": [12, 18.3], "size": [6, 0.5]},
        {"kind": "hedge", "at": [12, 18.3], "size": [2, 0.2]},
    ]
    assert Game(game, SHOT, terrain=both_pieces).value(Defence(ranged())) == 14


@both
@pytest.mark.rule("M1-MOD-11", "M2-TERRAIN-12")
def test_a_hedge_conceals(game: str) -> None:
    hedge = [{"kind": "hedge", "at": [12, 18.3], "size": [6, 0.5]}]
    t = Game(game, SHOT, terrain=hedge)
    assert t.value(Defence(ranged())) == 12
    assert t.value(Defence(ranged().but(kind="melee"))) == 10


@both
@pytest.mark.rule("M1-LOS-8", "M2-TERRAIN-7")
def test_a_forest_conceals_whoever_is_in_it(game: str) -> None:
    wood = [{"kind": "forest", "at": [12, 21], "radius": 1.5}]
    assert Game(game, SHOT, terrain=wood).value(Defence(ranged())) == 12


@both
@pytest.mark.rule("M1-MOD-15", "M2-TERRAIN-15")
def test_higher_ground_protects(game: str) -> None:
    hill = [{"kind": "hill", "at": [12, 20], "radius": 3, "height": 1}]
    assert Game(game, SHOT, terrain=hill).value(Defence(ranged())) == 12
    assert Game(game, SHOT, terrain=[{**hill[0], "height": 0.9}]).value(Defence(ranged())) == 10


@pytest.mark.rule("M1-MOD-24", "M1-CLOUD-1")
def test_mk1_a_cloud_adds_to_cover() -> None:
    terrain: list[dict[str, object]] = [{"kind": "fog", "at": [12, 20.5], "radius": 1.5}]
    terrain.append({"kind": "wall", "at": [12, 18.3], "size": [6, 0.5]})
    assert Game(MK1, SHOT, terrain=terrain).value(Defence(ranged())) == 16


@pytest.mark.rule("M2-TERRAIN-16")
def test_mk2_a_cloud_is_concealment() -> None:
    terrain: list[dict[str, object]] = [{"kind": "fog", "at": [12, 20.5], "radius": 1.5}]
    assert Game(MK2, SHOT, terrain=terrain).value(Defence(ranged())) == 12
    wall: list[dict[str, object]] = [*terrain, {"kind": "wall", "at": [12, 18.3], "size": [6, 0.5]}]
    assert Game(MK2, SHOT, terrain=wall).value(Defence(ranged())) == 14


@pytest.mark.rule("M1-MOD-34", "M1-LOS-5")
def test_mk1_a_model_near_the_line_screens() -> None:
    pieces = {**SHOT, "destroyer": foe(13.6, 18.1)}
    assert Game(MK1, pieces).value(Defence(ranged())) == 12
    away = {**SHOT, "destroyer": foe(13.6, 15.0)}
    assert Game(MK1, away).value(Defence(ranged())) == 10


@pytest.mark.rule("M2-LOS-5")
def test_mk2_nobody_screens() -> None:
    assert Game(MK2, {**SHOT, "destroyer": foe(13.6, 18.1)}).value(Defence(ranged())) == 10


@both
@pytest.mark.rule("M1-MOD-18", "M1-MOD-26", "M2-STAT-4", "M2-KD-7", "M2-ATK-16")
def test_a_stationary_target_has_def_5(game: str) -> None:
    for state in ("down", "stationary"):
        t = Game(game, {**SHOT, "juggernaut": foe(12, 20, **{state: True})})
        assert t.value(Defence(ranged())) == 5


@both
@pytest.mark.rule("M1-MOD-16", "M1-MOD-17", "M2-DMG-15")
def test_disabled_movement_is_def_7(game: str) -> None:
    t = Game(game, {"charger": at(12, 10), "juggernaut": foe(12, 20, marks="M")})
    assert t.value(Defence(ranged())) == 7


@both
@pytest.mark.rule("M1-MOD-19", "M1-KD-1", "M2-KD-8")
def test_melee_hits_a_stationary_target_by_itself(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10), "juggernaut": foe(12, 12.2, down=True)}, dice=["1 1"])
    t.activate("ironclad", "attack juggernaut with open_fist").done()
    assert t.happened(Struck, hit=True, rolled=False)


@both
@pytest.mark.rule("M1-MOD-27", "M2-ENGAGE-15")
def test_a_target_in_melee_is_harder_to_shoot(game: str) -> None:
    pieces = {"charger": at(12, 10), "juggernaut": foe(12, 20), "ironclad": at(12 + 2 * LARGE + 0.3, 20, 180)}
    assert Game(game, pieces).value(AttackBonus(ranged())) == 6 - 4


@pytest.mark.rule("M1-MOD-28", "M1-MOD-29", "M1-MOD-31")
def test_mk1_the_same_dice_are_compared_with_another_combatant() -> None:
    """DEF 13 is missed by one, DEF 12 is hit with the same dice; the Ironclad is the only other one."""
    pieces = {"charger": at(12, 10), "lancer": foe(12, 18), "ironclad": at(12 + LARGE + MEDIUM + 0.3, 18, 180)}
    t = Game(MK1, pieces, dice=["4 4", "1 1"]).activate("charger", "attack lancer with dual_cannon")
    assert t.happened(Struck, who="lancer", hit=False, total=12)
    assert t.happened(Struck, who="ironclad", hit=True, total=12, critical=True)


@pytest.mark.rule("M2-ENGAGE-16", "M2-ENGAGE-17")
def test_mk2_the_attack_is_rolled_again() -> None:
    pieces = {"charger": at(12, 10), "lancer": foe(12, 18), "ironclad": at(12 + LARGE + MEDIUM + 0.3, 18, 180)}
    t = Game(MK2, pieces, dice=["4 4", "3 4"]).activate("charger", "attack lancer with dual_cannon")
    assert t.happened(Struck, who="lancer", hit=False, total=12)
    assert t.happened(Struck, who="ironclad", hit=False, total=11)


# --- areas and sprays ---
@pytest.mark.rule("M1-AOE-2", "M1-AOE-7", "M1-AOE-8")
def test_mk1_a_miss_deviates_capped_at_half_the_way() -> None:
    """The worked example, moved by 10 inches: 60 degrees clockwise of straight on, 3.2953 inches."""
    x = 10 + LARGE + 6 + SMALL
    pieces = {"destroyer": at(10, 20, EAST), "stryker_2": foe(x, 20)}
    t = Game(MK1, pieces, dice=["3 2", "2", "5"]).activate("destroyer", "attack stryker_2 with bombard")
    (landed,) = t.happened(Landed)
    assert landed.at[0] / 1000 == pytest.approx(19.2224, abs=0.003)
    assert landed.at[1] / 1000 == pytest.approx(20 - 2.8538, abs=0.003)


@pytest.mark.rule("M2-AOE-5", "M2-AOE-6", "M2-AOE-7", "M2-AOE-8")
def test_mk2_a_miss_deviates_capped_at_half_the_way() -> None:
    """The worked example: direction 3, capped at 3.508 inches."""
    t = Game(MK2, {"destroyer": at(24, 10), "stryker_2": foe(24, 18)}, dice=["1 2", "3", "6"])
    t.activate("destroyer", "attack stryker_2 with bombard")
    (landed,) = t.happened(Landed)
    assert landed.at[0] / 1000 == pytest.approx(27.038, abs=0.003)
    assert landed.at[1] / 1000 == pytest.approx(16.246, abs=0.003)


@both
@pytest.mark.rule(
    "M1-AOE-1", "M1-AOE-3", "M1-AOE-4", "M1-AOE-5", "M1-AOE-6", "M2-AOE-1", "M2-AOE-2", "M2-AOE-3", "M2-AOE-4"
)
def test_a_direct_hit_does_full_damage_and_blast_half(game: str) -> None:
    """POW 14 on ARM 15, then 7 on the neighbour: 12 + 14 - 15 = 11; 12 + 7 - 16 = 3."""
    pieces = {"destroyer": at(12, 10), "stryker_2": foe(12, 20), "etcher": foe(13.6, 20)}
    t = Game(game, pieces, dice=["6 6", "6 6", "6 6", "1"]).activate("destroyer", "attack stryker_2 with bombard")
    if game == MK2:
        t.play("stryker_2")  # whose damage is rolled first
    assert [(e.who, e.points) for e in t.happened(Damaged)] == [("stryker_2", 11), ("etcher", 3)]


@both
@pytest.mark.rule("M1-SPRAY-1", "M1-SPRAY-3", "M1-SPRAY-6", "M2-SPRAY-1", "M2-SPRAY-7", "M2-SPRAY-9")
def test_a_spray_attacks_everybody_under_it_nearest_first(game: str) -> None:
    pieces = {"etcher": at(12, 10), "lancer": at(12, 14), "juggernaut": foe(12, 17)}
    t = Game(game, pieces, dice=["1 2", "1 1"]).activate("etcher", "attack juggernaut with acid_jet").done()
    assert [e.who for e in t.happened(Struck)] == ["lancer", "juggernaut"]


@both
@pytest.mark.rule("M1-MOD-14", "M1-SPRAY-2", "M2-SPRAY-5")
def test_sprays_ignore_cover(game: str) -> None:
    wall = [{"kind": "wall", "at": [12, 15.2], "size": [6, 0.5]}]
    pieces = {"etcher": at(12, 10), "juggernaut": foe(12, 17)}
    t = Game(game, pieces, dice=["1 1"], terrain=wall).activate("etcher", "attack juggernaut with acid_jet")
    assert t.happened(Struck, against=10)


# --- effects of hits ---
@both
@pytest.mark.rule("M1-ATK-7", "M1-CE-5", "M2-WQ-3", "M2-WQ-7")
def test_automatic_effects_need_only_a_hit(game: str) -> None:
    pieces = {"etcher": at(12, 10), "juggernaut": foe(12, 15)}
    t = Game(game, pieces, dice=["3 4", "1 1"]).activate("etcher", "attack juggernaut with acid_jet")
    assert t.effects("juggernaut") == {"corrosion"}


@every
@pytest.mark.rule("M1-ATK-7")
def test_a_critical_effect_needs_a_critical_hit(game: str) -> None:
    pieces = {"juggernaut": at(12, 10), "ironclad": foe(12, 12.2)}
    frozen = Game(game, pieces, dice=["4 4", "1 1", "1"]).activate("juggernaut", "attack ironclad with ice_axe")
    assert frozen.effects("ironclad") == {"stationary"}
    plain = Game(game, pieces, dice=["4 5", "1 1", "1"]).activate("juggernaut", "attack ironclad with ice_axe")
    assert plain.effects("ironclad") == set()
