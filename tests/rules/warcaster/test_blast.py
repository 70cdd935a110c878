"""Blast (WC-BLAST)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warcaster.attacks.resolution import Hit
from sandtable.rulesets.warcaster.state.events import Damaged, Left
from tests.rules.warcaster.kit import Bench, marauder, piece, wolf
from tests.rules.warcaster.strikes import attack

SLOT = "talon_rocket_pod"  # blast, POW 4, ballistic and explosive
GAP = 0.787 + 0.591


def crowd(*gaps: float, **more: Any) -> dict[str, Any]:
    """A marauder at 20, 20 and small models so far from it, to the right, the left, above."""
    ways = [(1, 0), (-1, 0), (0, 1)]
    spots = [
        [round(20 + x * (GAP + g), 3), round(20 + y * (GAP + g), 3)] for g, (x, y) in zip(gaps, ways, strict=False)
    ]
    near = {n: piece("hunter", "b", at) for n, at in zip(("one", "two", "three"), spots, strict=False)}
    return {"wolf": wolf([20, 12]), "m": marauder([20, 20]), **near, **more}


def fire(pieces: dict[str, Any], *dice: str) -> Bench:
    return attack(pieces, "wolf", "m", SLOT, *dice)


@pytest.mark.rule("WC-BLAST-1", "WC-BLAST-2", "WC-BLAST-3", "WC-BLAST-8", "WC-BLAST-10")
def test_a_hit_shakes_the_two_nearest_and_not_the_third() -> None:
    t = fire(crowd(0.5, 1.0, 1.5), "SSMM", "MM", "SSSSMM", "SSMM", "MMMM")
    assert t.model("m").damage == 1  # the attack itself, with its margin
    assert t.pool("damage") == {"A": 4, "P": 2}
    assert t.ask.cite == "WC-BLAST-10"
    assert t.offers() == ["one", "two"]
    t.play("one").done()
    assert t.pool("blast on one") == {"A": 4}
    assert t.gone("one")
    assert "three" not in {p.name.removeprefix("blast on ") for r in t.rolls for p in r.pools}
    assert t.cited("WC-BLAST-2")


@pytest.mark.rule("WC-BLAST-10")
def test_the_attacker_orders_the_neighbours_after_the_target() -> None:
    t = fire(crowd(0.5, 1.0), "SMMM", "MM", "MMMMM", "MMMM", "MMMM").play("two").done()
    assert [r.purpose for r in t.rolls] == ["attack and defence", "damage", "blast on two", "blast on one"]
    assert t.happened(Hit)


@pytest.mark.rule("WC-BLAST-2", "WC-BLAST-7")
@pytest.mark.parametrize(("gap", "caught"), [(2.0, True), (2.001, True), (2.002, False)])
def test_within_two_inches_of_the_target(gap: float, caught: bool) -> None:
    t = fire(crowd(gap), "SMMM", "MM", "MMMMM", *(["MMMM"] if caught else [])).done()
    assert ("blast on one" in {r.purpose for r in t.rolls}) is caught


@pytest.mark.rule("WC-BLAST-4", "WC-ATK-10")
def test_a_miss_shakes_the_target_alone() -> None:
    t = fire(crowd(0.5, 1.0), "MMMM", "SM", "SSSS").done()
    assert t.model("m").damage == 1
    assert t.rolls[-1].cite == "WC-BLAST-4"
    assert [r.purpose for r in t.rolls] == ["attack and defence", "blast on m"]


@pytest.mark.rule("WC-BLAST-5")
def test_friends_gates_and_the_attacker_itself_are_caught() -> None:
    pieces = {
        "wolf": wolf([20, 17.7]),
        "m": marauder([20, 20]),
        "gate": piece("void_gate", "a", [21.6, 20], arc=1),
    }
    t = fire(pieces, "SMMM", "MM", "MMMMM", "XXSM", "SSSS").play("gate").done()
    assert t.gone("gate")
    assert t.model("wolf").damage == 1
    left = t.happened(Left, model="gate")[0]
    assert isinstance(left, Left)
    assert left.by is None


@pytest.mark.rule("WC-BLAST-6")
def test_ties_are_broken_by_the_attacker() -> None:
    t = fire(crowd(0.5, 1.0, 1.0), "SMMM", "MM", "MMMMM", "MMMM", "MMMM")
    assert (t.ask.seat, t.ask.cite) == (0, "WC-BLAST-6")
    assert sorted(t.offers()) == ["three", "two"]
    assert t.ask.default == t.offers()[0], "unasked, the first of them"
    t.play("three").play("one").done()
    assert [r.purpose for r in t.rolls][-2:] == ["blast on one", "blast on three"]


@pytest.mark.rule("WC-BLAST-6", "WC-SPEC-7")
def test_neighbours_are_those_at_the_moment_of_the_hit() -> None:
    """The target dies of the hit and its neighbour, counted before, still suffers."""
    t = fire(crowd(0.5, m=marauder([20, 20], damage=2)), "SSMM", "MM", "SSSSMM", "SSMM").done()
    assert t.gone("m")
    assert t.gone("one")


@pytest.mark.rule("WC-BLAST-9", "WC-STAT-21", "WC-STAT-12")
def test_the_target_suffers_the_weapons_energy_and_neighbours_explosive() -> None:
    """Compound Armor: ARM 3, and 4 against explosive damage. A Talon Launcher is ballistic."""
    squad = piece("paladin_enforcers", "b", [[20, 20], [20 + 1.182 + 0.5, 20]])
    pieces = {"h": piece("ranger_heavy_support", "a", [[20, 12]]), "e": squad, "m": marauder([30, 30])}
    t = attack(pieces, "h.1", "e.1", "talon_launcher", "SMM", "MMM", "SSSMM", "SSSM").done()
    assert t.gone("e.1")
    assert not t.gone("e.2")
    t = attack(pieces, "h.1", "e.1", "talon_launcher", "SMM", "MMM", "SSSMM", "SSSS").done()
    assert t.gone("e.2")


@pytest.mark.rule("WC-BLAST-11")
def test_on_hit_effects_are_the_targets_alone() -> None:
    pieces = crowd(0.5)
    t = attack(pieces, "wolf", "m", SLOT, "SMMM", "MM", "MMMMM", "MMMM", mode="fire").done()
    assert t.model("m").effects == ("fire",)
    assert t.model("one").effects == ()
    missed = attack(pieces, "wolf", "m", SLOT, "MMMM", "SM", "SSSS", mode="fire").done()
    assert missed.model("m").effects == ()


@pytest.mark.rule("WC-BLAST-3")
def test_a_blast_roll_has_no_margin_and_no_defence() -> None:
    t = fire(crowd(0.5), "X" * 4, "MM", "M" * 12, "SSMM").done()
    assert t.pool("damage") == {"A": 4, "P": 8}
    assert t.pool("blast on one") == {"A": 4}
    assert [len(r.pools) for r in t.rolls] == [2, 1, 1]
    assert not t.happened(Damaged, model="m")


@pytest.mark.rule("WC-BLAST-6", "WC-MEAS-6")
@pytest.mark.parametrize(("later", "tied"), [(0.0, True), (0.001, True), (0.002, False)])
def test_a_thousandth_farther_off_is_as_near(later: float, tied: bool) -> None:
    t = fire(crowd(0.5, 1.0, 1.0 + later), "SMMM", "MM", *([] if tied else ["MMMMM"]))
    assert t.ask.cite == ("WC-BLAST-6" if tied else "WC-BLAST-10")
    assert set(t.offers()) == ({"two", "three"} if tied else {"one", "two"})
