"""Special actions in place of attacks: Repair, Tune Up, a fixed gun (WC-ACT-8, WC-ACT-9, WC-ACT-10)."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.attacks.attack import Declared
from sandtable.rulesets.warcaster.state.events import EffectExpired, EffectGained, Repaired
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, wolf

FOE = marauder([15, 15])
BESIDE = 1 + 0.787 + 0.984  # a medium and a large base one inch apart


def engineer(**more: object) -> dict[str, object]:
    return piece("combat_engineer", "a", [15, 8], **more)


@pytest.mark.rule("WC-ACT-8", "WC-SPEC-6")
def test_repair_removes_a_point_for_each_strike_but_no_more_than_there_are() -> None:
    t = Bench(pieces={"engineer": engineer(), "wolf": wolf([17, 8], damage=1), "marauder": FOE}, dice=["SXM"])
    t.play("activate engineer", "repair wolf").done()
    assert (t.model("wolf").damage, t.pool("repair")) == (0, {"A": 3})
    assert [e.points for e in t.happened(Repaired, cite="WC-SPEC-6")] == [1]
    assert t.rolls[-1].cite == "WC-ACT-8"
    assert not [key for key in t.offers() if "attack" in key or "repair" in key]
    assert t.refusal("attack marauder with fusion_torch").cite == "WC-ACT-2"
    t.play("move", [milli_at(13, 8)])  # either side of its move


@pytest.mark.rule("WC-ACT-8")
def test_repair_without_a_strike_removes_nothing_and_comes_after_a_move_too() -> None:
    t = Bench(pieces={"engineer": engineer(), "wolf": wolf([17, 11], damage=2), "marauder": FOE}, dice=["MMM"])
    t.play("activate engineer", "move", [milli_at(15, 11)], "repair wolf").done()
    assert (t.model("wolf").damage, t.happened(Repaired)) == (2, [])


@pytest.mark.rule("WC-ACT-8")
def test_repair_is_no_choice_after_an_attack() -> None:
    pieces = {"engineer": engineer(), "wolf": wolf([17, 8], damage=1), "marauder": FOE}
    t = Bench(pieces=pieces, dice=["MMM", "MM"])
    t.play("activate engineer", "attack marauder with fusion_torch").done()
    assert t.refusal("repair wolf").cite == "WC-ACT-8"
    assert t.refusal("tune up wolf").cite == "WC-ACT-8"
    acted = "engineer has attacked or acted in this activation"
    assert t.refusal("engineer repair wolf", "WC-ACT-8").reason == acted == t.refusal("repair wolf").reason
    for nonsense in ("engineer dance", "repair", "wolf"):
        assert "attacked or acted" not in t.refusal(nonsense).reason or nonsense == "repair"


@pytest.mark.rule("WC-SPEC-3")
@pytest.mark.parametrize(("more", "near"), [(0.0, True), (0.001, True), (0.002, False)])
def test_repair_reaches_one_inch(more: float, near: bool) -> None:
    there = [round(15 + BESIDE + more, 3), 8]
    t = Bench(pieces={"engineer": engineer(), "wolf": wolf(there, damage=1), "marauder": FOE})
    assert t.play("activate engineer").legal("repair wolf") is near
    if not near:
        refusal = t.refusal("repair wolf")
        assert (refusal.cite, refusal.short_by) == ("WC-SPEC-3", 2)


@pytest.mark.rule("WC-SPEC-3", "WC-ACT-8")
@pytest.mark.parametrize(("more", "cite"), [(0.0, "WC-ACT-8"), (0.001, "WC-ACT-8"), (0.002, "WC-SPEC-3")])
def test_a_sound_warjack_is_refused_for_its_distance_only_where_it_is_too_far(more: float, cite: str) -> None:
    there = [round(15 + BESIDE + more, 3), 8]
    t = Bench(pieces={"engineer": engineer(), "wolf": wolf(there), "marauder": FOE}).play("activate engineer")
    refusal = t.refusal("repair wolf", cite)
    assert (refusal.reason == "Repair does nothing for wolf") is (cite == "WC-ACT-8")


@pytest.mark.rule("WC-MEAS-9", "WC-SPEC-6")
def test_repair_of_itself_but_not_of_the_sound_the_dead_or_the_enemy() -> None:
    pieces = {"engineer": engineer(damage=1), "wolf": wolf([17, 8]), "marauder": marauder([15, 10], damage=1)}
    pieces["rangers"] = piece("ranger_fire_team", "a", [[13, 8], None, None])
    t = Bench(pieces=pieces, dice=["SMM"]).play("activate engineer")
    assert [key for key in t.offers() if "repair" in key] == ["repair engineer"]
    assert t.refusal("repair rangers.2").cite == "WC-ACT-8"
    t.play("repair engineer").done()
    assert t.model("engineer").damage == 0


def test_tune_up_ends_all_effects_then_tunes_the_warjack_up() -> None:
    sick = wolf([17, 8], effects=["corrosion", "system_failure"], barred="melee")
    pieces = {"engineer": engineer(), "wolf": sick, "hunter": piece("hunter", "a", [13, 8]), "marauder": FOE}
    t = Bench(pieces=pieces).play("activate engineer")
    assert [key for key in t.offers() if "tune" in key] == ["tune up wolf"]
    t.play("tune up wolf")
    assert (t.model("wolf").effects, t.model("wolf").barred) == (("tune_up",), "")
    assert [e.effect for e in t.happened(EffectExpired, cite="WC-ACT-8")] == ["corrosion", "system_failure"]
    assert t.happened(EffectGained, effect="tune_up", cite="WC-CE-10")
    assert not [key for key in t.offers() if "attack" in key or "tune" in key]  # a single action


# --- terrain that grants one --------------------------------------------------------------------------------

GUN = {"kind": "obstacle", "height": 1, "at": [15, 9.591], "size": [2, 2], "id": "gun", "gun": "rail_gun"}
CAMP = {"size": 30, "terrain": [GUN]}


@pytest.mark.rule("WC-ACT-9", "WC-ACT-10")
def test_a_fixed_gun_is_fired_by_one_trooper_instead_of_its_attack() -> None:
    rangers = piece("ranger_fire_team", "a", [[15, 8], [13, 8], [17, 8]])
    t = Bench(table=CAMP, pieces={"rangers": rangers, "marauder": marauder([15, 19])}, dice=["MMM", "MM", "MMM", "MM"])
    t.play("activate rangers")
    assert [key for key in t.offers() if "fire" in key] == ["rangers.1 fire gun at marauder"]  # in contact with it
    t.play("rangers.1 fire gun at marauder")
    assert t.pool("attack") == {"A": 3}  # by its own RAT
    assert t.refusal("rangers.1 attack marauder with battle_rifle").cite == "WC-ACT-2"
    t.play("rangers.2 attack marauder with battle_rifle").done()  # each chooses for itself
    assert not [key for key in t.offers() if "fire" in key]


@pytest.mark.rule("WC-ACT-10", "WC-SPEC-8")
def test_a_fixed_gun_brings_its_own_rules_though_no_model_has_them() -> None:
    gun = {**GUN, "gun": "harbinger_cannon"}
    wall = {"kind": "structure", "height": 5, "at": [15, 14], "size": [12, 1]}
    rangers = piece("ranger_fire_team", "a", [[15, 8], [13, 8], [17, 8]], arc=1)
    pieces = {"rangers": rangers, "marauder": marauder([15, 19])}
    t = Bench(table={"size": 30, "terrain": [gun, wall]}, pieces=pieces).play("activate rangers")
    assert [key for key in t.offers() if "fire" in key] == ["rangers.1 fire gun at marauder"]  # Hunter-Killer Rounds
    pieces = {**pieces, "rangers": {**rangers, "arc": 0}}
    t = Bench(table={"size": 30, "terrain": [gun, wall]}, pieces=pieces).play("activate rangers")
    assert not [key for key in t.offers() if "fire" in key]  # out of sight, and no Arc to spike


@pytest.mark.rule("WC-ACT-10", "WC-ACT-9")
def test_a_fixed_gun_is_not_for_those_who_attacked_or_stand_away() -> None:
    rangers = piece("ranger_fire_team", "a", [[15, 7.997], [13, 8], [17, 8]])
    t = Bench(table=CAMP, pieces={"rangers": rangers, "marauder": marauder([15, 19])}).play("activate rangers")
    assert not [key for key in t.offers() if "fire" in key]
    rangers = piece("ranger_fire_team", "a", [[15, 8], [13, 8], [17, 8]])
    t = Bench(table=CAMP, pieces={"rangers": rangers, "marauder": marauder([15, 19])}, dice=["MMM", "MM"])
    t.play("activate rangers", "rangers.1 attack marauder with battle_rifle").done()
    assert not [key for key in t.offers() if "fire" in key]


@pytest.mark.rule("WC-CE-14", "WC-CE-9", "WC-ACT-10")
def test_system_failure_does_not_stop_the_firing_of_a_fixed_gun() -> None:
    """The gun is none of the model's weapons, also when it is of a kind with one of them."""
    jack = wolf([15, 7.607], weapons=["rail_gun"], effects=["system_failure"], barred="ranged")
    t = Bench(table=CAMP, pieces={"wolf": jack, "marauder": marauder([15, 19])}, dice=["MMMM", "MM"])
    t.play("activate wolf")
    assert t.refusal("attack marauder with rail_gun").cite == "WC-CE-9"
    t.play("fire gun at marauder").done()


