"""More attacks than one: Weapon Expert, Reflex Accelerator, Rapid Strike, Maelstrom Activator, Cleave."""

from __future__ import annotations

import pytest

from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, wolf

FOE = marauder([15, 14])


def attacks(t: Bench) -> list[str]:
    return [key for key in t.offers() if "attack " in key]


@pytest.mark.rule("WC-SPEC-5", "WC-ACT-5")
def test_weapon_expert_attacks_once_with_each_weapon() -> None:
    t = Bench(
        pieces={"breaker": piece("paladin_siegebreaker", "a", [15, 10]), "marauder": FOE},
        dice=["M", "MMM", "MM", "MMM", "MM", "MMMM"],
    )
    t.play("activate breaker", "attack marauder with radliffe_x9")
    assert t.refusal("attack marauder with radliffe_x9").cite == "WC-ACT-2"
    t.play("attack marauder with castigator_missiles").done()
    assert not attacks(t)  # the sword does not reach


def test_weapon_expert_is_what_others_lack() -> None:
    t = Bench(pieces={"hunter": piece("hunter", "a", [15, 10]), "marauder": FOE}, dice=["MMMMMM", "MM"])
    t.play("activate hunter", "attack marauder with sniper_rifle", "pass").done()
    assert not attacks(t)


@pytest.mark.rule("WC-ARC-7", "WC-ARC-9")
def test_reflex_accelerator_is_both_weapons_while_charged() -> None:
    squad = [[15, 12.6], [13, 12.6], [17, 12.6]]
    for arc, left in ((1, True), (0, False)):
        t = Bench(
            pieces={"enforcers": piece("paladin_enforcers", "a", squad, arc=arc), "marauder": FOE},
            dice=["M" * (3 + arc), "MM", "MMM", "MM"],
        )
        t.play("activate enforcers", "enforcers.1 attack marauder with assault_rifle")
        assert t.legal("enforcers.1 attack marauder with bayonet") is left
        assert t.legal("enforcers.2 attack marauder with assault_rifle")
        if left:
            t.play("spike divination_lock")  # the Arc goes, and the second attack with it
            assert t.refusal("enforcers.1 attack marauder with bayonet").cite == "WC-ACT-2"


@pytest.mark.rule("WC-SPEC-5", "WC-ACT-7")
def test_fighter_rapid_strike_is_one_more_attack_with_each_melee_weapon() -> None:
    fighter = wolf([15, 11.9], cortex="fighter", weapons=["ripper", "slug_gun"])
    t = Bench(
        pieces={"wolf": fighter, "marauder": FOE},
        dice=["MMMM", "MM", "MMMM", "MM", "MMMM", "MM"],
    )
    t.play("activate wolf", "attack marauder with ripper", "attack marauder with ripper")
    assert attacks(t) == ["attack marauder with slug_gun"]
    t.play("attack marauder with slug_gun").done()
    assert not attacks(t)


# --- maelstrom_activator --------------------------------------------------------------------------------


def test_maelstrom_activator_is_one_more_attack_with_each_weapon() -> None:
    fang = piece("artemis_fang", "a", [15, 10], arc=1)
    t = Bench(pieces={"fang": fang, "marauder": FOE}, dice=["M" * 7, "MM"] * 2 + ["M" * 6, "MM"] * 2)
    t.play("activate fang")
    assert "spike maelstrom_activator" not in t.offers()
    t.play("attack marauder with arclock_pistol as fire", "attack marauder with arclock_pistol_2 as fire")
    assert not attacks(t)
    t.play("spike maelstrom_activator")
    t.play("attack marauder with arclock_pistol as fire", "attack marauder with arclock_pistol_2 as revelator").done()
    assert (t.unit("fang").arc, attacks(t), t.cited("WC-ARC-8")) == (0, [], True)


