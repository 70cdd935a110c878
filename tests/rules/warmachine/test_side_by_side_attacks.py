"""The editions side by side, rows 28 to 59: sight, cover, attacks, power attacks. One test a row, in order."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.attacks.area import Landed
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackBonus, Defence
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.magic.casting import Channels
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import sees
from sandtable.rulesets.warmachine.common.state.events import Damaged, Moved, Struck
from tests.rules.warmachine.kit import ESCALATION, LARGE, MEDIUM, MK1, MK2, NORTH, SMALL, SOUTH, Game, at, both, foe

NEXT = 10 + 2 * LARGE + 0.2


def shot(attacker: str = "charger", target: str = "stryker", **more: Any) -> Strike:
    return Strike(attacker=attacker, target=target, kind="ranged", weapon="dual_cannon", **more)


def defence(game: str, terrain: list[dict[str, Any]], strike: Strike | None = None, **pieces: Any) -> int:
    full = {"charger": at(12, 10), "stryker": foe(12, 20), "sorscha": at(44, 2), **pieces}
    return Game(game, full, terrain=terrain, casters=False).value(Defence(strike or shot()))


@both
@pytest.mark.rule("M1-LOS-1", "M1-LOS-3", "M2-LOS-1", "M2-LOS-4")
def test_28_line_of_sight(game: str) -> None:
    """A base beside the middle line hides a small model from a large one's centre, not from its edge."""
    pieces = {"ironclad": at(12, 10), "stryker": foe(12, 20), "guns.1": at(12, 19 - SMALL, card="long_gunners")}
    assert sees(Game(game, pieces).position, "ironclad", "stryker") is (game == MK2)


@both
@pytest.mark.rule("M1-LOS-6", "M2-LOS-15")
def test_29_sight_from_higher_ground(game: str) -> None:
    hill = {"kind": "hill", "at": [12, 8], "size": [8, 6], "height": 1}
    pieces = {"charger": at(12, 8), "juggernaut": at(12, 14, SOUTH), "stryker": foe(12, 24), "sorscha": at(44, 2)}
    assert sees(Game(game, pieces, terrain=[hill], casters=False).position, "charger", "stryker")
    assert not sees(Game(game, pieces, casters=False).position, "charger", "stryker")
    near = {**pieces, "juggernaut": at(12, 24 - SMALL - LARGE - 0.9, SOUTH)}
    assert not sees(Game(game, near, terrain=[hill], casters=False).position, "charger", "stryker")
    same = {**pieces, "lancer": at(12, 24 - SMALL - MEDIUM - 0.9, SOUTH)}
    del same["juggernaut"]
    seen = sees(Game(game, same, terrain=[hill], casters=False).position, "charger", "stryker")
    assert seen is (game == MK2), "in Mk II only a base larger than the looker's counts near the target"


@both
@pytest.mark.rule("M1-MOD-34", "M2-LOS-5")
def test_30_screening(game: str) -> None:
    beside = foe(12.9, 20 - 2 * SMALL - 0.5, card="long_gunners")
    assert defence(game, [], guns=beside) == 16 + {MK1: 2, MK2: 0}[game]


@both
@pytest.mark.rule("M1-MOD-24", "M2-TERRAIN-16")
def test_31_a_cloud_adds_to_cover_only_in_mk1(game: str) -> None:
    fog = {"kind": "fog", "at": [12, 20], "radius": 2}
    wall = {"kind": "wall", "at": [12, 20 - SMALL - 0.7], "size": [4, 0.5]}
    assert defence(game, [fog]) == 16 + 2
    assert defence(game, [fog, wall]) == 16 + {MK1: 6, MK2: 4}[game]


@both
@pytest.mark.rule("M1-LOS-7", "M2-LOS-11", "M2-LOS-12")
def test_32_forest(game: str) -> None:
    """Exactly 3 inches of it are seen through, measured to a model inside; two models outside see nothing."""
    wood = {"kind": "forest", "at": [12, 20], "size": [20, 10]}
    for y, seen in ((15 + 3 + SMALL, True), (15 + 3 + SMALL + 0.01, False)):
        pieces = {"charger": at(12, 10), "stryker": foe(12, y), "sorscha": at(44, 2)}
        assert sees(Game(game, pieces, terrain=[wood], casters=False).position, "charger", "stryker") is seen
    thin = {"kind": "forest", "at": [12, 15], "size": [20, 0.5]}
    pieces = {"charger": at(12, 10), "stryker": foe(12, 20), "sorscha": at(44, 2)}
    assert not sees(Game(game, pieces, terrain=[thin], casters=False).position, "charger", "stryker")


