"""What hits do besides damage, by special rule."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.state.events import Cleared, Collapsed, EffectGained
from tests.rules.warcaster.abilities.setting import apart, bench
from tests.rules.warcaster.kit import marauder, piece, wolf

SQUAD = [[10, 10], [10, 12], [10, 14]]


@pytest.mark.rule("WC-ATK-12")
@pytest.mark.parametrize(
    ("unit", "weapon", "effect"),
    [("firebrand", "immolator", "fire"), ("scourge", "hollowphage_cannon", "corrosion")],
)
def test_fire_and_corrosion_come_with_the_hit(unit: str, weapon: str, effect: str) -> None:
    dice = "SSSM" if weapon == "hollowphage_cannon" else "SSSMM"
    t = bench(
        {"jack": piece(unit, "a", [10, 10], weapons=[weapon]), "foe": marauder([20, 10])},
        dice=("SMMM", "MM", dice + "M"),
    )
    t.play("activate jack", f"attack foe with {weapon}").done()
    assert t.model("foe").effects == (effect,)
    assert t.happened(EffectGained, model="foe", effect=effect, cite="WC-GEN-8")
    # three strikes: Corrosion has lowered ARM 4 to 3 for this very roll
    assert t.model("foe").damage == (1 if effect == "corrosion" else 0)


def test_fire_needs_a_hit() -> None:
    t = bench(
        {"jack": piece("firebrand", "a", [10, 10], weapons=["immolator"]), "foe": marauder([20, 10])},
        dice=("SMMM", "SM"),
    )
    t.play("activate jack", "attack foe with immolator").done()
    assert t.model("foe").effects == ()


def test_lock_down_holds_the_model_hit() -> None:
    x = 10 + apart("raker", "marauder", 1)
    reavers = piece("vassal_reavers", "a", [*[[4, y] for y in (4, 6, 8)], [10, 10]], attachments=["raker"])
    t = bench({"reavers": reavers, "foe": marauder([x, 10])}, dice=("SMMM", "MM", "MMMM" + "M"))
    t.play("activate reavers", "reavers.raker attack foe with mandibles").done()
    assert t.model("foe").effects == ("lock_down",)
    assert t.happened(EffectGained, effect="lock_down", cite="WC-GEN-8")


@pytest.mark.rule("WC-ARC-3", "WC-STAT-13", "WC-ARC-16")
@pytest.mark.parametrize("arc", [0, 2])
def test_nullifier_clears_arc_and_does_no_damage(arc: int) -> None:
    here = {"rangers": piece("ranger_fire_team", "a", SQUAD), "foe": wolf([15, 10], seat="b", arc=arc)}
    t = bench(here, dice=("SMM", "MMM"))
    t.play("activate rangers", "rangers.1 attack foe with null_detonator").done()
    assert t.unit("foe").arc == max(0, arc - 1)
    assert t.player("b").well == 7 - max(0, arc - 1)
    assert bool(t.happened(Cleared, unit="foe", amount=1, cite="WC-ARC-3")) == bool(arc)


@pytest.mark.rule("WC-ARC-15", "WC-ARC-3")
def test_nullifier_collapses_a_gate_with_its_last_arc() -> None:
    rangers = piece("ranger_fire_team", "a", SQUAD)
    gate = piece("void_gate", "b", [15, 10], arc=1)
    t = bench({"rangers": rangers, "gate": gate, "foe": marauder([40, 40])}, dice=("SMM", "MMM"))
    t.play("activate rangers", "rangers.1 attack gate with null_detonator").done()
    assert t.gone("gate")
    assert t.happened(Collapsed, model="gate", cite="WC-GATE-10")


@pytest.mark.rule("WC-ARC-3")
def test_null_strike_clears_arc_besides_its_damage() -> None:
    brand = piece("firebrand", "a", [10, 10], weapons=["null_cannon"])
    t = bench({"brand": brand, "foe": marauder([20, 10], arc=1)}, dice=("SMMM", "MM", "SSSSM" + "M"))
    t.play("activate brand", "attack foe with null_cannon").done()
    assert (t.unit("foe").arc, t.player("b").well, t.model("foe").damage) == (0, 7, 1)
    assert t.happened(Cleared, unit="foe", cite="WC-ARC-3")


def test_malefactor_ends_the_enemys_cyphers_on_the_unit_hit() -> None:
    hunters = piece("vassal_witch_hunters", "a", SQUAD)
    foes = piece("paladin_enforcers", "b", [[18, 10], [18, 12], [18, 14]])
    cards = {"force_barrier": "foes", "divination_algorithm": "other"}
    t = bench(
        {"hunters": hunters, "foes": foes, "other": marauder([40, 40])},
        seats={"b": {"in_play": cards}},
        dice=("XMM", "MMMMM", "MMMM" + "MM"),
    )
    t.play("activate hunters", "hunters.1 attack foes.1 with hex_cannon").done()
    assert t.player("b").in_play == (("divination_algorithm", "other"),)
    assert t.player("b").discard == ("force_barrier",)
    assert t.cited("WC-GEN-8")
