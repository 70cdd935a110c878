"""Moves after an attack (W5): Fire and Displace, Battle Cruiser, Bomber, Relentless, Heightened Reflexes."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.state.events import Moved
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, wolf

FOE = marauder([15, 14])


@pytest.mark.rule("WC-REACT-7", "WC-REACT-8")
def test_fire_and_displace_moves_after_a_ranged_attack() -> None:
    t = Bench(pieces={"hunter": piece("hunter", "a", [15, 8]), "marauder": FOE}, dice=["MMMMMM", "MM"])
    t.play("activate hunter", "attack marauder with sniper_rifle")
    assert t.offers() == ["fire_and_displace of hunter", "pass"]
    assert t.ask.default == "pass"
    t.play("fire_and_displace of hunter")
    t.refusal([milli_at(15, 4.998)], "WC-MOVE-1")
    t.play([milli_at(15, 5)])
    assert t.model("hunter").at == milli_at(15, 5)
    assert t.happened(Moved, model="hunter", cite="WC-REACT-7")
    assert "move" in t.offers()  # its advance is not used up


def test_fire_and_displace_is_not_for_melee() -> None:
    t = Bench(pieces={"hunter": piece("hunter", "a", [15, 12]), "marauder": FOE}, dice=["MMM", "MM"])
    t.play("activate hunter", "attack marauder with combat_blade").done()
    assert t.ask.prompt == "activate hunter"


# --- battle_cruiser ---------------------------------------------------------------------------------------


def test_battle_cruiser_moves_an_inch_after_a_ranged_attack() -> None:
    nemesis = piece("nemesis", "a", [15, 6], cortex="battle_cruiser", weapons=["displacer", "fusion_scythe"])
    t = Bench(pieces={"nemesis": nemesis, "marauder": FOE}, dice=["MMMM", "MM"])
    t.play("activate nemesis", "attack marauder with displacer", "battle_cruiser of nemesis")
    t.refusal([milli_at(15, 7.002)], "WC-MOVE-1")
    t.play([milli_at(15, 7)])
    assert t.happened(Moved, model="nemesis", cite="WC-REACT-7")


def test_battle_cruiser_moves_once_after_the_last_roll_of_a_spray() -> None:
    nemesis = piece("nemesis", "a", [15, 6], arc=1, cortex="battle_cruiser", weapons=["void_splitter"])
    pieces = {"nemesis": nemesis, "near": marauder([15, 10]), "far": marauder([15, 13])}
    t = Bench(pieces=pieces, dice=["MMMM", "MM", "MMMM", "MM"])
    t.play("activate nemesis", "pass", "attack near with void_splitter", "spike shockwave").done()
    assert t.offers() == ["battle_cruiser of nemesis", "pass"]
    t.play("battle_cruiser of nemesis", [milli_at(15, 7)])
    assert t.ask.prompt == "activate nemesis"


# --- bomber --------------------------------------------------------------------------------------------------


def test_bomber_moves_after_an_explosive_attack_if_it_flies() -> None:
    raptor = piece("strike_raptor", "a", [15, 6], arc=1, cortex="bomber", weapons=["vortex_missile", "battle_rifle"])
    for flying in (True, False):
        t = Bench(pieces={"raptor": raptor, "marauder": FOE}, dice=["M" * (5 + (not flying)), "MM", "M" * 4, "MM"])
        t.play("activate raptor", *(["spike jump_jets"] if flying else []), "attack marauder with vortex_missile")
        assert (t.offers() == ["bomber of raptor", "pass"]) is flying
        if flying:
            t.play("bomber of raptor")
            t.refusal([milli_at(15, 8.002)], "WC-MOVE-1")
            t.play([milli_at(15, 8)])
            t.play("attack marauder with battle_rifle").done()  # ballistic: no move
            assert t.ask.prompt == "activate raptor"


# --- relentless -------------------------------------------------------------------------------------------------


def test_relentless_moves_after_destroying_an_enemy_in_melee() -> None:
    scourge = piece("scourge", "a", [15, 10], cortex="killer", weapons=["force_rod", "nailer"])
    rangers = piece("ranger_fire_team", "b", [[15, 12.5], [20, 20], [22, 20]])
    t = Bench(pieces={"scourge": scourge, "rangers": rangers}, dice=["SSMM", "MMM", "XXMMSS"])
    t.play("activate scourge", "attack rangers.1 with wrecking_claw").done()
    assert t.offers() == ["relentless of scourge", "pass"]
    t.play("relentless of scourge")
    t.refusal([milli_at(15, 12.002)], "WC-MOVE-1")
    t.play([milli_at(15, 12)])
    assert t.happened(Moved, model="scourge", cite="WC-REACT-7")


@pytest.mark.parametrize(
    ("weapon", "dice"),
    [("wrecking_claw", ["SSMM", "MMM", "MMMMMM"]), ("nailer", ["SSMM", "MMM", "XXMSS"])],
)
def test_relentless_needs_a_kill_in_melee(weapon: str, dice: list[str]) -> None:
    scourge = piece("scourge", "a", [15, 10], cortex="killer", weapons=["nailer"])
    rangers = piece("ranger_fire_team", "b", [[15, 12.5], [20, 20], [22, 20]])
    t = Bench(pieces={"scourge": scourge, "rangers": rangers}, dice=dice)
    t.play("activate scourge", f"attack rangers.1 with {weapon}").done()
    assert t.ask.prompt == "activate scourge"


# --- heightened_reflexes --------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-REACT-7")
def test_heightened_reflexes_moves_the_target_hit_or_missed() -> None:
    for attack in ("MMMM", "XMMM"):
        brand = piece("firebrand", "b", [15, 14], cortex="reflex", weapons=["immolator"])
        dice = [attack, "MMM"] + ["MMMMMMM"] * (attack == "XMMM")
        t = Bench(pieces={"wolf": wolf([15, 8], weapons=["rail_gun"]), "brand": brand}, dice=dice)
        t.play("activate wolf", "attack brand with rail_gun").done()
        assert (t.ask.seat, t.offers()) == (1, ["heightened_reflexes of brand", "pass"])
        t.play("heightened_reflexes of brand")
        t.refusal([milli_at(15, 17.002)], "WC-MOVE-1")
        t.play([milli_at(15, 17)])
        assert t.happened(Moved, model="brand", cite="WC-REACT-7")


@pytest.mark.rule("WC-REACT-4")
def test_heightened_reflexes_do_not_help_the_destroyed() -> None:
    brand = piece("firebrand", "b", [15, 14], cortex="reflex", weapons=["immolator"], damage=2)
    pieces = {"wolf": wolf([15, 8], weapons=["rail_gun"]), "brand": brand, "hunter": piece("hunter", "b", [3, 25])}
    t = Bench(pieces=pieces, dice=["XMMM", "MMM", "XXMMMMM"])
    t.play("activate wolf", "attack brand with rail_gun").done()
    assert (t.gone("brand"), t.ask.prompt) == (True, "activate wolf")


def test_heightened_reflexes_are_the_declared_targets_not_a_bystanders() -> None:
    scout = wolf([15, 8], cortex="scout", weapons=["flamethrower"])
    brand = piece("firebrand", "b", [15, 14], cortex="reflex", weapons=["immolator"])
    pieces = {"wolf": scout, "marauder": marauder([15, 11]), "brand": brand}
    t = Bench(pieces=pieces, dice=["MMMM", "MM", "MMMM", "MMM"])
    t.play("activate wolf", "attack marauder with flamethrower").done()  # the Firebrand stands on the line
    assert t.ask.prompt == "activate wolf"
    t = Bench(pieces=pieces, dice=["MMMM", "MMM", "MMMM", "MM"])
    t.play("activate wolf", "attack brand with flamethrower")
    assert t.offers() == ["heightened_reflexes of brand", "pass"]
    t.play(
        "heightened_reflexes of brand", [milli_at(18, 14)]
    ).done()  # the marauder's roll follows, without another move
    assert t.ask.prompt == "activate wolf"


def test_heightened_reflexes_after_somebody_else_took_the_hit() -> None:
    pieces = {
        "wolf": wolf([15, 8], cortex="scout", weapons=["rail_gun"]),
        "brand": piece("firebrand", "b", [15, 14], cortex="reflex", weapons=["immolator"]),
        "guard": piece("morningstar", "b", [18, 14], arc=1, cortex="defender", weapons=["seeker"]),
    }
    t = Bench(pieces=pieces, dice=["SMMM", "MMM", "MMMMMM"])
    t.play("activate wolf", "attack brand with rail_gun", "spike intercept_driver with guard").done()
    assert t.offers() == ["heightened_reflexes of brand", "pass"]


def test_relentless_is_for_its_bearer_not_for_a_friend_who_kills() -> None:
    pieces = {
        "scourge": piece("scourge", "a", [5, 5], cortex="killer", weapons=["force_rod", "nailer"]),
        "friend": wolf([15, 10], weapons=["ripper"]),
        "rangers": piece("ranger_fire_team", "b", [[15, 12], [20, 20], [22, 20]]),
    }
    t = Bench(pieces=pieces, dice=["SSMM", "MMM", "SSMMSS"])
    t.play("activate friend", "attack rangers.1 with ripper").done("a", "activate friend")
    assert t.gone("rangers.1")