@both
@pytest.mark.rule("M1-MOD-11", "M1-MOD-12", "M1-MOD-14", "M2-TERRAIN-12", "M2-TERRAIN-13", "M2-SPRAY-5")
def test_33_concealment_and_cover(game: str) -> None:
    wall = {"kind": "wall", "at": [12, 20 - SMALL - 0.7], "size": [4, 0.5]}
    hedge = {**wall, "kind": "hedge"}
    assert (defence(game, [hedge]), defence(game, [wall]), defence(game, [wall, hedge])) == (18, 20, 20)
    assert defence(game, [wall], shot(marks=("spray",))) == 16
    edge = {"kind": "wall", "at": [12.66, 20 - SMALL - 0.7], "size": [0.1, 0.5]}
    wide = {"charger": at(12, 10, card="ironclad")}
    strike = Strike(attacker="charger", target="stryker", kind="ranged")
    assert defence(game, [edge], strike, **wide) == 16 + {MK1: 0, MK2: 4}[game], (
        "lines from the centre or from the base"
    )


@both
@pytest.mark.rule("M1-KD-8", "M2-KD-2", "M1-MOD-18", "M2-KD-7")
def test_34_knocked_down_in_its_own_sides_turn(game: str) -> None:
    pieces = {"ironclad": at(12, 10, focus=1), "lancer": at(12, 10 + LARGE + MEDIUM + 0.2), "juggernaut": foe(40, 40)}
    t = Game(game, pieces, dice=["6 5", "1 1"]).activate("ironclad", "head-butt lancer")
    t.play("end")
    t.activate("lancer")
    assert ("stand instead of moving" in t.offers()) is (game == MK1)


@both
@pytest.mark.rule("M1-DICE-5", "M2-ATK-12")
def test_35_automatic_hits_and_criticals(game: str) -> None:
    pieces = {"juggernaut": at(12, 10), "ironclad": foe(12, NEXT, down=True)}
    dice = {MK1: ["1 1", "1"], MK2: ["4 4", "1 1", "1"]}[game]
    t = Game(game, pieces, dice=dice).activate("juggernaut", "attack ironclad with ice_axe")
    if game == MK2:
        t.play("roll")
    assert t.happened(Struck, hit=True, critical=game == MK2)


@both
@pytest.mark.rule("M1-KD-7", "M1-CHANNEL-7", "M2-KD-3", "M2-SPELL-15")
def test_36_a_fallen_channeler(game: str) -> None:
    t = Game(game, {"stryker": at(12, 10), "lancer": at(12, 16, down=True), "juggernaut": foe(40, 40)})
    assert not t.position.holds(Channels("stryker", "lancer"))


@both
@pytest.mark.rule("M1-MOD-23", "M2-STAT-5")
def test_37_a_stationary_channeler(game: str) -> None:
    t = Game(game, {"stryker": at(12, 10), "lancer": at(12, 16, stationary=True), "juggernaut": foe(40, 40)})
    assert t.position.holds(Channels("stryker", "lancer"))


@both
@pytest.mark.rule("M1-TURN-11", "M2-ACT-24", "M2-STAT-1")
def test_38_a_stationary_models_activation(game: str) -> None:
    pieces = {"ironclad": at(12, 10, stationary=True), "lancer": at(16, 10), "juggernaut": foe(40, 40)}
    assert "activate ironclad" not in Game(game, pieces).offers()


@both
@pytest.mark.rule("M1-POWER-28", "M1-POWER-47", "M2-POWER-31", "M2-POWER-16")
def test_39_slam_and_lock_against_the_fallen(game: str) -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, 10 + 2 * LARGE + 4, down=True)}
    dice = {MK1: ["3", "1 1"], MK2: ["1 1"]}[game]
    t = Game(game, pieces, dice=dice).activate("juggernaut", "slam ironclad", [90_000, 4000])
    assert bool(t.happened(Moved, who="ironclad")) is (game == MK1)
    near = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT, down=True)}
    Game(game, near).activate("juggernaut").refusal("lock ironclad head")


