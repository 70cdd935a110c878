"""Special rules of armour: the target's, its friends' and the attacker's."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.state.continuous_effects import GainEffect
from sandtable.rulesets.warcaster.state.stats import Arm, Mat
from tests.rules.warcaster.abilities.setting import apart, bench, reasons
from tests.rules.warcaster.kit import marauder, piece, wolf


@pytest.mark.rule("WC-GEN-6")
def test_shield_adds_up_with_another_shield() -> None:
    for arms, arm in ((["force_hammer"], 3), (["repulsor_shield"], 4), (["repulsor_shield", "repulsor_shield"], 5)):
        t = bench({"brand": piece("firebrand", "b", [20, 10], weapons=arms), "wolf": wolf([10, 10])})
        assert t.value(Arm("brand")) == arm
    assert reasons(t, Arm("brand"))["Shield: Repulsor Shield"] == (1, "WC-GEN-8")


@pytest.mark.parametrize(("weapon", "damage"), [("talon_rocket_pod", 0), ("rail_gun", 1)])
def test_compound_armor_resists_explosive_damage(weapon: str, damage: int) -> None:
    """Three strikes against ARM 3, or 4 when the damage is explosive among other types."""
    pow_ = "SSSM" if weapon == "talon_rocket_pod" else "SSSMM"
    t = bench(
        {"wolf": wolf([10, 10]), "boss": piece("paladin_commander", "b", [18, 10])},
        dice=("SMMM", "MMM", pow_ + "M"),
    )
    t.play("activate wolf", f"attack boss with {weapon}").done()
    assert t.model("boss").damage == damage
    assert reasons(t, Arm("boss", None, ("ballistic", "explosive")))["Compound Armor"] == (1, "WC-STAT-21")


@pytest.mark.rule("WC-ARC-7")
def test_void_shifter_hardens_while_charged() -> None:
    for arc in (0, 1):
        t = bench({"voss": piece("justicar_voss", "b", [20, 10], arc=arc), "wolf": wolf([10, 10])})
        assert t.value(Arm("voss")) == 3 + arc
    assert reasons(t, Arm("voss"))["Void Shifter"] == (1, "WC-ARC-7")


@pytest.mark.rule("WC-ARC-7")
def test_arc_field_works_against_ranged_and_fury_attacks() -> None:
    t = bench({"nemesis": piece("nemesis", "b", [20, 10], arc=2), "wolf": wolf([10, 10])})
    for kind, arm in (("ranged", 5), ("fury", 5), ("melee", 3)):
        assert t.value(Arm("nemesis", Strike(attacker="wolf", target="nemesis", kind=kind))) == arm
    assert t.value(Arm("nemesis")) == 3  # a blast that only catches it is no attack
    shot = Strike(attacker="wolf", target="nemesis", kind="ranged")
    assert reasons(t, Arm("nemesis", shot))["Arc Field"] == (2, "WC-ARC-7")


@pytest.mark.rule("WC-ARC-7", "WC-SPEC-3")
@pytest.mark.parametrize(("beyond", "arm"), [(0.0, 5), (0.001, 5), (0.002, 4)])
def test_adrenalizer_hardens_warriors_exactly_within_five_inches(beyond: float, arm: int) -> None:
    x = 10 + apart("grafter", "marauder", 5) + beyond
    t = bench(
        {
            "grafter": piece("grafter", "b", [10, 10], arc=1),
            "marauder": marauder([x, 10]),
            "jack": piece("scourge", "b", [10, 13]),
            "wolf": wolf([30, 30]),
        }
    )
    assert t.value(Arm("marauder")) == arm
    assert t.value(Arm("jack")) == 4  # a warjack is no warrior
    assert t.value(Arm("grafter")) == 3  # other models
    if arm == 5:
        assert reasons(t, Arm("marauder"))["Adrenalizer"] == (1, "WC-ARC-7")


@pytest.mark.rule("WC-ARC-7", "WC-GEN-6")
def test_adrenalizer_keeps_continuous_effects_away() -> None:
    here = {"marauder": marauder([13, 10], effects=["fire"]), "wolf": wolf([30, 30])}
    two = {n: piece("grafter", "b", at, arc=1) for n, at in (("g1", [10, 10]), ("g2", [10, 12]))}
    t = bench({**here, **two}, frame=GainEffect(model="marauder", effect="corrosion"))
    assert (t.model("marauder").effects, t.value(Mat("marauder"))) == (("fire",), 4)
    assert t.value(Arm("marauder")) == 5  # two of the same name count once
    t = bench(here, frame=GainEffect(model="marauder", effect="corrosion"))
    assert (t.model("marauder").effects, t.value(Mat("marauder"))) == (("corrosion", "fire"), 3)


def test_armor_piercing_lowers_the_armour_it_strikes() -> None:
    x = 10 + apart("strike_raptor", "marauder", 1)
    t = bench(
        {
            "raptor": piece("strike_raptor", "a", [10, 10], weapons=["rock_buster", "fusion_drill"]),
            "foe": marauder([x, 10]),
        },
        dice=("SMMM", "MM", "SSMS", "SMMM", "MM", "SSMMMS"),
    )
    t.play("activate raptor", "attack foe with rock_buster")
    assert t.model("foe").damage == 1  # three strikes against ARM 3
    t.play("attack foe with fusion_drill").done()
    assert t.model("foe").damage == 1  # three strikes against ARM 4
    blow = Strike(attacker="raptor", target="foe", kind="melee", weapon="rock_buster", rules=("armor_piercing",))
    assert reasons(t, Arm("foe", blow))["Armor Piercing"] == (-1, "WC-GEN-8")


@pytest.mark.rule("WC-ARC-8", "WC-ARC-14", "WC-SPEC-8")
@pytest.mark.parametrize(("use", "damage"), [("spike arc_booster", 1), ("pass", 0)])
def test_arc_booster_may_be_spiked_before_damage(use: str, damage: int) -> None:
    """On the Hunter's card and on the rifle: one offer, one Arc, one point of ARM."""
    t = bench(
        {"hunter": piece("hunter", "a", [10, 10], arc=1), "foe": marauder([18, 10])},
        dice=("SMMMMMM", "MM", "SSMMS"),
    )
    t.play("activate hunter", "attack foe with sniper_rifle")
    assert t.offers() == ["spike arc_booster", "pass"]
    t.play(use).done()
    assert t.model("foe").damage == damage
    assert (t.unit("hunter").arc, t.player("a").well) == ((0, 7) if damage else (1, 6))
    assert t.cited("WC-ARC-8") == bool(damage)


@pytest.mark.rule("WC-ARC-8")
def test_arc_booster_is_not_offered_without_arc() -> None:
    t = bench(
        {"hunter": piece("hunter", "a", [10, 10]), "foe": marauder([18, 10])},
        dice=("SMMMMM", "MM", "SSMMS"),
    )
    t.play("activate hunter", "attack foe with sniper_rifle").done()
    assert t.model("foe").damage == 0