@pytest.mark.rule("WC-CE-14", "WC-ACT-10", "WC-SPEC-5")
def test_system_failure_does_not_stop_the_further_attacks_of_a_fixed_gun() -> None:
    jack = wolf([15, 7.607], weapons=["rail_gun"], effects=["system_failure"], barred="ranged")
    reavers = piece("vassal_reavers", "b", [[15, 16], [17.2, 16], [27, 27]])
    camp = {"size": 30, "terrain": [{**GUN, "gun": "cyclone_cannon"}]}
    t = Bench(table=camp, pieces={"wolf": jack, "r": reavers}, dice=["S", "MMMM", "MMM", "MMMM", "MMM"])
    t.play("activate wolf", "fire gun at r.1")
    assert t.offers() == ["r.2", "pass"]
    t.play("r.2").done()
    assert all(event.strike.fixed_gun for event in t.happened(Declared)) and len(t.happened(Declared)) == 2


@pytest.mark.rule("WC-ACT-10")
def test_no_fixed_gun_is_fired_after_an_afterburner() -> None:
    jack = piece("nemesis", "a", [10, 5], weapons=["void_splitter"], arc=1)
    t = Bench(table=CAMP, pieces={"jack": jack, "marauder": marauder([15, 19])})
    t.play("activate jack", "spike afterburner", [(15000, 7607)])
    assert t.offers() == ["end"]