@both
@pytest.mark.rule("M1-MOD-6", "M2-ATK-14")
def test_40_a_back_strike_by_a_channelled_spell(game: str) -> None:
    pieces = {"stryker": at(20, 10, focus=2), "lancer": at(12, 10), "juggernaut": foe(12, 16, NORTH)}
    dice = {MK1: ["1 2"], MK2: ["1 2", "1 1"]}[game]
    t = Game(game, pieces, dice=dice).activate("stryker", "cast arcane_bolt at juggernaut through lancer")
    assert t.happened(Struck, total=9 + {MK1: 0, MK2: 2}[game])


@both
@pytest.mark.rule("M1-MOD-5", "M2-KD-13")
def test_41_a_back_strike_against_the_fallen(game: str) -> None:
    pieces = {"charger": at(12, 10), "juggernaut": foe(12, 16, NORTH, down=True)}
    strike = shot(target="juggernaut", unaware=("juggernaut",))
    assert Game(game, pieces).value(AttackBonus(strike)) == 6 + {MK1: 0, MK2: 2}[game]


def melee(game: str, dice: list[str], **more: Any) -> Game:
    """A pikeman in melee with an Ironclad, shot at by a Charger that has moved."""
    pieces = {
        "charger": at(12, 4), "fangs.1": foe(12, 14, 0, card="iron_fangs", unit="fangs", role="leader"),
        "ironclad": at(12 + LARGE + SMALL + 0.3, 14, 180), **more,
    }  # fmt: skip
    t = Game(game, pieces, dice=dice).activate("charger", "advance", [[12_000, 5000]], 90_000)
    return t.play("attack fangs.1 with dual_cannon")


@both
@pytest.mark.rule("M1-MOD-28", "M2-ENGAGE-16")
def test_42_a_miss_into_melee(game: str) -> None:
    """5-5 misses DEF 13 by one. Mk I compares the same dice, Mk II rolls again."""
    t = melee(game, {MK1: ["5 5", "1 1"], MK2: ["5 5", "4 5"]}[game])
    assert t.happened(Struck, who="fangs.1", total=12, hit=False)
    assert t.happened(Struck, who="ironclad", hit=game == MK1)


@both
@pytest.mark.rule("M1-MOD-30", "M2-ENGAGE-19")
def test_43_magic_by_a_caster_in_that_melee(game: str) -> None:
    pieces = {"stryker": at(12, 10, focus=2), "juggernaut": foe(12, 10 + SMALL + LARGE + 0.3)}
    spell = Strike(attacker="stryker", target="juggernaut", kind="magic", spell="arcane_bolt")
    assert Game(game, pieces).value(AttackBonus(spell)) == 6


@both
@pytest.mark.rule("M1-MOD-31", "M2-ENGAGE-17")
def test_44_who_can_be_the_stray_victim(game: str) -> None:
    """A Juggernaut that fights the Ironclad, but not the target."""
    other = foe(12 + 3 * LARGE + SMALL + 0.6, 14, 180)
    t = melee(game, ["1 1"], juggernaut=other) if game == MK1 else melee(game, ["1 1", "2", "1 1"], juggernaut=other)
    assert bool(t.happened(Struck, who="juggernaut")) is (game == MK2)


@both
@pytest.mark.rule("M1-MOD-33", "M2-SPRAY-8")
def test_45_a_spray_into_melee(game: str) -> None:
    pieces = {"charger": at(12, 4), "fangs.1": foe(12, 14, 0, card="iron_fangs", unit="fangs", role="leader"),
              "ironclad": at(12 + LARGE + SMALL + 0.3, 14, 180)}  # fmt: skip
    strike = shot(target="fangs.1", marks=("spray",))
    assert Game(game, pieces).value(AttackBonus(strike)) == 6 - 4


@both
@pytest.mark.rule("M1-AOE-2", "M1-AOE-8", "M2-AOE-6", "M2-AOE-7")
def test_46_deviation(game: str) -> None:
    pieces = {"destroyer": at(24, 10), "stryker": foe(24, 18), "sorscha": at(44, 2)}
    t = Game(game, pieces, dice=["1 1", "3", "6"], casters=False).activate("destroyer", "attack stryker with bombard")
    assert t.happened(Landed)[0].at == (27_038, 16_246)


