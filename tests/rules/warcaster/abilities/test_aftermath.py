"""What the destruction of the target sets off."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.state.events import Repaired
from tests.rules.warcaster.abilities.setting import apart, bench
from tests.rules.warcaster.kit import marauder, piece


def test_explosive_collapse_shakes_everything_within_two_inches_of_the_destroyed_target() -> None:
    gap = apart("hunter", "marauder", 2)
    here = {
        "raptor": piece("strike_raptor", "a", [10, 10], weapons=["particle_cannon"]),
        "foe": piece("hunter", "b", [20, 10]),
        "near": marauder([20, 10 + gap]),
        "far": marauder([20, 10 - gap - 0.002]),
        "friend": piece("hunter", "a", [22, 10]),
    }
    t = bench(here, dice=("SMMM", "MMMM", "SSMMMM" + "M", "XXMM", "SSMM"))
    t.play("activate raptor", "attack foe with particle_cannon")
    assert t.gone("foe")
    assert sorted(t.offers()) == ["friend", "near"]  # which roll first
    t.play("near").done()
    assert t.model("near").damage == 1
    assert t.gone("friend")
    assert t.pool("collapse on near") == {"A": 4}
    assert t.cited("WC-GEN-8")


def test_explosive_collapse_needs_the_target_destroyed() -> None:
    here = {
        "raptor": piece("strike_raptor", "a", [10, 10], weapons=["particle_cannon"]),
        "foe": marauder([20, 10]),
        "near": marauder([20, 12]),
    }
    t = bench(here, dice=("SMMM", "MM", "XXMMMM" + "M"))
    t.play("activate raptor", "attack foe with particle_cannon").done()
    assert (t.model("foe").damage, t.model("near").damage) == (1, 0)


@pytest.mark.rule("WC-SPEC-6", "WC-GEN-5")
@pytest.mark.parametrize(
    ("victim", "damage", "left"),
    [("hunter", 2, 1), ("hunter", 0, 0), ("void_gate", 2, 2)],
)
def test_gorge_heals_its_bearer_for_a_warrior_destroyed(victim: str, damage: int, left: int) -> None:
    x = 10 + apart("cassius_mooregrave", victim, 1)
    gate = {"arc": 1} if victim == "void_gate" else {}
    here = {"baron": piece("cassius_mooregrave", "a", [10, 10], damage=damage), "other": marauder([40, 40])}
    defence, pow_ = ("MMM", "XXSMM") if gate else ("MMMM", "SSMMM")
    t = bench({**here, "foe": piece(victim, "b", [x, 10], **gate)}, dice=("SMMMM", defence, pow_ + "M"))
    t.play("activate baron", "attack foe with oblivion").done()
    assert t.gone("foe")
    assert t.model("baron").damage == left
    assert bool(t.happened(Repaired, model="baron", cite="WC-GEN-8")) == (left < damage)
