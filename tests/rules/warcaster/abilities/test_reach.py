"""Special rules that lengthen reach."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.state.stats import WeaponRange
from tests.rules.warcaster.abilities.setting import apart, bench, reasons
from tests.rules.warcaster.kit import marauder, piece, wolf

RANGERS = [[20, 10], [22, 10], [24, 10]]


@pytest.mark.rule("WC-ARC-7", "WC-SPEC-1", "WC-SPEC-8")
def test_mechanikal_optics_reaches_further_while_charged_with_that_weapon_only() -> None:
    for arc, rng in ((0, 12000), (1, 16000)):
        t = bench({"rangers": piece("ranger_fire_team", "a", RANGERS, arc=arc), "foe": marauder([40, 40])})
        assert t.value(WeaponRange("rangers.1", "battle_rifle")) == rng
        assert t.value(WeaponRange("rangers.1", "null_detonator")) == 6000
    # on the squad's card and on the rifle: once
    assert reasons(t, WeaponRange("rangers.1", "battle_rifle"))["Mechanikal Optics"] == (4000, "WC-ARC-7")
    assert (
        sum(term.group == "mechanikal_optics" for term in t.position.terms(WeaponRange("rangers.1", "battle_rifle")))
        == 1
    )


@pytest.mark.rule("WC-ARC-7")
@pytest.mark.parametrize(("beyond", "legal"), [(0.0, True), (0.001, True), (0.002, False)])
def test_mechanikal_optics_costs_nothing_and_ends_exactly_at_sixteen_inches(beyond: float, legal: bool) -> None:
    y = 10 + apart("ranger_fire_team", "marauder", 16) + beyond
    t = bench(
        {"rangers": piece("ranger_fire_team", "a", RANGERS, arc=1), "foe": marauder([20, y])},
        dice=("MMMM", "MM"),
    )
    t.play("activate rangers")
    if not legal:
        refusal = t.refusal("rangers.1 attack foe with battle_rifle")
        assert (refusal.cite, refusal.short_by) == ("WC-MEAS-3", 2)
        return
    t.play("rangers.1 attack foe with battle_rifle").done()
    assert t.unit("rangers").arc == 1


def test_advanced_optics_is_for_ranged_weapons() -> None:
    arms = {"weapons": ["rail_gun", "rock_buster"], "cortex": "ace"}
    t = bench({"raptor": piece("strike_raptor", "a", [10, 10], **arms), "foe": marauder([40, 40])})
    assert t.value(WeaponRange("raptor", "rail_gun")) == 20000
    assert t.value(WeaponRange("raptor", "rock_buster")) == 1000
    assert reasons(t, WeaponRange("raptor", "rail_gun"))["Advanced Optics"] == (2000, "WC-GEN-8")


@pytest.mark.rule("WC-ARC-7")
def test_range_amplifier_adds_an_inch_for_each_arc() -> None:
    for arc in (0, 1, 3):
        t = bench({"star": piece("morningstar", "a", [10, 10], arc=arc), "foe": marauder([40, 40])})
        assert t.value(WeaponRange("star", "null_cannon")) == 14000 + 1000 * arc
        assert t.value(WeaponRange("star", "assault_shield")) == 1000
    assert reasons(t, WeaponRange("star", "null_cannon"))["Range Amplifier"] == (3000, "WC-ARC-7")


@pytest.mark.rule("WC-ARC-7", "WC-SPEC-1")
def test_force_projector_lengthens_every_melee_weapon() -> None:
    t = bench(
        {
            "brand": piece("firebrand", "a", [10, 10], arc=2),
            "guard": piece("paladin_defenders", "a", RANGERS, arc=1),
            "foe": marauder([40, 40]),
        }
    )
    assert t.value(WeaponRange("brand", "fusion_glaive")) == 3000
    assert t.value(WeaponRange("brand", "bayonet")) == 3000
    assert t.value(WeaponRange("brand", "harbinger_cannon")) == 12000
    assert t.value(WeaponRange("guard.3", "fusion_spear")) == 3000
    assert reasons(t, WeaponRange("guard.1", "fusion_spear"))["Force Projector"] == (1000, "WC-ARC-7")


@pytest.mark.rule("WC-ARC-7")
def test_a_warjacks_battle_rifle_has_mechanikal_optics_too() -> None:
    t = bench({"wolf": wolf([10, 10], arc=1), "foe": marauder([40, 40])})
    assert t.value(WeaponRange("wolf", "battle_rifle")) == 16000
    assert t.value(WeaponRange("wolf", "rail_gun")) == 18000