@both
@pytest.mark.rule("M1-AOE-4", "M1-AOE-6", "M2-AOE-4")
def test_47_blast_damage(game: str) -> None:
    pieces = {
        "destroyer": at(12, 8),
        "juggernaut": foe(12, 18),
        "charger": foe(12 + LARGE + MEDIUM + 0.3, 18),
        "sorscha": at(44, 2),
    }
    t = Game(game, {**pieces, "stryker": foe(2, 46)}, dice=["6 5", "1 1", "6 6", "1"], casters=False)
    t.activate("destroyer", "attack juggernaut with bombard", *(["juggernaut"] if game == MK2 else []))
    power = 7 if game == MK2 else t.rules.cards.weapons[t.state.models["destroyer"].card]["bombard"].pow // 2  # type: ignore[attr-defined]
    arm = t.rules.cards.models[t.state.models["charger"].card].stats["ARM"]  # type: ignore[attr-defined]
    assert t.damage("charger") == max(0, 12 + power - arm)


@both
@pytest.mark.rule("M1-DICE-4", "M2-ATK-10")
def test_48_a_critical(game: str) -> None:
    for dice, critical in (("4 4", True), ("4 5", False)):
        t = Game(game, {"juggernaut": at(12, 10), "ironclad": foe(12, NEXT)}, dice=[dice, "1 1", "1"])
        t.activate("juggernaut", "attack ironclad with ice_axe")
        assert t.happened(Struck, hit=True, critical=critical)


@both
@pytest.mark.rule("M1-AOE-12", "M2-AOE-10")
def test_49_a_critical_of_an_area_needs_a_direct_hit(game: str) -> None:
    rules = {MK1: ESCALATION}.get(game, game)
    pieces = {
        "oskin": at(12, 10),
        "stryker": foe(12, 16),
        "guns.1": foe(13.3, 16, card="long_gunners"),
        "sorscha": at(44, 2),
    }
    t = Game(rules, pieces, dice=["6 6", "1 1", "1 1"], casters=False).activate(
        "oskin", "attack stryker with ember_mortar"
    )
    assert "fire" in t.effects("stryker") and "fire" in t.effects("guns.1")
    miss = Game(rules, pieces, dice=["1 1", "1", "1", "1 1", "1 1"], casters=False, waits=True)
    miss.activate("oskin", "attack stryker with ember_mortar")
    assert "fire" not in miss.effects("stryker")


@both
@pytest.mark.rule("M1-DICE-2", "M1-DICE-3", "M2-ATK-8", "M2-ATK-9")
def test_50_all_ones_and_all_sixes(game: str) -> None:
    fallen = {"charger": at(12, 10), "juggernaut": foe(12, 16, down=True)}
    t = Game(game, fallen, dice=["1 1"]).activate("charger", "attack juggernaut with dual_cannon")
    assert t.happened(Struck, hit=False)
    hard = {
        "juggernaut": at(12, 10),
        "stryker": foe(12, 10 + SMALL + LARGE + 0.2, effects=["blur"]),
        "sorscha": at(44, 2),
    }
    t = Game(game, hard, dice=["6 6", "1 1"], casters=False).activate("juggernaut", "attack stryker with ice_axe")
    assert t.happened(Struck, hit=True)


@both
@pytest.mark.rule("M1-MOD-7", "M2-ATK-21")
def test_51_combined_shots_and_spacing(game: str) -> None:
    """2 inches apart: too far for Mk I's open formation, near enough for Mk II."""
    guns = {
        f"guns.{i + 1}": at(12 + i * (2 * SMALL + 2), 10, card="long_gunners", unit="guns", role=role)
        for i, role in enumerate(("leader", "grunt"))
    }
    t = Game(game, {**guns, "juggernaut": foe(13, 20)}).activate("guns", "no order", "act")
    assert bool([o for o in t.offers() if "combine" in o]) is (game == MK2)


@both
@pytest.mark.rule("M1-MOD-10", "M2-ATK-25")
def test_52_charge_attacks_in_a_combined_attack(game: str) -> None:
    fangs = {
        f"fangs.{i + 1}": at(11.4 + 1.2 * i, 10, card="iron_fangs", unit="fangs", role=role)
        for i, role in enumerate(("leader", "grunt"))
    }
    t = Game(game, {**fangs, "ironclad": foe(12, 15 + SMALL + LARGE)}).activate("fangs", "order charge")
    t.play("fangs.1 charges ironclad", "fangs.2 charges ironclad")
    for name in fangs:
        t.play(f"{name} charge ironclad", [90_000, 3300])
    t.play("act")
    assert bool([o for o in t.offers() if "combine" in o]) is (game == MK2)


