"""Spikes of the attacker once it has hit."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.attacks.resolution import Hit
from sandtable.rulesets.warcaster.state.events import EffectGained, Moved, Spiked, TokenGained
from tests.rules.warcaster.abilities.setting import apart, bench
from tests.rules.warcaster.kit import Bench, marauder, piece, wolf

SQUAD = [[10, 10], [10, 12], [10, 14]]


@pytest.mark.rule("WC-ARC-8", "WC-ARC-3", "WC-SPEC-3")
def test_null_blast_clears_arc_within_exactly_two_inches() -> None:
    gap = apart("scourge", "marauder", 2)
    here = {
        "raptor": piece("strike_raptor", "a", [10, 10], arc=2, weapons=["vortex_missile"]),
        "jack": piece("scourge", "b", [20, 10], arc=2),
        "near": marauder([20, 10 + gap], arc=1),
        "far": marauder([20, 10 - gap - 0.002], arc=1),
        "friend": piece("hunter", "a", [22.5, 10], arc=1),
    }
    t = bench(here, dice=("SMMMMM", "MMM", "MMMM" + "M"))
    t.play("activate raptor", "attack jack with vortex_missile")
    assert t.offers() == ["spike null_blast", "pass"]
    t.play("spike null_blast").done()
    arcs = {n: t.unit(n).arc for n in here}
    assert arcs == {"raptor": 1, "jack": 1, "near": 0, "far": 1, "friend": 0}
    assert t.happened(Spiked, unit="raptor", rule="null_blast", cite="WC-ARC-8")
    assert t.cited("WC-ARC-3")


@pytest.mark.rule("WC-ARC-15")
def test_null_blast_collapses_the_gate_it_hits_and_no_damage_follows() -> None:
    here = {
        "raptor": piece("strike_raptor", "a", [10, 10], arc=1, weapons=["vortex_missile"]),
        "gate": piece("void_gate", "b", [20, 10], arc=1),
        "foe": marauder([40, 40]),
    }
    t = bench(here, dice=("SMMMM", "MMM"))
    t.play("activate raptor", "attack gate with vortex_missile", "spike null_blast").done()
    assert t.gone("gate")


def ram(use: str) -> Bench:
    paladins = piece(
        "paladin_enforcers", "a", [*[[4, y] for y in (4, 6, 8)], [10, 10]], arc=1, attachments=["paladin_aegis"]
    )
    t = bench({"paladins": paladins, "foe": marauder([20, 10])}, dice=("SMMM", "MM", "MMM" + "M"))
    t.play("activate paladins", "paladins.paladin_aegis attack foe with force_generator")
    assert t.offers() == ["spike force_ram", "pass"]
    return t.play(use).done()


@pytest.mark.rule("WC-ARC-8", "WC-SPEC-8")
def test_force_ram_slams_instead_of_locking_down() -> None:
    t = ram("spike force_ram")
    assert t.model("foe").effects == ()
    assert t.model("foe").at == (23000, 10000)
    assert t.happened(Moved, model="foe", forced=True)
    assert t.happened(Spiked, unit="paladins", rule="force_ram", cite="WC-ARC-8")


def test_force_ram_declined_leaves_lock_down() -> None:
    t = ram("pass")
    assert (t.model("foe").effects, t.model("foe").at) == (("lock_down",), (20000, 10000))


@pytest.mark.rule("WC-ARC-8", "WC-SPEC-8", "WC-CE-9")
def test_power_attack_gives_a_warjack_system_failure() -> None:
    x = 10 + apart("marauder", "dusk_wolf", 1)
    t = bench(
        {"me": marauder([10, 10], seat="a", arc=1), "foe": wolf([x, 10], seat="b")},
        dice=("SMMMM", "MMM", "5", "MMMM" + "M"),
    )
    t.play("activate me", "attack foe with mangler")
    assert t.offers() == ["spike power_attack", "pass"]
    t.play("spike power_attack").done()
    assert (t.model("foe").effects, t.model("foe").barred) == (("system_failure",), "ranged")
    assert t.happened(EffectGained, effect="system_failure", cite="WC-ARC-8")


def test_power_attack_is_for_warjacks() -> None:
    x = 10 + apart("marauder", "marauder", 1)
    t = bench({"me": marauder([10, 10], seat="a", arc=1), "foe": marauder([x, 10])}, dice=("SMMMM", "MM", "MMMM" + "M"))
    t.play("activate me", "attack foe with mangler").done()
    assert t.unit("me").arc == 1


@pytest.mark.rule("WC-ARC-8", "WC-ATK-12", "WC-SPEC-2", "WC-SPEC-8")
def test_carrion_ablator_corrodes_before_the_damage_roll() -> None:
    t = bench(
        {"raiders": piece("vassal_raiders", "a", SQUAD, arc=1), "foe": marauder([20, 10])},
        dice=("SMMM", "MM", "SSSM" + "M", "SMM", "MM", "MMMM" + "M"),
    )
    t.play("activate raiders", "raiders.2 attack foe with spiker")
    assert t.offers() == ["spike carrion_ablator", "pass"]
    t.play("spike carrion_ablator")
    assert (t.model("foe").effects, t.model("foe").damage) == (("corrosion",), 1)
    assert t.happened(EffectGained, effect="corrosion", cite="WC-ARC-8")
    t.play("raiders.3 attack foe with spiker").done()  # the squad's one Arc is gone: no offer


@pytest.mark.rule("WC-ARC-8", "WC-ACT-12", "WC-SPEC-8")
def test_stun_module_gives_the_unit_hit_an_activation_token() -> None:
    voitek = piece("voitek_sudal", "a", [10, 10], arc=1)
    t = bench({"voitek": voitek, "foe": marauder([16, 10])}, dice=("SMMMMM", "MM", "MMM" + "M"))
    t.play("activate voitek", "attack foe with force_constrictor")
    assert t.offers() == ["spike stun_module", "pass"]
    t.play("spike stun_module").done()
    assert t.unit("foe").token
    assert t.happened(TokenGained, unit="foe", cite="WC-ACT-12")


@pytest.mark.rule("WC-ARC-18")
def test_two_spikes_in_one_attack_each_once() -> None:
    """Shockwave at the declaration, Stun Module on the hit; with Arc left neither comes up again."""
    scourge = piece("scourge", "a", [10, 10], arc=3, weapons=["void_splitter"])
    t = bench({"scourge": scourge, "foe": marauder([14, 10])}, dice=("SMMM" + "MM", "MM", "MMMM" + "M"))
    t.play("activate scourge", "attack foe with void_splitter", "spike shockwave")
    assert t.offers() == ["spike stun_module", "pass"]
    t.play("spike stun_module").done()
    assert [e.rule for e in t.happened(Spiked)] == ["shockwave", "stun_module"]
    assert (t.unit("scourge").arc, t.player("a").well) == (1, 6)


# --- spikes that change nothing new ------------------------------------------------------------------------


@pytest.mark.rule("WC-ARC-8", "WC-CE-2")
def test_an_effect_the_model_has_already_may_be_spiked_again() -> None:
    raiders = piece("vassal_raiders", "a", SQUAD, arc=1)
    foe = marauder([20, 10], effects=["corrosion"])
    t = bench({"raiders": raiders, "foe": foe}, dice=("SMMM", "MM", "MMMM" + "M"))
    t.play("activate raiders", "raiders.2 attack foe with spiker")
    assert t.offers() == ["spike carrion_ablator", "pass"]
    t.play("spike carrion_ablator").done("a")
    assert (t.model("foe").effects, t.happened(EffectGained)) == (("corrosion",), [])
    assert (t.unit("raiders").arc, t.player("a").well) == (0, 7)


@pytest.mark.rule("WC-ARC-8", "WC-CE-1")
def test_a_gate_gains_no_effect_so_nothing_is_spiked_for_it() -> None:
    gate = piece("void_gate", "b", [20, 10], arc=3)
    t = bench(
        {"raiders": piece("vassal_raiders", "a", SQUAD, arc=1), "gate": gate, "foe": marauder([40, 40])},
        dice=("SMMM", "MMM", "MMMM" + "M"),
    )
    t.play("activate raiders", "raiders.2 attack gate with spiker").done("a", "activate raiders")
    assert t.unit("raiders").arc == 1


@pytest.mark.rule("WC-ARC-8", "WC-ACT-3")
def test_a_second_token_may_be_spiked_and_is_ignored() -> None:
    voitek = piece("voitek_sudal", "a", [10, 10], arc=1)
    t = bench({"voitek": voitek, "foe": marauder([16, 10], token=True)}, dice=("SMMMMM", "MM", "MMM" + "M"))
    t.play("activate voitek", "attack foe with force_constrictor", "spike stun_module").done("a")
    assert (t.unit("foe").token, t.happened(TokenGained, unit="foe")) == (True, [])
    assert (t.unit("voitek").arc, t.player("a").well) == (0, 7)


@pytest.mark.rule("WC-ATK-11", "WC-REACT-9")
def test_the_log_tells_the_hit_before_the_spike_and_its_effect_after_it() -> None:
    t = ram("spike force_ram")
    kinds = [type(e) for e in t.events]
    assert kinds.index(Hit) < kinds.index(Spiked) < kinds.index(Moved)
    assert len(t.happened(Hit, cite="WC-ATK-6")) == 1


@pytest.mark.rule("WC-ATK-6")
def test_a_gate_emptied_by_a_spike_was_hit() -> None:
    here = {
        "raptor": piece("strike_raptor", "a", [10, 10], arc=1, weapons=["vortex_missile"]),
        "gate": piece("void_gate", "b", [20, 10], arc=1),
        "foe": marauder([40, 40]),
    }
    t = bench(here, dice=("SMMMM", "MMM"))
    t.play("activate raptor", "attack gate with vortex_missile", "spike null_blast").done()
    assert [type(e).__name__ for e in t.events if isinstance(e, Hit | Spiked)] == ["Hit", "Spiked"]
