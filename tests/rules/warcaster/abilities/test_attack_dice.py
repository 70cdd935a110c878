"""Special rules of the attack roll, and the modes of a weapon."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.attacks.dice_pools import AttackDice
from sandtable.rulesets.warcaster.attacks.targets import declare
from tests.rules.warcaster.abilities.setting import apart, bench, reasons
from tests.rules.warcaster.kit import marauder, piece


@pytest.mark.rule("WC-ARC-7", "WC-SPEC-1")
@pytest.mark.parametrize(
    ("unit", "weapon", "arc", "power"),
    [
        ("combat_engineer", "fusion_torch", 1, 2),
        ("combat_engineer", "wrench", 1, 1),
        ("combat_engineer", "fusion_torch", 0, 0),
        ("cassius_mooregrave", "oblivion", 1, 2),
        ("cassius_mooregrave", "magnum", 1, 1),  # on his card too, but a rule of that weapon
        ("dusk_wolf", "particle_accelerator", 3, 6),
    ],
)
def test_high_intensity_counts_each_arc_twice_with_that_weapon(unit: str, weapon: str, arc: int, power: int) -> None:
    t = bench({"me": piece(unit, "a", [10, 10], arc=arc), "foe": marauder([10 + apart(unit, "marauder", 1), 10])})
    dice = AttackDice(declare(t.position, "me", "foe", weapon), "P")
    assert t.value(dice) == power
    assert reasons(t, dice).get("High Intensity") == ((arc, "WC-ARC-7") if power > arc else None)


@pytest.mark.parametrize(("weapon", "action"), [("vortex_missile", 5), ("rail_gun", 4)])
def test_bomber_throws_one_more_die_with_explosive_weapons(weapon: str, action: int) -> None:
    raptor = piece("strike_raptor", "a", [10, 10], cortex="bomber")
    t = bench({"raptor": raptor, "foe": marauder([20, 10])}, dice=("M" * action, "MM"))
    t.play("activate raptor", f"attack foe with {weapon}").done()
    assert t.pool("attack") == {"A": action}
    explosive = AttackDice(declare(t.position, "raptor", "foe", "vortex_missile"), "A")
    assert reasons(t, explosive)["Bomber"] == (1, "WC-GEN-8")


def test_attack_mode_is_chosen_each_time() -> None:
    here = {"fang": piece("artemis_fang", "a", [10, 10]), "foe": marauder([15, 10]), "other": marauder([17, 10])}
    t = bench(here, dice=("SMMMMM", "MM", "MMMM", "SMMMMM", "MM", "MMMM", "MMM"))
    t.play("activate fang")
    t.refusal("attack foe with arclock_pistol", "WC-GEN-8")
    t.refusal("attack foe with arclock_pistol as repulsor", "WC-GEN-8")
    t.play("attack foe with arclock_pistol as fire")
    assert t.model("foe").effects == ("fire",)
    t.play("attack foe with arclock_pistol_2 as blast").done()
    assert t.cited("WC-BLAST-2")
    assert t.cited("WC-GEN-8")


def test_attack_mode_revelator_finds_targets_in_stealth() -> None:
    here = {"fang": piece("artemis_fang", "a", [10, 10]), "voitek": piece("voitek_sudal", "b", [20.5, 10])}
    t = bench(here).play("activate fang")
    assert [k for k in t.offers() if k.startswith("attack voitek")] == [
        "attack voitek with arclock_pistol as revelator",
        "attack voitek with arclock_pistol_2 as revelator",
    ]
    assert t.refusal("attack voitek with arclock_pistol as fire").cite == "WC-ATK-20"


@pytest.mark.rule("WC-SPEC-5")
def test_strafe_rolls_a_power_die_for_further_attacks_near_the_first() -> None:
    gap = apart("marauder", "marauder", 2)
    here = {
        "raptor": piece("strike_raptor", "a", [10, 10], weapons=["cyclone_cannon"]),
        "first": marauder([18, 10]),
        "second": marauder([18, 10 + gap]),
        "third": marauder([18, 10 - gap - 0.002]),
    }
    t = bench(here, dice=("X", "MMMM", "MM", "MMMM", "MM"))
    t.play("activate raptor", "attack first with cyclone_cannon")
    assert t.offers() == ["second", "pass"]
    t.play("second").done()  # no more within 2 inches, and the further attack does not strafe
    assert len([r for r in t.rolls if r.purpose == "strafe"]) == 1
    assert t.cited("WC-ATK-11")