def test_maelstrom_activator_gives_up_what_was_left_and_ends_with_a_move() -> None:
    fang = piece("artemis_fang", "a", [15, 10], arc=1)
    t = Bench(pieces={"fang": fang, "marauder": FOE}, dice=["M" * 7, "MM"] + ["M" * 6, "MM"] * 2)
    t.play("activate fang", "attack marauder with arclock_pistol as fire", "spike maelstrom_activator")
    t.play("attack marauder with arclock_pistol_2 as fire")
    assert t.refusal("attack marauder with arclock_pistol_2 as fire").cite == "WC-ACT-2"
    t.play("attack marauder with arclock_pistol as fire").done()
    late = Bench(pieces={"fang": fang, "marauder": FOE}, dice=["M" * 7, "MM"])
    late.play("activate fang", "attack marauder with arclock_pistol as fire", "move", [milli_at(15, 9)])
    assert "spike maelstrom_activator" not in late.offers()


def test_maelstrom_activator_used_again_gives_up_what_was_left_of_the_first_time() -> None:
    fang = piece("artemis_fang", "a", [15, 10], arc=2)
    t = Bench(pieces={"fang": fang, "marauder": FOE}, dice=["M" * 8, "MM"] + ["M" * 7, "MM"] + ["M" * 6, "MM"] * 2)
    t.play("activate fang", "attack marauder with arclock_pistol as fire", "spike maelstrom_activator")
    t.play("attack marauder with arclock_pistol as fire", "spike maelstrom_activator")
    t.play("attack marauder with arclock_pistol_2 as fire")
    assert t.refusal("attack marauder with arclock_pistol_2 as fire").cite == "WC-ACT-2"
    t.play("attack marauder with arclock_pistol as fire").done()


# --- attack_mode ------------------------------------------------------------------------------------------


def test_attack_mode_chooses_one_quality_each_time() -> None:
    fang = piece("artemis_fang", "a", [15, 10])
    t = Bench(pieces={"fang": fang, "marauder": FOE}, dice=["SMMMMM", "MM", "MMMM", "MMMMMM", "SM", "MMM"])
    t.play("activate fang")
    t.refusal("attack marauder with arclock_pistol", "WC-GEN-8")
    t.play("attack marauder with arclock_pistol as fire")
    assert t.model("marauder").effects == ("fire",)
    t.play("attack marauder with arclock_pistol_2 as blast").done()
    assert t.cited("WC-BLAST-4")


# --- cleave -------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-SPEC-5", "WC-REACT-5")
def test_cleave_goes_on_after_a_kill_and_is_not_chained() -> None:
    infiltrators = piece("ranger_infiltrators", "a", [[15, 12], [10, 8], [20, 8]])
    reavers = piece("vassal_reavers", "b", [[15, 14], [13.6, 13.2], [16.4, 13.2]])
    t = Bench(
        pieces={"infiltrators": infiltrators, "reavers": reavers},
        dice=["SSMM", "MMM", "SSMMMSS", "SSMM", "MMM", "SSMMMSS"],
    )
    t.play("activate infiltrators", "infiltrators.1 attack reavers.1 with fusion_axe")
    assert t.gone("reavers.1")
    assert t.offers() == ["cleave of infiltrators.1", "pass"]
    t.play("cleave of infiltrators.1")
    t.refusal("attack reavers.2 with magnetic_charge", "WC-SPEC-5")  # the rule names the weapon
    t.play("attack reavers.2 with fusion_axe").done()
    assert t.gone("reavers.2")
    assert t.ask.prompt == "activate infiltrators"
    assert not [key for key in attacks(t) if key.startswith("infiltrators.1 ")]


def test_cleave_needs_a_kill() -> None:
    infiltrators = piece("ranger_infiltrators", "a", [[15, 12], [10, 8], [20, 8]])
    t = Bench(pieces={"infiltrators": infiltrators, "marauder": marauder([15, 14])}, dice=["SMMM", "MM", "MMMMMM"])
    t.play("activate infiltrators", "infiltrators.1 attack marauder with fusion_axe").done()
    assert t.ask.prompt == "activate infiltrators"
