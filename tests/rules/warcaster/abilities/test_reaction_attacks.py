"""Attacks in answer to an attack: Riposte, Impulse Reciprocator, Repulsor Ram's slam (WC-REACT-3, WC-REACT-10)."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.attacks.attack import Declared
from sandtable.rulesets.warcaster.state.events import Moved, Spiked
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, wolf


def duel(*dice: str, at: float = 9.5, **jax: object) -> Bench:
    pieces = {"marauder": marauder([15, 8], "a"), "jax": piece("jax_redblade", "b", [15, at + 0.5], **jax)}
    return Bench(pieces=pieces, dice=dice)


@pytest.mark.rule("WC-REACT-3", "WC-REACT-10", "WC-REACT-5", "WC-REACT-2")
def test_riposte_answers_a_miss_in_melee_and_ends_there() -> None:
    t = duel("MMMM", "MMMMM", "MMMMM", "MM")
    t.play("activate marauder", "attack jax with mangler")
    assert (t.ask.seat, t.offers()) == (1, ["riposte of jax", "pass"])
    t.play("riposte of jax")
    assert t.legal("attack marauder with magnum")  # any of its weapons
    t.play("attack marauder with fusion_sword").done()
    assert (t.ask.seat, t.ask.prompt) == (0, "activate marauder")
    assert t.pool("attack") == {"A": 5}


@pytest.mark.rule("WC-REACT-4", "WC-REACT-3")
def test_riposte_may_destroy_the_attacker_and_end_its_activation() -> None:
    pieces = {
        "marauder": marauder([15, 8], "a", damage=2),
        "hunter": piece("hunter", "a", [3, 3]),
        "jax": piece("jax_redblade", "b", [15, 10]),
    }
    t = Bench(pieces=pieces, dice=["MMMM", "MMMMM", "XXMMM", "MM", "XXMMMMMM"])
    t.play("activate marauder", "attack jax with mangler", "riposte of jax", "attack marauder with fusion_sword").done()
    assert (t.gone("marauder"), t.offers()) == (True, ["activate hunter", "end"])


def test_riposte_is_for_misses_in_melee_by_the_enemy() -> None:
    t = duel("SMMM", "MMMMM", "MMMMM")
    t.play("activate marauder", "attack jax with mangler").done()
    assert t.ask.prompt == "activate marauder"  # hit
    t = duel("M", "MMMM", "MMMMM")
    t.play("activate marauder", "attack jax with shredder").done()
    assert t.ask.prompt == "activate marauder"  # ranged


@pytest.mark.rule("WC-REACT-1", "WC-CYPHER-12", "WC-CYPHER-42")
def test_riposte_answers_an_attack_by_aggression_theorem() -> None:
    """An attack outside the activation is an attack: whoever it misses may answer, and then the turn goes on."""
    pieces = {"marauder": marauder([15, 8], "a"), "jax": piece("jax_redblade", "b", [15, 10])}
    t = Bench(
        pieces=pieces,
        turn={"step": "cypher_a"},
        seats={"a": {"hand": ["aggression_theorem"]}},
        dice=["MMMM", "MMMMM", "MMMMM", "MM"],
    )
    t.play("play aggression_theorem on marauder", "attack jax with mangler")
    assert (t.ask.seat, t.offers()) == (1, ["riposte of jax", "pass"])
    t.play("riposte of jax", "attack marauder with fusion_sword").done("a")
    assert [e.strike.reaction for e in t.events if isinstance(e, Declared)] == [False, True]
    assert t.state.step == "activation"


@pytest.mark.rule("WC-REACT-1", "WC-SPEC-5")
def test_riposte_answers_the_extra_attack_of_phase_stalker() -> None:
    baron = piece("cassius_mooregrave", "a", [15, 8], arc=1)
    t = Bench(
        pieces={"baron": baron, "jax": piece("jax_redblade", "b", [15, 12.6])},
        dice=["MMMMM"] * 4,
    )
    t.play("activate baron", "spike phase_stalker", [milli_at(15, 10.5)], "attack jax with oblivion")
    assert (t.ask.seat, t.offers()) == (1, ["riposte of jax", "pass"])
    t.play("riposte of jax", "attack baron with fusion_sword").done("a", "activate baron", cite="WC-ACT-2")
    assert t.legal("attack jax with oblivion"), "its own attacks are still to come"


# --- impulse_reciprocator -----------------------------------------------------------------------------------


def reciprocal(*dice: str, arc: int = 1) -> Bench:
    star = piece("morningstar", "b", [15, 14], arc=arc, cortex="deadeye", weapons=["null_cannon", "seeker"])
    return Bench(pieces={"wolf": wolf([15, 8], cortex="scout", weapons=["rail_gun"]), "star": star}, dice=dice)


@pytest.mark.rule("WC-ARC-14", "WC-REACT-6", "WC-REACT-3", "WC-ARC-9")
def test_impulse_reciprocator_attacks_after_the_attack_that_hit_it() -> None:
    t = reciprocal("SMMM", "MMM", "MMMMMM", "MMMM", "MMM")
    t.play("activate wolf", "attack star with rail_gun")
    assert (t.ask.seat, t.ask.prompt, t.offers()) == (1, "W3", ["spike impulse_reciprocator", "pass"])
    t.play("spike impulse_reciprocator")
    assert (t.ask.prompt, t.offers()) == ("W5", ["impulse_reciprocator of star", "pass"])
    assert (t.unit("star").arc, t.player("b").well) == (0, 7)
    t.play("impulse_reciprocator of star", "attack wolf with null_cannon").done()
    assert t.pool("attack") == {"A": 4}  # the Arc is gone
    assert (t.ask.seat, t.ask.prompt) == (0, "activate wolf")
    assert t.happened(Spiked, rule="impulse_reciprocator", cite="WC-ARC-8")


def test_impulse_reciprocator_needs_a_hit_and_arc() -> None:
    t = reciprocal("MMMM", "MMM").play("activate wolf", "attack star with rail_gun").done()
    assert t.ask.prompt == "activate wolf"
    t = reciprocal("SMMM", "MMM", "MMMMMM", arc=0).play("activate wolf", "attack star with rail_gun").done()
    assert t.ask.prompt == "activate wolf"


@pytest.mark.rule("WC-REACT-10")
def test_impulse_reciprocator_does_not_answer_another() -> None:
    mine = piece("morningstar", "a", [15, 8], arc=2, cortex="deadeye", weapons=["null_cannon"])
    star = piece("morningstar", "b", [15, 14], arc=1, cortex="deadeye", weapons=["seeker"])
    t = Bench(pieces={"mine": mine, "star": star}, dice=["SMMMMM", "MMM", "M" * 6, "SMMM", "MMM", "MMMM"])
    t.play("activate mine", "attack star with null_cannon", "spike impulse_reciprocator")
    t.play("impulse_reciprocator of star", "attack mine with seeker").done()
    assert (t.ask.prompt, t.unit("mine").arc) == ("activate mine", 2)


# --- repulsor_ram ------------------------------------------------------------------------------------------------


def ram(*dice: str, arc: int = 1, **more: dict[str, object]) -> Bench:
    brand = piece("firebrand", "b", [15, 11], arc=arc, cortex="jack_hunter", weapons=["repulsor_shield"])
    return Bench(pieces={"marauder": marauder([15, 9], "a"), "brand": brand, **more}, dice=dice)


@pytest.mark.rule("WC-ARC-14", "WC-SLAM-5")
def test_repulsor_ram_slams_the_attacker_away_with_its_own_pow() -> None:
    t = ram("SMMM", "MMM", "MMMMM", "X" * 4)
    t.play("activate marauder", "attack brand with mangler", "pass")  # no Refractor Field
    assert (t.ask.seat, t.ask.prompt, t.offers()) == (1, "W5", ["spike repulsor_ram", "pass"])
    t.play("spike repulsor_ram").done()
    assert t.model("marauder").at == milli_at(15, 6)
    assert t.happened(Moved, model="marauder", forced=True, cite="WC-SLAM-1")
    assert t.model("marauder").damage == 2  # POW 4 of the mangler: 8 strikes against ARM 4
    assert (t.unit("brand").arc, t.rolls[-1].cite) == (0, "WC-SLAM-5")


@pytest.mark.rule("WC-SLAM-6", "WC-SLAM-7")
def test_repulsor_ram_drives_the_attacker_into_its_friends() -> None:
    hunter = piece("hunter", "a", [15, 6])
    t = ram("SMMM", "MMM", "MMMMM", "MMMM", "XMMM", hunter=hunter)
    t.play("activate marauder", "attack brand with mangler", "pass", "spike repulsor_ram").done()
    assert t.gone("hunter")  # smaller: collateral of POW 4, no extra die for the marauder
    assert t.cited("WC-SLAM-7")


def test_repulsor_ram_needs_arc_and_a_hit_in_melee() -> None:
    t = ram("SMMM", "MMM", "MMMMM", arc=0).play("activate marauder", "attack brand with mangler").done()
    assert t.ask.prompt == "activate marauder"
    t = ram("MMMM", "MMM").play("activate marauder", "attack brand with mangler", "pass").done()
    assert t.ask.prompt == "activate marauder"
    t = ram("M", "SMMM", "MMM", "MMMMM").play("activate marauder", "attack brand with shredder", "pass").done()
    assert t.ask.prompt == "activate marauder"


def test_impulse_reciprocator_without_a_target_makes_no_attack() -> None:
    """Spiked on a hit from 16 inches away, beyond the reach of its own guns."""
    star = piece("morningstar", "b", [15, 26], arc=1, cortex="deadeye", weapons=["seeker"])
    pieces = {"wolf": wolf([15, 8], cortex="scout", weapons=["rail_gun"]), "star": star}
    t = Bench(pieces=pieces, dice=["SMMM", "MMM", "MMMMMM"])
    t.play("activate wolf", "attack star with rail_gun", "spike impulse_reciprocator").done("a", "activate wolf")
    assert t.unit("star").arc == 0
