"""Special attacks, back strikes, stray shots, chains, helpers of an attack."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.state.events import FocusSpent, Struck
from sandtable.rulesets.warmachine.common.state.stats import stat
from tests.rules.warmachine.kit import (
    EAST,
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
    to_next_turn,
)

NEXT = 10 + 2 * LARGE + 0.3
BESIDE = ((LARGE + MEDIUM + 0.2) ** 2 - 0.85**2) ** 0.5  # from two guards abreast to a large base before both


def fang(x: float, y: float, facing: float = SOUTH, **more: Any) -> dict[str, Any]:
    return foe(x, y, facing, card="iron_fangs", unit="fangs", role="leader", **more)


def totals(t: Game) -> list[tuple[str, int]]:
    return [(struck.who, struck.total) for struck in t.happened(Struck)]


def struck(t: Game) -> list[str]:
    return [name for name, _ in totals(t)]


# --- special attacks ---
@both
@pytest.mark.rule("M1-ATK-1", "M1-ATK-5", "M2-ACT-13", "M2-ACT-15")
def test_a_special_attack_replaces_the_initial_attacks_of_all_weapons(game: str) -> None:
    for focus in (0, 1):
        pieces = {"ironclad": at(12, 10, focus=focus), "juggernaut": foe(12, NEXT)}
        t = Game(game, pieces, dice=["5 4", "1 2"], waits=True).activate("ironclad", "tremor with quake_hammer")
        if focus:
            t.play("roll", "attack juggernaut with open_fist")
            assert t.focus("ironclad") == 0 and t.happened(FocusSpent, who="ironclad")
        else:
            assert t.state.activating != "ironclad" or "attack juggernaut with open_fist" not in t.offers()


@pytest.mark.rule("M2-ACT-13")
def test_mk2_a_tremor_rolls_with_what_is_on_its_maker() -> None:
    """3 + 7 is enough against DEF 10, but Dread Sermon takes 2."""
    for spells, falls in ({}, True), ({"dread_sermon": "oskin"}, False):
        pieces = {"ironclad": at(12, 10, spells=spells), "juggernaut": foe(12, NEXT), "oskin": foe(40, 40)}
        t = Game(MK2, pieces, dice=["1 2"], waits=True).activate("ironclad", "tremor with quake_hammer")
        assert ("knocked_down" in t.effects("juggernaut")) is falls, spells


@pytest.mark.rule("M2-ACT-13", "M2-ATK-14")
def test_mk2_a_tremor_has_no_target_and_so_no_back_strike() -> None:
    pieces = {"ironclad": at(12, 10), "juggernaut": foe(12, NEXT, NORTH)}
    t = Game(MK2, pieces, dice=["1 1"], waits=True).activate("ironclad")
    t.dice = ["1 2"]
    t.play("tremor with quake_hammer")
    assert "knocked_down" in t.effects("juggernaut")
    nimble = {"ironclad": at(12, 10), "lancer": foe(12, 10 + LARGE + MEDIUM + 0.3, NORTH)}
    t = Game(MK2, nimble, dice=["1 3"], waits=True).activate("ironclad", "tremor with quake_hammer")
    assert "knocked_down" not in t.effects("lancer")  # 4 + 7 against DEF 13


@pytest.mark.rule("M1-MOD-4", "M1-MOD-6")
def test_mk1_a_tremor_from_behind_is_a_back_strike() -> None:
    pieces = {"ironclad": at(12, 10), "juggernaut": foe(12, NEXT, NORTH)}
    t = Game(MK1, pieces, dice=["1 2"], waits=True).activate("ironclad", "tremor with quake_hammer")
    assert totals(t) == [("juggernaut", 3 + 7 + 2)]


@pytest.mark.rule("M2-ROST-3", "M2-DMG-11", "M2-DMG-19")
def test_mk2_an_amputation_that_marks_the_last_boxes_destroys() -> None:
    """All is marked but the left arm and three boxes of hull: three points, and the arm goes with them."""
    for last, gone in (4, True), (3, False):
        pieces = {"destroyer": at(12, 10), "ironclad": foe(12, NEXT, columns=[0, 2, 6, 6, 5, last], marks="M")}
        t = Game(MK2, pieces, dice=["5 5", "1 2", "1"], waits=True)
        t.activate("destroyer", "attack ironclad with executioner_axe")
        assert t.gone("ironclad") is gone


# --- back strikes ---
@both
@pytest.mark.rule("M1-MOD-32", "M2-ATK-14", "M2-ENGAGE-16")
def test_a_stray_shot_strikes_a_friend_in_the_back(game: str) -> None:
    """Aiming, back strike and the melee: 2 + 2 - 4."""
    pieces = {
        "charger": at(12, 10),
        "ironclad": at(12, 16, NORTH),
        "fangs.1": fang(13.6, 16 + SMALL + LARGE + 0.1),
    }
    dice = {MK1: ["1 3"], MK2: ["1 2", "4 6"]}[game]
    t = Game(game, pieces, dice=dice, waits=True).activate("charger", "attack fangs.1 with dual_cannon")
    rat, thrown = {MK1: (stat(t.position, "charger", "RAT"), 4), MK2: (6, 10)}[game]
    assert totals(t)[1] == ("ironclad", thrown + rat - 4 + 2 + 2)


@both
@pytest.mark.rule("M1-MOD-4", "M1-ATK-9", "M2-ATK-14", "M2-ATK-18")
def test_a_shot_at_a_friend_from_behind_is_a_back_strike(game: str) -> None:
    for facing, bonus in (NORTH, 2), (SOUTH, 0):
        pieces = {"charger": at(12, 10), "ironclad": at(12, 16, facing), "juggernaut": foe(40, 40)}
        t = Game(game, pieces, dice=["1 2"], waits=True).activate("charger", "attack ironclad with dual_cannon")
        assert totals(t) == [("ironclad", 3 + 2 + bonus + stat(t.position, "charger", "RAT"))]


@both
@pytest.mark.rule("M1-MOD-4", "M2-ATK-14")
def test_a_friend_that_saw_the_attacker_come_is_not_struck_in_the_back(game: str) -> None:
    """It walks round the Ironclad, or stays behind it all the way."""
    for x, y, path, bonus in (15.0, 18.5, (15_000, 13_500), 0), (15.0, 13.5, (15_000, 12_500), 2):
        pieces = {"charger": at(x, y, SOUTH), "ironclad": at(12, 16), "juggernaut": foe(40, 40)}
        t = Game(game, pieces, dice=["1 2"], waits=True)
        t.activate("charger", "advance", (path,), 130_000, "attack ironclad with dual_cannon")
        assert totals(t) == [("ironclad", 3 + bonus + stat(t.position, "charger", "RAT"))]


@pytest.mark.rule("M2-ATK-14", "M2-SPELL-14")
def test_mk2_a_channelled_spell_strikes_a_friend_in_the_back() -> None:
    pieces = {
        "stryker": at(12, 5, focus=6),
        "lancer": at(12, 10, master="stryker"),
        "ironclad": at(12, 16),
        "juggernaut": foe(40, 40),
    }
    t = Game(MK2, pieces, dice=["1 2"], waits=True)
    t.activate("stryker", "cast arcane_bolt at ironclad through lancer", "roll")
    assert totals(t) == [("ironclad", 3 + stat(t.position, "stryker", "FOC") + 2)]


@pytest.mark.rule("M2-ATK-14", "M2-POWER-41")
def test_mk2_a_trample_wholly_in_the_back_arc_is_a_back_strike() -> None:
    for x, bonus in (10.9, 2), (12, 0):
        pieces = {"ironclad": at(x, 10, focus=1), "fangs.1": fang(12, 14, EAST)}
        t = Game(MK2, pieces, dice=["2 3"], waits=True).activate("ironclad", "trample", (90_000, 7500))
        assert totals(t) == [("fangs.1", 5 + 7 + bonus)]


# --- stray shots ---
@pytest.mark.rule("M2-ENGAGE-17", "M2-ADV-18")
def test_mk2_an_engaged_gunfighter_strays_only_in_its_melee_range() -> None:
    y = 10 + 2 * SMALL + 0.3
    for reach, names in (0.2, ["fangs.1"]), (None, ["fangs.1", "ironclad"]):
        where = at(12, y + SMALL + LARGE + reach, SOUTH) if reach else at(12 + SMALL + LARGE + 0.1, 10)
        pieces = {"gun_mage_adept": at(12, 10), "fangs.1": fang(12, y), "ironclad": where}
        t = Game(MK2, pieces, dice=["1 2", "6 5", "1 1"], waits=True)
        t.activate("gun_mage_adept", "attack fangs.1 with magelock_pistol", "pass")
        assert struck(t) == names


@pytest.mark.rule("M2-ENGAGE-17")
def test_mk2_a_spell_for_enemies_strays_to_no_friend() -> None:
    """Hex of Rust is for enemies, Arcane Bolt for anybody."""
    for caster, spell, names in (("vane", "hex_of_rust", []), ("stryker", "arcane_bolt", ["ironclad"])):
        pieces = {
            caster: at(12, 10, focus=6),
            "fangs.1": fang(12, 16),
            "ironclad": at(12, 16 + SMALL + LARGE + 0.2, SOUTH, master=caster),
            "sorscha": foe(46, 46),
        }
        t = Game(MK2, pieces, dice=["1 2", "1 2"], waits=True, casters=False)
        t.activate(caster, f"cast {spell} at fangs.1", "roll")
        assert struck(t) == ["fangs.1", *names], spell


@pytest.mark.rule("M2-ENGAGE-17", "M2-ADV-13")
def test_mk2_no_forest_keeps_a_stray_shot_of_eyeless_sight_away() -> None:
    forest = [{"kind": "forest", "at": [12, 14], "size": [2.4, 2]}]
    for card, weapon, names in (
        ("blind_seer", "rime_rifle", ["fangs.1", "lancer"]),
        ("gun_mage_adept", "magelock_pistol", ["fangs.1"]),
    ):
        pieces = {card: at(12, 10), "fangs.1": fang(14.2, 19), "lancer": at(12, 19, EAST)}
        t = Game(MK2, pieces, dice=["1 2", "1 2"], waits=True, terrain=forest)
        t.activate(card, f"attack fangs.1 with {weapon}")
        if card == "gun_mage_adept":
            t.play("pass")
        assert struck(t) == names, card


# --- incorporeal models ---
@pytest.mark.rule("M2-ADV-23")
def test_mk2_a_lamp_does_not_dazzle_an_incorporeal_model() -> None:
    for name, dazzled in ("grave_shade", False), ("manhunter", True):
        t = Game(MK2, {"beacon": at(12, 10), name: foe(12, 16)}, dice=["6 5"], waits=True)
        t.activate("beacon", f"dazzle {name} with lamp_cannon")
        assert ("dazzled" in t.effects(name)) is dazzled


@pytest.mark.rule("M2-ADV-23")
def test_mk2_the_cloud_of_a_spell_hurts_an_incorporeal_model() -> None:
    pieces = {
        "oskin": at(12, 10, focus=6),
        "juggernaut": at(30, 30),
        "grave_shade": foe(12, 16.5),
        "stryker": foe(46, 46),
    }
    t = Game(MK2, pieces, dice=["6 5"], waits=True, casters=False)
    t.activate("oskin", "cast ash_cloud at grave_shade", "roll", "end")
    t.dice = ["6 6"] * 3
    to_next_turn(to_next_turn(t))
    assert t.gone("grave_shade") or t.damage("grave_shade")  # 12 + 10 - 13


# --- chain attacks, slams, combined attacks ---
@pytest.mark.rule("M2-DMG-16")
def test_mk2_no_chain_attack_with_a_crippled_fist() -> None:
    for marks, offered in ("L", False), ("", True):
        more: dict[str, Any] = {"marks": marks} if marks else {}
        pieces = {"kodiak": at(12, 10, **more), "ironclad": foe(12, NEXT)}
        first = ["6", "1"] if marks else ["6 5", "1 1"]
        t = Game(MK2, pieces, dice=[*first, "6 5", "1 1"], waits=True)
        t.activate("kodiak", "attack ironclad with armored_fist_l", "attack ironclad with armored_fist_r")
        held = t.state.activating == "kodiak" and t.match.ask is not None
        assert (held and "throw ironclad" in t.offers()) is offered, marks


@both
@pytest.mark.rule("M1-ATK-9", "M2-ATK-18")
def test_a_slam_may_be_at_a_friend(game: str) -> None:
    pieces = {"ironclad": at(12, 10, focus=1), "lancer": at(12, 17), "juggernaut": foe(40, 40)}
    t = Game(game, pieces, dice=["6 5"], waits=True).activate("ironclad", "slam lancer")
    t.play(t.ask.domain.fallback(t.position))
    assert struck(t) == ["lancer"]


@pytest.mark.rule("M2-ATK-19")
def test_mk2_a_helper_keeps_the_attacks_of_its_other_weapons() -> None:
    more: dict[str, Any] = {"card": "bulwark_guard", "unit": "bg"}
    pieces = {
        "bg.1": at(11.2, 10, role="leader", **more),
        "bg.2": at(12.9, 10, **more),
        "juggernaut": foe(12.05, 10 + BESIDE),
    }
    t = Game(MK2, pieces, dice=["5 3", "1 1", "1 2", "1 2"], waits=True)
    t.activate("bg", "no order", "act", "bg.1 combine juggernaut with storm_maul", ("bg.2",))
    assert not t.legal("bg.2 attack juggernaut with storm_maul")
    t.play("bg.2 attack juggernaut with tower_shield")
    assert not [o for o in t.offers() if o.startswith(("bg.1 attack", "bg.2 attack"))]  # the leader's action is over


@pytest.mark.rule("M2-ATK-21")
def test_mk2_a_helper_without_another_weapon_of_the_kind_is_done() -> None:
    more: dict[str, Any] = {"card": "long_gunners", "unit": "guns"}
    pieces = {
        "guns.1": at(12, 10, role="leader", **more),
        "guns.2": at(12 + STEP, 10, **more),
        "juggernaut": foe(12.6, 18),
    }
    t = Game(MK2, pieces, dice=["5 3", "1 1", "1"], waits=True)
    t.activate("guns", "no order", "act", "guns.1 combine juggernaut with repeating_long_gun", ("guns.2",))
    assert t.state.activating != "guns" or not [o for o in t.offers() if o.startswith("guns.2 attack")]