@both
@pytest.mark.rule("M1-POWER-1", "M2-POWER-2", "M2-POWER-4")
def test_53_power_attacks_on_offer(game: str) -> None:
    card = {MK1: "juggernaut", MK2: "kodiak"}[game]
    t = Game(game, {card: at(12, 10, focus=1), "ironclad": foe(12, NEXT)}).activate(card)
    verbs = {o.split(" ")[0] for o in t.offers()}
    assert {"head-butt", "push", "slam", "throw", "lock"} <= verbs
    assert ({"trample", "double-hand-throw"} <= verbs) is (game == MK2)


@both
@pytest.mark.rule("M1-POWER-6", "M2-POWER-11")
def test_54_head_butt(game: str) -> None:
    t = Game(game, {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT)}, dice=["4 5", "1 1"])
    t.activate("juggernaut", "head-butt ironclad")
    assert t.happened(Struck, total=9 + 7 - {MK1: 2, MK2: 0}[game])
    small = {"lancer": at(12, 10, focus=1), "juggernaut": foe(12, 10 + LARGE + MEDIUM + 0.2)}
    assert ("head-butt juggernaut" in Game(game, small).activate("lancer").offers()) is (game == MK1)


@both
@pytest.mark.rule("M1-POWER-15", "M1-POWER-23", "M2-POWER-25", "M2-POWER-27")
def test_55_slam(game: str) -> None:
    for gap, far, penalty in ((4.4, 4000, 2), (2.4, 2000, 2)):
        pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, 10 + 2 * LARGE + gap)}
        dice = ["4 5", "2", "1 1"] if far >= 3000 else ["4 5", "1 1"]
        t = Game(game, pieces, dice=dice).activate("juggernaut", "slam ironclad", [90_000, far])
        assert t.happened(Struck, total=16 - {MK1: penalty, MK2: 0}[game])
        assert ("knocked_down" in t.effects("ironclad")) is (far >= 3000)


@both
@pytest.mark.rule("M1-POWER-29", "M1-POWER-31", "M2-POWER-33", "M2-POWER-34")
def test_56_throw(game: str) -> None:
    """A medium warjack throws a small model: one inch farther in Mk I only. The hit has -2 in Mk I."""
    t = Game(
        game,
        {"juggernaut": at(12, 10), "lancer": at(20, 10), "stryker": foe(12, 20), "sorscha": at(44, 2)},
        casters=False,
    )
    power = t.rules.edition.power
    assert power.throw_bonus() == {MK1: -2, MK2: 0}[game]
    half = 500 * t.rules.cards.models[t.state.models["lancer"].card].stats["STR"]  # type: ignore[attr-defined]
    assert power.throw_distance(t.position, "lancer", "stryker") - half == {MK1: 1000, MK2: 0}[game]
    assert power.throw_distance(t.position, "juggernaut", "stryker") == 7000
    assert power.throw_deviation(3000, 4000) == {MK1: 3000, MK2: 2000}[game]


@both
@pytest.mark.rule("M1-POWER-42", "M2-POWER-20")
def test_57_breaking_free(game: str) -> None:
    """Mk I tries when the activation starts, Mk II when the combat action does."""
    locked = [{"name": "locked_R", "source": "ironclad"}]
    pieces = {"juggernaut": at(12, 10, effects=locked), "ironclad": foe(12, NEXT, effects=[
        {"name": "holding_open_fist", "source": "juggernaut"}])}  # fmt: skip
    t = Game(game, pieces, waits=True).activate("juggernaut")
    rolled = t.match.roll is not None
    assert rolled is (game == MK1)


@both
@pytest.mark.rule("M1-DMG-2", "M2-DMG-8")
def test_58_damage_goes_on_in_the_next_column(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10), "juggernaut": foe(12, NEXT)}, dice=["6 5", "6 6", "6"])
    t.activate("ironclad", "attack juggernaut with quake_hammer")
    marks = t.marks("juggernaut")
    assert marks[5] and marks[0] and marks[1:4].count(0) != 0 and t.happened(Damaged, points=10)


@both
@pytest.mark.rule("M1-DMG-1", "M2-DMG-4")
def test_59_boxes_in_a_row_are_all_alike(game: str) -> None:
    t = Game(game, {"stryker": at(12, 10, damage=5), "juggernaut": foe(40, 40)})
    assert t.damage("stryker") == 5 and len(t.marks("stryker")) == 1
