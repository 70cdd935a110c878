"""Special rules that roll again."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.abilities.rerolls import SpikeAndReroll
from sandtable.rulesets.warcaster.attacks.rerolls import Reroll
from sandtable.rulesets.warcaster.attacks.windows import ROLLED
from sandtable.rulesets.warcaster.state.events import Spiked
from tests.rules.warcaster.abilities.setting import apart, bench
from tests.rules.warcaster.kit import marauder, piece, wolf
from tests.rules.warcaster.strikes import strike

SQUAD = [[10, 10], [10, 12], [10, 14]]


@pytest.mark.rule("WC-ARC-7", "WC-GEN-13")
def test_targeter_rerolls_an_attack_roll_once() -> None:
    t = bench(
        {"rockets": piece("ranger_heavy_support", "a", SQUAD, arc=1), "foe": marauder([18, 10])},
        dice=("MMMM", "MM", "MMSM", "MMMMM"),
    )
    t.play("activate rockets", "rockets.1 attack foe with talon_launcher")
    assert t.offers() == ["reroll with targeter", "pass"]
    t.play("reroll with targeter").done()  # not offered again: the second result stands and hits
    assert t.cited("WC-GEN-13")
    assert t.unit("rockets").arc == 1
    assert t.pool("damage") == {"A": 4, "P": 1}


@pytest.mark.rule("WC-SPEC-1", "WC-ARC-7")
@pytest.mark.parametrize(("weapon", "arc"), [("fusion_blade", 1), ("talon_launcher", 0)])
def test_targeter_needs_that_weapon_and_arc(weapon: str, arc: int) -> None:
    foe = marauder([10 + apart("ranger_heavy_support", "marauder", 1), 10])
    blast = ("MMMM",) if weapon == "talon_launcher" else ()
    t = bench(
        {"rockets": piece("ranger_heavy_support", "a", SQUAD, arc=arc), "foe": foe},
        dice=("M" * (3 + arc), "MM", *blast),
    )
    t.play("activate rockets", f"rockets.1 attack foe with {weapon}").done()
    assert not t.cited("WC-GEN-13")


@pytest.mark.rule("WC-ARC-8", "WC-ARC-14", "WC-GEN-13", "WC-REACT-6")
def test_refractor_field_rerolls_the_defence_in_the_enemys_turn() -> None:
    t = bench(
        {"wolf": wolf([10, 10]), "brand": piece("firebrand", "b", [18, 10], arc=1, cortex="jack_hunter")},
        dice=("SMMM", "MMM", "SMM"),
    )
    t.play("activate wolf", "attack brand with rail_gun")
    assert (t.ask.seat, t.offers()) == (1, ["spike refractor_field", "pass"])
    t.play("spike refractor_field").done()
    assert t.happened(Spiked, unit="brand", rule="refractor_field", cite="WC-ARC-8")
    assert (t.unit("brand").arc, t.player("b").well, t.model("brand").damage) == (0, 7, 0)
    assert t.cited("WC-GEN-13")


@pytest.mark.rule("WC-GEN-13")
def test_a_reroll_forgets_the_roll_it_replaces() -> None:
    """And keeps the other side's."""
    squad = piece("ranger_heavy_support", "a", SQUAD, arc=1)
    brand = piece("firebrand", "b", [18, 10], arc=1, cortex="jack_hunter")
    t = bench({"rockets": squad, "brand": brand})
    made = strike("rockets.1", "brand", "talon_launcher", attack=3, defence=2)
    (mine,), (theirs,) = (tuple(t.position.offers(ROLLED, made, seat)) for seat in (0, 1))
    assert isinstance(mine.frame, Reroll) and isinstance(theirs.frame, SpikeAndReroll)
    assert (mine.frame.strike.attack, mine.frame.strike.defence) == (0, 2)
    assert (theirs.frame.strike.attack, theirs.frame.strike.defence) == (3, 0)
