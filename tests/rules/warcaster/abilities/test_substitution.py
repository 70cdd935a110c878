"""Special rules by which a hit goes elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warcaster.abilities.substitution import hit_by_enemy
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.state.events import EffectGained, Repositioned, Spiked
from tests.rules.warcaster.abilities.setting import TOWER, apart, bench
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, wolf


@pytest.mark.rule("WC-SPEC-7", "WC-SPEC-3", "WC-ARC-8")
@pytest.mark.parametrize(("beyond", "offered"), [(0.0, True), (0.001, True), (0.002, False)])
def test_intercept_driver_takes_the_hit_from_exactly_five_inches(beyond: float, offered: bool) -> None:
    """The guard is out of the attacker's range and sight; the margin stays, the armour is its own."""
    y = 13.5 + apart("marauder", "paladin_defenders", 5) + beyond
    guards = piece("paladin_defenders", "b", [[24, y], [40, 40], [42, 40]], arc=1)
    t = bench(
        {"wolf": wolf([24, 2], weapons=["battle_rifle", "ripper"]), "foe": marauder([24, 13.5]), "guard": guards},
        {**TOWER, "at": [24, 16]},
        dice=("XMMM", "MM", "SSMM" + "MM"),
    )
    t.play("activate wolf", "attack foe with battle_rifle")
    if not offered:
        t.done()
        return
    assert (t.ask.seat, t.offers()) == (1, ["spike intercept_driver with guard.1", "pass"])
    t.dice = ["SSXM" + "MM"]
    t.play("spike intercept_driver with guard.1").done()
    assert t.happened(Spiked, unit="guard", rule="intercept_driver", cite="WC-ARC-8")
    assert t.pool("damage") == {"A": 4, "P": 2}
    assert t.gone("guard.1")  # four strikes, ARM 4
    assert t.model("foe").damage == 0


@pytest.mark.rule("WC-SPEC-7")
def test_intercept_driver_takes_no_hit_from_an_enemy_model() -> None:
    """The guard stands beside the enemy that its own side shoots at."""
    guards = piece("paladin_defenders", "a", [[20, 13], [40, 40], [42, 40]], arc=1)
    here = {"brand": piece("firebrand", "a", [10, 10], weapons=["immolator"]), "foe": marauder([20, 10])}
    t = bench({**here, "guard": guards}, dice=("SMMM", "MM", "MMMMM" + "M"))
    t.play("activate brand", "attack foe with immolator").done()
    assert [e.model for e in t.happened(EffectGained)] == ["foe"]


@pytest.mark.rule("WC-SPEC-7")
def test_intercept_driver_gets_the_effects_of_the_hit_as_well() -> None:
    guards = piece("paladin_defenders", "b", [[20, 13], [40, 40], [42, 40]], arc=1)
    here = {"brand": piece("firebrand", "a", [10, 10], weapons=["immolator"]), "foe": marauder([20, 10])}
    t = bench({**here, "guard": guards}, dice=("SMMM", "MM", "MMMMM" + "M"))
    t.play("activate brand", "attack foe with immolator", "spike intercept_driver with guard.1").done()
    assert [e.model for e in t.happened(EffectGained)] == ["guard.1"]


def jumped(**voss: int) -> Bench:
    t = bench(
        {
            "brand": piece("firebrand", "a", [10, 10], weapons=["immolator"]),
            "voss": piece("justicar_voss", "b", [20, 10], **voss),
        },
        dice=("SMMM", "MMMM"),
    )
    return t.play("activate brand", "attack voss with immolator")


@pytest.mark.rule("WC-ARC-8", "WC-ARC-14", "WC-MOVE-6")
def test_void_jumper_escapes_the_hit_altogether() -> None:
    t = jumped(arc=1)
    assert (t.ask.seat, t.offers()) == (1, ["spike void_jumper", "pass"])
    t.play("spike void_jumper")
    reach = apart("justicar_voss", "justicar_voss", 8)
    beyond = t.refusal(milli_at(20, 10 + reach + 0.002))
    assert beyond.cite == "WC-ARC-8"
    t.play(milli_at(20, 10 + reach)).done()  # no damage roll
    assert t.happened(Spiked, unit="voss", rule="void_jumper")
    assert t.happened(Repositioned, model="voss", cite="WC-ARC-8")
    assert (t.model("voss").damage, t.model("voss").effects, t.unit("voss").arc) == (0, (), 0)


def test_void_jumper_needs_arc() -> None:
    t = bench(
        {
            "brand": piece("firebrand", "a", [10, 10], weapons=["immolator"]),
            "voss": piece("justicar_voss", "b", [20, 10]),
        },
        dice=("SMMM", "MMMM", "MMMMM" + "M"),
    )
    t.play("activate brand", "attack voss with immolator").done()
    assert t.model("voss").effects == ("fire",)


@pytest.mark.rule("WC-ARC-8", "WC-REACT-6")
def test_impulse_reciprocator_is_paid_when_hit_and_attacks_afterwards() -> None:
    t = bench(
        {"wolf": wolf([10, 10]), "star": piece("morningstar", "b", [18, 10], arc=1, weapons=["null_cannon"])},
        dice=("SMMM", "MMM", "MMMMM" + "M"),
    )
    t.play("activate wolf", "attack star with rail_gun")
    assert (t.ask.seat, t.offers()) == (1, ["spike impulse_reciprocator", "pass"])
    t.play("spike impulse_reciprocator").done()
    assert t.happened(Spiked, unit="star", rule="impulse_reciprocator", cite="WC-ARC-8")
    assert t.unit("star").arc == 0
    t.dice = ["MMMM", "MMM"]
    t.play(t.offers()[0], "attack wolf with null_cannon").done()
    assert t.pool("attack") == {"A": 4}


@pytest.mark.rule("WC-SPEC-7")
def test_intercept_driver_helps_no_bystander_of_a_spray() -> None:
    """The declared target may be replaced; the model behind it on the line was never aimed at."""
    guards = piece("paladin_defenders", "b", [[17, 13], [40, 40], [42, 40]], arc=1)
    weaver = piece("immortal_weaver", "a", [10, 10])
    here = {"weaver": weaver, "first": marauder([14, 10]), "behind": marauder([17, 10]), "guard": guards}
    t = bench(here, dice=("SMM", "MM"))
    t.play("activate weaver", "attack first with psychokinetic_hood")
    assert t.offers() == ["spike intercept_driver with guard.1", "pass"]
    t.dice = ["MMMM" + "M", "SMM", "MM", "MMMM" + "M"]
    t.play("pass").done()  # the second hit, on the one behind, asks nobody
    assert t.unit("guard").arc == 1


@pytest.mark.rule("WC-SPEC-7", "WC-ARC-14")
@pytest.mark.parametrize(
    ("changed", "hit"),
    [({}, True), ({"void": True}, False), ({"target": "gone"}, False), ({"attacker": "gone"}, False)],
)
def test_a_hit_that_is_void_or_of_models_that_are_gone_is_answered_by_nobody(changed: Any, hit: bool) -> None:
    t = bench({"wolf": wolf([10, 10]), "foe": marauder([20, 10])})
    strike = Strike(attacker="wolf", target="foe", kind="ranged", pow=3, hit=True).but(**changed)
    assert hit_by_enemy(t.state, strike, 1) is hit
    assert not hit_by_enemy(t.state, strike, 0), "nor by the attacker's own side"
