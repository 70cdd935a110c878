"""Melee attacks, damage rolls, grids and systems: both editions from one test where they agree."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.damage.grid import disabled, marked, unmarked
from sandtable.rulesets.warmachine.common.state.events import Damaged, Struck
from tests.rules.warmachine.kit import MK1, MK2, Game, at, both, foe

NOSE = {"ironclad": at(12, 10), "juggernaut": foe(12, 12.2)}  # large bases, 0.23 in apart
HAMMER = "attack juggernaut with quake_hammer"


@both
@pytest.mark.rule("M1-DICE-1", "M1-MELEE-2", "M1-DICE-6", "M2-ATK-2", "M2-DMG-1", "M2-DMG-2")
def test_the_roll_reaches_def_and_the_damage_beats_arm(game: str) -> None:
    """3 + MAT 7 = 10 against DEF 10; 11 + 18 - 20 = 9."""
    t = Game(game, NOSE, dice=["1 2", "5 6", "3"]).activate("ironclad", HAMMER).done("a")
    assert t.happened(Struck, hit=True, total=10, against=10, critical=False)
    assert t.damage("juggernaut") == 9


@both
@pytest.mark.rule("M1-DICE-1", "M2-ATK-2")
def test_one_less_misses(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10), "stryker_2": foe(12, 11.9)}, dice=["4 3"])
    t.activate("ironclad", "attack stryker_2 with quake_hammer").done()
    assert t.happened(Struck, hit=False, total=14, against=16)


@pytest.mark.rule("M1-DMG-2", "M1-DMG-3", "M1-SYS-1")
def test_mk1_the_grid_is_filled_from_the_rolled_column_down_and_on() -> None:
    """The first worked example: column 3 takes 6, column 4 three hull."""
    t = Game(MK1, NOSE, dice=["1 2", "5 6", "3"]).activate("ironclad", HAMMER)
    assert t.marks("juggernaut") == (0, 0, 0b111111, 0b111, 0, 0)
    assert t.out("juggernaut") == set()


@pytest.mark.rule("M2-DMG-6", "M2-DMG-7", "M2-DMG-8", "M2-DMG-13")
def test_mk2_the_grid_is_filled_from_the_rolled_column_down_and_on() -> None:
    """The first worked example: seven points from column 5."""
    t = Game(MK2, NOSE, dice=["1 2", "4 5", "5"]).activate("ironclad", HAMMER)
    assert t.happened(Damaged, points=7)
    assert t.marks("juggernaut") == (0, 0, 0, 0, 0b111111, 1)
    assert t.out("juggernaut") == set()


@both
@pytest.mark.rule("M1-DICE-2", "M2-ATK-8")
def test_all_ones_miss_whatever_the_total(game: str) -> None:
    low = {"ironclad": at(12, 10), "juggernaut": foe(12, 12.2)}
    t = Game(game, low, dice=["1 1"]).activate("ironclad", HAMMER).done()
    assert t.happened(Struck, hit=False)


@both
@pytest.mark.rule("M1-DICE-3", "M2-ATK-9")
def test_all_sixes_hit_whatever_the_total(game: str) -> None:
    """A sprayer's MAT 5 and 12 reach DEF 16, but a Winter foot's 4 does not: all sixes hit all the same."""
    t = Game(game, {"beacon": at(12, 10), "stryker_2": foe(12, 11.6, focus=9)}, dice=["6 6", "1 1"])
    t.activate("beacon", "attack stryker_2 with side_plate").done()
    assert t.happened(Struck, hit=True, critical=True)


@both
@pytest.mark.rule("M1-DICE-4", "M2-ATK-10")
def test_two_equal_dice_of_a_hit_are_critical(game: str) -> None:
    t = Game(game, NOSE, dice=["4 4", "1 1"]).activate("ironclad", HAMMER)
    assert t.happened(Struck, hit=True, critical=True)


@pytest.mark.rule("M1-SYS-9")
def test_mk1_three_disabled_systems_take_a_warjack_out() -> None:
    """Both arms are out; 11 points from column 4 mark the last box of the cortex, 10 do not."""
    hurt = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 12.2, marks="LR")}
    t = Game(MK1, hurt, dice=["5 6", "4 4 4", "4"]).activate("ironclad", HAMMER, "roll", "boost")
    assert t.out("juggernaut") == {"L", "R"} and not t.gone("juggernaut")
    t = Game(MK1, hurt, dice=["5 6", "4 4 5", "4"]).activate("ironclad", HAMMER, "roll", "boost")
    assert t.gone("juggernaut")


@pytest.mark.rule("M2-DMG-11", "M2-DMG-19")
def test_mk2_only_the_last_box_disables() -> None:
    hurt = {"ironclad": at(12, 10), "juggernaut": foe(12, 12.2, marks="LRMC")}
    t = Game(MK2, hurt, dice=["5 6", "6 5", "1"]).activate("ironclad", HAMMER)
    assert not t.gone("juggernaut") and t.out("juggernaut") >= {"L", "R", "M", "C"}


@pytest.mark.rule("M2-DMG-14", "M2-DMG-16", "M2-DMG-13")
def test_mk2_crippled_charger_of_the_last_worked_example() -> None:
    """14 points from column 4: cortex and right arm are crippled."""
    from sandtable.core import find

    card = find(MK2).cards.models["charger"]  # type: ignore[attr-defined]
    after = marked(card, unmarked(card), 3, 14)
    assert disabled(card, after) == {"C", "R"}
    assert after == (1, 0, 0, 0b11111, 0b11111, 0b111)


@both
@pytest.mark.rule("M1-CTRL-9", "M2-CTRL-6")
def test_unspent_focus_is_armour(game: str) -> None:
    """Stryker's ARM 15 and 2 focus: 7 + 18 - 17 = 8."""
    t = Game(game, {"ironclad": at(12, 10), "stryker_2": foe(12, 11.9, focus=2)}, dice=["6 5", "3 4"])
    t.activate("ironclad", "attack stryker_2 with quake_hammer").done()
    assert t.damage("stryker_2") == 8
