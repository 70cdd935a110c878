"""Slams and moves between hit and damage."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.state.events import Moved
from tests.rules.warcaster.abilities.setting import apart, bench
from tests.rules.warcaster.kit import marauder, milli_at, piece


@pytest.mark.rule("WC-SLAM-2")
@pytest.mark.parametrize(("victim", "slammed"), [("hunter", True), ("marauder", False)])
def test_repulsor_slams_bases_no_larger_than_its_own(victim: str, slammed: bool) -> None:
    x = 10 + apart("coalition_weaver", victim, 1)
    defence = "MMMM" if victim == "hunter" else "MM"
    t = bench(
        {"weaver": piece("coalition_weaver", "a", [10, 10]), "foe": piece(victim, "b", [x, 10])},
        dice=("SMM", defence, "MMMM" + "M"),
    )
    t.play("activate weaver", "attack foe with battle_staff").done()
    assert t.model("foe").x == round(1000 * x) + 3000 * slammed
    assert bool(t.happened(Moved, model="foe", forced=True)) == slammed


@pytest.mark.rule("WC-SLAM-7")
def test_repulsor_strikes_what_it_meets_with_the_weapons_power() -> None:
    x = 10 + apart("coalition_weaver", "hunter", 1)
    wall = x + apart("hunter", "hunter", 2)
    here = {"weaver": piece("coalition_weaver", "a", [10, 10]), "foe": piece("hunter", "b", [x, 10])}
    t = bench(
        {**here, "behind": piece("hunter", "b", [wall, 10])},
        dice=("SMM", "MMMM", "MMMM" + "MM", "MMMM"),
    )
    t.play("activate weaver", "attack foe with battle_staff").done()
    assert t.pool("damage") == {"A": 4, "P": 2}
    assert t.pool("collateral on behind") == {"A": 4}


def test_delayed_blast_moves_its_bearer_out_of_it() -> None:
    """The trooper that threw it is nearest to the target, yet the blast does not count it."""
    x = 10 + apart("ranger_infiltrators", "marauder", 1)
    squad = piece("ranger_infiltrators", "a", [[10, 10], [4, 4], [4, 6]])
    t = bench({"squad": squad, "foe": marauder([x, 10])}, dice=("SMMM", "MM", "MMMM" + "M"))
    t.play("activate squad", "squad.1 attack foe with magnetic_charge")
    assert (t.ask.seat, t.offers()) == (0, ["move by delayed_blast", "pass"])
    t.play("move by delayed_blast")
    assert t.refusal([milli_at(10, 13.002)]).short_by == 2
    t.play([milli_at(10, 13)]).done()
    assert t.model("squad.1").at == (10000, 13000)
    assert t.happened(Moved, model="squad.1", cite="WC-GEN-8")


def test_delayed_blast_left_alone_still_spares_its_bearer() -> None:
    x = 10 + apart("ranger_infiltrators", "marauder", 1)
    squad = piece("ranger_infiltrators", "a", [[10, 10], [4, 4], [4, 6]])
    t = bench({"squad": squad, "foe": marauder([x, 10])}, dice=("SMMM", "MM", "MMMM" + "M"))
    t.play("activate squad", "squad.1 attack foe with magnetic_charge", "pass").done()
    assert t.model("squad.1").damage == 0


@pytest.mark.rule("WC-ATK-11", "WC-FALL-3")
def test_a_bearer_lost_to_a_fall_in_its_move_leaves_the_damage_roll_to_be_made() -> None:
    roof = {"kind": "structure", "height": 3, "at": [20, 20], "size": [6, 6], "id": "roof", "standable": True}
    squad = piece("ranger_infiltrators", "a", [[22, 20], [4, 4], [4, 6]], z={1: 3}, on={1: "roof"})
    foe = marauder([19.4, 20], z=3, on="roof")
    t = bench({"squad": squad, "foe": foe}, roof, dice=("XSMM", "MM", "XSM", "SSSS" + "MMM"))
    t.play("activate squad", "squad.1 attack foe with magnetic_charge", "move by delayed_blast", [milli_at(24.5, 20)])
    t.done()
    assert t.gone("squad.1")
    assert t.pool("damage") == {"A": 4, "P": 3}
    assert t.model("foe").damage == 1
